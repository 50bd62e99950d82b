// A player's line beside the board: who sits there, what they have, and their time.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { formatClock } from "../app/format.js";

/**
 * @param {object} shown
 * @param {Pick<import("../wasm/rules.js").Side, "name" | "player" | "left">} shown.side
 * @param {number} shown.seat
 * @param {import("../wasm/rules.js").Counter[]} shown.counters
 * @param {boolean} shown.isToMove Whether it is this player's turn.
 * @param {string} [shown.thinkingText] What is said while the computer thinks.
 * @param {boolean} [shown.canTakeSupply] Whether something can be taken from the supply.
 * @param {boolean} [shown.isSupplyTaken] Whether it has been.
 * @param {() => void} [shown.onTakeSupply]
 * @param {unknown} [shown.extra] What else is told of them.
 */
export function playerBar({ side, seat, counters, isToMove, thinkingText = "", canTakeSupply = false, isSupplyTaken = false, onTakeSupply, extra = nothing }) {
  const sideName = side.name === side.player ? "" : ` (${side.player})`;
  return html`<div class="player seat-${seat} ${isToMove ? "moves" : ""}">
    <span class="chip" aria-hidden="true"></span>
    <span class="who"><strong>${side.name}</strong>${sideName}${extra}${isToMove ? html`<span class="turn-mark"> ${thinkingText || t("page.to-move")}</span>` : nothing}</span>
    <span class="counters">${counters.map((counter) => html`<span><b>${counter.count}</b> ${counter.name}</span>`)}</span>
    ${canTakeSupply || isSupplyTaken ? html`<button type="button" class="supply ${isSupplyTaken ? "taken" : ""}" aria-pressed=${isSupplyTaken} @click=${onTakeSupply}>${t("page.take-supply")}</button>` : nothing}
    ${side.left === null ? nothing : html`<span class="clock" role="timer" data-seat=${seat} .textContent=${formatClock(side.left)}></span>`}
  </div>`;
}
