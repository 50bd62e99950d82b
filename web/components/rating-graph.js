// A rating in the course of time, as a curve.
import { html } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { formatDate } from "../app/format.js";

const [WIDTH, HEIGHT, MARGIN] = [600, 150, 12];
/** The curve is never stretched so much that small changes look large. */
const MIN_RATING_RANGE = 100;

/** @param {[number, number][]} points Moments and ratings. */
export function ratingGraph(points) {
  const ratings = points.map(([, rating]) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const [begun, ended] = [points[0][0], points[points.length - 1][0]];
  const spread = Math.max(MIN_RATING_RANGE, high - low);
  const x = (/** @type {number} */ moment) => MARGIN + ((WIDTH - 2 * MARGIN) * (moment - begun)) / Math.max(1, ended - begun);
  const y = (/** @type {number} */ rating) => MARGIN + (HEIGHT - 2 * MARGIN) * (1 - (rating - low + (spread - (high - low)) / 2) / spread);
  const path = points.map(([moment, rating], at) => `${at === 0 ? "M" : "L"}${x(moment).toFixed(1)} ${y(rating).toFixed(1)}`).join("");
  const told = t("page.rating-curve", { low: Math.round(low), high: Math.round(high), last: Math.round(ratings[ratings.length - 1]) });
  return html`<figure class="curve"><figcaption>${told}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${told}><rect class="ground" width=${WIDTH} height=${HEIGHT} rx="8" /><path class="line" d=${path} /></svg>
    <div class="row between faint"><span>${formatDate(begun, true)}</span><span>${formatDate(ended, true)}</span></div></figure>`;
}
