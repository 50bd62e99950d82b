// What has been learnt: the tasks and puzzles that were solved, kept in the browser.
import { readItem, writeItem } from "./storage.js";

/**
 * How a lesson was left: at which task, and which were solved, counted from 1.
 * @typedef {{ at: number, solved: number[] }} LessonProgress
 */
/** How a puzzle was tried. @typedef {{ tries: number, solved: boolean }} PuzzleProgress */

/** @type {() => Record<string, LessonProgress>} */
const readLessons = () => readItem("lessons", {});
/** By game and position, so that they stay what they are when others are added. @type {() => Record<string, Record<string, PuzzleProgress>>} */
const readPuzzles = () => readItem("puzzles", {});

/** How a game's lesson was left. @param {string} game @returns {LessonProgress} */
export function getLessonProgress(game) {
  return readLessons()[game] ?? { at: 1, solved: [] };
}

/** Keeps where a lesson stands. @param {string} game @param {number} at */
export function setCurrentTask(game, at) {
  writeItem("lessons", { ...readLessons(), [game]: { ...getLessonProgress(game), at } });
}

/** Keeps that a task was solved. @param {string} game @param {number} task */
export function markTaskSolved(game, task) {
  const { at, solved } = getLessonProgress(game);
  if (!solved.includes(task)) writeItem("lessons", { ...readLessons(), [game]: { at, solved: [...solved, task] } });
}

/** How a puzzle was tried. @param {string} game @param {string} position @returns {PuzzleProgress} */
export function getPuzzleProgress(game, position) {
  return readPuzzles()[game]?.[position] ?? { tries: 0, solved: false };
}

/** Keeps that a puzzle was tried, and whether it was solved. @param {string} game @param {string} position @param {boolean} solved */
export function recordPuzzleAttempt(game, position, solved) {
  const before = getPuzzleProgress(game, position);
  // What comes after the first success counts no more.
  if (before.solved) return;
  writeItem("puzzles", { ...readPuzzles(), [game]: { ...readPuzzles()[game], [position]: { tries: before.tries + 1, solved } } });
}
