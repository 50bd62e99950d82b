// What the engine sees: its best lines, each with a score in words, and how far it has looked.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { formatCompact } from "../app/format.js";

/** How many moves of a line are shown. */
const MAX_LINE_MOVES = 6;
/** The numbers of lines that can be asked for. */
const LINE_COUNTS = [1, 2, 3, 4, 5];

/**
 * @param {object} shown
 * @param {boolean} shown.on
 * @param {number} shown.count How many lines are asked for.
 * @param {import("../wasm/engine.js").Report | null} shown.report
 * @param {string} shown.state What is said where there are no lines.
 * @param {boolean} shown.done Whether there is nothing more to find.
 * @param {(on: boolean) => void} shown.turn Turns the engine on or off.
 * @param {(count: number) => void} shown.ask
 * @param {(moves: string[]) => void} shown.play Plays moves of a line.
 */
export function enginePanel({ on, count, report, state, done, turn, ask, play }) {
  return html`<section class="engine" aria-label=${t("page.engine")}>
    <div class="row between">
      <label class="check"><input type="checkbox" role="switch" .checked=${on} @change=${() => turn(!on)}><strong>${t("page.engine")}</strong></label>
      <label class="count">${t("page.line-count")} <select @change=${(/** @type {Event} */ event) =>
        ask(Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value))}>${LINE_COUNTS.map((n) => html`
        <option value=${n} ?selected=${n === count}>${n}</option>`)}</select></label>
      <span class="faint depth">${on && report ? describeDepth(report, done) : nothing}</span>
    </div>
    ${on && report && report.lines.length > 0 ? html`<ol>${report.lines.map((line) => engineLine(line, play))}</ol>` : html`<p class="faint">${state}</p>`}
  </section>`;
}

/** How far it has looked. @param {import("../wasm/engine.js").Report} report @param {boolean} done */
function describeDepth(report, done) {
  const parts = [t("analysis.depth", { depth: report.depth }), t("page.speed", { speed: formatCompact(report.speed) })];
  return `${parts.join(", ")}${done ? `, ${t("page.settled")}` : ""}`;
}

/** @param {import("../wasm/engine.js").EngineLine} line @param {(moves: string[]) => void} play */
function engineLine(line, play) {
  // The text has moves, some with a number before them.
  const numbered = line.text.match(/(\S+\. )?\S+/g) ?? [];
  const words = numbered.slice(0, MAX_LINE_MOVES).map((text, at) => {
    const [move, number] = text.split(" ").toReversed();
    return html`<span class="move">${number ? html`<span class="number">${number}</span>` : nothing}<button type="button" class="turn"
      @click=${() => play(line.moves.slice(0, at + 1))}>${move}</button></span> `;
  });
  return html`<li><span class="score ${line.winner === null ? "" : "proven"}">${line.winner === null ? nothing : html`<span class="sign" aria-hidden="true">✓</span>`}${line.score}${line.winner === null
    ? nothing : html`<span class="unseen">, ${t("page.proven")}</span>`}</span> <span class="words">${words}</span></li>`;
}
