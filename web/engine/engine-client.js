// Starts tasks in the engine's worker. There is one task at a time: a new one replaces the last.
import { t } from "../app/i18n.js";
import { settings } from "../app/settings.js";

/** @typedef {import("../wasm/engine.js").EngineUpdate} EngineUpdate */
/** @typedef {{ id: number, update?: EngineUpdate, error?: string, errorKey?: string }} EngineResponse An error is a sentence of the rules or the key of a message. */
/**
 * @typedef {{ task: "move", record: string, player: string, seed: number }
 *   | { task: "hint", record: string }
 *   | { task: "lines", record: string, lines: number, time: number | null }
 *   | { task: "review", record: string, time: number }
 *   | { task: "stop" }} EngineTask
 */
/** @typedef {EngineTask & { id: number, language: string }} EngineRequest */

export class EngineClient {
  /** @type {Worker | null} */
  #worker = null;
  #id = 0;
  /** @type {(update: EngineUpdate) => void} */
  #onUpdate = () => {};
  /** @type {(error: string) => void} */
  #onError = () => {};

  /**
   * Starts a task.
   * @param {EngineTask} task
   * @param {(update: EngineUpdate) => void} onUpdate
   * @param {(error: string) => void} onError Called with the reason, without a full stop.
   */
  start(task, onUpdate, onError) {
    this.#onUpdate = onUpdate;
    this.#onError = onError;
    this.#post(task);
  }

  /** Stops the task. No more updates follow. */
  stop() {
    this.#onUpdate = () => {};
    this.#onError = () => {};
    if (this.#worker) this.#post({ task: "stop" });
  }

  /** Stops the worker for good. */
  terminate() {
    this.stop();
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {EngineTask} task */
  #post(task) {
    this.#id += 1;
    this.#getWorker().postMessage({ ...task, id: this.#id, language: settings.language });
  }

  #getWorker() {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", (event) => {
      /** @type {EngineResponse} */
      const response = event.data;
      if (response.id !== this.#id) return;
      if (response.errorKey) this.#onError(t(response.errorKey));
      else if (response.error !== undefined) this.#onError(response.error.replace(/\.$/, ""));
      else if (response.update) this.#onUpdate(response.update);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#worker = null;
      this.#onError(event.message || t("engine-not-loaded"));
    });
    this.#worker = worker;
    return worker;
  }
}
