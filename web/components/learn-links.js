// Links to a game's lesson, rules and puzzles, with the visitor's progress.
import { html } from "../lib/lit-html.js";
import { puzzles } from "../wasm/rules.js";
import { t } from "../app/i18n.js";
import { getLessonProgress, getPuzzleProgress } from "../app/progress.js";
import { link } from "../app/router.js";

/** @param {import("../app/game-info.js").GameInfo} info */
export function learnLinks(info) {
  const { solved } = getLessonProgress(info.id);
  const all = puzzles(info.id);
  const solvedPuzzles = all.filter((puzzle) => getPuzzleProgress(info.id, puzzle.position).solved).length;
  const lesson = solved.length === 0 ? "lesson-begin" : solved.length < info.tasks ? "lesson-go-on" : "lesson-again";
  const linkTo = (/** @type {string[]} */ path, /** @type {string} */ key, /** @type {string} */ descriptionKey, /** @type {unknown} */ progress) => html`
    <a class="way" href=${link(path)}><strong>${t(key)}<span class="unseen">, ${info.name}</span></strong><span>${t(descriptionKey)}</span>${progress}</a>`;
  return html`<div class="learn-ways">
    ${linkTo(["lesson", info.id], lesson, "lesson-what", progressBar(solved.length, info.tasks, "tasks-solved"))}
    ${linkTo(["rules", info.id], "read-rules", "rules-what", "")}
    ${linkTo(["puzzles", info.id], "solve-puzzles", "puzzles-of-game", progressBar(solvedPuzzles, all.length, "puzzles-solved"))}</div>`;
}

/** @param {number} count @param {number} all @param {string} key */
export function progressBar(count, all, key) {
  return html`<span class="done"><span class="bar" .style=${`--done: ${all === 0 ? 0 : (100 * count) / all}%`}></span>${t(key, { done: count, count: all })}</span>`;
}
