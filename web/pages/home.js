// The home page: the games, and the visitor's saved and online games.
import { html, nothing } from "../lib/lit-html.js";
import { listGames } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link } from "../app/router.js";
import { deleteGame, listSavedGames } from "../app/saved-games.js";
import { boardThumbnail } from "../board/board-thumbnail.js";
import { gameList, turnMarker } from "../components/game-list.js";
import { summarizeRecord } from "../components/saved-summary.js";
import { fetchMyGames, hasSession, server } from "../online/server.js";

/** How many saved games are listed at first. */
const MAX_LISTED_GAMES = 4;

export class HomePage {
  #showsAll = false;
  /** @type {import("../online/api.js").GameSummary[]} */
  #myGames = [];
  #onVisibilityChange = () => { if (document.visibilityState === "visible") void this.#loadMyGames(); };

  /** @param {import("../app/app.js").App} app */
  constructor(app) {
    this.app = app;
    document.addEventListener("visibilitychange", this.#onVisibilityChange);
    void this.#loadMyGames();
  }

  leave() {
    document.removeEventListener("visibilitychange", this.#onVisibilityChange);
  }

  async #loadMyGames() {
    // Without a session, the visitor has no games on the server.
    if (!hasSession()) return;
    try {
      this.#myGames = await fetchMyGames();
      this.app.refresh();
    } catch {
      // The rest of the page works without the server.
    }
  }

  title() {
    return "Sanban";
  }

  template() {
    return html`
      <section class="welcome"><h1 tabindex="-1">${t("welcome")}</h1><p class="muted">${t("welcome-more")}</p></section>
      ${this.#myGames.length > 0 ? html`<section><h2>${t("your-games")}</h2>${gameList(this.#myGames, turnMarker)}</section>` : nothing}
      <section class="games" aria-label=${t("games")}>${listGames().map((info) => this.#card(info))}</section>
      ${this.#savedGames()}
      <section class="more-links">
        ${server.isAvailable ? html`<a href=${link(["lobby"])}><strong>${t("play-online")}</strong><span>${t("play-online-description")}</span></a>` : nothing}
        <a href=${link(["analysis"])}><strong>${t("analysis")}</strong><span>${t("analysis-description")}</span></a>
        <a href=${link(["puzzles"])}><strong>${t("puzzles")}</strong><span>${t("puzzles-description")}</span></a>
        <a href=${link(["learn"])}><strong>${t("learn")}</strong><span>${t("learn-description")}</span></a>
      </section>`;
  }

  /** @param {import("../app/game-info.js").GameInfo} info */
  #card(info) {
    return html`<article class="card">
      <a href=${link(["new", info.id])} tabindex="-1" aria-hidden="true">${boardThumbnail(info.id, { position: info.examplePosition })}</a>
      <h2>${info.name}</h2>
      <p>${info.summary}</p>
      <div class="row"><a class="button" href=${link(["new", info.id])}>${t("play")}<span class="visually-hidden"> ${info.name}</span></a>
      <a class="button secondary" href=${link(["learn", info.id])}>${t("learn-button")}<span class="visually-hidden"> ${info.name}</span></a></div>
    </article>`;
  }

  #savedGames() {
    const all = listSavedGames();
    if (all.length === 0) return nothing;
    const shown = this.#showsAll ? all : all.slice(0, MAX_LISTED_GAMES);
    return html`<section class="saved-list"><h2>${t("resume-game")}</h2><ul>${shown.map((entry) => this.#savedGame(entry))}</ul>
      ${shown.length < all.length ? html`<button class="secondary" @click=${() => { this.#showsAll = true; this.app.refresh(); }}>
        ${t("show-all", { count: all.length })}</button>` : nothing}</section>`;
  }

  /** @param {import("../app/saved-games.js").SavedGameEntry} entry */
  #savedGame(entry) {
    const summary = summarizeRecord(entry.record);
    if (!summary) return nothing;
    return html`<li>
      <a href=${link(["play", entry.id])}>${summary.picture}
        <span><strong>${summary.name}</strong><span>${summary.players}</span><span class="muted">${summary.state}</span></span></a>
      <button class="secondary small" aria-label=${t("delete-game", { game: `${summary.name}, ${summary.players}` })}
        @click=${() => { deleteGame(entry.id); this.app.refresh(); }}>${t("delete")}</button></li>`;
  }
}
