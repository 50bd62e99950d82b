// The browser's storage: several tabs, the order of saved games, and a full storage.
import assert from "node:assert/strict";
import { SHORT_RULES, countTurns, createRandom, getResult, playTurn, startGame } from "./game-helpers.js";
import { getPath, goTo, listGames, testPage, waitForPage } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */

const { id } = listGames()[1];
const SHORT_GAME = /** @type {const} */ ({ mode: "people", rules: SHORT_RULES[id] });

/** Opens the same page in another tab. @param {Page} page */
async function openTab(page) {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForSelector("sanban-board [data-square]");
  return other;
}

/** Makes the storage full for keys with a prefix. @param {Page} page @param {string} prefix */
async function fillStorage(page, prefix) {
  await page.addInitScript((name) => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith(name)) throw new DOMException("There is no room.", "QuotaExceededError");
      setItem.call(this, key, value);
    };
  }, prefix);
  await page.reload();
  await waitForPage(page);
}

/** @param {Page} page */
async function resign(page) {
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.locator("dialog .button").click();
  await page.waitForSelector(".status.over");
}

testPage("continues a game in all tabs", {}, async (page) => {
  await startGame(page, id, SHORT_GAME);
  const other = await openTab(page);
  const random = createRandom(3);
  await playTurn(other, random);
  await page.waitForFunction(() => document.querySelectorAll(".turns .turn").length === 1);
  await playTurn(page, random);
  await other.waitForFunction(() => document.querySelectorAll(".turns .turn").length === 2);
});

testPage("keeps changes from another tab when a page is left", {}, async (page) => {
  // This tab gets no storage events, as if it were asleep.
  await page.addInitScript(() => addEventListener("storage", (event) => event.stopImmediatePropagation(), true));
  await page.reload();
  await startGame(page, id, SHORT_GAME);
  const game = await getPath(page);
  const other = await openTab(page);
  await playTurn(other, createRandom(3));
  await goTo(page, `/analysis?game=${id}`);
  await page.waitForSelector(".tree");
  const study = await getPath(page);
  await goTo(other, study);
  await other.waitForSelector(".tree");
  await other.fill("input[name=move]", await firstMove(other));
  await other.press("input[name=move]", "Enter");
  await other.waitForSelector(".tree .turn:not(.start)");
  await goTo(page, "/");
  await goTo(page, game);
  assert.equal(await countTurns(page), 1);
  await goTo(page, study);
  assert.equal(await page.locator(".tree .turn:not(.start)").count(), 1);
});

testPage("applies settings in all tabs without losing any", {}, async (page) => {
  await startGame(page, id, SHORT_GAME);
  const other = await openTab(page);
  await goTo(other, "/settings");
  await other.check("input[value=pt]", { force: true });
  await page.getByRole("button", { name: "Desistir", exact: true }).waitFor();
  await other.check("input[value=dark]", { force: true });
  await page.locator("button[aria-pressed]").click();
  await page.reload();
  await page.waitForSelector("[role=meter]");
  assert.equal(await page.locator("html").getAttribute("lang"), "pt");
  assert.equal(await page.locator("html").getAttribute("data-appearance"), "dark");
});

testPage("keeps a turn of a study that starts with its second step after a reload", {}, async (page) => {
  const record = '[Game "mitsudomoe"]\n[Rules "turn=either"]\n[Result "*"]\n\n1. @c2/b1c2 @c4/d5c4 *\n';
  await goTo(page, `/analysis?record=${encodeURIComponent(record)}`);
  await page.waitForSelector(".tree");
  await page.keyboard.press("End");
  await page.click("[data-square=a1]");
  await page.getByText("So far: /a1").waitFor();
  await page.reload();
  await page.getByText("So far: /a1").waitFor();
});

/** The first move of the engine's best line. @param {Page} page */
function firstMove(page) {
  return page.locator(".engine li .turn").first().innerText();
}

testPage("updates a study in all tabs", {}, async (page) => {
  await goTo(page, `/analysis?game=${id}`);
  await page.waitForSelector(".tree");
  const other = await openTab(page);
  await other.fill("input[name=move]", await firstMove(other));
  await other.press("input[name=move]", "Enter");
  await page.waitForSelector(".tree .turn:not(.start)");
  assert.equal(await page.locator(".tree .turn.start[aria-current]").count(), 1, "the shown position stays the same");
});

