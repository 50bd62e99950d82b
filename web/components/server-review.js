// The review of a finished game on the server, for visitors whose own device is slow.
import { html, nothing } from "../lib/lit-html.js";
import { announce } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { link, navigate } from "../app/router.js";
import { saveReview } from "../app/saved-studies.js";
import { request } from "../online/api.js";

/** @typedef {import("../online/api.js").Schemas["ReviewStatus"]} ReviewStatus */

const POLL_INTERVAL_MS = 1000;

export class ServerReview {
  /** How far the review has come; null if the visitor has not asked for it. @type {Pick<ReviewStatus, "rated" | "moves"> | null} */
  #status = null;
  #isLeft = false;

  /**
   * @param {string} game The id of the game on the server.
   * @param {() => void} onChange
   * @param {(error: unknown) => void} onError
   */
  constructor(game, onChange, onError) {
    this.path = `games/${game}/review`;
    this.onChange = onChange;
    this.onError = onError;
  }

  /** Stops following the review. The server completes it. */
  leave() {
    this.#isLeft = true;
  }

  /** Starts the review, or follows the one that the server has already, and opens it when it is complete. @param {number} moves */
  async start(moves) {
    this.#status = { rated: 0, moves };
    this.onChange();
    announce(t("server-review-progress", this.#status));
    try {
      /** @type {ReviewStatus} */
      let status = await request("POST", this.path);
      while (status.state === "running" && !this.#isLeft) {
        this.#status = status;
        this.onChange();
        await new Promise((resolve) => { setTimeout(resolve, POLL_INTERVAL_MS); });
        if (!this.#isLeft) status = await request("GET", this.path);
      }
      if (this.#isLeft) return;
      if (!status.review) throw new Error(t("server-review-failed"));
      const id = saveReview(status.review);
      announce(t("review-done"));
      // Without room in the browser, the address contains the study, with its evaluations.
      navigate(id === null ? link(["analysis"], { record: status.review.record }) : link(["analysis", id]));
    } catch (error) {
      this.#status = null;
      if (!this.#isLeft) this.onError(error);
    }
  }

  progress() {
    if (!this.#status) return nothing;
    const { rated, moves } = this.#status;
    return html`<p class="server-review">${t("server-review-progress", { rated, moves })}
      <progress max=${moves} .value=${rated} aria-label=${t("review-progress")}></progress></p>`;
  }

  /** @param {() => void} onStart */
  button(onStart) {
    return html`<button type="button" class="secondary" ?disabled=${this.#status !== null} @click=${onStart}>${t("server-review")}</button>`;
  }
}
