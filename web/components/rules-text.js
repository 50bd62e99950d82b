// The text of a game's rules: paragraphs, lists and boards.
import { html } from "../lib/lit-html.js";

/** @typedef {import("../wasm/rules.js").RulesBlock} Block */

/**
 * Consecutive items become one list.
 * @param {Block[]} blocks
 * @param {(block: Extract<Block, { kind: "board" }>) => unknown} board Shows a board.
 */
export function rulesText(blocks, board) {
  const parts = [];
  let section = 0;
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index];
    if (block.kind === "heading") {
      parts.push(html`<h2 id=${`section-${section}`} tabindex="-1">${block.text}</h2>`);
      section += 1;
    } else if (block.kind === "paragraph") {
      parts.push(html`<p>${block.text}</p>`);
    } else if (block.kind === "item") {
      const items = [];
      while (blocks[index]?.kind === "item") items.push(blocks[index++].text);
      index -= 1;
      parts.push(html`<ul>${items.map((text) => html`<li>${text}</li>`)}</ul>`);
    } else {
      parts.push(board(block));
    }
  }
  return parts;
}
