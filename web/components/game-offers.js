// What the players of a game on the server ask of each other.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/**
 * @param {import("../online/remote-game.js").RemoteGame} live
 * @param {import("../wasm/rules.js").GameView} view
 * @param {(command: string) => void} want
 */
export function gameOffers({ state, mySeat, isOver }, view, want) {
  if (isOver || mySeat === null) return nothing;
  const other = view.sides[1 - mySeat].name;
  /** @type {(key: string, yes?: [string, string], no?: [string, string]) => unknown} */
  const offer = (key, yes, no) => html`<div class="offered"><p>${t(key, { name: other })}</p><div class="row">
    ${yes ? html`<button type="button" class="button" @click=${() => want(yes[0])}>${t(yes[1])}</button>` : nothing}
    ${no ? html`<button type="button" class="quiet" @click=${() => want(no[0])}>${t(no[1])}</button>` : nothing}</div></div>`;
  return html`
    ${state.claim === mySeat ? offer("page.may-claim", ["claim", "page.claim"]) : nothing}
    ${state.draw === null ? nothing : state.draw === mySeat ? offer("page.draw-waits")
      : offer("page.draw-offered", ["accept-draw", "page.accept-draw"], ["decline-draw", "page.decline"])}
    ${state.takeback === null ? nothing : state.takeback === mySeat ? offer("page.takeback-waits")
      : offer("page.takeback-asked", ["allow-takeback", "page.allow"], ["refuse-takeback", "page.decline"])}`;
}
