// Plays games on the server as people do: proposes and joins games, and plays turns.
import assert from "node:assert/strict";
import { SHORT_RULES, createRandom, getButton, getOptionSelector, playTurn, waitForChoices } from "./game-helpers.js";
import { getPath, goTo } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */
/**
 * The choices in the form that proposes a game.
 * @typedef {object} Proposal
 * @property {"anyone" | "link" | "computer"} [opponent]
 * @property {"first" | "second" | "toss"} [seat]
 * @property {string} [pace]
 * @property {boolean} [pie]
 * @property {boolean} [rated]
 * @property {Record<string, string>} [rules]
 */

/** Proposes a game and returns its path. @param {Page} page @param {string} game @param {Proposal} [proposed] */
export async function proposeGame(page, game, { opponent = "anyone", seat = "first", pace = "", pie = false, rated = false, rules = SHORT_RULES[game] ?? {} } = {}) {
  await goTo(page, "/");
  await goTo(page, "/lobby");
  await page.waitForSelector(".proposal-form");
  await page.evaluate(() => document.querySelector(".game-options")?.setAttribute("open", ""));
  for (const value of [game, opponent, seat]) await page.check(`.proposal-form input[type=radio][value=${value}]`, { force: true });
  for (const [key, value] of Object.entries(rules)) await page.selectOption(getOptionSelector(key), value);
  await page.setChecked("input[name=pie]", pie);
  if (opponent !== "computer" && (await page.isEnabled("input[name=rated]"))) await page.setChecked("input[name=rated]", rated);
  await page.fill("input[name=pace]", pace);
  await page.press("input[name=pace]", "Tab");
  await page.click(".proposal-form button[type=submit]");
  await page.waitForSelector("sanban-board [data-square]");
  return getPath(page);
}

/** @param {Page} page @param {string} path */
export async function joinGame(page, path) {
  await goTo(page, path);
  await getButton(page, "Join").click();
  await page.waitForSelector(".player .you");
}

/** Starts a game between two visitors and returns its path. The first visitor moves first. @param {Page[]} players @param {string} game @param {Proposal} [proposal] */
export async function startOnlineGame([first, second], game, proposal = {}) {
  const path = await proposeGame(first, game, { opponent: "link", seat: "first", ...proposal });
  await joinGame(second, path);
  await first.waitForSelector(".player.to-move");
  return path;
}

/**
 * Plays random turns until the game is over or the limit is reached, and returns how many. The first visitor starts.
 * @param {Page[]} players
 * @param {number} seed
 * @param {number} [maxTurns]
 */
export async function playTurns(players, seed, maxTurns = 700) {
  const random = createRandom(seed);
  let turns = 0;
  for (; turns < maxTurns; turns += 1) {
    const player = players[turns % 2];
    if ((await waitForChoices(player)).length === 0) return turns;
    await playTurn(player, random);
  }
  assert.ok(maxTurns < 700, "the game ends");
  return turns;
}

/** Waits until the game is over and returns the result. @param {Page} page */
export function waitForResult(page) {
  return page.locator(".status.over .status-text").innerText();
}

/** @param {Page} page @param {string} name */
export async function signUp(page, name) {
  await goTo(page, "/account");
  await page.fill("input[name=name]", name);
  await page.fill("input[name=passphrase]", `the long passphrase of ${name}`);
  await page.click("form button[type=submit]");
}

/** Signs up with a new name. @param {Page} page @param {string} name */
export async function createAccount(page, name) {
  await signUp(page, name);
  await getButton(page, "Log out").waitFor();
  return name;
}
