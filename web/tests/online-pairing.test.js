// One-tap play: quick pairings, games by link, the names of guests, waiting times, and the marks of the visitor's turn.
import assert from "node:assert/strict";
import { createRandom, getButton, playTurn, waitForChoices } from "./game-helpers.js";
import { PHONE, getPath, goTo, listGames, startServer, testPage, testPages } from "./harness.js";
import { joinGame, playTurns, proposeGame, startOnlineGame } from "./online-helpers.js";

/** @typedef {import("./harness.js").Page} Page */

const GUEST_NAME = /^[A-Z][a-z]+ [A-Z][a-z]+ \d\d$/;
const game = listGames()[1];

/** The quick pairings of a game. @param {Page} page @param {string} name */
const getPairings = (page, name) => page.getByRole("group", { name, exact: true }).locator("button.pairing");

// Some tests have a server of their own, so that they don't meet the visitors of other tests.
for (const visitor of [PHONE, {}]) {
  const size = visitor === PHONE ? "on a phone" : "on a wide screen";
  testPages(`leads to a game against another person within three taps, ${size}`, [{ ...visitor, getUrl: async () => (await startServer()).address }, visitor], async (pages) => {
    const taps = [0, 0];
    for (const [index, page] of pages.entries()) {
      const tap = async (/** @type {import("playwright-core").Locator} */ target) => {
        taps[index] += 1;
        await (visitor === PHONE ? target.tap() : target.click());
      };
      await page.waitForSelector("header .nav-lobby");
      await tap(page.locator("header .nav-lobby"));
      const pairings = getPairings(page, game.name);
      await pairings.nth(2).waitFor();
      assert.equal(await pairings.count(), 3);
      for (const { name } of listGames()) {
        for (const box of await getPairings(page, name).evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON()))) {
          assert.ok(box.height >= 44, "large enough for a finger");
          assert.ok(box.bottom <= (page.viewportSize()?.height ?? 0), `${name} is visible without scrolling`);
        }
      }
      if (index === 1) await pairings.nth(1).getByText("1 waiting").waitFor();
      await tap(pairings.nth(1));
      await page.waitForSelector("sanban-board [data-square]");
    }
    for (const page of pages) {
      await page.waitForSelector(".player.to-move");
      await page.waitForFunction(() => document.querySelectorAll(".clock").length === 2);
    }
    assert.equal(await pages[0].evaluate(() => location.href), await pages[1].evaluate(() => location.href), "one game");
    assert.ok(Math.max(...taps) <= 3, `${taps} taps`);
  });
}

testPages("pairs two visitors who tap at the same moment", [{}, {}], async (pages) => {
  for (const page of pages) {
    await goTo(page, "/lobby");
    await getPairings(page, game.name).first().waitFor();
  }
  await Promise.all(pages.map((page) => getPairings(page, game.name).first().click()));
  for (const page of pages) await page.waitForSelector(".player.to-move");
  assert.equal(await pages[0].evaluate(() => location.href), await pages[1].evaluate(() => location.href));
});

testPages("invites a friend by link with one tap", [{}, {}], async ([first, second]) => {
  await goTo(first, "/lobby");
  await getPairings(first, "A friend (by link)").filter({ hasText: game.name }).click();
  const link = await first.inputValue("input[name=link]");
  await second.goto("about:blank");
  await second.goto(link);
  await getButton(second, "Join").click();
  for (const page of [first, second]) await page.waitForSelector(".player.to-move");
});

testPages("shows the generated names of guests", [{}, { locale: "pt-PT" }], async ([first, second]) => {
  await goTo(first, "/lobby");
  const name = /playing as (.+) \(guest\)/.exec(await first.locator(".welcome").innerText())?.[1] ?? "";
  assert.match(name, GUEST_NAME);
  const gamePath = await proposeGame(first, game.id, { pace: "1d" });
  await goTo(second, "/lobby");
  await second.locator(".game-list li", { hasText: name }).waitFor();
  assert.doesNotMatch(await second.locator(".game-list").first().innerText(), /Convidado/);
  await goTo(second, gamePath);
  await second.locator(".status .button").click();
  await second.locator(".player", { hasText: name }).waitFor();
});

testPage("says in words how long a game has been waiting", {}, async (page) => {
  const gamePath = await proposeGame(page, game.id, { pace: "3d" });
  await goTo(page, "/lobby");
  const line = page.locator(`.game-list li:has(a[href$="${gamePath}"])`);
  await line.getByText("waiting less than 1 min").waitFor();
  for (const [minutes, text] of /** @type {const} */ ([[2.5, "waiting 2 min"], [125, "waiting 2 h"], [24 * 60, "waiting 1 day"], [50 * 60, "waiting 2 days"]])) {
    await page.evaluate((ms) => {
      const now = Date.now;
      Date.now = () => now() + ms;
    }, minutes * 60_000);
    await goTo(page, "/");
    await goTo(page, "/lobby");
    await line.getByText(text, { exact: true }).waitFor();
    await page.reload();
    await goTo(page, "/");
    await goTo(page, "/lobby");
  }
});

