// The board and everything around it stay in place: in games, lessons, puzzles and analysis, on four sizes of screens.
import assert from "node:assert/strict";
import { SHORT_RULES, countTurns, createRandom, getButton, pickWithMouse, playTurn, startGame, waitForChoices } from "./game-helpers.js";
import { goTo, listGames, testPage, testPages } from "./harness.js";
import { startOnlineGame } from "./online-helpers.js";

/** @typedef {import("./harness.js").Page} Page */
/** @typedef {{ width: number, height: number }} Size */

/** A phone upright and on its side, a tablet and a desktop. @type {Size[]} */
const SIZES = [{ width: 390, height: 844 }, { width: 844, height: 390 }, { width: 768, height: 1024 }, { width: 1280, height: 800 }];

/** What must not move. */
const STEADY_PARTS = "sanban-board, .board-layout .player, .board-layout .supply, .board-layout .clock, .board-layout .status, .tools-slot, .tools-slot > * > *, .turns, .playing .move-form";

/** Notes every movement of the board and the parts around it from now on, frame by frame. @param {Page} page */
async function watch(page) {
  await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
  await page.evaluate((selector) => {
    const measure = () => [`scrolled to ${scrollX}, ${scrollY}`, ...[...document.querySelectorAll(selector)].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return `${element.localName}.${element.classList[0]} at ${x}, ${y}: ${width} x ${height}`;
    })];
    const before = measure();
    /** @type {Set<string>} */
    const movements = new Set();
    const board = document.querySelector("sanban-board");
    const check = () => {
      if (!board?.isConnected) return;
      measure().forEach((part, index) => { if (part !== before[index]) movements.add(`${before[index]} -> ${part}`); });
      requestAnimationFrame(check);
    };
    check();
    Object.assign(window, { movements });
  }, STEADY_PARTS);
}

/** @param {Page} page @param {string} context */
async function checkNothingMoved(page, context) {
  await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
  const movements = await page.evaluate(() => [.../** @type {any} */ (window).movements]);
  assert.deepEqual(movements, [], context);
}

/** The board and the status are visible without scrolling, and all texts of the status too. @param {Page} page @param {string} context */
async function checkVisible(page, context) {
  const hidden = await page.evaluate(() => ["sanban-board", ".status"].filter((selector) => {
    const { top, left, right, bottom } = /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
    return top < 0 || left < 0 || right > innerWidth || bottom > innerHeight;
  }));
  assert.deepEqual(hidden, [], `out of sight, ${context}`);
  const { scrollHeight, clientHeight } = await page.$eval(".status-text", (text) => ({ scrollHeight: text.scrollHeight, clientHeight: text.clientHeight }));
  assert.ok(scrollHeight <= clientHeight, `the status is too small: ${scrollHeight} > ${clientHeight}, ${context}`);
}

/** Clicks a button without scrolling to it. @param {Page} page @param {string} selector */
function press(page, selector) {
  return page.locator(selector).first().dispatchEvent("click");
}

/** Picks a square that cannot be picked. @param {Page} page */
async function pickWrongSquare(page) {
  await waitForChoices(page);
  for (const square of await page.$$eval("[data-square]:not(.selectable, .selected)", (cells) => cells.map((cell) => cell.getAttribute("data-square")))) {
    await page.click(`[data-square=${square}]`);
    if ((await page.locator(".status .warning").count()) > 0) return;
  }
  assert.fail("no square is rejected");
}

/** Begins a turn, with the supply if there is one, and takes the step back. @param {Page} page */
async function beginAndUndoTurn(page) {
  const choices = await waitForChoices(page);
  await pickWithMouse(page, choices.find((choice) => choice.includes("supply")) ?? choices[0]);
  const undoStep = page.locator(".status > .row button").first();
  if (await undoStep.isEnabled()) await undoStep.click();
}

/** Enters the text of a move with the mouse. @param {Page} page @param {string} text */
async function enterMove(page, text) {
  for (const [touch] of text.matchAll(/@|[a-z]\d+/g)) {
    await waitForChoices(page);
    await page.click(touch === "@" ? "button.supply:enabled" : `[data-square=${touch}]`);
  }
}

/** Confirms an open question. @param {Page} page */
function confirm(page) {
  return page.locator("dialog[open] .button").first().click();
}

