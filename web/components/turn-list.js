// The turns of a game, in pairs. A click shows the position after a turn.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/**
 * @param {import("../wasm/rules.js").Turn[]} turns
 * @param {number} current How many turns the board shows.
 * @param {(index: number) => void} onSelect
 */
export function turnList(turns, current, onSelect) {
  /** @type {(typeof turns)[]} */
  const pairs = [];
  for (const turn of turns) {
    if (turn.seat === 0 || pairs.length === 0) pairs.push([]);
    pairs[pairs.length - 1].push(turn);
  }
  let count = 0;
  const cell = (/** @type {import("../wasm/rules.js").Turn | undefined} */ turn) => {
    if (!turn) return html`<span></span>`;
    count += 1;
    const position = count;
    return html`<button type="button" class="turn" aria-current=${position === current ? "true" : nothing} @click=${() => onSelect(position)}>${turn.text}</button>`;
  };
  return html`<div class="turns" role="group" aria-label=${t("turns")} tabindex="0">
    ${turns.length === 0 ? html`<p class="faint">${t("no-turns")}</p>` : nothing}
    ${pairs.map((pair) => {
      const number = Math.floor(pair[0].ply / 2) + 1;
      const cells = pair[0].seat === 1 ? [undefined, pair[0]] : [pair[0], pair[1]];
      return html`<div class="pair"><span class="number">${number}.</span>${cell(cells[0])}${cell(cells[1])}</div>`;
    })}</div>`;
}
