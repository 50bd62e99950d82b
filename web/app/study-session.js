// An open study and its copy in the browser's storage.
import { Study } from "../wasm/rules.js";
import { StudyTree } from "../components/move-tree.js";
import { tGame } from "./i18n.js";
import { loadStudy, saveStudy } from "./saved-studies.js";

export class StudySession {
  /** @param {string} id @param {Study} study */
  constructor(id, study) {
    this.id = id;
    this.study = study;
    const saved = loadStudy(id);
    this.flipped = saved?.flipped ?? false;
    this.review = saved?.review ?? null;
    /** Whether the browser has no room for the study. */
    this.isUnsaved = !saved;
    /** Whether the visitor has changed the study. */
    this.isEdited = saved?.own ?? false;
    /** The record as this tab last read or wrote it. */
    this.savedRecord = study.record();
    study.goTo(saved ? study.findNode(saved.path) : study.findLineEnd(0));
    if (saved?.entered) this.#restoreEntry(saved.entered);
    this.view = study.view(this.flipped);
    this.tree = new StudyTree(this.view.nodes);
  }

  free() {
    this.study.free();
  }

  /** Updates the view after a change of the study. */
  updateView() {
    this.view = this.study.view(this.flipped);
    this.tree = new StudyTree(this.view.nodes);
  }

  /** The moves that lead to the shown position. */
  get path() {
    return this.study.path;
  }

  /** The node of the shown position. */
  get node() {
    return this.tree.get(this.view.current);
  }

  /** Why the recorded game ended, translated if possible. */
  get termination() {
    const { Termination: termination } = this.view.tags;
    if (!termination) return "";
    const key = `reason-${termination.replaceAll(" ", "-")}`;
    const translated = tGame(this.view.game, key);
    return `(${translated === `{${key}}` ? termination : translated})`;
  }

  save() {
    const record = this.study.record();
    this.isEdited ||= record !== this.savedRecord;
    this.savedRecord = record;
    const { path, flipped, review, isEdited: own } = this;
    this.isUnsaved = !saveStudy(this.id, { record, path, entered: this.study.enteredText, flipped, review, own });
  }

  /** Takes over what another tab has saved. Returns whether that was anything new. */
  reload() {
    const saved = loadStudy(this.id);
    if (!saved || saved.record === this.savedRecord) return false;
    this.review = saved.review;
    this.isEdited = saved.own;
    this.savedRecord = saved.record;
    this.replaceRecord(saved.record);
    return true;
  }

  /** Shows another record, as near as possible to the same place. @param {string} record */
  replaceRecord(record) {
    const [path, entered] = [this.path, this.study.enteredText];
    const study = Study.fromRecord(record);
    this.study.free();
    this.study = study;
    study.goTo(study.findNode(path));
    if (entered) this.#restoreEntry(entered);
    this.updateView();
  }

  /** Enters the steps of an unfinished turn again, if they fit the position. @param {string} entered */
  #restoreEntry(entered) {
    try {
      this.study.enter(entered);
    } catch {
      // The visitor enters the turn again.
    }
  }
}
