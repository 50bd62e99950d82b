// The games with links to their lessons, rules and puzzles.
import { html } from "../lib/lit-html.js";
import { getGameInfo, listGames } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link } from "../app/router.js";
import { boardThumbnail } from "../board/board-thumbnail.js";
import { learnLinks } from "../components/learn-links.js";

export class LearnPage {
  /** @param {string} id The game; empty for all games. */
  constructor(id) {
    this.id = id;
    if (id) getGameInfo(id);
  }

  title() {
    return this.id ? t("learn-game", { game: getGameInfo(this.id).name }) : t("learn-title");
  }

  template() {
    return this.id ? this.#gamePage(getGameInfo(this.id)) : html`
      <section class="welcome"><h1 tabindex="-1">${t("learn-title")}</h1><p class="muted">${t("learn-instructions")}</p></section>
      <section class="games">${listGames().map((info) => html`<article class="card learn-card">
        <a href=${link(["learn", info.id])} tabindex="-1" aria-hidden="true">${boardThumbnail(info.id, { position: info.examplePosition })}</a>
        <h2><a href=${link(["learn", info.id])}>${info.name}</a></h2>
        ${learnLinks(info)}</article>`)}</section>`;
  }

  /** @param {import("../app/game-info.js").GameInfo} info */
  #gamePage(info) {
    return html`<section class="setup">
      <div class="setup-preview">${boardThumbnail(info.id, { position: info.examplePosition })}<p class="muted">${t("sources", { sources: info.sources })}</p></div>
      <div><h1 tabindex="-1">${info.name}</h1><p>${info.summary}</p>${learnLinks(info)}
        <div class="row"><a class="button" href=${link(["new", info.id])}>${t("play")}</a></div></div></section>`;
  }
}
