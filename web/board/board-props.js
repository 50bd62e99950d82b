// A game as its board shows it.
import { t } from "../app/i18n.js";

/**
 * What a board shows besides itself.
 * @typedef {object} Shown
 * @property {import("../wasm/rules.js").Board} board
 * @property {boolean} flipped
 * @property {string[]} next What may be pointed at.
 * @property {string[]} [through] Squares that something from the supply can be put on.
 * @property {string[]} touched What has been pointed at.
 * @property {string[]} last The squares of the last turn.
 * @property {string[]} [proposed] The squares of a move that is proposed.
 * @property {boolean} [quiet] Whether nothing can be pointed at.
 * @property {string} label What the board is called.
 */

/**
 * @param {import("../wasm/rules.js").View} view
 * @param {object} how
 * @param {import("../app/game-info.js").GameInfo} how.info
 * @param {boolean} how.flipped
 * @param {boolean} how.open Whether a turn may be entered.
 * @param {boolean} [how.past] Whether it is a position from before, in which nothing is being entered.
 * @param {string[]} [how.proposed] The squares of a move that is proposed.
 * @param {string} [how.label] What the board is called.
 * @returns {Shown}
 */
export function shownOn(view, { info, flipped, open, past = false, proposed = [], label = t("page.board", { game: info.name }) }) {
  const { next, through, touched } = past ? { next: [], through: [], touched: [] } : view.entry;
  return { board: view.board, flipped, next, through, touched, last: view.last, proposed, quiet: !open, label };
}

/** The squares that a move's text names. @param {string} text */
export function squaresOf(text) {
  return text.match(/[a-z]\d+/g) ?? [];
}
