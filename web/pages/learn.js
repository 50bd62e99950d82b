// Where learning begins: the games with their lessons, rules and puzzles.
import { html } from "../lib/lit-html.js";
import { games } from "../wasm/rules.js";
import { factsOf } from "../app/game-info.js";
import { link } from "../app/router.js";
import { t } from "../app/i18n.js";
import { still } from "../board/board-thumbnail.js";
import { ways } from "../components/learn-links.js";

export class Learn {
  /** @param {string} id The game, or nothing for all of them. */
  constructor(id) {
    this.id = id;
    if (id) factsOf(id);
  }

  title() {
    return this.id ? t("page.learn-game", { game: factsOf(this.id).name }) : t("page.learn-title");
  }

  template() {
    return this.id ? this.#one(factsOf(this.id)) : html`
      <section class="welcome"><h1 tabindex="-1">${t("page.learn-title")}</h1><p class="faint">${t("page.learn-begin")}</p></section>
      <section class="games">${games().map((facts) => html`<article class="card learn-card">
        <a href=${link(["learn", facts.id])} tabindex="-1" aria-hidden="true">${still(facts.id, { position: facts.shown })}</a>
        <h2><a href=${link(["learn", facts.id])}>${facts.name}</a></h2>
        ${ways(facts)}</article>`)}</section>`;
  }

  /** @param {import("../wasm/rules.js").GameFacts} facts */
  #one(facts) {
    return html`<section class="setup">
      <div class="setup-picture">${still(facts.id, { position: facts.shown })}<p class="faint">${t("page.sources", { sources: facts.sources })}</p></div>
      <div><h1 tabindex="-1">${facts.name}</h1><p>${facts.summary}</p>${ways(facts)}
        <div class="row"><a class="button" href=${link(["new", facts.id])}>${t("page.play")}</a>
        <a class="button quiet" href=${link(["learn"])}>${t("page.learn")}</a></div></div></section>`;
  }
}
