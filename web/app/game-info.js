// What the page knows about each game.
import { games, picture } from "../wasm/rules.js";
import { getErrorMessage } from "./errors.js";
import { t } from "./i18n.js";

/** @typedef {import("../wasm/rules.js").GameFacts} GameInfo */

/** Finds a game. A server may have games that this page does not know. @param {string} id */
export function findGameInfo(id) {
  return games().find((info) => info.id === id);
}

/** Gets a game, or throws an error that can be shown. @param {string} id */
export function getGameInfo(id) {
  const info = findGameInfo(id);
  if (!info) throw new Error(t("no-such-game", { game: id }));
  return info;
}

/** Says why a game cannot start with these rules and this position; null if it can. An empty position is the usual start. @param {string} id @param {string} rules @param {string} position */
export function findSetupError(id, rules, position) {
  try {
    picture(id, rules, position, "", false);
    return null;
  } catch (error) {
    return getErrorMessage(error);
  }
}
