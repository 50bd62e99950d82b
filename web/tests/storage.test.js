// What is kept in the browser: in several tabs, in the right order, and where there is no room for it.
import assert from "node:assert/strict";
import { listGames, goTo, testPage } from "./harness.js";
import { SHORT_RULES, startGame, createRandom, playTurn, getResult, countTurns } from "./game-helpers.js";

/** @typedef {import("./harness.js").Page} Page */

const { id } = listGames()[1];
const SHORT_PEOPLE = /** @type {const} */ ({ mode: "people", rules: SHORT_RULES[id] });

/** Another tab of the same browser. @param {Page} page */
async function otherTab(page) {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForSelector("sanban-board [data-square]");
  return other;
}

/** Leaves no room in the browser for what has such a name. @param {Page} page @param {string} beginning */
async function leaveNoRoom(page, beginning) {
  await page.addInitScript((name) => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith(name)) throw new DOMException("There is no room.", "QuotaExceededError");
      setItem.call(this, key, value);
    };
  }, beginning);
  await page.reload();
  await page.waitForSelector("main");
}

/** Where the page stands. @param {Page} page @returns {Promise<string>} */
function address(page) {
  return page.evaluate(() => location.hash);
}

/** Gives a game up. @param {Page} page */
async function resign(page) {
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.locator("dialog .button").click();
  await page.waitForSelector(".state.over");
}

testPage("a game that goes on in another tab goes on in both", {}, async (page) => {
  await startGame(page, id, SHORT_PEOPLE);
  const other = await otherTab(page);
  const next = createRandom(3);
  await playTurn(other, next);
  await page.waitForFunction(() => document.querySelectorAll(".turns .turn").length === 1);
  await playTurn(page, next);
  await other.waitForFunction(() => document.querySelectorAll(".turns .turn").length === 2);
});

testPage("who leaves a game or a study does not undo what was done in another tab", {}, async (page) => {
  // A tab that hears nothing, as one that sleeps.
  await page.addInitScript(() => addEventListener("storage", (event) => event.stopImmediatePropagation(), true));
  await page.reload();
  await startGame(page, id, SHORT_PEOPLE);
  const game = await address(page);
  const other = await otherTab(page);
  await playTurn(other, createRandom(3));
  await goTo(page, `/analysis?game=${id}`);
  await page.waitForSelector(".tree");
  const study = await address(page);
  await goTo(other, study.slice(1));
  await other.waitForSelector(".tree");
  await other.fill("input[name=move]", await firstMove(other));
  await other.press("input[name=move]", "Enter");
  await other.waitForSelector(".tree .turn:not(.start)");
  await goTo(page, "/");
  await goTo(page, game.slice(1));
  assert.equal(await countTurns(page), 1);
  await goTo(page, study.slice(1));
  assert.equal(await page.locator(".tree .turn:not(.start)").count(), 1);
});

