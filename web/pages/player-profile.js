// A player's ratings and games.
import { html, nothing } from "../lib/lit-html.js";
import { formatDate } from "../app/format.js";
import { findGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link } from "../app/router.js";
import { GameSearch } from "../components/game-search.js";
import { onlineNav } from "../components/online-nav.js";
import { ratingGraph } from "../components/rating-graph.js";
import { getApiUrl, request } from "../online/api.js";
import { server } from "../online/server.js";

/** @param {import("../app/app.js").App} app @param {string} name */
export async function openPlayerProfile(app, name) {
  return new PlayerProfilePage(app, await request("GET", `players/${encodeURIComponent(name)}`));
}

export class PlayerProfilePage {
  /** @param {import("../app/app.js").App} app @param {import("../online/api.js").Profile} profile */
  constructor(app, profile) {
    this.app = app;
    this.profile = profile;
    this.search = new GameSearch(app, { player: profile.name, state: "over" });
  }

  title() {
    return this.profile.name;
  }

  template() {
    const { name, since, ratings, won, drawn, lost } = this.profile;
    const knownRatings = ratings.filter(({ game }) => findGameInfo(game));
    return html`<section class="online"><h1 tabindex="-1">${name}</h1>${onlineNav(server.me?.name === name ? "player" : "")}
      <p class="muted">${t("member-since", { when: formatDate(since, true) })} · ${t("won-drawn-lost", { won, drawn, lost })}</p>
      ${knownRatings.length === 0 ? html`<p class="muted">${t("no-ratings")}</p>` : html`<div class="ratings">${knownRatings.map((rating) => html`<section class="panel">
        <h2>${findGameInfo(rating.game)?.name} <span class="rating">${Math.round(rating.rating)}</span> <span class="muted">± ${Math.round(rating.deviation)}</span></h2>
        <p class="muted">${t("rated-games", { count: rating.games })} ·
          <a href=${link(["leaders", rating.game])}>${t("leaderboard")}<span class="visually-hidden">: ${findGameInfo(rating.game)?.name}</span></a></p>
        ${rating.curve.length > 1 ? ratingGraph(rating.curve) : nothing}</section>`)}</div>`}
      <h2>${t("finished-games")}</h2>${this.search.template()}
      <p><a class="button secondary" href=${getApiUrl("records", { player: name })} download="sanban.txt">${t("download-all")}</a></p></section>`;
  }
}
