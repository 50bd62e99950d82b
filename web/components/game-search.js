// Games found by a search on the server, loaded page by page.
import { html, nothing } from "../lib/lit-html.js";
import { getErrorMessage } from "../app/format.js";
import { findGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { getAddress, link, navigate } from "../app/router.js";
import { getApiUrl, request } from "../online/api.js";
import { gameList } from "./game-list.js";
import { describePlayers } from "./game-summary.js";

/** @typedef {import("../online/api.js").GameSummary} GameSummary */

const PAGE_SIZE = "20";

export class GameSearch {
  /** @type {GameSummary[]} */
  games = [];
  /** The cursor of the next page; null after the last. @type {string | number | null} */
  next = null;
  error = "";
  isLoading = false;

  /** @param {import("../app/app.js").App} app @param {Record<string, string>} query */
  constructor(app, query) {
    this.app = app;
    this.query = query;
    void this.#loadMore("");
  }

  /** @param {string} before */
  async #loadMore(before) {
    if (this.isLoading) return;
    this.isLoading = true;
    this.app.refresh();
    try {
      const response = await request("GET", "games", { query: { ...this.query, before, limit: PAGE_SIZE } });
      // A game that was cancelled before a turn has nothing to replay.
      this.games = [...this.games, ...response.games.filter((/** @type {GameSummary} */ { turns }) => turns > 0)];
      this.next = response.next;
      this.error = "";
    } catch (error) {
      this.error = getErrorMessage(error);
    }
    this.isLoading = false;
    this.app.refresh();
  }

  /** @param {GameSummary} summary */
  async #analyse(summary) {
    const startAddress = getAddress();
    try {
      const record = await request("GET", `games/${summary.id}/record`);
      // Do nothing if the visitor has moved to another page.
      if (getAddress() === startAddress) navigate(link(["analysis"], { record }));
    } catch (error) {
      this.app.showMessage(getErrorMessage(error));
    }
  }

  template() {
    const warning = this.error ? html`<p class="warning" role="alert">${this.error}</p>` : nothing;
    if (this.games.length === 0 && this.next === null) return this.error ? warning : html`<p class="muted">${t(this.isLoading ? "loading" : "no-games-found")}</p>`;
    return html`${gameList(this.games, (summary) => {
      const label = html`<span class="visually-hidden">: ${findGameInfo(summary.game)?.name}, ${describePlayers(summary)}</span>`;
      return html`<a class="button secondary small" href=${link(["game", summary.id])}>${t("replay")}${label}</a>
        <button type="button" class="secondary small" @click=${() => this.#analyse(summary)}>${t("analyse")}${label}</button>
        <a class="button secondary small" href=${getApiUrl(`games/${summary.id}/record`)} download=${`${summary.game}-${summary.id}.txt`}>${t("download")}${label}</a>`;
    })}
    ${warning}
    ${this.next === null ? nothing : html`<p><button type="button" class="secondary" ?disabled=${this.isLoading}
      @click=${() => this.#loadMore(String(this.next))}>${t("more-games")}</button></p>`}`;
  }
}
