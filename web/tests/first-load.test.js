// The first load: its size, and what works before it is complete.
import assert from "node:assert/strict";
import { get } from "node:http";
import { test } from "node:test";
import { SHORT_RULES, getResult, pickWithMouse, playToEnd, startGame } from "./game-helpers.js";
import { getServedUrl, goTo, listGames, testPage } from "./harness.js";

/** Compressed bytes that a new visitor needs before the first page responds, without the engine, the offline cache and the games. */
const MAX_FIRST_LOAD_BYTES = 540_000;
/** Compressed bytes that each game adds to the first load: its rules and texts. */
const MAX_FIRST_LOAD_BYTES_PER_GAME = 20_000;
/** Compressed bytes of everything that works offline, with the engine. */
const MAX_OFFLINE_CACHE_BYTES = 2_000_000;

/** The size of a compressed response. @param {string} address @returns {Promise<number>} */
function getCompressedSize(address) {
  return new Promise((resolve, reject) => {
    get(address, { headers: { "accept-encoding": "gzip" } }, (response) => {
      assert.equal(response.statusCode, 200, address);
      let size = 0;
      response.on("data", (/** @type {Buffer} */ part) => { size += part.length; });
      response.on("end", () => {
        assert.equal(size, Number(response.headers["content-length"]), `${address} tells its length`);
        resolve(size);
      });
    }).on("error", reject);
  });
}

testPage("keeps the first load small", {}, async (page) => {
  // Requests of the page itself: the service worker fetches the offline cache on its own.
  const requested = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const files = [...new Set([page.url().replace(/#.*/, ""), ...requested])].filter((url) => !/wasm\/engine|engine\/worker/.test(url));
  assert.ok(files.some((url) => url.endsWith("wasm/rules_bg.wasm")), "the rules are part of the first load");
  let totalBytes = 0;
  for (const url of files) totalBytes += await getCompressedSize(url);
  console.error(`first load: ${totalBytes} bytes in ${files.length} files`);
  const maxBytes = MAX_FIRST_LOAD_BYTES + MAX_FIRST_LOAD_BYTES_PER_GAME * listGames().length;
  assert.ok(totalBytes < maxBytes, `${totalBytes} bytes`);
});

test("keeps the offline cache small", async (context) => {
  const base = await getServedUrl();
  const worker = await (await fetch(`${base}service-worker.js`)).text();
  /** @type {string[]} */
  const files = JSON.parse(/const FILES = (\[.*\]);/.exec(worker)?.[1] ?? "[]");
  assert.ok(files.includes("index.html") && files.includes("wasm/engine_bg.wasm"), "the service worker lists the page's files");
  assert.ok(!files.some((file) => file.endsWith(".d.ts")), "the service worker lists no type declarations");
  let totalBytes = 0;
  for (const file of [...files, "service-worker.js"]) totalBytes += await getCompressedSize(base + file);
  context.diagnostic(`offline cache: ${totalBytes} bytes in ${files.length + 1} files`);
  assert.ok(totalBytes < MAX_OFFLINE_CACHE_BYTES, `${totalBytes} bytes`);
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

testPage("says in the page's language that the engine could not be loaded", { locale: "pt-PT", serviceWorkers: "block", ignoredErrors: /Failed to load resource|registration blocked/ }, async (page) => {
  await page.context().route("**/engine_bg.wasm", (route) => route.abort());
  await page.reload();
  await goTo(page, `/analysis?game=${listGames()[0].id}`);
  const warning = page.getByText("O motor não está a funcionar");
  await warning.waitFor();
  assert.match(await warning.innerText(), /: não foi possível carregá-lo\./);
});
