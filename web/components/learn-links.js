// Links to a game's lesson, rules and puzzles, with the visitor's progress.
import { html } from "../lib/lit-html.js";
import { listPuzzles } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { getLessonProgress, getPuzzleProgress } from "../app/progress.js";
import { link } from "../app/router.js";

/** @param {import("../app/game-info.js").GameInfo} info */
export function learnLinks(info) {
  const { solved } = getLessonProgress(info.id);
  const all = listPuzzles(info.id);
  const solvedPuzzles = all.filter((puzzle) => getPuzzleProgress(info.id, puzzle.position).solved).length;
  const lesson = solved.length === 0 ? "lesson-start" : solved.length < info.taskCount ? "lesson-resume" : "lesson-repeat";
  const linkTo = (/** @type {string[]} */ path, /** @type {string} */ key, /** @type {string} */ descriptionKey, /** @type {unknown} */ progress) => html`
    <a class="learn-link" href=${link(path)}><strong>${t(key)}<span class="visually-hidden">, ${info.name}</span></strong><span>${t(descriptionKey)}</span>${progress}</a>`;
  return html`<div class="learn-links">
    ${linkTo(["lesson", info.id], lesson, "lesson-description", progressBar(solved.length, info.taskCount, "tasks-solved"))}
    ${linkTo(["rules", info.id], "read-rules", "rules-description", "")}
    ${linkTo(["puzzles", info.id], "solve-puzzles", "solve-puzzles-description", progressBar(solvedPuzzles, all.length, "puzzles-solved"))}</div>`;
}

/** @param {number} count @param {number} all @param {string} key */
export function progressBar(count, all, key) {
  return html`<span class="progress"><span class="progress-bar" .style=${`--done: ${all === 0 ? 0 : (100 * count) / all}%`}></span>${t(key, { done: count, count: all })}</span>`;
}
