// A small picture of a position.
import { html } from "../lib/lit-html.js";
import { positionSvg } from "../wasm/rules.js";
import { getTheme } from "../app/settings.js";

/**
 * @param {string} game
 * @param {{ rules?: string, position?: string, flipped?: boolean }} [options]
 */
export function boardThumbnail(game, { rules = "", position = "", flipped = false } = {}) {
  const svg = positionSvg(game, rules, position, getTheme(game), flipped);
  return html`<div class="thumbnail" aria-hidden="true" .innerHTML=${svg}></div>`;
}
