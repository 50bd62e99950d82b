// The turns of a game as a list to click through.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/**
 * @param {import("../wasm/rules.js").Turn[]} turnList
 * @param {number} at How many turns have been played where the board stands.
 * @param {(at: number) => void} go
 */
export function turns(turnList, at, go) {
  /** @type {(typeof turnList)[]} */
  const pairs = [];
  for (const turn of turnList) {
    if (turn.seat === 0 || pairs.length === 0) pairs.push([]);
    pairs[pairs.length - 1].push(turn);
  }
  let count = 0;
  const cell = (/** @type {import("../wasm/rules.js").Turn | undefined} */ turn) => {
    if (!turn) return html`<span></span>`;
    count += 1;
    const after = count;
    return html`<button type="button" class="turn" aria-current=${after === at ? "true" : nothing} @click=${() => go(after)}>${turn.text}</button>`;
  };
  return html`<div class="turns" role="group" aria-label=${t("page.turns")} tabindex="0">
    ${turnList.length === 0 ? html`<p class="faint">${t("page.no-turns")}</p>` : nothing}
    ${pairs.map((pair) => {
      const number = Math.floor(pair[0].ply / 2) + 1;
      const both = pair[0].seat === 1 ? [undefined, pair[0]] : [pair[0], pair[1]];
      return html`<div class="pair"><span class="number">${number}.</span>${cell(both[0])}${cell(both[1])}</div>`;
    })}</div>`;
}
