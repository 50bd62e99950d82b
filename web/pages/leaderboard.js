// The strongest players of a game.
import { html } from "../lib/lit-html.js";
import { findGameInfo, getGameInfo, listGames } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link, navigate } from "../app/router.js";
import { radioGroup } from "../components/form.js";
import { profileLink } from "../components/game-summary.js";
import { onlineNav } from "../components/online-nav.js";
import { request } from "../online/api.js";

/** @param {import("../app/app.js").App} _app @param {string} game */
export async function openLeaderboard(_app, game) {
  const { id } = getGameInfo(game || listGames()[0].id);
  const { leaders } = await request("GET", `leaders/${encodeURIComponent(id)}`);
  return new LeaderboardPage(id, leaders);
}

export class LeaderboardPage {
  /** @param {string} game @param {import("../online/api.js").Leader[]} leaders */
  constructor(game, leaders) {
    this.game = game;
    this.leaders = leaders;
  }

  title() {
    return `${findGameInfo(this.game)?.name}: ${t("leaderboard")}`;
  }

  template() {
    return html`<section class="narrow online"><h1 tabindex="-1">${this.title()}</h1>${onlineNav("leaders")}
      ${radioGroup(t("game-label"), listGames().map(({ id, name }) => ({ id, name })), this.game, (game) => navigate(link(["leaders", game])))}
      ${this.leaders.length === 0 ? html`<p class="muted">${t("leaderboard-empty")}</p>` : html`<table class="leaders">
        <thead><tr><th scope="col">${t("rank")}</th><th scope="col">${t("player")}</th>
          <th scope="col">${t("rating")}</th><th scope="col">${t("games")}</th></tr></thead>
        <tbody>${this.leaders.map((leader, index) => html`<tr><td>${index + 1}</td><th scope="row">${profileLink(leader.name)}</th>
          <td>${Math.round(leader.rating)} <span class="muted">± ${Math.round(leader.deviation)}</span></td><td>${leader.games}</td></tr>`)}</tbody></table>`}
      <p class="muted">${t("leaderboard-description")}</p></section>`;
  }
}
