// The page's door to the worker that thinks. It thinks about one thing at a time: a new order ends the one before.
import { settings } from "../app/settings.js";

/** @typedef {import("../wasm/engine.js").News} News */
/** @typedef {{ id: number, news?: News, error?: string }} Answer */
/**
 * @typedef {{ task: "move", record: string, player: string, seed: number }
 *   | { task: "hint", record: string }
 *   | { task: "lines", record: string, lines: number, time: number | null }
 *   | { task: "review", record: string, time: number }
 *   | { task: "stop" }} Task
 */
/** @typedef {Task & { id: number, language: string }} Order */

export class Thinking {
  /** @type {Worker | null} */
  #worker = null;
  #id = 0;
  /** @type {(news: News) => void} */
  #hear = () => {};
  /** @type {(error: string) => void} */
  #fail = () => {};

  /**
   * Begins to think about something. `hear` is told what is new until it is done, `fail` why it cannot be done.
   * @param {Task} task
   * @param {(news: News) => void} hear
   * @param {(error: string) => void} fail
   */
  begin(task, hear, fail) {
    this.#hear = hear;
    this.#fail = fail;
    this.#order(task);
  }

  /** Stops thinking: there will be no more news. */
  stop() {
    this.#hear = () => {};
    this.#fail = () => {};
    if (this.#worker) this.#order({ task: "stop" });
  }

  /** Ends it for good. */
  end() {
    this.stop();
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {Task} task */
  #order(task) {
    this.#id += 1;
    this.#open().postMessage({ ...task, id: this.#id, language: settings.language });
  }

  #open() {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", (event) => {
      /** @type {Answer} */
      const answer = event.data;
      if (answer.id !== this.#id) return;
      if (answer.error !== undefined) this.#fail(answer.error);
      else if (answer.news) this.#hear(answer.news);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#worker = null;
      this.#fail(event.message || "The engine could not be loaded.");
    });
    this.#worker = worker;
    return worker;
  }
}
