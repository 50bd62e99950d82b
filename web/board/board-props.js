// A game as its board shows it.
import { t } from "../app/i18n.js";

/**
 * @param {import("../wasm/rules.js").View} view
 * @param {object} how
 * @param {import("../wasm/rules.js").GameFacts} how.facts
 * @param {boolean} how.flipped
 * @param {boolean} how.open Whether a turn may be entered.
 * @param {boolean} [how.past] Whether it is a position from before, in which nothing is being entered.
 * @param {string[]} [how.proposed] The squares of a move that is proposed.
 * @param {string} [how.label] What the board is called.
 * @returns {import("./board.js").Shown}
 */
export function shownOn(view, { facts, flipped, open, past = false, proposed = [], label = t("page.board", { game: facts.name }) }) {
  const { next, through, touched } = past ? { next: [], through: [], touched: [] } : view.entry;
  return { board: view.board, flipped, next, through, touched, last: view.last, proposed, quiet: !open, label };
}

/** The squares that a move's text names. @param {string} text */
export function squaresOf(text) {
  return text.match(/[a-z]\d+/g) ?? [];
}
