// The layout of every page with a board. Each part has a fixed place and size, so that nothing moves during a game.
import { html, nothing } from "../lib/lit-html.js";
import { getBoardStyle } from "../app/settings.js";

/**
 * @param {object} parts
 * @param {string} parts.game
 * @param {import("../wasm/rules.js").BoardView} parts.shape The board, for its proportions.
 * @param {string} parts.className The kind of page.
 * @param {unknown} parts.head The heading.
 * @param {unknown[]} parts.bars What is above and below the board.
 * @param {unknown} parts.board
 * @param {unknown} [parts.evaluation] The evaluation bar. `nothing` leaves its column empty.
 * @param {unknown} parts.status
 * @param {unknown} parts.tools
 * @param {unknown} parts.more The rest of the side panel.
 */
export function boardLayout({ game, shape, className, head, bars: [above, below], board, evaluation, status, tools, more }) {
  const style = `${getBoardStyle(game)}; --board-ratio: ${shape.width / shape.height}`;
  return html`<section class="board-layout ${className} ${evaluation === undefined ? "" : "with-evaluation"}" .style=${style}>
    ${head}
    <div class="board-column">${above}<div class="board-slot">${evaluation}${board}</div>${below}</div>
    <div class="side-panel">${status}<div class="tools-slot">${tools}</div><div class="more">${more}</div></div></section>`;
}

/**
 * What happens now, in a box of a fixed size: texts that scroll if they have to, and buttons.
 * @param {unknown} texts
 * @param {unknown} [buttons]
 * @param {string} [kind]
 */
export function statusBox(texts, buttons = nothing, kind = "") {
  return html`<div class="status ${kind}"><div class="status-text" tabindex="0">${texts}</div><div class="row">${buttons}</div></div>`;
}
