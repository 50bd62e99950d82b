// Accessibility of every page, in every appearance and theme.
import assert from "node:assert/strict";
import { findViolations } from "./accessibility.js";
import { findAllPages } from "./crawl.js";
import { SHORT_RULES, createRandom, pickWithMouse, playToEnd, playTurn, startGame, waitForChoices } from "./game-helpers.js";
import { PHONE, getPath, goTo, listGames, testPage } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */

/** Changes the appearance and the theme on the settings page. @param {Page} page @param {string} appearance @param {string} theme */
async function setAppearance(page, appearance, theme) {
  await goTo(page, "/settings");
  await page.check(`input[value=${appearance}]`, { force: true });
  await page.check(`input[value=${theme}]`, { force: true });
}

/** Makes games that are in the middle of a turn and one that is over, and returns their paths. @param {Page} page */
async function createGames(page) {
  const addresses = [];
  const address = () => getPath(page);
  for (const { id } of listGames()) {
    await startGame(page, id, { mode: "people", rules: SHORT_RULES[id], clock: "20m" });
    await playTurn(page, createRandom(1));
    const [first] = await waitForChoices(page);
    await pickWithMouse(page, first);
    addresses.push(await address());
  }
  const { id } = listGames()[1];
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id], clock: "" });
  await playToEnd(page, pickWithMouse, 1);
  addresses.push(await address());
  return addresses;
}

/** @param {Page} page */
async function listThemes(page) {
  await goTo(page, "/settings");
  return page.$$eval("fieldset:has([value=suited]) input", (all) => all.map((each) => /** @type {HTMLInputElement} */ (each).value));
}

// A narrow screen changes the layout but no colours, so one theme is enough there.
for (const [size, visitor, inEveryTheme] of /** @type {[string, {}, boolean][]} */ ([["a phone", PHONE, false], ["a wide screen", {}, true]])) {
  testPage(`has no accessibility violations on ${size}, in light and in dark`, visitor, async (page) => {
    const gamePaths = await createGames(page);
    const pages = [...new Set([...(await findAllPages(page)), ...gamePaths])];
    const themes = await listThemes(page);
    assert.ok(themes.length >= 4);
    for (const appearance of ["light", "dark"]) {
      for (const theme of inEveryTheme ? themes : themes.slice(0, 1)) {
        await setAppearance(page, appearance, theme);
        for (const address of pages) {
          await goTo(page, address);
          assert.deepEqual(await findViolations(page), [], `${address}, ${appearance}, ${theme}`);
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${address} is not wider than the screen`);
        }
      }
    }
  });
}

testPage("has no accessibility violations in dialogs, hints and warnings", {}, async (page) => {
  const { id } = listGames()[0];
  await startGame(page, id, { computer: "level:1" });
  for (const appearance of ["light", "dark"]) {
    const address = await getPath(page);
    await setAppearance(page, appearance, "suited");
    await goTo(page, address);
    for (const name of ["Share", "Resign"]) {
      await page.getByRole("button", { name, exact: true }).click();
      assert.deepEqual(await findViolations(page), [], name);
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await page.waitForSelector(".hint");
    assert.deepEqual(await findViolations(page), []);
    await page.fill("input[name=move]", "z9");
    await page.press("input[name=move]", "Enter");
    await page.waitForSelector(".status .warning");
    assert.deepEqual(await findViolations(page), []);
  }
});
