// The three ways to learn a game, with what has been done of each.
import { html } from "../lib/lit-html.js";
import { puzzles } from "../wasm/rules.js";
import { getLessonProgress, getPuzzleProgress } from "../app/progress.js";
import { link } from "../app/router.js";
import { t } from "../app/i18n.js";

/** @param {import("../app/game-info.js").GameInfo} info */
export function learnLinks(info) {
  const { solved } = getLessonProgress(info.id);
  const all = puzzles(info.id);
  const won = all.filter((puzzle) => getPuzzleProgress(info.id, puzzle.position).solved).length;
  const lesson = solved.length === 0 ? "page.lesson-begin" : solved.length < info.tasks ? "page.lesson-go-on" : "page.lesson-again";
  const way = (/** @type {string[]} */ to, /** @type {string} */ key, /** @type {string} */ what, /** @type {unknown} */ more) => html`
    <a class="way" href=${link(to)}><strong>${t(key)}<span class="unseen">, ${info.name}</span></strong><span>${t(what)}</span>${more}</a>`;
  return html`<div class="learn-ways">
    ${way(["lesson", info.id], lesson, "page.lesson-what", progressBar(solved.length, info.tasks, "page.tasks-solved"))}
    ${way(["rules", info.id], "page.read-rules", "page.rules-what", "")}
    ${way(["puzzles", info.id], "page.solve-puzzles", "page.puzzles-of-game", progressBar(won, all.length, "page.puzzles-solved"))}</div>`;
}

/** How much is done. @param {number} count @param {number} all @param {string} key */
export function progressBar(count, all, key) {
  return html`<span class="done"><span class="bar" .style=${`--done: ${all === 0 ? 0 : (100 * count) / all}%`}></span>${t(key, { done: count, count: all })}</span>`;
}
