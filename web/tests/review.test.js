// The review of a game: one view of board, graph and mistakes, mistakes as puzzles, and reviews on the server.
import assert from "node:assert/strict";
import { findViolations } from "./accessibility.js";
import { getButton, waitForChoices } from "./game-helpers.js";
import { PHONE, getPath, goTo, testPage, testPages } from "./harness.js";
import { startOnlineGame } from "./online-helpers.js";

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

/** Plays the game of the record on the server, to its end by resignation, and returns its path. @param {Page[]} players */
async function playOnline(players) {
  const path = await startOnlineGame(players, "jesonmor", { rules: { size: "5" } });
  for (const [index, move] of ["b1c3", "a5b3", "a1c2", "b5c3"].entries()) {
    const player = players[index % 2];
    await waitForChoices(player);
    await player.fill("input[name=move]", move);
    await player.press("input[name=move]", "Enter");
  }
  await waitForChoices(players[0]);
  await getButton(players[0], "Resign").click();
  await players[0].locator("dialog .button").click();
  for (const player of players) await player.waitForSelector(".status.over");
  return path;
}

/** Checks the review of the record. @param {Page} page */
async function checkReview(page) {
  await page.waitForSelector(".mistakes li");
  assert.match(await getPath(page), /^\/analysis\/\w+$/);
  assert.equal(await page.locator(".mistakes li").count(), 2);
  assert.match(await page.locator(".mistakes").innerText(), /1\.\.\. a5b3.*2\. a1c2/s);
  assert.match(await page.locator(".accuracy").innerText(), /White \d+ %.*Black \d+ %/s);
  assert.equal(await page.locator(".graph .plot").count(), 1);
  assert.equal(await page.locator(".tree .mark").count(), 2);
  assert.equal(await page.locator(".tree .turn[aria-current]").innerText(), "b5c3");
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

testPages("reviews a finished game on the server, for players and spectators", [{}, PHONE, {}], async ([first, second, third]) => {
  const path = await playOnline([first, second]);
  await getButton(first, "Review on the server").click();
  await checkReview(first);
  await first.reload();
  await checkReview(first);
  // The engine of the browser has not rated the moves, but can.
  await getButton(first, "Review game").waitFor();
  // The server has the review already.
  await getButton(second, "Review on the server").tap();
  await checkReview(second);
  await goTo(third, path);
  await getButton(third, "Review on the server").click();
  await checkReview(third);
});

/** While a service worker takes over, Playwright doesn't see all requests of a page. @type {import("./harness.js").Visitor} */
const REJECTED = { serviceWorkers: "block", ignoredErrors: /Service Worker registration blocked|Failed to load resource/ };
testPages("shows why the server doesn't review a game, and how far a review has come", [REJECTED, {}], async ([page, opponent]) => {
  const path = await playOnline([page, opponent]);
  const review = "**/api/games/*/review";
  const sentence = "You already have a review running. Wait until it is complete.";
  await page.route(review, (route) => route.fulfill({ status: 429, json: { code: "too-many-reviews", sentence } }));
  await getButton(page, "Review on the server").click();
  assert.equal(await page.locator(".status [role=alert]").innerText(), sentence);
  assert.equal(await page.locator(".status progress").count(), 0);

  // The server starts a review, and does not know it any more when the page asks again.
  await page.route(review, (route) => (route.request().method() === "GET" ? route.continue()
    : route.fulfill({ status: 202, json: { state: "running", rated: 1, moves: 4, review: null } })));
  await getButton(page, "Review on the server").click();
  await page.getByText("Reviewing on the server: 1 of 4 moves").waitFor();
  const progress = page.getByRole("progressbar", { name: "Moves reviewed" });
  assert.deepEqual([await progress.getAttribute("max"), await progress.evaluate((bar) => /** @type {HTMLProgressElement} */ (bar).value)], ["4", 1]);
  assert.equal(await page.locator(".status [role=alert]").count(), 0, "the next attempt ends the rejection");
  assert.ok(await getButton(page, "Review on the server").isDisabled());
  assert.deepEqual(await findViolations(page), []);
  await page.locator(".status [role=alert]").getByText("Nobody has asked for a review").waitFor();

  // A visitor who leaves stays where they are when the review is complete.
  await getButton(page, "Review on the server").click();
  await page.getByText("Reviewing on the server: 1 of 4 moves").waitFor();
  await page.unroute(review);
  await goTo(page, "/settings");
  await page.waitForTimeout(1500);
  assert.equal(await getPath(page), "/settings");
  await goTo(page, path);
  await getButton(page, "Review on the server").click();
  await checkReview(page);
});
