// A page for which a server is needed: it opens when the server is found and knows the visitor.
import { html } from "../lib/lit-html.js";
import { getErrorMessage } from "../app/errors.js";
import { detectServer, onUserChange, ensureSession } from "../online/server.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/app.js").App} App */
/** @typedef {import("../app/app.js").Page} Page */

export class ServerPage {
  /** @type {Page | null} */
  #page = null;
  #why = "";
  #left = false;
  #attempts = 0;
  #again = () => { if (!this.#page) void this.#open(); };
  #stop = onUserChange(() => void this.#open());

  /** @param {App} app @param {() => Promise<Page>} make */
  constructor(app, make) {
    this.app = app;
    this.make = make;
    addEventListener("online", this.#again);
    void this.#open();
  }

  async #open() {
    this.#why = "";
    this.#attempts += 1;
    const attempt = this.#attempts;
    try {
      if (await detectServer()) {
        await ensureSession();
        const page = await this.make();
        // Another attempt may have been begun meanwhile.
        if (this.#left || attempt !== this.#attempts) return page.leave?.();
        this.#page?.leave?.();
        this.#page = page;
      } else {
        this.#why = t(navigator.onLine ? "page.no-server" : "page.server-away");
      }
    } catch (error) {
      this.#why = getErrorMessage(error);
    }
    if (this.#left) return;
    this.app.refresh();
    const heading = this.app.root.querySelector("h1");
    if (heading && document.activeElement === document.body) heading.focus({ preventScroll: true });
  }

  title() {
    return this.#page?.title() ?? t("page.play-others");
  }

  template() {
    if (this.#page) return this.#page.template();
    return html`<section class="narrow"><h1 tabindex="-1">${t("page.play-others")}</h1>
      ${this.#why ? html`<p>${this.#why}</p><p class="row">
        <button type="button" class="button" @click=${() => { void this.#open(); this.app.refresh(); }}>${t("page.try-again")}</button>
        <a class="button quiet" href="#/">${t("page.to-home")}</a></p>` : html`<p class="faint asking" role="status">${t("page.asking-server")}</p>`}</section>`;
  }

  leave() {
    this.#left = true;
    removeEventListener("online", this.#again);
    this.#stop();
    this.#page?.leave?.();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    this.#page?.handleKey?.(event);
  }
}
