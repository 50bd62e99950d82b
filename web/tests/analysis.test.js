// Analysis: studies from links and texts, engine lines, variations and reviews.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { SHORT_RULES, createRandom, getButton, pickWithMouse, playTurn, startGame, waitForChoices } from "./game-helpers.js";
import { goTo, listGames, runProgram, testPage } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */

/** The moves of the tree in reading order. @param {Page} page */
function getMoves(page) {
  return page.locator(".tree .turn:not(.start)").allInnerTexts();
}

/** The index of the current move in the tree. @param {Page} page */
function getCurrentIndex(page) {
  return page.evaluate(() => [...document.querySelectorAll(".tree .turn")].findIndex((turn) => turn.hasAttribute("aria-current")));
}

/** Adds a random new move to a study. @param {Page} page @param {() => number} random */
async function playNewMove(page, random) {
  const [before, from] = [(await getMoves(page)).length, await getCurrentIndex(page)];
  for (let step = 0; (await getMoves(page)).length === before; step += 1) {
    assert.ok(step < 60, "a new move is found");
    // The random turn was in the tree already: go back.
    if ((await getCurrentIndex(page)) !== from) await page.locator(".tree .turn").nth(from).click();
    const choices = await waitForChoices(page);
    await pickWithMouse(page, choices[Math.floor(random() * choices.length)]);
  }
}

/** @param {Page} page */
async function exportRecord(page) {
  const saved = page.waitForEvent("download");
  await getButton(page, "Download record").click();
  return readFileSync(await (await saved).path(), "utf8");
}

