// The visitor's progress in lessons and puzzles, saved in the browser.
import { readItem, writeItem } from "./storage.js";

/**
 * The current task of a lesson and the solved ones, numbered from 1.
 * @typedef {{ at: number, solved: number[] }} LessonProgress
 */
/** @typedef {{ tries: number, solved: boolean }} PuzzleProgress */

/** @type {() => Record<string, LessonProgress>} */
const readLessons = () => readItem("lessons", {});
/** By game and position, which stay the same when puzzles are added. @type {() => Record<string, Record<string, PuzzleProgress>>} */
const readPuzzles = () => readItem("puzzles", {});

/** @param {string} game @returns {LessonProgress} */
export function getLessonProgress(game) {
  return readLessons()[game] ?? { at: 1, solved: [] };
}

/** @param {string} game @param {number} task */
export function setCurrentTask(game, task) {
  writeItem("lessons", { ...readLessons(), [game]: { ...getLessonProgress(game), at: task } });
}

/** @param {string} game @param {number} task */
export function markTaskSolved(game, task) {
  const { at, solved } = getLessonProgress(game);
  if (!solved.includes(task)) writeItem("lessons", { ...readLessons(), [game]: { at, solved: [...solved, task] } });
}

/** @param {string} game @param {string} position @returns {PuzzleProgress} */
export function getPuzzleProgress(game, position) {
  return readPuzzles()[game]?.[position] ?? { tries: 0, solved: false };
}

/** Records an attempt at a puzzle. @param {string} game @param {string} position @param {boolean} solved */
export function recordPuzzleAttempt(game, position, solved) {
  const before = getPuzzleProgress(game, position);
  // Attempts after the first success don't count.
  if (before.solved) return;
  writeItem("puzzles", { ...readPuzzles(), [game]: { ...readPuzzles()[game], [position]: { tries: before.tries + 1, solved } } });
}
