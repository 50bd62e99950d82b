// Changes of a game on the server, as sentences.
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
export function describeChanges({ before, after, mySeat, view, knownTurns, result }) {
  const names = view.sides.map((side) => side.name);
  /** @type {string[]} */
  const sentences = [];
  const lastTurn = view.turns.at(-1);
  if (lastTurn && view.turns.length > knownTurns) sentences.push(t("move-played", { name: names[lastTurn.seat], move: view.lastMoveInWords }));
  if (after.moves.length < before.moves.length) sentences.push(t("undone"));
  if (after.pie === "changed" && before.pie === "asked") sentences.push(t("sides-swapped"));
  if (mySeat !== null) sentences.push(...describeOffers(before, after, mySeat, names[1 - mySeat]));
  if (after.result && !before.result) sentences.push(result);
  return sentences;
}

/** @param {GameState} before @param {GameState} after @param {number} mySeat @param {string} opponentName */
function describeOffers(before, after, mySeat, opponentName) {
  const opponent = 1 - mySeat;
  const sentences = [];
  /** @type {["draw" | "takeback" | "rematch" | "claim", number, string][]} */
  const offers = [["draw", opponent, "draw-offered"], ["takeback", opponent, "takeback-requested"], ["rematch", opponent, "rematch-requested"], ["claim", mySeat, "claim-available"]];
  for (const [offer, seat, key] of offers) if (after[offer] === seat && before[offer] !== seat) sentences.push(t(key, { name: opponentName }));
  sentences.push(...describeRefusals(before, after, mySeat));
  if (!after.result && after.present[opponent] !== before.present[opponent]) sentences.push(t(after.present[opponent] ? "is-back" : "is-away", { name: opponentName }));
  return sentences;
}

/** Describes which of a player's offers the opponent has declined. @param {GameState} before @param {GameState} after @param {number | null} mySeat @returns {string[]} */
export function describeRefusals(before, after, mySeat) {
  if (after.result || mySeat === null || after.moves.length !== before.moves.length) return [];
  /** @type {["draw" | "takeback", string][]} */
  const offers = [["draw", "draw-declined"], ["takeback", "takeback-declined"]];
  return offers.flatMap(([offer, key]) => (before[offer] === mySeat && after[offer] === null ? [t(key)] : []));
}