const getIcon = (/** @type {Page} */ page) => page.evaluate(() => document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "");

testPages("shows the visitor's turn in the title and the icon, also in the lobby", [{}, {}], async ([first, second]) => {
  await startOnlineGame([first, second], game.id);
  await waitForChoices(first);
  assert.match(await first.title(), /^Your turn · /);
  assert.match(await getIcon(first), /icon-turn\.svg$/);
  assert.doesNotMatch(await second.title(), /Your turn/);
  assert.match(await getIcon(second), /icon\.svg$/);
  assert.ok(await first.evaluate(async () => (await fetch(document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "")).ok));
  await goTo(second, "/lobby");
  await second.waitForSelector(".game-list");
  await playTurn(first, createRandom(3));
  await second.waitForFunction(() => document.title.startsWith("Your turn · "));
  assert.match(await getIcon(second), /icon-turn\.svg$/);
  await first.waitForFunction(() => !document.title.includes("Your turn"));
  assert.match(await getIcon(first), /icon\.svg$/);
});

testPages("notifies visitors of their turn only if they have switched that on", [{}, {}], async ([first, second]) => {
  await second.addInitScript(() => {
    const shown = /** @type {string[]} */ ([]);
    Object.assign(globalThis, { shownNotifications: shown, permissionRequests: 0 });
    class FakeNotification {
      static permission = sessionStorage.getItem("permission") ?? "default";
      static async requestPermission() {
        Object.assign(globalThis, { permissionRequests: Reflect.get(globalThis, "permissionRequests") + 1 });
        FakeNotification.permission = "granted";
        sessionStorage.setItem("permission", "granted");
        return "granted";
      }
      constructor(/** @type {string} */ title, /** @type {NotificationOptions} */ options) { shown.push(`${title}|${options.body}`); }
    }
    Object.assign(globalThis, { Notification: FakeNotification });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => { shown.push(`${title}|${options?.body}`); };
    Object.defineProperty(document, "hidden", { get: () => Reflect.get(globalThis, "isHidden") === true });
  });
  await second.reload();
  const gamePath = await startOnlineGame([first, second], game.id);
  const hide = (/** @type {boolean} */ isHidden) => second.evaluate((value) => { Object.assign(globalThis, { isHidden: value }); }, isHidden);
  const getShown = () => second.evaluate(() => /** @type {string[]} */ (Reflect.get(globalThis, "shownNotifications")));
  await hide(true);
  await playTurns([first, second], 4, 2);
  assert.equal(await second.evaluate(() => Reflect.get(globalThis, "permissionRequests")), 0, "nothing asks before the switch");
  assert.deepEqual(await getShown(), []);
  await hide(false);
  await goTo(second, "/lobby");
  await second.check("input[name=notifications]");
  await second.waitForFunction(() => Reflect.get(globalThis, "permissionRequests") === 1);
  await goTo(second, gamePath);
  await second.waitForSelector("sanban-board [data-square]");
  await playTurns([first, second], 5, 2);
  assert.deepEqual(await getShown(), [], "the visitor sees the board");
  await hide(true);
  await waitForChoices(first);
  await playTurn(first, createRandom(6));
  await waitForChoices(second);
  const [shown, ...more] = await getShown();
  assert.match(shown, new RegExp(`^Your turn: ${game.name}\\|.+ has moved\\.$`));
  assert.deepEqual(more, []);
});

const watchVisitor = { getUrl: async () => (await startServer()).address };
testPages("shows a live game on the watch page, and moves on when it ends", [watchVisitor, {}, {}], async ([first, second, spectator]) => {
  const resign = async () => {
    await getButton(first, "Resign").click();
    await first.locator("dialog .button").click();
  };
  await proposeGame(first, game.id, { pace: "20m" });
  await joinGame(second, await getPath(first));
  await goTo(spectator, "/watch");
  await spectator.waitForSelector("sanban-board [data-square]");
  await playTurns([first, second], 2, 2);
  await spectator.waitForFunction(() => document.querySelectorAll(".turns .turn").length === 2);
  await resign();
  await spectator.waitForSelector(".status.over");
  await proposeGame(first, game.id, { pace: "20m" });
  await joinGame(second, await getPath(first));
  await spectator.waitForSelector(".status:not(.over)");
  const move = await playTurn(first, createRandom(2));
  await spectator.locator(".turns .turn", { hasText: move }).waitFor();
  assert.equal(await getPath(spectator), "/watch");
});
