// The three ways to learn a game, with what has been done of each.
import { html } from "../lib/lit-html.js";
import { puzzles } from "../wasm/rules.js";
import { lessonOf, triedOf } from "../app/progress.js";
import { link } from "../app/router.js";
import { t } from "../app/i18n.js";

/** @param {import("../wasm/rules.js").GameFacts} facts */
export function ways(facts) {
  const { solved } = lessonOf(facts.id);
  const all = puzzles(facts.id);
  const won = all.filter((puzzle) => triedOf(facts.id, puzzle.position).solved).length;
  const lesson = solved.length === 0 ? "page.lesson-begin" : solved.length < facts.tasks ? "page.lesson-go-on" : "page.lesson-again";
  const way = (/** @type {string[]} */ to, /** @type {string} */ key, /** @type {string} */ what, /** @type {unknown} */ more) => html`
    <a class="way" href=${link(to)}><strong>${t(key)}<span class="unseen">, ${facts.name}</span></strong><span>${t(what)}</span>${more}</a>`;
  return html`<div class="learn-ways">
    ${way(["lesson", facts.id], lesson, "page.lesson-what", done(solved.length, facts.tasks, "page.tasks-solved"))}
    ${way(["rules", facts.id], "page.read-rules", "page.rules-what", "")}
    ${way(["puzzles", facts.id], "page.solve-puzzles", "page.puzzles-of-game", done(won, all.length, "page.puzzles-solved"))}</div>`;
}

/** How much is done. @param {number} count @param {number} all @param {string} key */
export function done(count, all, key) {
  return html`<span class="done"><span class="bar" .style=${`--done: ${all === 0 ? 0 : (100 * count) / all}%`}></span>${t(key, { done: count, count: all })}</span>`;
}
