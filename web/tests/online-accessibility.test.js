// Accessibility and translations of the online pages.
import assert from "node:assert/strict";
import { findViolations } from "./accessibility.js";
import { getButton } from "./game-helpers.js";
import { goTo, listGames, testPages } from "./harness.js";
import { createAccount, playTurns, proposeGame, startOnlineGame, waitForResult } from "./online-helpers.js";

/** @typedef {import("./harness.js").Page} Page */

const SMALL_PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const { id: game } = listGames()[1];
/** A missing text shows its key. */
const MISSING_TEXT = /\b(page|menu|play|reason|saved)\.[a-z-]+|\{\w+\}/;

/** @param {Page} page @param {string} where */
async function assertAccessible(page, where) {
  for (const appearance of ["light", "dark"]) {
    await page.evaluate((to) => { document.documentElement.dataset.appearance = to; }, appearance);
    assert.deepEqual(await findViolations(page), [], `${where}, ${appearance}`);
  }
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${where} is not wider than the screen`);
  assert.doesNotMatch(await page.locator("body").innerText(), MISSING_TEXT, where);
}

for (const [size, visitor] of /** @type {[string, {}][]} */ ([["a small phone", SMALL_PHONE], ["a wide screen", {}]])) {
  testPages(`has no accessibility violations on the online pages, on ${size}`, [visitor, { ...visitor, locale: "pt-PT" }], async ([first, second]) => {
    const all = [first, second];
    const suffix = size.includes("phone") ? "P" : "W";
    for (const page of all) {
      await goTo(page, "/account");
      await page.waitForSelector("input[name=passphrase]");
      await assertAccessible(page, "account of a guest");
    }
    await createAccount(first, `Eva${suffix}`);
    await assertAccessible(first, "account");
    const gamePath = await proposeGame(first, game, { pace: "20m" });
    await assertAccessible(first, "a game that waits");
    for (const page of all) {
      await goTo(page, "/lobby");
      await page.waitForSelector(".game-list li");
      await assertAccessible(page, "lobby");
    }
    await goTo(first, gamePath);
    await goTo(second, gamePath);
    await second.waitForSelector(".status .button");
    await assertAccessible(second, "a free seat");
    await second.click(".status .button");
    await playTurns(all, 1, 3);
    await getButton(first, "Offer a draw").click();
    await second.waitForSelector(".offer");
    await getButton(first, "Request a takeback").click();
    for (const page of all) {
      await page.locator(".offer").nth(1).waitFor();
      await assertAccessible(page, "a game with questions");
    }
    await getButton(first, "Resign").click();
    await assertAccessible(first, "a question");
    await first.locator("dialog .button").click();
    await waitForResult(second);
    await getButton(first, "Rematch").click();
    await second.locator(".status.over p").nth(1).waitFor();
    for (const page of all) await assertAccessible(page, "a game that is over");
    for (const [address, selector] of [["/games", ".game-list li"], [`/player/Eva${suffix}`, ".game-list li"], [`/leaders/${game}`, ".online"], ["/watch", ".online, sanban-board"]]) {
      for (const page of all) {
        await goTo(page, address);
        await page.waitForSelector(selector);
        await assertAccessible(page, address);
      }
    }
  });
}

testPages("opens a game from the lobby with the keyboard only", [{}, {}], async ([first, second]) => {
  const gamePath = await startOnlineGame([first, second], game);
  await goTo(second, "/lobby");
  await second.waitForSelector(`.game-list a[href$="${gamePath}"]`);
  for (let presses = 0; presses < 40; presses += 1) {
    if (await second.evaluate((to) => document.activeElement?.matches(`.game-list a[href$="${to}"]`), gamePath)) break;
    await second.keyboard.press("Tab");
  }
  await second.keyboard.press("Enter");
  await second.waitForSelector("sanban-board");
});
