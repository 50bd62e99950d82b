// The properties of the board element.
import { moveMarks } from "../wasm/rules.js";
import { t } from "../app/i18n.js";

/**
 * What the board element shows.
 * @typedef {object} BoardProps
 * @property {import("../wasm/rules.js").BoardView} board
 * @property {boolean} flipped
 * @property {string[]} next The squares that can be picked, and "@" for the supply.
 * @property {string[]} [supplyTargets] The squares that take a piece from the supply when they are picked.
 * @property {string[]} [grabbable] The squares whose pieces can be dragged.
 * @property {string[]} touched What has been picked in this turn.
 * @property {string[]} lastMove The squares of the last turn.
 * @property {import("../wasm/rules.js").ArrowView[]} [lastArrows] The moves of pieces in the last turn.
 * @property {import("../wasm/rules.js").MoveMarks[]} [suggestions] Moves to show as arrows and ghosts, the best first: see `markMoves`.
 * @property {string[]} [hintSquares] The squares that a hint points at without saying where to go.
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
 * @param {import("../wasm/rules.js").MoveMarks[]} [options.suggestions] Moves to show, the best first: see `markMoves`.
 * @param {string[]} [options.hintSquares] The squares that a hint points at without saying where to go.
 * @param {string[]} [options.losingSquares] The squares that lose at once if they are picked.
 * @param {string} [options.label]
 * @returns {BoardProps}
 */
export function makeBoardProps(view, { info, flipped, isOpen, isPast = false, suggestions = [], hintSquares = [], losingSquares = [], label = t("board", { game: info.name }) }) {
  const { next, supplyTargets, grabbable, touched } = isPast ? { next: [], supplyTargets: [], grabbable: [], touched: [] } : view.entry;
  return { board: view.board, flipped, next, supplyTargets, grabbable, touched, lastMove: view.lastMove, lastArrows: view.lastArrows, suggestions, hintSquares, losingSquares, disabled: !isOpen, label };
}

/**
 * The arrows and ghosts of moves in a position, for the board's `suggestions`: what is left of them after the steps that have been
 * entered. A move has no marks if the turn was begun in another way, or if the move doesn't fit the position.
 * @param {import("../wasm/rules.js").PositionView} view
 * @param {string[]} moves The texts of moves, the best first.
 * @param {boolean} flipped
 */
export function markMoves({ game, rules, position, entry }, moves, flipped) {
  return moves.flatMap((move) => {
    try {
      return [moveMarks(game, rules, position, move, entry.touched, flipped)];
    } catch {
      return [];
    }
  });
}

/** The square that a move begins at, to point at a piece without saying where it goes. @param {import("../wasm/rules.js").MoveMarks} marks */
export function findFirstSquare({ arrows, ghosts, lifts }) {
  const starts = [...arrows.map(({ from, step }) => ({ square: from, step })), ...ghosts, ...lifts];
  return starts.sort((a, b) => a.step - b.step)[0]?.square ?? "";
}
