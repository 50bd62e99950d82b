// Plays games as people do: looks for the choices on the page and picks one by mouse, touch or keyboard.
import assert from "node:assert/strict";
import { goTo } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */
/** @typedef {(page: Page, selector: string) => Promise<void>} InputMethod Picks the element of a selector. */
/**
 * The choices in the form that starts a game.
 * @typedef {object} GameSetup
 * @property {"people"} [mode] The default is a game against the computer.
 * @property {string} [computer]
 * @property {"first" | "second" | "toss"} [side]
 * @property {Record<string, string>} [rules]
 * @property {boolean} [pie]
 * @property {boolean} [tossColour]
 * @property {string} [clock]
 * @property {string[]} [names]
 */

/** Rules for short games. @type {Record<string, Record<string, string>>} */
export const SHORT_RULES = { jesonmor: { size: "5" }, jinli: { size: "5", target: "3" } };

/** Ends the turn, or passes. */
const END_BUTTON = ".status .row button.button";
const SUPPLY_BUTTON = "button.supply[aria-pressed=false]:enabled";

/** @type {InputMethod} */
export const pickWithMouse = (page, selector) => page.click(selector);

/** @type {InputMethod} */
export const pickWithTouch = (page, selector) => page.tap(selector);

/** Uses the arrow keys on the board and the tab key elsewhere. @type {InputMethod} */
export async function pickWithKeyboard(page, selector) {
  const onBoard = selector.startsWith("[data-square");
  await tabTo(page, onBoard ? "sanban-board [data-square][tabindex='0']" : selector);
  if (onBoard) {
    const [right, down] = await page.evaluate((target) => {
      const rows = [...document.querySelectorAll("sanban-board [role=row]")].map((row) => [...row.children]);
      const getPosition = (/** @type {Element | null} */ cell) => {
        const row = rows.findIndex((cells) => cell && cells.includes(cell));
        return [rows[row].findIndex((other) => other === cell), row];
      };
      const [from, to] = [getPosition(document.activeElement), getPosition(document.querySelector(target))];
      return [to[0] - from[0], to[1] - from[1]];
    }, selector);
    for (let step = 0; step < Math.abs(right); step += 1) await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
    for (let step = 0; step < Math.abs(down); step += 1) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
  }
  assert.ok(await page.evaluate((target) => document.activeElement?.matches(target), selector), `${selector} has no focus`);
  await page.keyboard.press("Enter");
}

/** Presses the tab key until an element has the focus. @param {Page} page @param {string} selector */
export async function tabTo(page, selector) {
  await page.waitForSelector(selector);
  for (let presses = 0; presses < 80; presses += 1) {
    if (await page.evaluate((target) => document.activeElement?.matches(target), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the tab key does not lead to ${selector}`);
}

/** A random number generator with a seed, like Math.random. @param {number} seed */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {Page} page @param {string} game @param {GameSetup} [setup] */
export async function startGame(page, game, { mode, computer, side, rules = {}, pie = false, tossColour = false, clock, names = [] } = {}) {
  await goTo(page, "/");
  await goTo(page, `/new/${game}?rules=`);
  await page.waitForSelector(".setup form");
  await page.evaluate(() => document.querySelector(".game-options")?.setAttribute("open", ""));
  await page.check(`input[type=radio][value=${mode ?? "computer"}]`, { force: true });
  if (computer) await page.selectOption("select[name=computer]", computer);
  if (side) await page.check(`input[type=radio][value=${side}]`, { force: true });
  for (const [key, value] of Object.entries(rules)) await page.selectOption(getOptionSelector(key), value);
  for (const [seat, name] of names.entries()) await page.locator(".game-options .row input").nth(seat).fill(name);
  if (pie) await page.check("input[name=pie]");
  if (tossColour) await page.check("input[name=toss-colour]");
  if (clock !== undefined) {
    await page.fill("input[name=clock]", clock);
    await page.press("input[name=clock]", "Tab");
  }
  await page.click("button[type=submit]");
  await page.waitForSelector("sanban-board [data-square]");
}

/** @param {string} key */
export function getOptionSelector(key) {
  return `.rules-options select[name="${key}"]`;
}

/** Waits for the player's turn and returns the selectors of all choices; none if the game is over. @param {Page} page */
export async function waitForChoices(page) {
  const choices = await page.waitForFunction(([end, supply]) => {
    if (document.querySelector(".status.over")) return [];
    const squares = [...document.querySelectorAll("sanban-board .selectable")].map((cell) => `[data-square=${cell.getAttribute("data-square")}]`);
    const others = [end, supply].filter((selector) => document.querySelector(selector));
    return squares.length + others.length > 0 ? [...squares.sort(), ...others] : null;
  }, [END_BUTTON, SUPPLY_BUTTON]);
  return /** @type {string[]} */ (await choices.jsonValue());
}

/**
 * Plays a random turn and returns its text.
 * @param {Page} page
 * @param {() => number} random
 * @param {InputMethod} [pick]
 */
export async function playTurn(page, random, pick = pickWithMouse) {
  // The opponent's turn may still be on its way.
  await waitForChoices(page);
  const before = await countTurns(page);
  while ((await countTurns(page)) === before) {
    const choices = await waitForChoices(page);
    assert.ok(choices.length > 0, "the game is not over");
    await pick(page, choices[Math.floor(random() * choices.length)]);
  }
  return page.locator(".turns .turn").nth(before).innerText();
}

/** @param {Page} page */
export function countTurns(page) {
  return page.locator(".turns .turn").count();
}

/** The text of the result; empty during the game. @param {Page} page */
export async function getResult(page) {
  const result = page.locator(".status.over .status-text");
  return (await result.count()) > 0 ? result.innerText() : "";
}

/**
 * Plays random turns until the game is over.
 * @param {Page} page
 * @param {InputMethod} pick
 * @param {number} seed
 */
export async function playToEnd(page, pick, seed) {
  const random = createRandom(seed);
  for (let step = 0; step < 1500; step += 1) {
    const choices = await waitForChoices(page);
    if (choices.length === 0) {
      assert.ok((await getResult(page)).length > 0, "a finished game has a result");
      return;
    }
    await pick(page, choices[Math.floor(random() * choices.length)]);
    assert.equal(await page.locator(".status .warning").count(), 0, "no choice is rejected");
  }
  assert.fail("the game does not end");
}

/** @param {Page} page @param {string} name */
export function getButton(page, name) {
  return page.getByRole("button", { name, exact: true });
}

/** Makes the first choice of a turn and returns the status text; `null` if that completed the turn. @param {Page} page */
export async function startTurn(page) {
  const [first] = await waitForChoices(page);
  const turns = await countTurns(page);
  await pickWithMouse(page, first);
  const state = await page.waitForFunction((before) => {
    if (document.querySelectorAll(".turns .turn").length > before) return "complete";
    return document.querySelector("sanban-board .touched, button.supply.selected") ? "started" : null;
  }, turns);
  return (await state.jsonValue()) === "started" ? getEntryText(page) : null;
}

/** Plays for both players while one choice completes a turn, as in an opening. @param {Page} page */
export async function playShortTurns(page) {
  while ((await startTurn(page)) === null);
  await page.keyboard.press("Escape");
}

/** The status text, which names the entered steps. @param {Page} page */
export function getEntryText(page) {
  return page.locator(".status p").first().innerText();
}
