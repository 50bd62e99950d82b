// A board on which turns can be entered, and the bars of its two players.
import "../board/board.js";
import { html } from "../lib/lit-html.js";
import { makeBoardProps } from "../board/board-props.js";
import { playerBar } from "./player-bar.js";

/**
 * @param {object} options
 * @param {import("../app/game-info.js").GameInfo} options.info
 * @param {import("../wasm/rules.js").PositionView} options.view
 * @param {import("./turn-entry.js").TurnEntry} options.entry
 * @param {boolean} [options.flipped]
 * @param {import("../wasm/rules.js").MoveMarks[]} [options.suggestions] Moves to show on the board, the best first.
 * @param {string[]} [options.hintSquares] The squares that a hint points at.
 * @param {string[]} [options.losingSquares] The squares that lose at once if they are picked.
 * @param {string} [options.label] The board's accessible name.
 */
export function boardWithPlayers({ info, view, entry, flipped = false, suggestions, hintSquares, losingSquares, label }) {
  const isOpen = entry.isOpen();
  const playerAt = (/** @type {number} */ seat) => {
    const name = info.players[seat];
    const isToMove = !view.outcome && view.toMove === seat;
    return playerBar({
      side: { name, player: name, timeLeft: null },
      seat,
      counters: view.counters[seat],
      isToMove,
      canTakeSupply: isOpen && isToMove && view.entry.next.includes("@"),
      isSupplyTaken: isToMove && view.entry.touched.at(-1) === "@",
      onTakeSupply: () => entry.touch("@"),
    });
  };
  const props = makeBoardProps(view, { info, flipped, isOpen, suggestions, hintSquares, losingSquares, label });
  const board = html`<sanban-board .props=${props} .onsquarepick=${(/** @type {string} */ square) => entry.touch(square)} .onpiecegrab=${(/** @type {string} */ square) => entry.grab(square)} .onstepundo=${() => entry.undoStep()}></sanban-board>`;
  return { board, shape: view.board, bars: flipped ? [playerAt(0), playerAt(1)] : [playerAt(1), playerAt(0)] };
}