for (const { id, name } of listGames()) {
  testPage(`opens shared links of ${name} and its positions`, {}, async (page) => {
    await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
    const random = createRandom(4);
    const playedMoves = [await playTurn(page, random), await playTurn(page, random), await playTurn(page, random)];
    await getButton(page, "Share").click();
    const fields = page.locator("dialog .share input");
    const [gameUrl, positionUrl, position] = await Promise.all([0, 1, 2].map((at) => fields.nth(at).inputValue()));
    // Open the links in a browser without saved games.
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.goto(gameUrl);
    await page.waitForSelector(".tree");
    assert.deepEqual(await getMoves(page), playedMoves);
    await page.goto("about:blank");
    await page.goto(positionUrl);
    await page.waitForSelector(".tree");
    assert.deepEqual(await getMoves(page), []);
    await getButton(page, "Share").click();
    assert.equal(await fields.nth(2).inputValue(), position);
  });

  testPage(`shows engine lines of ${name} and saves variations as a tree`, {}, async (page) => {
    await goTo(page, `/analysis?game=${id}`);
    const lines = page.locator(".engine li");
    // There is a line for each first move, if there are few.
    const moveCount = runProgram("moves", id).trim().split("\n").length;
    await lines.nth(Math.min(3, moveCount) - 1).waitFor();
    await page.locator(".engine select").selectOption("5");
    await lines.nth(Math.min(5, moveCount) - 1).waitFor();
    // The lines keep changing, so read and click the move in one step.
    const move = await page.evaluate(() => {
      const first = /** @type {HTMLElement} */ (document.querySelector(".engine li .turn"));
      first.click();
      return first.innerText;
    });
    assert.deepEqual(await getMoves(page), [move], "plays a move of a line");
    await page.locator(".engine [role=switch]").uncheck();
    const random = createRandom(9);
    await playNewMove(page, random);
    await getButton(page, "Go to the start").click();
    await playNewMove(page, random);
    assert.equal(await page.locator(".tree .variation").count(), 1);
    const other = await page.locator(".tree .variation .turn").innerText();
    await getButton(page, "Comment").click();
    await page.fill("dialog textarea", "Worth a try.");
    await getButton(page, "Save").click();
    const record = await exportRecord(page);
    assert.match(record, /\(1\. .*Worth a try\./s);
    assert.ok(record.includes(move) && record.includes(other));
    await getButton(page, "Make main line").click();
    assert.equal((await getMoves(page))[0], other);
    await page.reload();
    await page.waitForSelector(".tree");
    assert.equal(await page.locator(".tree .variation").count(), 1, "the variation survives a reload");
    await getButton(page, "Delete from here").click();
    assert.equal(await page.locator(".tree .variation").count(), 0);
    assert.equal((await getMoves(page))[0], move);
  });
}

const { id } = listGames()[1];

testPage("reviews a game with a graph, mistakes and accuracy", {}, async (page) => {
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  const random = createRandom(6);
  for (let turn = 0; turn < 4; turn += 1) await playTurn(page, random);
  await getButton(page, "Resign").click();
  await page.locator("dialog .button").click();
  await page.getByRole("link", { name: "Review game" }).click();
  await page.waitForSelector(".tree");
  await page.locator(".review select").selectOption("100");
  await getButton(page, "Review game").click();
  await page.waitForSelector(".mistakes");
  assert.match(await page.locator(".accuracy").innerText(), /\d+ %/);
  assert.match(await exportRecord(page), /\[%eval /);
  await page.reload();
  await page.waitForSelector(".mistakes");
});

testPage("opens pasted records and files, and explains what it rejects", {}, async (page) => {
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  const playedMoves = await playTurn(page, createRandom(2));
  await getButton(page, "Share").click();
  const record = await page.locator("dialog textarea").inputValue();
  await page.keyboard.press("Escape");
  await goTo(page, "/analysis");
  await page.fill(".paste-form textarea", "This is no game.");
  await getButton(page, "Open").click();
  assert.match(await page.locator(".paste-form [role=alert]").innerText(), /^\S.*\.$/);
  await page.fill(".paste-form textarea", record);
  await getButton(page, "Open").click();
  await page.waitForSelector(".tree");
  assert.deepEqual(await getMoves(page), [playedMoves]);
  await goTo(page, "/analysis");
  await page.setInputFiles("input[type=file]", { name: "two.txt", mimeType: "text/plain", buffer: Buffer.from(`${record}\n${record}`) });
  await page.locator(".record-list li button").nth(1).click();
  await page.waitForSelector(".tree");
  assert.deepEqual(await getMoves(page), [playedMoves]);
  await goTo(page, "/analysis?record=nonsense");
  assert.match(await page.locator("[role=alert]").innerText(), /^\S.*\.$/);
});

testPage("schedules one search slice at a time for any number of requests", { bypassCSP: true }, async (page, base) => {
  // An engine that never ends and counts the messages that the worker sends to itself.
  const engine = `
    let waiting = 0;
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...all) { waiting += 1; postMessage.apply(this, all); };
    const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
    Object.defineProperty(MessagePort.prototype, "onmessage", { set(listener) { set.call(this, (event) => { waiting -= 1; listener(event); }); } });
    export const setLanguage = () => {};
    export class Engine { startLines() {} stop() {} runSlice() { return { done: false, waiting }; } }
    export default async () => {};`;
  const source = await (await fetch(`${base}engine/worker.js`)).text();
  const maxWaiting = await page.evaluate(([engineSource, workerSource, root]) => new Promise((resolve, reject) => {
    const module = (/** @type {string} */ text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const worker = new Worker(module(workerSource.replace("../wasm/engine.js", module(engineSource)).replaceAll('"../', `"${root}`)), { type: "module" });
    let [id, maxWaiting] = [1, 0];
    const sendTask = () => worker.postMessage({ id, task: "lines", record: "", lines: 1, time: null, language: "en" });
    worker.addEventListener("error", reject);
    worker.addEventListener("message", ({ data }) => {
      maxWaiting = Math.max(maxWaiting, data.update.waiting);
      if (data.id !== id) return;
      id += 1;
      if (id > 6) resolve(maxWaiting);
      else sendTask();
    });
    sendTask();
  }), [engine, source, base]);
  assert.ok(Number(maxWaiting) <= 1, `${maxWaiting} messages wait`);
});

testPage("rejects a text that is neither a record nor moves nor a position", {}, async (page) => {
  await goTo(page, "/analysis");
  const alert = page.locator(".paste-form [role=alert]");
  await getButton(page, "Open").click();
  assert.match(await alert.innerText(), /first/);
  await page.fill(".paste-form textarea", "This is no game.");
  await getButton(page, "Open").click();
  assert.match(await alert.innerText(), /neither a record/);
});
