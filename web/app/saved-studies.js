// The studies saved in the browser, each as a record and a place in it.
import { generateId } from "./saved-games.js";
import { listKeys, onItemChange, readItem, removeItem, writeItem } from "./storage.js";

/**
 * @typedef {object} SavedStudy
 * @property {string} record
 * @property {string[]} path The moves that lead to the shown position.
 * @property {string} entered The steps entered of the next turn.
 * @property {boolean} flipped
 * @property {import("../components/review-panel.js").SavedReview | null} review
 * @property {boolean} own Whether it has something that exists nowhere else, such as the visitor's own moves.
 * @property {number} changed
 */

const KEY_PREFIX = "study.";
/** The maximum number of saved studies without moves of the visitor. They can be opened again from their source. */
const MAX_DISPOSABLE_STUDIES = 12;

/** Saves a study. If there is no room, it deletes studies without own moves. Returns whether it worked. @param {string} id @param {Omit<SavedStudy, "changed">} study */
export function saveStudy(id, study) {
  const saved = { ...study, changed: Date.now() };
  if (writeItem(KEY_PREFIX + id, saved)) return true;
  const others = listDisposableStudies().filter((other) => other.id !== id);
  return others.toReversed().some((other) => {
    deleteStudy(other.id);
    return writeItem(KEY_PREFIX + id, saved);
  });
}

/** The studies that may be deleted to make room, last changed first. */
function listDisposableStudies() {
  return listSavedStudies().filter((study) => study.own === false);
}

/** Calls the listener when another tab saves the study. Returns a function that stops it. @param {string} id @param {() => void} listener */
export function onStudyChange(id, listener) {
  return onItemChange(KEY_PREFIX + id, listener);
}

/** @param {string} id @returns {SavedStudy | null} */
export function loadStudy(id) {
  const saved = readItem(KEY_PREFIX + id, /** @type {SavedStudy | null} */ (null));
  // A review by an older version of the page lacks texts that this one shows.
  if (saved?.review?.moves.some((move) => !move.told)) saved.review = null;
  return saved;
}

/** The saved studies, last changed first. @returns {(SavedStudy & { id: string })[]} */
export function listSavedStudies() {
  const all = listKeys(KEY_PREFIX).flatMap((name) => {
    const id = name.slice(KEY_PREFIX.length);
    const saved = loadStudy(id);
    return saved ? [{ id, ...saved }] : [];
  });
  return all.sort((a, b) => b.changed - a.changed);
}

/** The id of the saved study with this record, or a new id. In that case it deletes studies that exceed the limit. @param {string} record */
export function findOrCreateStudyId(record) {
  const same = listSavedStudies().find((study) => study.record === record);
  if (same) return same.id;
  listDisposableStudies().slice(MAX_DISPOSABLE_STUDIES - 1).forEach((study) => deleteStudy(study.id));
  return generateId();
}

/**
 * Saves a complete review as a study that shows the end of the game. Returns its id, or null if there was no room.
 * @param {import("../components/review-panel.js").SavedReview & { record: string }} review
 */
export function saveReview({ record, moves, accuracy, rated }) {
  const id = findOrCreateStudyId(record);
  const path = moves.map((move) => move.text);
  return saveStudy(id, { flipped: false, ...loadStudy(id), record, path, entered: "", review: { moves, accuracy, rated }, own: true }) ? id : null;
}

/** @param {string} id */
export function deleteStudy(id) {
  removeItem(KEY_PREFIX + id);
}
