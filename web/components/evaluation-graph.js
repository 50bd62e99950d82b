// A graph of who was ahead during a game. It is high where the first player was ahead; a click selects a move.
import { html, nothing, svg } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/**
 * A point of the graph.
 * @typedef {object} GraphPoint
 * @property {number | null} share The share of the points that the first player could expect; null if it is unknown.
 * @property {string} label The accessible text.
 * @property {string | null} kind The kind of turning point, if it is one.
 */

const [WIDTH, HEIGHT, MARGIN] = [600, 150, 8];

/** The icons of turning points, centred on the origin. Each kind has another shape. @type {Record<string, string>} */
const SHAPES = {
  "win-given-away": "M0-8L8 0L0 8L-8 0Z",
  "win-to-loss": "M-7-7L7 7M7-7L-7 7",
  "into-loss": "M0 8L-8-6H8Z",
  blunder: "M-6-6H6V6H-6Z",
};

/**
 * @param {GraphPoint[]} points The start, and the position after each move.
 * @param {number} current The index of the shown point; negative if it is not on the graph.
 * @param {string} player The name of the first player.
 * @param {(index: number) => void} onSelect
 */
export function evaluationGraph(points, current, player, onSelect) {
  const last = Math.max(1, points.length - 1);
  const x = (/** @type {number} */ n) => MARGIN + ((WIDTH - 2 * MARGIN) * n) / last;
  const y = (/** @type {number} */ share) => MARGIN + (HEIGHT - 2 * MARGIN) * (1 - share);
  const knownPoints = points.flatMap((point, n) => (point.share === null ? [] : [{ n, share: point.share }]));
  const path = knownPoints.map(({ n, share }, order) => `${order === 0 ? "M" : "L"}${round(x(n))} ${round(y(share))}`).join("");
  const area = knownPoints.length > 0 ? `${path}L${round(x(knownPoints[knownPoints.length - 1].n))} ${HEIGHT - MARGIN}L${round(x(knownPoints[0].n))} ${HEIGHT - MARGIN}Z` : "";
  const kinds = Object.keys(SHAPES).filter((kind) => points.some((point) => point.kind === kind));
  const shownIndex = current >= 0 && current < points.length ? current : -1;
  const selectNearest = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {SVGElement} */ (event.currentTarget).getBoundingClientRect();
    const fraction = ((event.clientX - box.left) / box.width * WIDTH - MARGIN) / (WIDTH - 2 * MARGIN);
    onSelect(Math.max(0, Math.min(points.length - 1, Math.round(fraction * last))));
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const from = shownIndex < 0 ? points.length - 1 : shownIndex;
    const target = { ArrowLeft: from - 1, ArrowRight: from + 1, ArrowDown: from - 1, ArrowUp: from + 1, Home: 0, End: points.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(Math.max(0, Math.min(points.length - 1, target)));
  };
  return html`<figure class="graph">
    <figcaption>${t("graph-label", { player })}</figcaption>
    <div class="plot" role="slider" tabindex="0" aria-label=${t("graph-label", { player })} aria-valuemin="0" aria-valuemax=${points.length - 1}
      aria-valuenow=${shownIndex < 0 ? nothing : shownIndex} aria-valuetext=${shownIndex < 0 ? t("graph-in-variation") : points[shownIndex].label} @keydown=${onKey}>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true" @click=${selectNearest}>
        <rect class="background" width=${WIDTH} height=${HEIGHT} rx="8" />
        <path class="area" d=${area} /><path class="midline" d="M${MARGIN} ${HEIGHT / 2}H${WIDTH - MARGIN}" />
        <path class="line" d=${path} />
        ${shownIndex < 0 ? nothing : svg`<path class="current" d=${`M${round(x(shownIndex))} 0V${HEIGHT}`} />`}
        ${points.map((point, n) => (point.kind && point.share !== null
          ? svg`<path class="turning-point" transform=${`translate(${round(x(n))} ${round(y(point.share))})`} d=${SHAPES[point.kind] ?? SHAPES.blunder} />` : nothing))}
      </svg></div>
    ${kinds.length > 0 ? html`<ul class="legend">${kinds.map((kind) => html`<li>${turningPointIcon(kind)} ${t(`legend-${kind}`)}</li>`)}</ul>` : nothing}
  </figure>`;
}

/** @param {string} kind */
export function turningPointIcon(kind) {
  return html`<svg class="shape" viewBox="-10 -10 20 20" width="16" height="16" aria-hidden="true"><path class="turning-point" d=${SHAPES[kind] ?? SHAPES.blunder} /></svg>`;
}

/** @param {number} n */
function round(n) {
  return Math.round(n * 10) / 10;
}