testPage("lists the game with the latest turn first", {}, async (page) => {
  await startGame(page, id, SHORT_GAME);
  await resign(page);
  await page.getByRole("button", { name: /Rematch/ }).click();
  await page.waitForSelector(".status:not(.over)");
  const rematch = await getPath(page);
  const order = () => page.$$eval(".saved-list li a", (links) => links.map((each) => each.getAttribute("href")?.replace(/^#/, "")));
  await goTo(page, "/");
  const [first, second] = await order();
  assert.equal(first, rematch);
  // Opening a game does not change the order.
  await goTo(page, second ?? "");
  await page.waitForSelector("sanban-board");
  await goTo(page, "/");
  assert.deepEqual(await order(), [first, second]);
});

testPage("saves the time used in an unfinished turn", {}, async (page) => {
  await page.clock.install();
  await startGame(page, id, { ...SHORT_GAME, clock: "5m" });
  await page.clock.runFor(40_000);
  // The seconds left. The clock runs on, so the test can only check an upper limit.
  const getSecondsLeft = async (/** @type {Page} */ tab) => {
    const [minutes, seconds] = (await tab.locator(".player.to-move .clock").innerText()).split(":");
    return 60 * Number(minutes) + Number(seconds);
  };
  assert.ok((await getSecondsLeft(page)) <= 260);
  const other = await openTab(page);
  assert.ok((await getSecondsLeft(other)) <= 265, "the time is saved every few seconds");
  await other.close();
  await page.clock.runFor(4_000);
  await page.reload();
  await page.waitForSelector(".clock");
  assert.ok((await getSecondsLeft(page)) <= 256, "the time is saved when the page is left");
});

testPage("plays games with a warning when the storage is full", {}, async (page) => {
  await fillStorage(page, "sanban.game.");
  await startGame(page, id, { computer: "level:1", rules: SHORT_RULES[id] });
  assert.match(await page.locator(".status .warning").innerText(), /out of storage/);
  await playTurn(page, createRandom(1));
  const game = await getPath(page);
  await goTo(page, "/");
  await page.click(`.saved-list a[href$="${game}"]`);
  await page.waitForFunction(() => document.querySelectorAll(".turns .turn").length >= 1);
  await resign(page);
  await page.getByRole("button", { name: /Rematch/ }).click();
  await page.waitForSelector(".status:not(.over)");
  assert.match(await page.locator(".status .warning").innerText(), /out of storage/);
  assert.equal(await getResult(page), "");
  await goTo(page, `/lesson/${id}/end`);
  await page.getByRole("button", { name: "Play against level 1" }).click();
  await page.waitForSelector("sanban-board [data-square]");
  assert.match(await page.locator(".status .warning").innerText(), /out of storage/);
});

testPage("keeps a study in the address with a warning when the storage is full", {}, async (page) => {
  await fillStorage(page, "sanban.study.");
  await goTo(page, `/analysis?game=${id}`);
  await page.waitForSelector(".tree");
  assert.match(await page.locator(".status .warning").innerText(), /out of storage/);
  await page.reload();
  await page.waitForSelector(".tree");
});

testPage("keeps a study with own moves when others are deleted", {}, async (page) => {
  await goTo(page, `/analysis?game=${id}`);
  await page.waitForSelector(".tree");
  const studyPath = await getPath(page);
  await page.fill("input[name=move]", await firstMove(page));
  await page.press("input[name=move]", "Enter");
  await page.waitForSelector(".tree .turn:not(.start)");
  for (let number = 1; number <= 14; number += 1) {
    await goTo(page, `/puzzle/${id}/${number}`);
    const there = await page.getByRole("link", { name: "Analyse this position" }).getAttribute("href");
    await goTo(page, there?.replace(/^#/, "") ?? "");
  }
  await goTo(page, studyPath);
  assert.equal(await page.locator(".tree .turn:not(.start)").count(), 1);
  // When the storage is full, studies without own moves are deleted.
  const [studyCount, limit] = await page.evaluate(() => {
    const count = () => Object.keys(localStorage).filter((key) => key.startsWith("sanban.study.")).length;
    const most = count();
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith("sanban.study.") && count() > most - 2) throw new DOMException("There is no room.", "QuotaExceededError");
      setItem.call(this, key, value);
    };
    return [most, most - 2];
  });
  assert.ok(studyCount > 12);
  await page.getByRole("button", { name: "Flip board", exact: true }).click();
  assert.equal(await page.locator(".status .warning").count(), 0);
  assert.ok(await page.evaluate((most) => Object.keys(localStorage).filter((key) => key.startsWith("sanban.study.")).length <= most, limit));
  await page.reload();
  await waitForPage(page);
  assert.equal(await page.locator(".tree .turn:not(.start)").count(), 1);
});
