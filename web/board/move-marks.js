// Draws moves on the board: an arrow for each piece that moves, a ghost for each piece that appears, a bar over each piece that
// disappears. Numbers show the order if a move has several parts.
import { nothing, svg } from "../lib/lit-html.js";

/** @typedef {import("../wasm/rules.js").MoveMarks} MoveMarks */
/** @typedef {import("../wasm/rules.js").ArrowView} Arrow */
/** @typedef {import("../wasm/rules.js").BoardView} Board */

/** The widths of the shaft and the head, the length of the head, and how far it stays away from the centre of its square. */
const SIZES = {
  best: { shaft: 13, head: 38, length: 34, gap: 8 },
  other: { shaft: 7, head: 26, length: 24, gap: 8 },
  // It is below the pieces, so its head ends beside the one that has moved.
  last: { shaft: 7, head: 26, length: 22, gap: 36 },
};
/** How far arrows begin from the centres of their squares. */
const START_GAP = 20;

/**
 * The moves that the board suggests. Only the best has ghosts and numbers.
 * @param {Board} board
 * @param {MoveMarks[]} moves The best first.
 */
export function suggestedMoves(board, moves) {
  return moves.map((marks, index) => (index === 0 ? bestMove(board, marks) : svg`<g class="other-move">${marks.arrows.map((arrow) => drawArrow(board, arrow, SIZES.other))}</g>`)).toReversed();
}

/** @param {Board} board @param {MoveMarks} marks */
function bestMove(board, { arrows, ghosts, lifts }) {
  const isNumbered = arrows.length + ghosts.length + lifts.length > 1;
  const number = (/** @type {number} */ step, /** @type {number} */ x, /** @type {number} */ y) => (isNumbered
    ? svg`<circle class="step-badge" cx=${x} cy=${y} r="15" /><text class="step-number" x=${x} y=${y} dy=".36em">${step}</text>` : nothing);
  return svg`<g class="best-move">
    ${ghosts.map(({ x, y, svg: drawing }) => svg`<g class="ghost" transform=${`translate(${x} ${y})`} .innerHTML=${drawing}></g>`)}
    ${ghosts.map(({ square }) => corner(board, square, (x, y) => svg`<rect class="ghost-frame" data-on=${square} x=${x + 5} y=${y + 5} width="90" height="90" rx="12" />`))}
    ${lifts.map(({ square }) => corner(board, square, (x, y) => svg`<path class="lift-bar" d=${`M${x + 22} ${y + 78}L${x + 78} ${y + 22}`} />`))}
    ${arrows.map((arrow) => drawArrow(board, arrow, SIZES.best))}
    ${arrows.map(({ from, step }) => corner(board, from, (x, y) => number(step, x + 18, y + 18)))}
    ${[...ghosts, ...lifts].map(({ square, step }) => corner(board, square, (x, y) => number(step, x + 82, y + 82)))}
  </g>`;
}

/** The moves of pieces in the last turn. @param {Board} board @param {Arrow[]} arrows */
export function lastArrows(board, arrows) {
  return svg`<g class="last-arrows">${arrows.map((arrow) => drawArrow(board, arrow, SIZES.last))}</g>`;
}

/**
 * Draws at the upper left corner of a square.
 * @param {Board} board
 * @param {string} name
 * @param {(x: number, y: number) => unknown} draw
 */
function corner(board, name, draw) {
  const square = board.squares.find((other) => other.name === name);
  return square ? draw(square.x, square.y) : nothing;
}

/** @param {Board} board @param {Arrow} arrow @param {typeof SIZES.best} size */
function drawArrow(board, { from, to }, { shaft, head, length, gap }) {
  return corner(board, from, (x0, y0) => corner(board, to, (x1, y1) => {
    const distance = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [dx, dy] = [(x1 - x0) / distance, (y1 - y0) / distance];
    /** A point of the outline: its distance along the arrow, and to its side. */
    const point = (/** @type {number} */ along, /** @type {number} */ aside) => `${round(x0 + 50 + along * dx - aside * dy)} ${round(y0 + 50 + along * dy + aside * dx)}`;
    const tip = distance - gap;
    const outline = [[START_GAP, shaft / 2], [tip - length, shaft / 2], [tip - length, head / 2], [tip, 0], [tip - length, -head / 2], [tip - length, -shaft / 2], [START_GAP, -shaft / 2]];
    return svg`<path class="arrow" data-from=${from} data-to=${to} d=${`M${outline.map(([along, aside]) => point(along, aside)).join("L")}Z`} />`;
  }));
}

/** @param {number} n */
function round(n) {
  return Math.round(n * 10) / 10;
}
