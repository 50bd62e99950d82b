// Whole games, from the first page to the result.
import assert from "node:assert/strict";
import { PHONE, games, visit } from "./harness.js";
import { SHORT, begin, finger, keys, mouse, option, playOut, result, tabTo, turnsMade } from "./game-helpers.js";

for (const { id, name } of games()) {
  visit(`two people play ${name} on one screen`, {}, async (page) => {
    await begin(page, id, { mode: "people", rules: SHORT[id] });
    await playOut(page, mouse, 7);
    assert.ok((await turnsMade(page)) > 4);
  });

  visit(`a finger plays ${name} on a phone`, PHONE, async (page) => {
    await page.tap(`.card a.button[href$="${id}"]`);
    await begin(page, id, { mode: "people", rules: SHORT[id] });
    await playOut(page, finger, 4);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.viewport?.width, "nothing is wider than the screen");
  });

  visit(`keys alone play ${name} against the computer`, {}, async (page) => {
    await tabTo(page, `.card a.button[href="#/new/${id}"]`);
    await page.keyboard.press("Enter");
    for (const [key, value] of Object.entries(SHORT[id] ?? {})) {
      await page.waitForSelector(".setup form");
      if ((await page.locator(".options-of-game[open]").count()) === 0) {
        await tabTo(page, ".options-of-game summary");
        await page.keyboard.press("Enter");
      }
      await tabTo(page, option(key));
      await page.keyboard.type(value);
    }
    await tabTo(page, "button[type=submit]");
    await page.keyboard.press("Enter");
    await page.waitForSelector("sanban-board [data-square]");
    await playOut(page, keys, 3);
    await tabTo(page, ".state.over button.button");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".state:not(.over)");
    assert.equal(await result(page), "", "a rematch begins");
  });
}
