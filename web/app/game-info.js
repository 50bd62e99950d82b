// What the page knows about each game.
import { checkSetup, games, puzzles } from "../wasm/rules.js";
import { getErrorMessage } from "./format.js";
import { t } from "./i18n.js";

/** @typedef {import("../wasm/rules.js").GameInfo} GameInfo */
/** @typedef {import("../wasm/rules.js").PuzzleSummary} PuzzleSummary */

/** The games in the language of their texts. */
let cachedGames = { language: "", games: /** @type {GameInfo[]} */ ([]) };
/** By game. @type {Map<string, PuzzleSummary[]>} */
const cachedPuzzles = new Map();

export function listGames() {
  const language = document.documentElement.lang;
  if (cachedGames.language !== language || cachedGames.games.length === 0) cachedGames = { language, games: games() };
  return cachedGames.games;
}

/** Finds a game. A server may have games that this page does not know. @param {string} id */
export function findGameInfo(id) {
  return listGames().find((info) => info.id === id);
}

/** Gets a game, or throws an error that can be shown. @param {string} id */
export function getGameInfo(id) {
  const info = findGameInfo(id);
  if (!info) throw new Error(t("no-such-game", { game: id }));
  return info;
}

/** The puzzles of a game, the easiest first. @param {string} game */
export function listPuzzles(game) {
  const list = cachedPuzzles.get(game) ?? puzzles(game);
  cachedPuzzles.set(game, list);
  return list;
}

/** Says why a game cannot start with these rules and this position; null if it can. An empty position is the usual start. @param {string} id @param {string} rules @param {string} position */
export function findSetupError(id, rules, position) {
  try {
    checkSetup(id, rules, position);
    return null;
  } catch (error) {
    return getErrorMessage(error);
  }
}
