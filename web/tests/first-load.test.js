// The first load: its size, and what works before it is complete.
import assert from "node:assert/strict";
import { get } from "node:http";
import { test } from "node:test";
import { getServedUrl, testPage } from "./harness.js";
import { SHORT_RULES, startGame, pickWithMouse, playToEnd, getResult } from "./game-helpers.js";


const MOST = 1_200_000;

/** The size of a compressed response. @param {string} address @returns {Promise<number>} */
function sentBytes(address) {
  return new Promise((resolve, reject) => {
    get(address, { headers: { "accept-encoding": "gzip" } }, (answer) => {
      assert.equal(answer.statusCode, 200, address);
      let sent = 0;
      answer.on("data", (/** @type {Buffer} */ part) => { sent += part.length; });
      answer.on("end", () => {
        assert.equal(sent, Number(answer.headers["content-length"]), `${address} tells its length`);
        resolve(sent);
      });
    }).on("error", reject);
  });
}

test("keeps the first load small", async (context) => {
  const base = await getServedUrl();
  const worker = await (await fetch(`${base}service-worker.js`)).text();
  /** @type {string[]} */
  const files = JSON.parse(/const FILES = (\[.*\]);/.exec(worker)?.[1] ?? "[]");
  assert.ok(files.includes("index.html") && files.includes("wasm/engine_bg.wasm"), "the service worker lists the page's files");
  assert.ok(!files.some((file) => file.endsWith(".d.ts")), "the service worker lists no type declarations");
  let all = 0;
  for (const file of [...files, "service-worker.js"]) all += await sentBytes(base + file);
  context.diagnostic(`first load: ${all} bytes in ${files.length + 1} files`);
  assert.ok(all < MOST, `${all} bytes`);
});

testPage("lets two people play while the engine is loading", {}, async (page) => {
  // The engine never arrives.
  await page.context().route("**/engine_bg.wasm", () => {});
  await page.reload();
  const [id] = Object.keys(SHORT_RULES);
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  await playToEnd(page, pickWithMouse, 2);
  assert.notEqual(await getResult(page), "");
});
