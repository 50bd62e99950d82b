// So many of so many, as dots.
import { html } from "../lib/lit-html.js";

/** @param {number} full @param {number} count @param {string} label */
export function dots(full, count, label) {
  return html`<span class="dots" role="img" aria-label=${label} title=${label}>${Array.from({ length: count }, (_, at) => html`<i class=${at < full ? "full" : ""}></i>`)}</span>`;
}
