// Plays others as a person does: finds the lobby, proposes a game, sits down, makes turns in turn.
import assert from "node:assert/strict";
import { goTo } from "./harness.js";
import { SHORT, button, chance, mayChoose, option, playTurn } from "./game-helpers.js";

/** @typedef {import("./harness.js").Page} Page */
/**
 * How a game is proposed.
 * @typedef {object} Proposed
 * @property {"anyone" | "link" | "computer"} [opponent]
 * @property {"first" | "second" | "toss"} [seat]
 * @property {string} [pace]
 * @property {boolean} [pie]
 * @property {boolean} [rated]
 * @property {Record<string, string>} [rules]
 */

/** Proposes a game; gives the address of its table. @param {Page} page @param {string} game @param {Proposed} [proposed] */
export async function propose(page, game, { opponent = "anyone", seat = "first", pace = "", pie = false, rated = false, rules = SHORT[game] ?? {} } = {}) {
  await goTo(page, "/");
  await goTo(page, "/lobby");
  await page.waitForSelector(".proposal");
  await page.evaluate(() => document.querySelector(".options-of-game")?.setAttribute("open", ""));
  for (const value of [game, opponent, seat]) await page.check(`.proposal input[type=radio][value=${value}]`, { force: true });
  for (const [key, value] of Object.entries(rules)) await page.selectOption(option(key), value);
  await page.setChecked("input[name=pie]", pie);
  if (opponent !== "computer" && (await page.isEnabled("input[name=rated]"))) await page.setChecked("input[name=rated]", rated);
  await page.fill("input[name=pace]", pace);
  await page.press("input[name=pace]", "Tab");
  await page.click(".proposal button[type=submit]");
  await page.waitForSelector("sanban-board [data-square]");
  return page.evaluate(() => location.hash.slice(1));
}

/** Sits down at a table. @param {Page} page @param {string} table */
export async function sitDown(page, table) {
  await goTo(page, table);
  await button(page, "Sit down").click();
  await page.waitForSelector(".player .you");
}

/** Two sit down to play; the first of them begins. @param {Page[]} players @param {string} game @param {Proposed} [proposed] */
export async function sitTogether([first, second], game, proposed = {}) {
  const table = await propose(first, game, { opponent: "link", seat: "first", ...proposed });
  await sitDown(second, table);
  await first.waitForSelector(".player.moves");
  return table;
}

/**
 * Makes turns in turn, so many or until the game is over. The first of the players begins.
 * @param {Page[]} players
 * @param {number} seed
 * @param {number} [most]
 */
export async function playInTurn(players, seed, most = 700) {
  const next = chance(seed);
  let made = 0;
  for (; made < most; made += 1) {
    const mover = players[made % 2];
    if ((await mayChoose(mover)).length === 0) return made;
    await playTurn(mover, next);
  }
  assert.ok(most < 700, "the game ends");
  return made;
}

/** Waits until the game is over; how it ended. @param {Page} page */
export function outcome(page) {
  return page.locator(".state.over strong").innerText();
}

/** Makes an account. @param {Page} page @param {string} name */
export async function signUp(page, name) {
  await goTo(page, "/account");
  await page.fill("input[name=name]", name);
  await page.fill("input[name=passphrase]", `the long passphrase of ${name}`);
  await page.click("form button[type=submit]");
}

/** Makes an account with a name that nobody has yet; gives the name. @param {Page} page @param {string} name */
export async function newAccount(page, name) {
  await signUp(page, name);
  await button(page, "Log out").waitFor();
  return name;
}
