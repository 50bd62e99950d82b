// What a game tells about itself.
import { games, picture } from "../wasm/rules.js";
import { getErrorMessage } from "./errors.js";
import { t } from "./i18n.js";

/** @typedef {import("../wasm/rules.js").GameFacts} GameInfo */

/** The info of a game, if there is such a game: a server may have one that this page has not. @param {string} id */
export function findGameInfo(id) {
  return games().find((info) => info.id === id);
}

/** The info of a game; an error in words if there is none. @param {string} id */
export function getGameInfo(id) {
  const info = findGameInfo(id);
  if (!info) throw new Error(t("page.no-such-game", { game: id }));
  return info;
}

/** Why a game cannot begin under these rules, from a position if there is one; null if it can. @param {string} id @param {string} rules @param {string} position */
export function findSetupError(id, rules, position) {
  try {
    picture(id, rules, position, "", false);
    return null;
  } catch (error) {
    return getErrorMessage(error);
  }
}
