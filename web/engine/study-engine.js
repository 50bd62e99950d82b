// The engine of a study: analyses the shown position and reviews the whole game.
import { t } from "../app/i18n.js";
import { readItem, writeItem } from "../app/storage.js";
import { EngineClient } from "./engine-client.js";

/** The page shows the engine's updates at most this often. */
const UPDATE_INTERVAL_MS = 150;
/** How long a review may spend on each position, in milliseconds. */
export const REVIEW_TIMES_MS = [100, 400, 1500];
/** How long the engine looks at least at a move that a visitor tries instead of a mistake. */
const MIN_RATING_TIME_MS = 400;

export class StudyEngine {
  /** What the visitor chose. The storage keeps `pace`, the time of a review for each position in milliseconds. */
  settings = { on: true, lines: 3, pace: REVIEW_TIMES_MS[1], ...readItem("engine", {}) };
  /** @type {import("../wasm/engine.js").SearchReport | null} */
  report = null;
  /** Whether the analysis has nothing more to find. */
  isDone = false;
  error = "";
  isReviewing = false;
  /** The results of the running review so far. @type {import("../wasm/engine.js").ReviewView | null} */
  partialReview = null;
  #client = new EngineClient();
  #shownAt = 0;

  /**
   * @param {() => void} onChange Called when there is something new to show.
   * @param {() => void} onReviewDone
   * @param {() => void} onError Called when the engine fails, before the error is shown.
   */
  constructor(onChange, onReviewDone, onError) {
    this.onChange = onChange;
    this.onReviewDone = onReviewDone;
    this.onError = onError;
  }

  terminate() {
    this.#client.terminate();
  }

  /** @param {Partial<StudyEngine["settings"]>} changes */
  changeSettings(changes) {
    Object.assign(this.settings, changes);
    writeItem("engine", this.settings);
  }

  /** Analyses the last position of a record, unless a review is running. @param {string | null} record Null where there is nothing to analyse. */
  analyse(record) {
    if (this.isReviewing) return;
    this.#client.stop();
    this.report = null;
    this.isDone = false;
    this.error = "";
    if (this.settings.on && record !== null) {
      this.#client.start({ task: "lines", record, lines: this.settings.lines, time: null }, (update) => {
        this.report = update.report ?? this.report;
        this.isDone = update.done;
        this.#showSoon(update.done);
      }, (error) => this.#fail(error));
    }
    this.onChange();
  }

  /** Rates the moves of a record's main line. @param {string} record */
  startReview(record) {
    this.#client.stop();
    this.report = null;
    this.error = "";
    this.isReviewing = true;
    this.partialReview = null;
    this.#client.start({ task: "review", record, time: this.settings.pace }, (update) => {
      if (update.review) this.partialReview = update.review;
      if (update.done) this.onReviewDone();
      else if (update.review) this.#showSoon(false);
    }, (error) => this.#fail(error));
    this.onChange();
  }

  /**
   * Rates the only move of a record, as a review does.
   * @param {string} record
   * @param {(move: import("../wasm/engine.js").RatedMove) => void} onRated
   * @param {(error: string) => void} onError
   */
  rateMove(record, onRated, onError) {
    this.#client.stop();
    this.#client.start({ task: "review", record, time: Math.max(this.settings.pace, MIN_RATING_TIME_MS) }, (update) => {
      if (update.done && update.review) onRated(update.review.moves[0]);
    }, (error) => onError(t("engine-failed", { why: error })));
  }

  /** Ends the running review and returns what it has found so far. */
  stopReview() {
    this.#client.stop();
    const review = this.partialReview;
    this.isReviewing = false;
    this.partialReview = null;
    return review;
  }

  /** What to say while there are no lines to show. @param {boolean} isOver Whether the game is over in the shown position. */
  describeStatus(isOver) {
    if (this.error) return this.error;
    if (!this.settings.on) return t("engine-off");
    if (this.isReviewing) return t("engine-reviewing");
    return isOver ? t("game-over-here") : t("engine-starting");
  }

  /** Shows an update, but not more often than people can read. @param {boolean} isLast */
  #showSoon(isLast) {
    if (!isLast && performance.now() - this.#shownAt < UPDATE_INTERVAL_MS) return;
    this.#shownAt = performance.now();
    this.onChange();
  }

  /** @param {string} reason */
  #fail(reason) {
    this.error = t("engine-failed", { why: reason });
    this.onError();
  }
}
