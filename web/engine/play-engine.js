// The engine of a game: finds the computer's moves and hints, and evaluates the position.
import { t } from "../app/i18n.js";
import { settings } from "../app/settings.js";
import { EngineClient } from "./engine-client.js";

/** How long a position is evaluated for the evaluation bar. */
const EVALUATION_TIME_MS = 1500;
/** The computer never moves faster than this, so that people can follow. */
const MIN_MOVE_DELAY_MS = 350;

export class PlayEngine {
  isThinking = false;
  isFindingHint = false;
  /** @type {import("../wasm/engine.js").HintView | null} */
  hint = null;
  /** @type {import("../components/evaluation-bar.js").Evaluation | null} */
  evaluation = null;
  /** How much of the hint is shown: which piece, which move, why. */
  hintStage = 0;
  error = "";
  #client = new EngineClient();
  /** Runs until the computer's move is played. @type {ReturnType<typeof setTimeout> | undefined} */
  #moveTimer = undefined;

  /** @param {() => void} onChange Called when there is something new to show. */
  constructor(onChange) {
    this.onChange = onChange;
  }

  /** Stops the search and drops a move that has not been played yet. */
  stop() {
    clearTimeout(this.#moveTimer);
    this.#client.stop();
    this.isThinking = false;
    this.isFindingHint = false;
  }

  terminate() {
    clearTimeout(this.#moveTimer);
    this.#client.terminate();
  }

  /**
   * Finds a move for a computer player.
   * @param {import("../wasm/rules.js").Game} game
   * @param {string} player
   * @param {(move: string) => void} onMove
   */
  findMove(game, player, onMove) {
    this.isThinking = true;
    const startedAt = performance.now();
    this.#client.start({ task: "move", record: game.record(), player, seed: game.seed }, (update) => {
      if (update.report && settings.evaluation) this.#setEvaluation(update.report);
      if (!update.done || !update.move) return;
      const { move } = update;
      this.#moveTimer = setTimeout(() => onMove(move), Math.max(0, MIN_MOVE_DELAY_MS - (performance.now() - startedAt)));
    }, (error) => this.#fail(error));
  }

  /**
   * Finds a hint, or shows the next stage of the one that was found.
   * @param {import("../wasm/rules.js").Game} game
   * @param {(sentence: string) => void} onHint
   */
  findHint(game, onHint) {
    if (this.hint) {
      this.hintStage = Math.min(this.hintStage + 1, this.hint.stages.length - 1);
      onHint(this.hint.stages[this.hintStage]);
      this.onChange();
      return;
    }
    this.isFindingHint = true;
    this.error = "";
    this.onChange();
    this.#client.start({ task: "hint", record: game.record() }, ({ hint }) => {
      if (!hint) return;
      this.hint = hint;
      this.hintStage = 0;
      this.isFindingHint = false;
      onHint(hint.stages[0]);
      this.onChange();
    }, (error) => this.#fail(error));
  }

  /** Evaluates the position, if the evaluation bar is shown. @param {import("../wasm/rules.js").Game} game */
  evaluate(game) {
    if (!settings.evaluation) return;
    this.#client.start({ task: "lines", record: game.record(), lines: 1, time: EVALUATION_TIME_MS },
      ({ report }) => { if (report) this.#setEvaluation(report); }, () => {});
  }

  /** @param {import("../wasm/engine.js").SearchReport} report */
  #setEvaluation({ lines: [{ share, score }] }) {
    this.evaluation = { share, score };
    this.onChange();
  }

  /** @param {string} reason */
  #fail(reason) {
    this.isThinking = false;
    this.isFindingHint = false;
    this.error = t("engine-failed", { why: reason });
    this.onChange();
  }
}
