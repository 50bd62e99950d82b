// What a game tells about itself.
import { games } from "../wasm/rules.js";
import { t } from "./words.js";

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
