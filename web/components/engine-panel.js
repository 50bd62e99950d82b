// The engine's analysis: its best lines with their scores, and the depth and speed of the search.
import { html, nothing } from "../lib/lit-html.js";
import { formatCompact } from "../app/format.js";
import { t } from "../app/i18n.js";

const MAX_LINE_MOVES = 6;
/** The numbers of lines to choose from. */
const LINE_COUNTS = [1, 2, 3, 4, 5];

/**
 * @param {object} options
 * @param {boolean} options.isOn
 * @param {number} options.count How many lines the engine shows.
 * @param {import("../wasm/engine.js").SearchReport | null} options.report
 * @param {string} options.placeholder The text shown without lines.
 * @param {boolean} options.isDone Whether the search is complete.
 * @param {(on: boolean) => void} options.onToggle
 * @param {(count: number) => void} options.onCountChange
 * @param {(moves: string[]) => void} options.onPlay Plays the first moves of a line.
 */
export function enginePanel({ isOn, count, report, placeholder, isDone, onToggle, onCountChange, onPlay }) {
  return html`<section class="engine" aria-label=${t("engine")}>
    <div class="row between">
      <label class="checkbox"><input type="checkbox" role="switch" .checked=${isOn} @change=${() => onToggle(!isOn)}><strong>${t("engine")}</strong></label>
      <label class="inline-field">${t("line-count")} <select @change=${(/** @type {Event} */ event) =>
        onCountChange(Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value))}>${LINE_COUNTS.map((n) => html`
        <option value=${n} ?selected=${n === count}>${n}</option>`)}</select></label>
      <span class="muted depth">${isOn && report ? describeDepth(report, isDone) : nothing}</span>
    </div>
    <div class="engine-lines" .style=${`--lines: ${count}`}>${isOn && report && report.lines.length > 0
      ? html`<ol>${report.lines.map((line) => engineLine(line, onPlay))}</ol>` : html`<p class="muted">${placeholder}</p>`}</div>
    ${isOn && report ? html`<p class="muted">${t(`evaluation-${report.evaluation}`)}</p>` : nothing}
  </section>`;
}

/** @param {import("../wasm/engine.js").SearchReport} report @param {boolean} isDone */
function describeDepth(report, isDone) {
  const parts = [t("engine-depth", { depth: report.depth }), t("speed", { speed: formatCompact(report.nodesPerSecond) })];
  return `${parts.join(", ")}${isDone ? `, ${t("search-complete")}` : ""}`;
}

/** @param {import("../wasm/engine.js").EngineLine} line @param {(moves: string[]) => void} onPlay */
function engineLine(line, onPlay) {
  // The text has the moves, some after a move number.
  const numbered = line.text.match(/(\S+\. )?\S+/g) ?? [];
  const moves = numbered.slice(0, MAX_LINE_MOVES).map((text, index) => {
    const [move, number] = text.split(" ").toReversed();
    return html`<span class="move">${number ? html`<span class="number">${number}</span>` : nothing}<button type="button" class="turn"
      @click=${() => onPlay(line.moves.slice(0, index + 1))}>${move}</button></span> `;
  });
  return html`<li><span class="score ${line.winner === null ? "" : "proven"}">${line.winner === null ? nothing : html`<span class="proof-mark" aria-hidden="true">✓</span>`}${line.score}${line.winner === null
    ? nothing : html`<span class="visually-hidden">, ${t("proven")}</span>`}</span> <span class="line-moves">${moves}</span></li>`;
}
