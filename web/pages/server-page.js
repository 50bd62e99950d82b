// A page that needs the server. It loads once the server is found and has a session for the visitor.
import { html } from "../lib/lit-html.js";
import { getErrorMessage } from "../app/format.js";
import { t } from "../app/i18n.js";
import { link } from "../app/router.js";
import { detectServer, ensureSession, onUserChange } from "../online/server.js";

/** @typedef {import("../app/app.js").App} App */
/** @typedef {import("../app/app.js").Page} Page */

export class ServerPage {
  /** @type {Page | null} */
  #page = null;
  #error = "";
  #isLeft = false;
  #attempts = 0;
  #onOnline = () => { if (!this.#page) void this.#open(); };
  #stopListening = onUserChange(() => void this.#open());

  /** @param {App} app @param {() => Promise<Page>} createPage */
  constructor(app, createPage) {
    this.app = app;
    this.createPage = createPage;
    addEventListener("online", this.#onOnline);
    void this.#open();
  }

  async #open() {
    this.#error = "";
    this.#attempts += 1;
    const attempt = this.#attempts;
    try {
      if (await detectServer()) {
        await ensureSession();
        const page = await this.createPage();
        // The visitor may have left, or another attempt may have started.
        if (this.#isLeft || attempt !== this.#attempts) return page.leave?.();
        this.#page?.leave?.();
        this.#page = page;
      } else {
        this.#error = t(navigator.onLine ? "no-server" : "server-unreachable");
      }
    } catch (error) {
      this.#error = getErrorMessage(error);
    }
    if (this.#isLeft) return;
    this.app.refresh();
    const heading = this.app.root.querySelector("h1");
    if (heading && document.activeElement === document.body) heading.focus({ preventScroll: true });
  }

  title() {
    return this.#page?.title() ?? t("play-online");
  }

  isMyTurn() {
    return this.#page?.isMyTurn?.() ?? false;
  }

  template() {
    if (this.#page) return this.#page.template();
    return html`<section class="narrow"><h1 tabindex="-1">${t("play-online")}</h1>
      ${this.#error ? html`<p>${this.#error}</p><p class="row">
        <button type="button" class="button" @click=${() => { void this.#open(); this.app.refresh(); }}>${t("try-again")}</button>
        <a class="button secondary" href=${link([])}>${t("go-home")}</a></p>` : html`<p class="muted connecting" role="status">${t("loading")}</p>`}</section>`;
  }

  leave() {
    this.#isLeft = true;
    removeEventListener("online", this.#onOnline);
    this.#stopListening();
    this.#page?.leave?.();
  }

  get shortcuts() {
    return this.#page?.shortcuts ?? [];
  }
}
