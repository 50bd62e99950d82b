// The review of a game: a graph of who was ahead, the accuracy of both players, and their mistakes.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { settings } from "../app/settings.js";
import { REVIEW_TIMES_MS } from "../engine/study-engine.js";
import { evaluationGraph, turningPointIcon } from "./evaluation-graph.js";
import { fieldValue } from "./form.js";

/** @typedef {import("../wasm/engine.js").RatedMove} RatedMove */
/**
 * The part of a review that is saved.
 * @typedef {object} SavedReview
 * @property {RatedMove[]} moves
 * @property {(number | null)[]} accuracy
 * @property {number} rated How many moves were rated.
 */

/** The ratings that count as mistakes. */
const MISTAKE_RATINGS = new Set(["inaccuracy", "mistake", "blunder"]);

/**
 * @param {object} options
 * @param {string[]} options.players
 * @param {import("./move-tree.js").StudyTree} options.tree
 * @param {string[]} options.path The moves that lead to the shown position.
 * @param {SavedReview | null} options.review
 * @param {import("../engine/study-engine.js").StudyEngine} options.engine
 * @param {(moves: string[]) => void} options.onSelect Shows the position after these moves.
 * @param {(index: number) => void} options.onRetry Lets the visitor look for a better move.
 * @param {() => void} options.onStart
 * @param {() => void} options.onStop
 */
export function reviewPanel({ players, tree, path, review, engine, onSelect, onRetry, onStart, onStop }) {
  const mainLine = tree.mainLine.slice(1);
  const moves = review ? review.moves.map((move) => move.text) : mainLine.map((node) => node.text);
  const points = makeGraphPoints(review, mainLine);
  const current = path.every((move, index) => moves[index] === move) ? path.length : -1;
  const select = (/** @type {number} */ count) => onSelect(moves.slice(0, count));
  const rated = engine.partialReview?.rated ?? 0;
  return html`<section class="review" aria-labelledby="review-title"><div class="row between"><h2 id="review-title">${t("review")}</h2>
    <div class="row">${engine.isReviewing ? html`<progress max=${mainLine.length} .value=${rated} aria-label=${t("review-progress")}></progress>
      <span>${rated} / ${mainLine.length}</span>
      <button type="button" class="secondary" @click=${onStop}>${t("review-stop")}</button>` : html`
      <label class="inline-field">${t("review-speed")} <select @change=${(/** @type {Event} */ event) => engine.changeSettings({ pace: Number(fieldValue(event)) })}>${REVIEW_TIMES_MS.map((time, index) => html`
        <option value=${time} ?selected=${time === engine.settings.pace}>${t(`review-speed-${index + 1}`)}</option>`)}</select></label>
      <button type="button" class="button" ?disabled=${mainLine.length === 0} @click=${onStart}>${t("review-start")}</button>`}</div></div>
    ${points ? evaluationGraph(points, current, players[0], select) : html`<p class="muted">${mainLine.length === 0 ? t("review-no-moves") : t("review-description")}</p>`}
    ${review && review.rated > 0 ? mistakeList(review, players, current, select, engine.isReviewing ? null : onRetry) : nothing}</section>`;
}

/** The moves of a review that are mistakes, with their indices. @param {SavedReview} review */
export function listMistakes(review) {
  return review.moves.flatMap((move, index) => (move.rating && (move.turning || isMistake(move)) ? [{ move, index }] : []));
}

/**
 * @param {SavedReview} review
 * @param {string[]} players
 * @param {number} current How many moves lead to the shown position; negative in a variation.
 * @param {(count: number) => void} onSelect
 * @param {((index: number) => void) | null} onRetry
 */
function mistakeList(review, players, current, onSelect, onRetry) {
  const mistakes = listMistakes(review);
  const accuracy = (/** @type {string} */ player, /** @type {number} */ seat) => {
    const percent = review.accuracy[seat];
    return html`<span>${player} <b>${percent === null ? "–" : `${Math.round(percent)} %`}</b></span>`;
  };
  return html`<div class="mistakes">
    <p class="accuracy">${t("accuracy")} ${players.map(accuracy)}</p>
    ${review.rated < review.moves.length ? html`<p class="muted">${t("review-stopped", { rated: review.rated, moves: review.moves.length })}</p>` : nothing}
    ${mistakes.length === 0 && review.rated > 0 ? html`<p>${t("no-mistakes")}</p>` : nothing}
    <ul>${mistakes.map(({ move, index }) => html`<li><button type="button" class="turn" aria-current=${current === index + 1 ? "true" : nothing} @click=${() => onSelect(index + 1)}>
      ${move.turning ? turningPointIcon(move.turning) : nothing} ${describeMistake(move)}</button>
      ${onRetry && move.best ? html`<button type="button" class="secondary small" @click=${() => onRetry(index)}>${t("retry-move")}<span
        class="visually-hidden">: ${move.number} ${move.text}</span></button>` : nothing}</li>`)}</ul></div>`;
}

/** @param {Pick<RatedMove, "rating">} move */
export function isMistake({ rating }) {
  return rating !== null && MISTAKE_RATINGS.has(rating);
}

/** @param {RatedMove} move */
function describeMistake(move) {
  const { turning } = move.told[settings.language];
  return turning ?? t("rated-move", { move: `${move.number} ${move.text}`, rating: t(`rating-${move.rating}`), best: move.best ?? "" });
}

/**
 * The marks of reviewed moves in the tree, by the ids of their nodes.
 * @param {SavedReview | null} review
 * @param {import("./move-tree.js").StudyTree} tree
 */
export function makeReviewMarks(review, tree) {
  /** @type {Record<number, { kind: string, word: string }>} */
  const marks = {};
  let node = tree.get(0);
  for (const move of review?.moves ?? []) {
    const next = node.children.map((id) => tree.get(id)).find((child) => child.text === move.text);
    if (next === undefined) break;
    node = next;
    if (move.rating && isMistake(move)) marks[node.id] = { kind: move.rating, word: t(`rating-${move.rating}`) };
  }
  return marks;
}

/**
 * The points of the graph: from the review, otherwise from the evaluations in the record; null if there are too few.
 * @param {SavedReview | null} review
 * @param {import("../wasm/rules.js").StudyNode[]} mainLine
 */
function makeGraphPoints(review, mainLine) {
  const joinLabel = (/** @type {string} */ move, /** @type {string | null} */ score, /** @type {string | null} */ rating) => [move, score, rating].filter(Boolean).join(", ");
  const start = { share: /** @type {number | null} */ (null), label: t("start"), kind: null };
  if (review) {
    const [first] = review.moves;
    const points = review.moves.map((move) => ({
      share: move.share,
      label: joinLabel(`${move.number} ${move.text}`, move.told[settings.language]?.score ?? null, isMistake(move) ? t(`rating-${move.rating}`) : null),
      kind: move.turning,
    }));
    return [{ ...start, share: first?.before ?? null }, ...points];
  }
  if (mainLine.filter((node) => node.share !== null).length < 2) return null;
  return [start, ...mainLine.map((node) => ({ share: node.share, label: joinLabel(`${node.number} ${node.text}`, node.eval, null), kind: null }))];
}