testPage("what is liked in one tab is liked in all, and nothing of it is undone", {}, async (page) => {
  await startGame(page, id, SHORT_PEOPLE);
  const other = await otherTab(page);
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

testPage("a turn that begins with its second step is in hand in a study that is loaded again", {}, async (page) => {
  const record = '[Game "mitsudomoe"]\n[Rules "turn=either"]\n[Result "*"]\n\n1. @c2/b1c2 @c4/d5c4 *\n';
  await goTo(page, `/analysis?record=${encodeURIComponent(record)}`);
  await page.waitForSelector(".tree");
  await page.keyboard.press("End");
  await page.click("[data-square=a1]");
  await page.getByText("So far: /a1").waitFor();
  await page.reload();
  await page.getByText("So far: /a1").waitFor();
});

/** A move that the engine shows. @param {Page} page */
function firstMove(page) {
  return page.locator(".engine li .turn").first().innerText();
}

testPage("a study that is changed in another tab is changed in both", {}, async (page) => {
  await goTo(page, `/analysis?game=${id}`);
  await page.waitForSelector(".tree");
  const other = await otherTab(page);
  await other.fill("input[name=move]", await firstMove(other));
  await other.press("input[name=move]", "Enter");
  await page.waitForSelector(".tree .turn:not(.start)");
  assert.equal(await page.locator(".tree .turn.start[aria-current]").count(), 1, "it stays where it was");
});

testPage("the game in which the last turn was made comes first", {}, async (page) => {
  await startGame(page, id, SHORT_PEOPLE);
  await resign(page);
  await page.getByRole("button", { name: /Rematch/ }).click();
  await page.waitForSelector(".state:not(.over)");
  const rematch = await address(page);
  const order = () => page.$$eval(".kept li a", (links) => links.map((each) => each.getAttribute("href")));
  await goTo(page, "/");
  const [first, second] = await order();
  assert.equal(first, rematch);
  // To look at a game is not to play it.
  await goTo(page, (second ?? "").slice(1));
  await page.waitForSelector("sanban-board");
  await goTo(page, "/");
  assert.deepEqual(await order(), [first, second]);
});

testPage("the time of an unfinished turn is not given back", {}, async (page) => {
  await page.clock.install();
  await startGame(page, id, { ...SHORT_PEOPLE, clock: "5m" });
  await page.clock.runFor(40_000);
  // How many seconds are left: no more than so many, since the clock runs on.
  const left = async (/** @type {Page} */ tab) => {
    const [minutes, seconds] = (await tab.locator(".player.moves .clock").innerText()).split(":");
    return 60 * Number(minutes) + Number(seconds);
  };
  assert.ok((await left(page)) <= 260);
  const other = await otherTab(page);
  assert.ok((await left(other)) <= 265, "it is kept every few seconds");
  await other.close();
  await page.clock.runFor(4_000);
  await page.reload();
  await page.waitForSelector(".clock");
  assert.ok((await left(page)) <= 256, "and when the page is left");
});

testPage("where there is no room, games are played all the same, and it is said", {}, async (page) => {
  await leaveNoRoom(page, "sanban.game.");
  await startGame(page, id, { computer: "level:1", rules: SHORT_RULES[id] });
  assert.match(await page.locator(".state .warning").innerText(), /no room/);
  await playTurn(page, createRandom(1));
  const game = await address(page);
  await goTo(page, "/");
  await page.click(`.kept a[href="${game}"]`);
  await page.waitForFunction(() => document.querySelectorAll(".turns .turn").length >= 1);
  await resign(page);
  await page.getByRole("button", { name: /Rematch/ }).click();
  await page.waitForSelector(".state:not(.over)");
  assert.match(await page.locator(".state .warning").innerText(), /no room/);
  assert.equal(await getResult(page), "");
  await goTo(page, `/lesson/${id}/end`);
  await page.getByRole("button", { name: "Play against level 1" }).click();
  await page.waitForSelector("sanban-board [data-square]");
  assert.match(await page.locator(".state .warning").innerText(), /no room/);
});

testPage("where there is no room, the address holds a study, and it is said", {}, async (page) => {
  await leaveNoRoom(page, "sanban.study.");
  await goTo(page, `/analysis?game=${id}`);
  await page.waitForSelector(".tree");
  assert.match(await page.locator(".state .warning").innerText(), /no room/);
  await page.reload();
  await page.waitForSelector(".tree");
});

testPage("a study with moves of one's own is not dropped for others", {}, async (page) => {
  await goTo(page, `/analysis?game=${id}`);
  await page.waitForSelector(".tree");
  const own = await address(page);
  await page.fill("input[name=move]", await firstMove(page));
  await page.press("input[name=move]", "Enter");
  await page.waitForSelector(".tree .turn:not(.start)");
  for (let number = 1; number <= 14; number += 1) {
    await goTo(page, `/puzzle/${id}/${number}`);
    const there = await page.getByRole("link", { name: "Try it out in the analysis" }).getAttribute("href");
    await goTo(page, (there ?? "").slice(1));
  }
  await goTo(page, own.slice(1));
  assert.equal(await page.locator(".tree .turn:not(.start)").count(), 1);
  // Where there is no room, those that nothing was done with make some.
  const [kept, room] = await page.evaluate(() => {
    const count = () => Object.keys(localStorage).filter((key) => key.startsWith("sanban.study.")).length;
    const most = count();
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith("sanban.study.") && count() > most - 2) throw new DOMException("There is no room.", "QuotaExceededError");
      setItem.call(this, key, value);
    };
    return [most, most - 2];
  });
  assert.ok(kept > 12);
  await page.getByRole("button", { name: "Flip", exact: true }).click();
  assert.equal(await page.locator(".state .warning").count(), 0);
  assert.ok(await page.evaluate((most) => Object.keys(localStorage).filter((key) => key.startsWith("sanban.study.")).length <= most, room));
  await page.reload();
  assert.equal(await page.locator(".tree .turn:not(.start)").count(), 1);
});
