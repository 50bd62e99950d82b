// What a game tells about itself.
import { games, picture } from "../wasm/rules.js";
import { messageOf } from "./errors.js";
import { t } from "./i18n.js";

/** The facts of a game, if there is such a game: a server may have one that this page has not. @param {string} id */
export function knownGame(id) {
  return games().find((facts) => facts.id === id);
}

/** The facts of a game; an error in words if there is none. @param {string} id */
export function factsOf(id) {
  const facts = knownGame(id);
  if (!facts) throw new Error(t("page.no-such-game", { game: id }));
  return facts;
}

/** Why a game cannot begin under these rules, from a position if there is one; null if it can. @param {string} id @param {string} rules @param {string} position */
export function whyImpossible(id, rules, position) {
  try {
    picture(id, rules, position, "", false);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
