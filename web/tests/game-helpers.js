// Plays as a person does: sees what may be chosen, chooses some of it, and points at it in one way or another.
import assert from "node:assert/strict";
import { goTo } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */
/** @typedef {(page: Page, selector: string) => Promise<void>} Hand Points at what a selector names. */
/**
 * How a game is set up.
 * @typedef {object} Setup
 * @property {"people"} [mode] Against the computer, if nothing is said.
 * @property {string} [computer]
 * @property {"first" | "second" | "toss"} [side]
 * @property {Record<string, string>} [rules]
 * @property {boolean} [pie]
 * @property {string} [clock]
 * @property {string[]} [names]
 */

/** Rules under which a game is soon over. @type {Record<string, Record<string, string>>} */
export const SHORT = { jesonmor: { size: "5" }, jinli: { size: "5", target: "3" } };

/** What ends a turn, or passes. */
const END = ".state .row button.button";
const SUPPLY = "button.supply[aria-pressed=false]";

/** Points with a mouse. @type {Hand} */
export const mouse = (page, selector) => page.click(selector);

/** Points with a finger. @type {Hand} */
export const finger = (page, selector) => page.tap(selector);

/** Points with keys alone: arrows on the board, the tab key elsewhere. @type {Hand} */
export async function keys(page, selector) {
  const onBoard = selector.startsWith("[data-square");
  await tabTo(page, onBoard ? "sanban-board [data-square][tabindex='0']" : selector);
  if (onBoard) {
    const [right, down] = await page.evaluate((wanted) => {
      const rows = [...document.querySelectorAll("sanban-board [role=row]")].map((row) => [...row.children]);
      const place = (/** @type {Element | null} */ cell) => {
        const row = rows.findIndex((cells) => cell && cells.includes(cell));
        return [rows[row].findIndex((other) => other === cell), row];
      };
      const [from, to] = [place(document.activeElement), place(document.querySelector(wanted))];
      return [to[0] - from[0], to[1] - from[1]];
    }, selector);
    for (let step = 0; step < Math.abs(right); step += 1) await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
    for (let step = 0; step < Math.abs(down); step += 1) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
  }
  assert.ok(await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector), `${selector} has no focus`);
  await page.keyboard.press("Enter");
}

/** Presses the tab key until what a selector names has the focus. @param {Page} page @param {string} selector */
export async function tabTo(page, selector) {
  await page.waitForSelector(selector);
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the tab key does not lead to ${selector}`);
}

/** Numbers from 0 to below 1 that look like chance and are the same in every run. @param {number} seed */
export function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Sets a game up and begins it. @param {Page} page @param {string} game @param {Setup} [setup] */
export async function begin(page, game, { mode, computer, side, rules = {}, pie = false, clock, names = [] } = {}) {
  await goTo(page, "/");
  await goTo(page, `/new/${game}?rules=`);
  await page.waitForSelector(".setup form");
  await page.evaluate(() => document.querySelector(".options-of-game")?.setAttribute("open", ""));
  await page.check(`input[type=radio][value=${mode ?? "computer"}]`, { force: true });
  if (computer) await page.selectOption("select[name=computer]", computer);
  if (side) await page.check(`input[type=radio][value=${side}]`, { force: true });
  for (const [key, value] of Object.entries(rules)) await page.selectOption(option(key), value);
  for (const [seat, name] of names.entries()) await page.locator(".options-of-game .row input").nth(seat).fill(name);
  if (pie) await page.check("input[name=pie]");
  if (clock !== undefined) {
    await page.fill("input[name=clock]", clock);
    await page.press("input[name=clock]", "Tab");
  }
  await page.click("button[type=submit]");
  await page.waitForSelector("sanban-board [data-square]");
}

/** The field of an option. @param {string} key */
export function option(key) {
  return `.rules-options select[name="${key}"]`;
}

/** What may be pointed at now, as selectors; nothing if the game is over. Waits while the computer thinks. @param {Page} page */
export async function mayChoose(page) {
  const found = await page.waitForFunction(([end, supply]) => {
    if (document.querySelector(".state.over")) return [];
    const squares = [...document.querySelectorAll("sanban-board .may")].map((cell) => `[data-square=${cell.getAttribute("data-square")}]`);
    const others = [end, supply].filter((selector) => document.querySelector(selector));
    return squares.length + others.length > 0 ? [...squares.sort(), ...others] : null;
  }, [END, SUPPLY]);
  return /** @type {string[]} */ (await found.jsonValue());
}

/**
 * Makes a turn, choosing by chance; gives its text.
 * @param {Page} page
 * @param {() => number} next
 * @param {Hand} [hand]
 */
export async function playTurn(page, next, hand = mouse) {
  const before = await turnsMade(page);
  while ((await turnsMade(page)) === before) {
    const may = await mayChoose(page);
    assert.ok(may.length > 0, "the game goes on");
    await hand(page, may[Math.floor(next() * may.length)]);
  }
  return page.locator(".turns .turn").nth(before).innerText();
}

/** How many turns have been made. @param {Page} page */
export function turnsMade(page) {
  return page.locator(".turns .turn").count();
}

/** What the result says; empty while the game goes on. @param {Page} page */
export async function result(page) {
  const over = page.locator(".state.over strong");
  return (await over.count()) > 0 ? over.innerText() : "";
}

/**
 * Plays a game to its end, choosing by chance.
 * @param {Page} page
 * @param {Hand} hand
 * @param {number} seed
 */
export async function playOut(page, hand, seed) {
  const next = chance(seed);
  for (let pointed = 0; pointed < 1500; pointed += 1) {
    const may = await mayChoose(page);
    if (may.length === 0) {
      assert.ok((await result(page)).length > 0, "a game that is over has a result");
      return;
    }
    await hand(page, may[Math.floor(next() * may.length)]);
    assert.equal(await page.locator(".state .warning").count(), 0, "what may be chosen is not refused");
  }
  assert.fail("the game does not end");
}

/** A button by its name. @param {Page} page @param {string} name */
export function button(page, name) {
  return page.getByRole("button", { name, exact: true });
}

/** Enters some of a turn; what the page says has been entered then. @param {Page} page */
export async function beginTurn(page) {
  const [first] = await mayChoose(page);
  await mouse(page, first);
  await page.waitForSelector("sanban-board .touched, button.supply.taken");
  return entered(page);
}

/** What the page says has been entered. @param {Page} page */
export function entered(page) {
  return page.locator(".state p").first().innerText();
}
