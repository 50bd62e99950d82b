// Buttons that go through the turns of a game.
import { html } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/** @typedef {(() => void) | null} Action What leads nowhere is null. */

/**
 * @param {Action} first
 * @param {Action} previous
 * @param {Action} next
 * @param {Action} last
 */
export function turnNavigation(first, previous, next, last) {
  const button = (/** @type {string} */ symbol, /** @type {string} */ key, /** @type {Action} */ action) => html`
    <button type="button" class="quiet" aria-label=${t(key)} title=${t(key)} ?disabled=${action === null} @click=${() => action?.()}>${symbol}</button>`;
  return html`<div class="row steps">${button("«", "page.first-turn", first)}${button("‹", "page.turn-before", previous)}
    ${button("›", "page.turn-after", next)}${button("»", "page.last-turn", last)}</div>`;
}
