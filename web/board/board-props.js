// The properties of the board element.
import { t } from "../app/i18n.js";

/**
 * What the board element shows.
 * @typedef {object} BoardProps
 * @property {import("../wasm/rules.js").BoardView} board
 * @property {boolean} flipped
 * @property {string[]} next The squares that can be picked, and "@" for the supply.
 * @property {string[]} [supplyTargets] The squares that take a piece from the supply when they are picked.
 * @property {string[]} touched What has been picked in this turn.
 * @property {string[]} lastMove The squares of the last turn.
 * @property {string[]} [hintSquares] The squares of a hint.
 * @property {string[]} [losingSquares] The squares that lose at once if they are picked.
 * @property {boolean} [disabled] Whether no square can be picked.
 * @property {string} label The accessible name.
 */

/**
 * @param {import("../wasm/rules.js").PositionView} view
 * @param {object} options
 * @param {import("../app/game-info.js").GameInfo} options.info
 * @param {boolean} options.flipped
 * @param {boolean} options.isOpen Whether a turn can be entered.
 * @param {boolean} [options.isPast] Whether the view is of an earlier position.
 * @param {string[]} [options.hintSquares]
 * @param {string[]} [options.losingSquares] The squares that lose at once if they are picked.
 * @param {string} [options.label]
 * @returns {BoardProps}
 */
export function makeBoardProps(view, { info, flipped, isOpen, isPast = false, hintSquares = [], losingSquares = [], label = t("board", { game: info.name }) }) {
  const { next, supplyTargets, touched } = isPast ? { next: [], supplyTargets: [], touched: [] } : view.entry;
  return { board: view.board, flipped, next, supplyTargets, touched, lastMove: view.lastMove, hintSquares, losingSquares, disabled: !isOpen, label };
}

/** Finds the squares in the text of a move. @param {string} text */
export function parseSquares(text) {
  return text.match(/[a-z]\d+/g) ?? [];
}
