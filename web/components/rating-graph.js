// A graph of a rating over time.
import { html } from "../lib/lit-html.js";
import { formatDate } from "../app/format.js";
import { t } from "../app/i18n.js";

const [WIDTH, HEIGHT, MARGIN] = [600, 150, 12];
/** The smallest range of ratings on the graph, so that small changes don't look large. */
const MIN_RATING_RANGE = 100;

/** @param {[number, number][]} points Times and ratings. */
export function ratingGraph(points) {
  const ratings = points.map(([, rating]) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const [start, end] = [points[0][0], points[points.length - 1][0]];
  const spread = Math.max(MIN_RATING_RANGE, high - low);
  const x = (/** @type {number} */ time) => MARGIN + ((WIDTH - 2 * MARGIN) * (time - start)) / Math.max(1, end - start);
  const y = (/** @type {number} */ rating) => MARGIN + (HEIGHT - 2 * MARGIN) * (1 - (rating - low + (spread - (high - low)) / 2) / spread);
  const path = points.map(([time, rating], index) => `${index === 0 ? "M" : "L"}${x(time).toFixed(1)} ${y(rating).toFixed(1)}`).join("");
  const description = t("rating-graph-label", { low: Math.round(low), high: Math.round(high), last: Math.round(ratings[ratings.length - 1]) });
  return html`<figure class="graph"><figcaption>${description}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${description}><rect class="background" width=${WIDTH} height=${HEIGHT} rx="8" /><path class="line" d=${path} /></svg>
    <div class="row between muted"><span>${formatDate(start, true)}</span><span>${formatDate(end, true)}</span></div></figure>`;
}
