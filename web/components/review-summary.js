// What went wrong in a game, in words; each leads to its move.
import { html, nothing } from "../lib/lit-html.js";
import { settings } from "../app/settings.js";
import { t } from "../app/i18n.js";
import { turningPointIcon } from "./evaluation-graph.js";

/** The ratings that are told of. */
export const MISTAKE_RATINGS = ["inaccuracy", "mistake", "blunder"];

/**
 * @param {import("./evaluation-graph.js").SavedReview} review
 * @param {string[]} players
 * @param {(index: number) => void} onSelect Goes to where so many moves are played.
 */
export function reviewSummary(review, players, onSelect) {
  const mistakes = review.moves.flatMap((move, at) => (move.rating && (move.turning || MISTAKE_RATINGS.includes(move.rating)) ? [{ move, at }] : []));
  const accuracy = (/** @type {string} */ player, /** @type {number} */ seat) => {
    const percent = review.accuracy[seat];
    return html`<span>${player} <b>${percent === null ? "–" : `${Math.round(percent)} %`}</b></span>`;
  };
  return html`<div class="mistakes">
    <p class="accuracy">${t("page.accuracy")} ${players.map(accuracy)}</p>
    ${review.rated < review.moves.length ? html`<p class="faint">${t("analysis.broken-off", { rated: review.rated, moves: review.moves.length })}</p>` : nothing}
    ${mistakes.length === 0 && review.rated > 0 ? html`<p>${t("page.no-mistakes")}</p>` : nothing}
    <ul>${mistakes.map(({ move, at }) => html`<li><button type="button" class="turn" @click=${() => onSelect(at + 1)}>
      ${move.turning ? turningPointIcon(move.turning) : nothing} ${describeMistake(move)}</button></li>`)}</ul></div>`;
}

/** @param {import("../wasm/engine.js").RatedMove} move */
function describeMistake(move) {
  const { turning } = move.told[settings.language];
  return turning ?? t("page.rated-move", { move: `${move.number} ${move.text}`, rating: t(`rating.${move.rating}`), best: move.best ?? "" });
}
