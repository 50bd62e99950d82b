// How a rated game changed its players' ratings.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/** @param {import("../online/remote-game.js").RemoteGame} game @param {string[]} names The names of the players. */
export function ratingChanges({ state: { ratings }, mySeat }, names) {
  if (!ratings) return nothing;
  const describe = (/** @type {number} */ seat) => {
    const { before, after } = ratings[seat];
    const change = after < before ? `−${before - after}` : `+${after - before}`;
    return seat === mySeat ? t("my-rating-change", { change, rating: after }) : t("rating-change", { name: names[seat], change, rating: after });
  };
  const seats = mySeat === null ? [0, 1] : [mySeat, 1 - mySeat];
  return html`<p class="rating-changes">${seats.map((seat) => html`<span>${describe(seat)}</span> `)}</p>`;
}
