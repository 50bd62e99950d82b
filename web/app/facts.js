// What a game tells about itself.
import { games } from "../wasm/rules.js";
import { t } from "./words.js";

/** The facts of a game; an error in words if there is none. @param {string} id */
export function factsOf(id) {
  const facts = games().find((known) => known.id === id);
  if (!facts) throw new Error(t("page.no-such-game", { game: id }));
  return facts;
}
