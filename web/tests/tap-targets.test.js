// Everything that can be tapped is large enough for a finger.
import assert from "node:assert/strict";
import { findAllPages } from "./crawl.js";
import { SHORT_RULES, createRandom, playTurn, startGame } from "./game-helpers.js";
import { PHONE, goTo, listGames, testPage } from "./harness.js";
import { proposeGame } from "./online-helpers.js";

/** @typedef {import("./harness.js").Page} Page */

const MIN_SIZE_PX = 44;

/**
 * The elements that are too small. There are three exceptions: squares of a board, whose size follows from the screen; links and moves
 * within a text; and fields that are hidden behind their labels, which are measured instead.
 * @param {Page} page
 */
function findSmallTargets(page) {
  return page.evaluate((minSize) => {
    const targets = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=slider], [tabindex='0']")];
    const isInText = (/** @type {Element} */ element) => element.closest(".tree, .line-moves") !== null
      || (getComputedStyle(element).display === "inline" && [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim().length > 2));
    return targets.flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches("[role=gridcell], .skip-link, :disabled") || isInText(element)) return [];
      const target = element.matches("input[type=checkbox], input[type=radio], input[type=file]") ? element.closest("label") ?? element : element;
      const { width, height } = target.getBoundingClientRect();
      const isLarge = width >= minSize - 0.5 && height >= minSize - 0.5;
      return isLarge ? [] : [`${element.tagName.toLowerCase()}.${element.className} "${(target.textContent ?? "").trim().slice(0, 30) || element.getAttribute("aria-label")}" ${Math.round(width)}×${Math.round(height)}`];
    });
  }, MIN_SIZE_PX);
}

testPage("has large tap targets on every page", PHONE, async (page) => {
  const [game] = listGames();
  await startGame(page, game.id, { mode: "people", rules: SHORT_RULES[game.id] });
  await playTurn(page, createRandom(1));
  /** @type {Record<string, string[]>} */
  const small = {};
  const check = async (/** @type {string} */ address) => {
    const found = await findSmallTargets(page);
    if (found.length > 0) small[address] = [...new Set(found)];
  };
  await check("a game");
  for (const address of await findAllPages(page)) {
    await goTo(page, address);
    await check(address);
  }
  assert.equal(JSON.stringify(small, null, 1), "{}");
});

testPage("has large tap targets in an online game", PHONE, async (page) => {
  const [game] = listGames();
  await proposeGame(page, game.id, { opponent: "computer" });
  assert.deepEqual(await findSmallTargets(page), []);
});
