// Everybody can use the page: axe-core finds nothing to complain of, on any page in any colours.
import assert from "node:assert/strict";
import { complaints } from "./accessibility.js";
import { everyPage } from "./crawl.js";
import { PHONE, games, goTo, visit } from "./harness.js";
import { SHORT, begin, chance, mayChoose, mouse, playOut, playTurn } from "./game-helpers.js";

/** @typedef {import("./harness.js").Page} Page */

/** Sets how the page looks, as the settings do. @param {Page} page @param {string} appearance @param {string} theme */
async function dress(page, appearance, theme) {
  await goTo(page, "/settings");
  await page.check(`input[value=${appearance}]`, { force: true });
  await page.check(`input[value=${theme}]`, { force: true });
}

/** Games in every state that looks different: begun, in the middle of a turn, with everything switched on, and over. @param {Page} page */
async function makeGames(page) {
  const addresses = [];
  const address = () => page.evaluate(() => location.hash.slice(1));
  for (const { id } of games()) {
    await begin(page, id, { mode: "people", rules: SHORT[id], clock: "20m" });
    await playTurn(page, chance(1));
    const [first] = await mayChoose(page);
    await mouse(page, first);
    addresses.push(await address());
  }
  const { id } = games()[1];
  await begin(page, id, { mode: "people", rules: SHORT[id], clock: "" });
  await playOut(page, mouse, 1);
  addresses.push(await address());
  return addresses;
}

/** The themes that the settings offer. @param {Page} page */
async function themes(page) {
  await goTo(page, "/settings");
  return page.$$eval("fieldset:has([value=suited]) input", (all) => all.map((each) => /** @type {HTMLInputElement} */ (each).value));
}

// A phone's width changes where things stand and no colours, so one theme is enough there.
for (const [size, visitor, inEveryTheme] of /** @type {[string, {}, boolean][]} */ ([["a phone", PHONE, false], ["a wide screen", {}, true]])) {
  visit(`nothing stands in anybody's way on ${size}, in light and in dark`, visitor, async (page) => {
    const played = await makeGames(page);
    const pages = [...new Set([...(await everyPage(page)), ...played])];
    const offered = await themes(page);
    assert.ok(offered.length >= 4);
    for (const appearance of ["light", "dark"]) {
      for (const theme of inEveryTheme ? offered : offered.slice(0, 1)) {
        await dress(page, appearance, theme);
        for (const address of pages) {
          await goTo(page, address);
          assert.deepEqual(await complaints(page), [], `${address}, ${appearance}, ${theme}`);
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${address} is not wider than the screen`);
        }
      }
    }
  });
}

visit("windows over the page and what is told can be used by everybody", {}, async (page) => {
  const { id } = games()[0];
  await begin(page, id, { mode: "people" });
  for (const appearance of ["light", "dark"]) {
    const address = await page.evaluate(() => location.hash.slice(1));
    await dress(page, appearance, "suited");
    await goTo(page, address);
    for (const name of ["Share", "Resign"]) {
      await page.getByRole("button", { name, exact: true }).click();
      assert.deepEqual(await complaints(page), [], name);
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await page.waitForSelector(".hint");
    assert.deepEqual(await complaints(page), []);
    await page.fill("input[name=move]", "z9");
    await page.press("input[name=move]", "Enter");
    await page.waitForSelector(".state .warning");
    assert.deepEqual(await complaints(page), []);
  }
});
