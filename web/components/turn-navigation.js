// Buttons that go through the turns of a game.
import { html } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/** @typedef {(() => void) | null} Action What leads nowhere is null. */

/**
 * @param {Action} first
 * @param {Action} before
 * @param {Action} after
 * @param {Action} last
 */
export function turnNavigation(first, before, after, last) {
  const button = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {Action} */ way) => html`
    <button type="button" class="quiet" aria-label=${t(key)} title=${t(key)} ?disabled=${way === null} @click=${() => way?.()}>${sign}</button>`;
  return html`<div class="row steps">${button("«", "page.first-turn", first)}${button("‹", "page.turn-before", before)}
    ${button("›", "page.turn-after", after)}${button("»", "page.last-turn", last)}</div>`;
}
