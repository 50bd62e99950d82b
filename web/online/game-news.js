// What is new in a game on the server, in sentences for screen readers.
import { t } from "../app/i18n.js";

/** @typedef {import("./api.js").GameState} GameState */

/**
 * Describes what has changed in a game.
 * @param {object} change
 * @param {GameState} change.before
 * @param {GameState} change.after
 * @param {number | null} change.mySeat
 * @param {import("../wasm/rules.js").GameView} change.view The game after the change.
 * @param {number} change.knownTurns How many turns the page showed before.
 * @param {string} change.result How the game ended, if it did.
 * @returns {string[]}
 */
export function describeNews({ before, after, mySeat, view, knownTurns, result }) {
  const names = view.sides.map((side) => side.name);
  /** @type {string[]} */
  const news = [];
  const lastTurn = view.turns.at(-1);
  if (lastTurn && view.turns.length > knownTurns) news.push(t("plays", { name: names[lastTurn.seat], move: lastTurn.text }));
  if (after.moves.length < before.moves.length) news.push(t("undone"));
  if (after.pie === "changed" && before.pie === "asked") news.push(t("sides-changed"));
  if (mySeat !== null) news.push(...describeOffers(before, after, mySeat, names[1 - mySeat]));
  if (after.result && !before.result) news.push(result);
  return news;
}

/** @param {GameState} before @param {GameState} after @param {number} mySeat @param {string} opponentName */
function describeOffers(before, after, mySeat, opponentName) {
  const opponent = 1 - mySeat;
  const news = [];
  /** @type {["draw" | "takeback" | "rematch" | "claim", number, string][]} */
  const offers = [["draw", opponent, "draw-offered"], ["takeback", opponent, "takeback-asked"], ["rematch", opponent, "rematch-asked"], ["claim", mySeat, "may-claim"]];
  for (const [offer, seat, key] of offers) if (after[offer] === seat && before[offer] !== seat) news.push(t(key, { name: opponentName }));
  const isSamePosition = !after.result && after.moves.length === before.moves.length;
  if (isSamePosition && before.draw === mySeat && after.draw === null) news.push(t("draw-declined"));
  if (isSamePosition && before.takeback === mySeat && after.takeback === null) news.push(t("takeback-refused"));
  if (!after.result && after.present[opponent] !== before.present[opponent]) news.push(t(after.present[opponent] ? "is-back" : "is-away", { name: opponentName }));
  return news;
}
