// The offers in a game on the server: draws, takebacks and claims that are open, and the last one that was declined.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/**
 * @param {import("../online/remote-game.js").RemoteGame} game
 * @param {import("../wasm/rules.js").GameView} view
 * @param {string} refusal Which offer of the visitor was declined, as a sentence.
 * @param {(command: string) => void} onCommand
 */
export function gameOffers({ state, mySeat, isOver }, view, refusal, onCommand) {
  if (isOver || mySeat === null) return nothing;
  const opponent = view.sides[1 - mySeat].name;
  /** @type {(key: string, accept?: [string, string], decline?: [string, string]) => unknown} */
  const offer = (key, accept, decline) => html`<div class="offer"><p>${t(key, { name: opponent })}</p><div class="row">
    ${accept ? html`<button type="button" class="button" @click=${() => onCommand(accept[0])}>${t(accept[1])}</button>` : nothing}
    ${decline ? html`<button type="button" class="secondary" @click=${() => onCommand(decline[0])}>${t(decline[1])}</button>` : nothing}</div></div>`;
  return html`
    ${refusal ? html`<div class="offer refusal"><p>${refusal}</p></div>` : nothing}
    ${state.claim === mySeat ? offer("claim-available", ["claim", "claim"]) : nothing}
    ${state.draw === null ? nothing : state.draw === mySeat ? offer("draw-pending")
      : offer("draw-offered", ["accept-draw", "accept-draw"], ["decline-draw", "decline"])}
    ${state.takeback === null ? nothing : state.takeback === mySeat ? offer("takeback-pending")
      : offer("takeback-requested", ["allow-takeback", "accept"], ["refuse-takeback", "decline"])}`;
}
