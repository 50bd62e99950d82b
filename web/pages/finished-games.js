// Search for finished games on the server.
import { html } from "../lib/lit-html.js";
import { listGames } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link, navigate } from "../app/router.js";
import { radioGroup } from "../components/form.js";
import { GameSearch } from "../components/game-search.js";
import { onlineNav } from "../components/online-nav.js";
import { getApiUrl } from "../online/api.js";

export class FinishedGamesPage {
  /** @param {import("../app/app.js").App} app @param {URLSearchParams} query */
  constructor(app, query) {
    this.game = query.get("game") ?? "";
    this.player = query.get("player") ?? "";
    this.search = new GameSearch(app, { game: this.game, player: this.player, state: "over" });
  }

  title() {
    return t(this.player === "me" ? "your-finished-games" : "finished-games");
  }

  template() {
    const { game, player } = this;
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
      navigate(link(["games"], { game, player: String(data.get("player") ?? "").trim() }));
    };
    return html`<section class="online"><h1 tabindex="-1">${this.title()}</h1>${onlineNav("games")}
      <form class="row search-form" @submit=${submit}>
        ${radioGroup(t("game-label"), [{ id: "", name: t("any-game") }, ...listGames().map(({ id, name }) => ({ id, name }))], game,
          (newGame) => navigate(link(["games"], { game: newGame, player })))}
        <label class="field"><span>${t("player")}</span><input type="text" name="player"
          .value=${player === "me" ? "" : player} maxlength="30" autocomplete="off" spellcheck="false"></label>
        <button type="submit" class="secondary">${t("search")}</button>
        <a class="button secondary" href=${getApiUrl("records", { game, player })} download="sanban.txt">${t("download-all")}</a></form>
      ${this.search.template()}</section>`;
  }
}
