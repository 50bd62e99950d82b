// Layout on small screens, and of long texts.
import assert from "node:assert/strict";
import { pickWithMouse, startGame, waitForChoices } from "./game-helpers.js";
import { PHONE, goTo, listGames, testPage } from "./harness.js";

/** @type {import("./harness.js").Visitor} */
const SMALL = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "pt-PT" };

/** The words of buttons that take more than one line. @param {Element[]} buttons */
function findBrokenWords(buttons) {
  return buttons.flatMap((button) => {
    const text = [...button.childNodes].find((node) => node instanceof Text && node.data.trim());
    return [...(text?.textContent ?? "").matchAll(/\S+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(/** @type {Node} */ (text), index);
      range.setEnd(/** @type {Node} */ (text), index + word.length);
      return range.getClientRects().length > 1;
    }).map(([word]) => word);
  });
}

const SIDEWAYS = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };

testPage("has the buttons that start a game in sight on a phone on its side", SIDEWAYS, async (page) => {
  const buttons = page.locator(".card:nth-child(-n + 4) a.button");
  for (const button of await buttons.all()) assert.ok(((await button.boundingBox())?.y ?? 0) + 40 < SIDEWAYS.viewport.height);
  await buttons.first().click();
  const start = await page.locator(".setup button[type=submit]").boundingBox();
  assert.ok(start && start.y + start.height < SIDEWAYS.viewport.height);
});

for (const { id, name } of listGames()) {
  testPage(`shows the board and the status of ${name} together on a small phone`, SMALL, async (page) => {
    await startGame(page, id, { mode: "people" });
    const getEdges = (/** @type {string} */ selector) => page.locator(selector).evaluate((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return { top, bottom, height };
    });
    const row = await getEdges("header nav a:first-child");
    assert.ok((await getEdges("header")).height < 2 * row.height, "the header is one row");
    await page.evaluate(() => scrollTo(0, 0));
    assert.ok((await getEdges(".status")).bottom <= 740);
    // Get a rejection.
    const [first] = await waitForChoices(page);
    await pickWithMouse(page, first);
    await page.fill("input[name=move]", "z99");
    await page.press("input[name=move]", "Enter");
    await page.waitForSelector(".status .warning");
    await page.evaluate(() => scrollTo(0, 0));
    const [board, state] = [await getEdges("sanban-board"), await getEdges(".status")];
    assert.ok(board.top >= 0 && state.top >= board.bottom && state.bottom <= 740);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "the page fits the width of the screen");
  });

  for (const locale of ["en-GB", "pt-PT"]) {
    for (const phone of [PHONE, SIDEWAYS]) {
      const width = phone.viewport?.width;
      testPage(`breaks no word on the buttons of ${name} at a width of ${width} in ${locale}`, { ...phone, locale }, async (page) => {
        for (const open of [() => startGame(page, id), () => goTo(page, `/lesson/${id}`), () => goTo(page, `/puzzle/${id}/1`)]) {
          await open();
          await page.waitForSelector("sanban-board [data-square]");
          assert.deepEqual(await page.$$eval(".tools :is(button, .button)", findBrokenWords), []);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, "the page fits the width of the screen");
        }
      });
    }

    testPage(`fits the options of ${name} in ${locale}`, { locale }, async (page) => {
      await goTo(page, `/new/${id}`);
      await page.click(".game-options summary");
      const truncated = await page.$$eval(".rules-options select", (all) => all.flatMap((each) => {
        const select = /** @type {HTMLSelectElement} */ (each);
        const width = select.offsetWidth;
        select.style.width = "max-content";
        const neededWidth = select.offsetWidth;
        select.style.width = "";
        return neededWidth > width ? [select.name] : [];
      }));
      assert.deepEqual(truncated, []);
      const options = await page.$$eval(".rules-options option", (all) => all.map((each) => /** @type {HTMLOptionElement} */ (each)).map(({ value, text }) => [value, text]));
      const untranslated = options.filter(([value, text]) => Number.isNaN(Number(value)) && text.startsWith(value));
      if (locale === "pt-PT") assert.deepEqual(untranslated, [], "options have translated names");
      assert.doesNotMatch(await page.locator(".game-options").innerText(), /[a-z]=[a-z]/, "presets are described in words");
    });
  }
}
