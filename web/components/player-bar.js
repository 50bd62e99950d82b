// A player's line beside the board: who sits there, what they have, and their time.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { formatClock } from "../app/format.js";

/**
 * @param {object} shown
 * @param {Pick<import("../wasm/rules.js").Side, "name" | "player" | "left">} shown.side
 * @param {number} shown.seat
 * @param {import("../wasm/rules.js").Counter[]} shown.counters
 * @param {boolean} shown.moves Whether it is this player's turn.
 * @param {string} [shown.thinks] What is said while the computer thinks.
 * @param {boolean} [shown.supply] Whether something can be taken from the supply.
 * @param {boolean} [shown.taken] Whether it has been.
 * @param {() => void} [shown.takeSupply]
 * @param {unknown} [shown.more] What else is told of them.
 */
export function playerBar({ side, seat, counters, moves, thinks = "", supply = false, taken = false, takeSupply, more = nothing }) {
  const named = side.name === side.player ? "" : ` (${side.player})`;
  return html`<div class="player seat-${seat} ${moves ? "moves" : ""}">
    <span class="chip" aria-hidden="true"></span>
    <span class="who"><strong>${side.name}</strong>${named}${more}${moves ? html`<span class="turn-mark"> ${thinks || t("page.to-move")}</span>` : nothing}</span>
    <span class="counters">${counters.map((counter) => html`<span><b>${counter.count}</b> ${counter.name}</span>`)}</span>
    ${supply || taken ? html`<button type="button" class="supply ${taken ? "taken" : ""}" aria-pressed=${taken} @click=${takeSupply}>${t("page.take-supply")}</button>` : nothing}
    ${side.left === null ? nothing : html`<span class="clock" role="timer" data-seat=${seat} .textContent=${formatClock(side.left)}></span>`}
  </div>`;
}
