// Games that the server has found, some at a time.
import { html, nothing } from "../lib/lit-html.js";
import { getApiUrl, request } from "../online/api.js";
import { getErrorMessage } from "../app/errors.js";
import { findGameInfo } from "../app/game-info.js";
import { navigate, link } from "../app/router.js";
import { t } from "../app/i18n.js";
import { tables } from "./game-list.js";
import { describePlayers } from "./game-summary.js";

/** @typedef {import("../online/api.js").GameSummary} GameSummary */

/** How many are asked for at once. */
const PAGE_SIZE = "20";

export class GameSearch {
  /** @type {GameSummary[]} */
  games = [];
  /** Where the next ones begin. @type {string | number | null} */
  next = null;
  why = "";
  looking = false;

  /** @param {import("../app/app.js").App} app @param {Record<string, string>} query */
  constructor(app, query) {
    this.app = app;
    this.query = query;
    void this.#more("");
  }

  /** @param {string} before */
  async #more(before) {
    if (this.looking) return;
    this.looking = true;
    this.app.refresh();
    try {
      const found = await request("GET", "games", { query: { ...this.query, before, limit: PAGE_SIZE } });
      this.games = [...this.games, ...found.games];
      this.next = found.next;
      this.why = "";
    } catch (error) {
      this.why = getErrorMessage(error);
    }
    this.looking = false;
    this.app.refresh();
  }

  /** @param {GameSummary} table */
  async #analyse(table) {
    const here = location.hash;
    try {
      const record = await request("GET", `games/${table.id}/record`);
      // Whoever has gone elsewhere meanwhile stays there.
      if (location.hash === here) navigate(link(["analysis"], { record }));
    } catch (error) {
      this.app.showMessage(getErrorMessage(error));
    }
  }

  template() {
    const warning = this.why ? html`<p class="warning" role="alert">${this.why}</p>` : nothing;
    if (this.games.length === 0) return this.why ? warning : html`<p class="faint">${t(this.looking ? "page.asking-server" : "page.none-found")}</p>`;
    return html`${tables(this.games, (table) => {
      const which = html`<span class="unseen">: ${findGameInfo(table.game)?.name}, ${describePlayers(table)}</span>`;
      return html`<a class="button quiet small" href=${link(["table", table.id])}>${t("page.replay")}${which}</a>
        <button type="button" class="quiet small" @click=${() => this.#analyse(table)}>${t("page.analyse")}${which}</button>
        <a class="button quiet small" href=${getApiUrl(`games/${table.id}/record`)} download=${`${table.game}-${table.id}.txt`}>${t("page.download")}${which}</a>`;
    })}
    ${warning}
    ${this.next === null ? nothing : html`<p><button type="button" class="quiet" ?disabled=${this.looking}
      @click=${() => this.#more(String(this.next))}>${t("page.more-games")}</button></p>`}`;
  }
}