for (const { id, name } of listGames()) {
  const rules = SHORT_RULES[id] ?? {};

  for (const locale of ["en-GB", "pt-PT"]) {
    testPage(`keeps the board in place in a game of ${name} for two (${locale})`, { locale }, async (page) => {
      for (const size of SIZES) {
        const context = `${size.width} x ${size.height}`;
        await page.setViewportSize(size);
        await startGame(page, id, { mode: "people", rules, clock: "5m+3s" });
        await watch(page);
        await checkVisible(page, context);
        await pickWrongSquare(page);
        await checkVisible(page, `${context} with a rejection`);
        await beginAndUndoTurn(page);
        const random = createRandom(4);
        await playTurn(page, random);
        await press(page, ".tools [aria-pressed]");
        await page.waitForSelector(".evaluation .score:not(:empty)");
        await playTurn(page, random);
        await press(page, ".tools [aria-pressed]");
        for (const key of ["u", "r", "ArrowLeft", "ArrowRight"]) await page.keyboard.press(key);
        await press(page, ".tools button:has-text('Resign'), .tools button:has-text('Desistir')");
        await confirm(page);
        await page.waitForSelector(".status.over");
        await checkVisible(page, `${context} at the end`);
        await checkNothingMoved(page, context);
      }
    });
  }

  testPage(`keeps the board in place in a game of ${name} against the computer`, {}, async (page) => {
    for (const size of SIZES) {
      const context = `${size.width} x ${size.height}`;
      await page.setViewportSize(size);
      await startGame(page, id, { computer: "level:1", side: "second", rules });
      await watch(page);
      await waitForChoices(page);
      await pickWrongSquare(page);
      await page.keyboard.press("h");
      await page.waitForSelector(".status .hint");
      await checkVisible(page, `${context} with a hint`);
      await playTurn(page, createRandom(2));
      await waitForChoices(page);
      await checkVisible(page, context);
      await checkNothingMoved(page, context);
    }
  });

  testPages(`keeps the board in place in an online game of ${name}`, [{}, {}], async (players) => {
    const [first, second] = players;
    for (const sizes of [SIZES.slice(0, 2), SIZES.slice(2)]) {
      for (const [seat, size] of sizes.entries()) await players[seat].setViewportSize(size);
      await startOnlineGame(players, id, { rules, pace: "5m+3s" });
      await second.waitForSelector(".player.to-move");
      for (const page of players) await watch(page);
      await pickWrongSquare(first);
      await checkVisible(first, "online, with a rejection");
      await beginAndUndoTurn(first);
      const random = createRandom(6);
      // In some games, one choice has completed the turn.
      await first.waitForSelector(".turns .turn, sanban-board .selectable");
      if ((await countTurns(first)) === 0) await playTurn(first, random);
      await pickWrongSquare(second);
      await playTurn(second, random);
      await press(first, ".tools button:has-text('Offer a draw')");
      await getButton(second, "Decline").waitFor();
      await checkVisible(second, "online, with an offer");
      await getButton(second, "Decline").click();
      await first.waitForSelector(".refusal");
      await press(first, ".tools button:has-text('Resign')");
      await confirm(first);
      for (const [seat, page] of players.entries()) {
        await page.waitForSelector(".status.over");
        await checkVisible(page, `online at the end, ${sizes[seat].width} x ${sizes[seat].height}`);
        await checkNothingMoved(page, `online, ${sizes[seat].width} x ${sizes[seat].height}`);
      }
    }
  });

  testPage(`keeps the board in place in the lesson of ${name}`, {}, async (page) => {
    for (const size of SIZES) {
      const context = `${size.width} x ${size.height}`;
      await page.setViewportSize(size);
      await goTo(page, "/");
      await goTo(page, `/lesson/${id}/2`);
      await page.waitForSelector("sanban-board [data-square]");
      await watch(page);
      await checkVisible(page, context);
      await pickWrongSquare(page);
      await beginAndUndoTurn(page);
      await getButton(page, "Hint").dispatchEvent("click");
      const hint = await page.locator(".status .hint").innerText();
      await enterMove(page, /: (\S+?)\.?$/.exec(hint)?.[1] ?? "");
      await page.waitForSelector(".status.solved");
      await checkNothingMoved(page, context);
    }
  });

  testPage(`keeps the board in place in a puzzle of ${name}`, {}, async (page) => {
    for (const size of SIZES) {
      const context = `${size.width} x ${size.height}`;
      await page.setViewportSize(size);
      await goTo(page, "/");
      await goTo(page, `/puzzle/${id}/1`);
      await page.waitForSelector("sanban-board [data-square]");
      await watch(page);
      await checkVisible(page, context);
      await pickWrongSquare(page);
      await beginAndUndoTurn(page);
      await getButton(page, "Hint").dispatchEvent("click");
      await page.waitForSelector(".status .hint");
      await checkVisible(page, `${context} with a hint`);
      await getButton(page, "Solution").dispatchEvent("click");
      await page.waitForSelector("p:has-text('That was the solution')");
      await checkNothingMoved(page, context);
    }
  });

  testPage(`keeps the board in place in an analysis of ${name}`, {}, async (page) => {
    for (const size of SIZES) {
      const context = `${size.width} x ${size.height}`;
      await page.setViewportSize(size);
      await goTo(page, "/");
      await goTo(page, `/analysis?game=${id}`);
      await page.waitForSelector("sanban-board [data-square]");
      await watch(page);
      await checkVisible(page, context);
      await page.waitForSelector(".engine li");
      await pickWrongSquare(page);
      await beginAndUndoTurn(page);
      const moves = page.locator(".tree .turn");
      const count = await moves.count();
      for (const random = createRandom(3); (await moves.count()) === count;) {
        const choices = await waitForChoices(page);
        await pickWithMouse(page, choices[Math.floor(random() * choices.length)]);
      }
      for (const key of ["ArrowLeft", "ArrowRight", "e", "e"]) await page.keyboard.press(key);
      await page.waitForSelector(".engine li");
      await checkNothingMoved(page, context);
    }
  });
}
