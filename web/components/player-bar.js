// A player's bar beside the board: name, counters, supply and clock.
import { html, nothing } from "../lib/lit-html.js";
import { formatClock } from "../app/format.js";
import { t } from "../app/i18n.js";

/**
 * @param {object} options
 * @param {Pick<import("../wasm/rules.js").SideView, "name" | "player" | "timeLeft">} options.side
 * @param {number} options.seat
 * @param {import("../wasm/rules.js").CounterView[]} options.counters
 * @param {boolean} options.isToMove
 * @param {string} [options.thinkingText] The text while the computer thinks.
 * @param {boolean} [options.canTakeSupply]
 * @param {boolean} [options.isSupplyTaken] Whether the turn begins with a piece from the supply.
 * @param {() => void} [options.onTakeSupply]
 * @param {unknown} [options.extra] More content after the name.
 */
export function playerBar({ side, seat, counters, isToMove, thinkingText = "", canTakeSupply = false, isSupplyTaken = false, onTakeSupply, extra = nothing }) {
  const sideName = side.name === side.player ? "" : ` (${side.player})`;
  const supply = counters.find((counter) => counter.isSupply);
  return html`<div class="player seat-${seat} ${isToMove ? "to-move" : ""}">
    <span class="chip" aria-hidden="true"></span>
    <span class="player-name"><span class="name"><strong>${side.name}</strong>${sideName}</span>${extra}${isToMove ? html`<span class="turn-mark"> ${thinkingText || t("to-move")}</span>` : nothing}</span>
    <span class="counters">${counters.filter((counter) => counter !== supply).map((counter) => html`<span>${counter.name}: <b>${counter.count}${counter.target === null ? nothing : `/${counter.target}`}</b></span>`)}</span>
    ${supply ? html`<button type="button" class="supply ${isSupplyTaken ? "selected" : ""}" ?disabled=${!canTakeSupply && !isSupplyTaken} title=${t("take-supply")}
      aria-pressed=${isSupplyTaken} @click=${onTakeSupply}><span>${supply.name}:</span> <b>${supply.count}</b></button>` : nothing}
    ${side.timeLeft === null ? nothing : html`<span class="clock" role="timer" data-seat=${seat} .textContent=${formatClock(side.timeLeft)}></span>`}
  </div>`;
}
