// A bar that shows who is ahead. The first player's part grows from that player's side of the board.
import { html } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/**
 * Who is ahead.
 * @typedef {object} Evaluation
 * @property {number} share The share of the points that the first player can expect, from 0 to 1.
 * @property {string} score
 */

/** The evaluation of a finished game. @param {import("../wasm/rules.js").OutcomeView} outcome */
export function evaluateOutcome({ winner, score }) {
  return { share: winner === null ? 0.5 : 1 - winner, score };
}

/**
 * @param {Evaluation | null} evaluation
 * @param {boolean} flipped
 */
export function evaluationBar(evaluation, flipped) {
  const share = Math.round(100 * (evaluation?.share ?? 0.5));
  const description = evaluation ? t("evaluation", { score: evaluation.score }) : t("evaluation-none");
  return html`<div class="evaluation ${flipped ? "flipped" : ""}" role="meter" aria-label=${t("evaluation-bar-label")} aria-valuemin="0" aria-valuemax="100"
    aria-valuenow=${share} aria-valuetext=${description} title=${description}><div class="share" .style=${`--share: ${share}%`}></div>
    <span class="score">${evaluation?.score ?? ""}</span></div>`;
}
