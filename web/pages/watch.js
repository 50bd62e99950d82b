// One running game live: that of the strongest players. When it ends, the next one follows.
import { html } from "../lib/lit-html.js";
import { getErrorMessage } from "../app/format.js";
import { t } from "../app/i18n.js";
import { onlineNav } from "../components/online-nav.js";
import { request } from "../online/api.js";
import { connection } from "../online/connection.js";
import { openOnlineGame } from "./online-game.js";

/** How long the result of a game is shown before the next game. */
const RESULT_DURATION_MS = 6000;

export class WatchPage {
  /** @type {import("./online-game.js").OnlineGamePage | null} */
  #page = null;
  #error = "";
  #isLeft = false;
  #isLoading = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  #stopWatching;

  /** @param {import("../app/app.js").App} app */
  constructor(app) {
    this.app = app;
    // Another game may have begun or ended.
    this.#stopWatching = connection.watchLobby(() => this.#check());
    void this.#showNext();
  }

  title() {
    return t("watch-live");
  }

  leave() {
    this.#isLeft = true;
    clearTimeout(this.#timer);
    this.#stopWatching();
    this.#page?.leave();
  }

  /** Moves on if there is no game to watch, or after the result of one that has ended. */
  #check() {
    if (!this.#page) void this.#showNext();
    else if (this.#page.remote.isOver && this.#timer === undefined) {
      this.app.showMessage(t("watch-next"));
      this.#timer = setTimeout(() => { this.#timer = undefined; void this.#showNext(); }, RESULT_DURATION_MS);
    }
  }

  async #showNext() {
    if (this.#isLoading || this.#isLeft) return;
    this.#isLoading = true;
    try {
      const { game } = await request("GET", "featured");
      // The last game stays until there is another.
      if (game && game.id !== this.#page?.remote.summary.id) {
        const page = await openOnlineGame(this.app, game.id);
        if (this.#isLeft) return page.leave();
        this.#page?.leave();
        this.#page = page;
      }
      this.#error = "";
    } catch (error) {
      this.#error = getErrorMessage(error);
    } finally {
      this.#isLoading = false;
    }
    if (!this.#isLeft) this.app.refresh();
  }

  template() {
    if (this.#page) return this.#page.template();
    return html`<section class="online"><h1 tabindex="-1">${t("watch-live")}</h1>${onlineNav("watch")}
      <p role="status">${this.#error || t("watch-none")}</p></section>`;
  }

  get shortcuts() {
    return this.#page?.shortcuts ?? [];
  }
}
