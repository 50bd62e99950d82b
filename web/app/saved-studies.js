// The studies that are kept in the browser, each as a record with a place in it.
import { generateId } from "./saved-games.js";
import { removeItem, onItemChange, listKeys, readItem, writeItem } from "./storage.js";

/**
 * @typedef {object} SavedStudy
 * @property {string} record
 * @property {string[]} path The moves that lead to where it stands.
 * @property {string} entered What is entered of a turn there.
 * @property {boolean} flipped
 * @property {import("../components/review-panel.js").SavedReview | null} review
 * @property {boolean} own Whether somebody has put something of their own into it, which is found nowhere else.
 * @property {number} changed
 */

const KEY_PREFIX = "study.";
/** How many are kept that have nothing of their own: they can be begun again at any time. */
const MAX_DISPOSABLE_STUDIES = 12;

/** Keeps a study, if need be in place of some that have nothing of their own. Whether there was room for it. @param {string} id @param {Omit<SavedStudy, "changed">} study */
export function saveStudy(id, study) {
  const saved = { ...study, changed: Date.now() };
  if (writeItem(KEY_PREFIX + id, saved)) return true;
  const others = listDisposableStudies().filter((other) => other.id !== id);
  return others.toReversed().some((other) => {
    deleteStudy(other.id);
    return writeItem(KEY_PREFIX + id, saved);
  });
}

/** The studies that have nothing of their own. */
function listDisposableStudies() {
  return listSavedStudies().filter((study) => study.own === false);
}

/** Hears of a study being changed in another tab. What it gives stops that. @param {string} id @param {() => void} listener */
export function onStudyChange(id, listener) {
  return onItemChange(KEY_PREFIX + id, listener);
}

/** A kept study, if there is one. @param {string} id @returns {SavedStudy | null} */
export function loadStudy(id) {
  const saved = readItem(KEY_PREFIX + id, /** @type {SavedStudy | null} */ (null));
  // A review that an older page has made lacks what this one shows; it can be made again.
  if (saved?.review?.moves.some((move) => !move.told)) saved.review = null;
  return saved;
}

/** The kept studies, the one changed last first. @returns {(SavedStudy & { id: string })[]} */
export function listSavedStudies() {
  const all = listKeys(KEY_PREFIX).flatMap((name) => {
    const id = name.slice(KEY_PREFIX.length);
    const saved = loadStudy(id);
    return saved ? [{ id, ...saved }] : [];
  });
  return all.sort((a, b) => b.changed - a.changed);
}

/** A name for a study of a record: that of one which is kept already, or a new one, for which there is room then. @param {string} record */
export function findOrCreateStudyId(record) {
  const same = listSavedStudies().find((study) => study.record === record);
  if (same) return same.id;
  listDisposableStudies().slice(MAX_DISPOSABLE_STUDIES - 1).forEach((study) => deleteStudy(study.id));
  return generateId();
}

/** Forgets a study. @param {string} id */
export function deleteStudy(id) {
  removeItem(KEY_PREFIX + id);
}
