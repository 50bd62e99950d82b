// What has been learnt: the tasks and puzzles that were solved, kept in the browser.
import { readItem, writeItem } from "./storage.js";

/**
 * How a lesson was left: at which task, and which were solved, counted from 1.
 * @typedef {{ at: number, solved: number[] }} Lessons
 */
/** How a puzzle was tried. @typedef {{ tries: number, solved: boolean }} Tried */

/** @type {() => Record<string, Lessons>} */
const lessons = () => readItem("lessons", {});
/** By game and position, so that they stay what they are when others are added. @type {() => Record<string, Record<string, Tried>>} */
const puzzles = () => readItem("puzzles", {});

/** How a game's lesson was left. @param {string} game @returns {Lessons} */
export function lessonOf(game) {
  return lessons()[game] ?? { at: 1, solved: [] };
}

/** Keeps where a lesson stands. @param {string} game @param {number} at */
export function reachTask(game, at) {
  writeItem("lessons", { ...lessons(), [game]: { ...lessonOf(game), at } });
}

/** Keeps that a task was solved. @param {string} game @param {number} task */
export function solveTask(game, task) {
  const { at, solved } = lessonOf(game);
  if (!solved.includes(task)) writeItem("lessons", { ...lessons(), [game]: { at, solved: [...solved, task] } });
}

/** How a puzzle was tried. @param {string} game @param {string} position @returns {Tried} */
export function triedOf(game, position) {
  return puzzles()[game]?.[position] ?? { tries: 0, solved: false };
}

/** Keeps that a puzzle was tried, and whether it was solved. @param {string} game @param {string} position @param {boolean} solved */
export function tryPuzzle(game, position, solved) {
  const before = triedOf(game, position);
  // What comes after the first success counts no more.
  if (before.solved) return;
  writeItem("puzzles", { ...puzzles(), [game]: { ...puzzles()[game], [position]: { tries: before.tries + 1, solved } } });
}
