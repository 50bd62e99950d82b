// The studies that are kept in the browser, each as a record with a place in it.
import { newId } from "./saved-games.js";
import { removeItem, onItemChange, listKeys, readItem, writeItem } from "./storage.js";

/**
 * @typedef {object} KeptStudy
 * @property {string} record
 * @property {string[]} path The moves that lead to where it stands.
 * @property {string} entered What is entered of a turn there.
 * @property {boolean} flipped
 * @property {import("../components/evaluation-graph.js").Reviewed | null} review
 * @property {boolean} own Whether somebody has put something of their own into it, which is found nowhere else.
 * @property {number} changed
 */

const KEY = "study.";
/** How many are kept that have nothing of their own: they can be begun again at any time. */
const MOST = 12;

/** Keeps a study, if need be in place of some that have nothing of their own. Whether there was room for it. @param {string} id @param {Omit<KeptStudy, "changed">} study */
export function keepStudy(id, study) {
  const kept = { ...study, changed: Date.now() };
  if (writeItem(KEY + id, kept)) return true;
  const others = borrowed().filter((other) => other.id !== id);
  return others.toReversed().some((other) => {
    dropStudy(other.id);
    return writeItem(KEY + id, kept);
  });
}

/** The studies that have nothing of their own. */
function borrowed() {
  return keptStudies().filter((study) => study.own === false);
}

/** Hears of a study being changed in another tab. What it gives stops that. @param {string} id @param {() => void} hear */
export function hearStudy(id, hear) {
  return onItemChange(KEY + id, hear);
}

/** A kept study, if there is one. @param {string} id @returns {KeptStudy | null} */
export function keptStudy(id) {
  const kept = readItem(KEY + id, /** @type {KeptStudy | null} */ (null));
  // A review that an older page has made lacks what this one shows; it can be made again.
  if (kept?.review?.moves.some((move) => !move.told)) kept.review = null;
  return kept;
}

/** The kept studies, the one changed last first. @returns {(KeptStudy & { id: string })[]} */
export function keptStudies() {
  const all = listKeys(KEY).flatMap((name) => {
    const id = name.slice(KEY.length);
    const kept = keptStudy(id);
    return kept ? [{ id, ...kept }] : [];
  });
  return all.sort((a, b) => b.changed - a.changed);
}

/** A name for a study of a record: that of one which is kept already, or a new one, for which there is room then. @param {string} record */
export function studyId(record) {
  const same = keptStudies().find((study) => study.record === record);
  if (same) return same.id;
  borrowed().slice(MOST - 1).forEach((study) => dropStudy(study.id));
  return newId();
}

/** Forgets a study. @param {string} id */
export function dropStudy(id) {
  removeItem(KEY + id);
}
