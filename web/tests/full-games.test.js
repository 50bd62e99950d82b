// Full games, from the home page to the result.
import assert from "node:assert/strict";
import { SHORT_RULES, countTurns, getOptionSelector, getResult, pickWithKeyboard, pickWithMouse, pickWithTouch, playToEnd, startGame, tabTo } from "./game-helpers.js";
import { PHONE, listGames, testPage } from "./harness.js";

for (const { id, name } of listGames()) {
  testPage(`lets two people play ${name} on one screen`, {}, async (page) => {
    await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
    await playToEnd(page, pickWithMouse, 7);
    assert.ok((await countTurns(page)) > 4);
  });

  testPage(`plays ${name} by touch on a phone`, PHONE, async (page) => {
    await page.tap(`.card a.button[href$="${id}"]`);
    await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
    await playToEnd(page, pickWithTouch, 4);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.viewport?.width, "the page fits the width of the screen");
  });

  testPage(`plays ${name} against the computer with the keyboard only`, {}, async (page) => {
    await tabTo(page, `.card a.button[href$="/new/${id}"]`);
    await page.keyboard.press("Enter");
    for (const [key, value] of Object.entries(SHORT_RULES[id] ?? {})) {
      await page.waitForSelector(".setup form");
      if ((await page.locator(".game-options[open]").count()) === 0) {
        await tabTo(page, ".game-options summary");
        await page.keyboard.press("Enter");
      }
      await tabTo(page, getOptionSelector(key));
      await page.keyboard.type(value);
    }
    await tabTo(page, "button[type=submit]");
    await page.keyboard.press("Enter");
    await page.waitForSelector("sanban-board [data-square]");
    await playToEnd(page, pickWithKeyboard, 3);
    await tabTo(page, ".status.over button.button");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".status:not(.over)");
    assert.equal(await getResult(page), "", "the rematch has no result yet");
  });
}
