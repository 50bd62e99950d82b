// The review of a game: one view of board, graph and mistakes, and mistakes as puzzles.
import assert from "node:assert/strict";
import { findViolations } from "./accessibility.js";
import { getButton } from "./game-helpers.js";
import { PHONE, goTo, testPage } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */

/** A game with two blunders: Black does not capture on the centre, and White does not leave it. */
const RECORD = '[Game "jesonmor"]\n[Rules "size=5"]\n\n1. b1c3 a5b3 2. a1c2 b5c3';

/** @param {Page} page */
async function reviewGame(page) {
  await goTo(page, `/analysis?record=${encodeURIComponent(RECORD)}`);
  await page.locator(".review select").selectOption("100");
  await getButton(page, "Review game").click();
  await page.waitForSelector(".mistakes li");
  await getButton(page, "Review game").waitFor();
}

/** @param {Page} page @param {string[]} squares */
async function pickSquares(page, ...squares) {
  for (const square of squares) await page.click(`sanban-board [data-square=${square}]`);
}

testPage("shows board, graph and mistakes together without scrolling", { viewport: { width: 1280, height: 800 } }, async (page) => {
  await reviewGame(page);
  assert.equal(await page.locator(".mistakes li").count(), 2);
  await page.evaluate(() => scrollTo(0, 0));
  for (const selector of ["sanban-board", ".graph .plot", ".mistakes", ".mistakes li >> nth=1"]) {
    const box = await page.locator(selector).boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 800, `${selector} is visible: ${JSON.stringify(box)}`);
  }
});

testPage("brings the board into view when a mistake is clicked on a phone", PHONE, async (page) => {
  await reviewGame(page);
  const mistake = page.locator(".mistakes li .turn").first();
  await mistake.scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector(".mistakes")?.scrollIntoView());
  await mistake.tap();
  assert.equal(await page.locator(".tree .turn[aria-current]").innerText(), "a5b3");
  const box = await page.locator("sanban-board").boundingBox();
  assert.ok(box && box.y >= -1 && box.y + box.height <= 845, `the board is visible: ${JSON.stringify(box)}`);
});

testPage("turns mistakes into puzzles that the engine judges", {}, async (page) => {
  await reviewGame(page);
  const status = page.locator(".status.retry");
  await page.getByRole("button", { name: /^Retry this move ?: 1\.\.\. a5b3$/ }).click();
  assert.match(await status.innerText(), /a5b3 was a mistake/);
  // Nothing on the page gives the better move away.
  await page.waitForTimeout(500);
  assert.doesNotMatch(await page.locator("main").innerText(), /b5c3|c3b5/);
  assert.equal(await page.locator("sanban-board .best-move .arrow").count(), 0);

  await pickSquares(page, "a5", "b3");
  assert.match(await status.innerText(), /a5b3 is the move from the game/);
  await getButton(page, "Try again").click();
  await pickSquares(page, "e5", "d3");
  await page.waitForSelector(".status.retry.worse");
  assert.match(await status.innerText(), /e5d3 isn't good enough: blunder/);
  assert.deepEqual(await findViolations(page), []);
  await getButton(page, "Try again").click();
  await pickSquares(page, "b5", "c3");
  await page.waitForSelector(".status.retry.better");
  assert.match(await status.innerText(), /b5c3 is better than a5b3/);

  await getButton(page, "Next mistake").click();
  assert.match(await status.innerText(), /a1c2 was a mistake/);
  await getButton(page, "Show the better move").click();
  assert.match(await status.innerText(), /was better than 2\. a1c2/);
  assert.equal(await page.locator("sanban-board .best-move .arrow[data-from=c3]").count(), 1);
  assert.equal(await getButton(page, "Next mistake").count(), 0);
  await getButton(page, "Back to the review").click();
  assert.equal(await page.locator(".tree .turn[aria-current]").innerText(), "a1c2");
  // The tries are not part of the study.
  assert.doesNotMatch(await page.locator(".tree").innerText(), /e5d3/);
});
