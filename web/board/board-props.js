// A game as its board shows it.
import { t } from "../app/i18n.js";

/**
 * What a board shows besides itself.
 * @typedef {object} BoardProps
 * @property {import("../wasm/rules.js").Board} board
 * @property {boolean} flipped
 * @property {string[]} next What may be pointed at.
 * @property {string[]} [through] Squares that something from the supply can be put on.
 * @property {string[]} touched What has been pointed at.
 * @property {string[]} lastMove The squares of the last turn.
 * @property {string[]} [proposed] The squares of a move that is proposed.
 * @property {boolean} [disabled] Whether nothing can be pointed at.
 * @property {string} label What the board is called.
 */

/**
 * @param {import("../wasm/rules.js").View} view
 * @param {object} options
 * @param {import("../app/game-info.js").GameInfo} options.info
 * @param {boolean} options.flipped
 * @param {boolean} options.isOpen Whether a turn may be entered.
 * @param {boolean} [options.isPast] Whether it is a position from before, in which nothing is being entered.
 * @param {string[]} [options.proposed] The squares of a move that is proposed.
 * @param {string} [options.label] What the board is called.
 * @returns {BoardProps}
 */
export function makeBoardProps(view, { info, flipped, isOpen, isPast = false, proposed = [], label = t("page.board", { game: info.name }) }) {
  const { next, through, touched } = isPast ? { next: [], through: [], touched: [] } : view.entry;
  return { board: view.board, flipped, next, through, touched, lastMove: view.last, proposed, disabled: !isOpen, label };
}

/** The squares that a move's text names. @param {string} text */
export function parseSquares(text) {
  return text.match(/[a-z]\d+/g) ?? [];
}
