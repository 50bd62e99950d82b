// Games against other people with one tap: three time controls for each game, and games with a friend by link.
import { html, nothing } from "../lib/lit-html.js";
import { getErrorMessage } from "../app/format.js";
import { listGames } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link, navigate } from "../app/router.js";
import { generateId } from "../app/saved-games.js";
import { readItem, writeItem } from "../app/storage.js";
import { request } from "../online/api.js";
import { server } from "../online/server.js";
import { isChecked } from "./form.js";
import { describeTimeControl } from "./game-summary.js";

/** @typedef {import("../online/api.js").GameSummary} GameSummary */

const PAIRINGS = [{ name: "pairing-fast", pace: "3m+2s" }, { name: "pairing-relaxed", pace: "10m+5s" }, { name: "pairing-daily", pace: "1d" }];
const RATED_KEY = "pairing.rated";
/** A request is repeated with its key only this long: later, its game may have been cancelled. */
const KEY_LIFETIME_MS = 30_000;

export class QuickPairings {
  error = "";
  /** The request on its way. */
  #pending = "";
  /** The idempotency keys of requests without an answer. @type {Map<string, { id: string, at: number }>} */
  #keys = new Map();
  isRated = readItem(RATED_KEY, false);

  /** @param {import("../app/app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** Opens the game that a request leads to. @param {string} path @param {Record<string, unknown>} body */
  async #start(path, body) {
    if (this.#pending) return;
    const name = JSON.stringify([path, body]);
    // The same key makes a repeated request get the same game.
    const earlier = this.#keys.get(name);
    const key = earlier && Date.now() - earlier.at < KEY_LIFETIME_MS ? earlier : { id: generateId(), at: Date.now() };
    this.#keys.set(name, key);
    this.#pending = name;
    this.error = "";
    this.app.refresh();
    try {
      const game = await request("POST", path, { body: { ...body, id: key.id } });
      this.#keys.delete(name);
      navigate(link(["game", game.id]));
    } catch (error) {
      this.error = getErrorMessage(error);
    }
    this.#pending = "";
    this.app.refresh();
  }

  /** @param {GameSummary[]} seeks The open games of others. */
  template(seeks) {
    const isRated = this.isRated && server.me?.account === true;
    const countWaiting = (/** @type {string} */ game, /** @type {string} */ pace) => seeks.filter((seek) =>
      seek.game === game && seek.pace === pace && seek.rated === isRated && !seek.rules && !seek.pie && !seek.setUp).length;
    return html`<section class="quick-pairings"><h2>${t("play-now")}</h2>
      ${listGames().map(({ id, name }) => html`<div class="pairing-row" role="group" aria-label=${name}><h3>${name}</h3>
        ${PAIRINGS.map((pairing) => this.#button(["pairings", { game: id, pace: pairing.pace, rated: isRated }],
          html`<strong>${t(pairing.name)}</strong> <span>${describeTimeControl(pairing.pace)}</span>`, countWaiting(id, pairing.pace)))}</div>`)}
      <div class="pairing-row" role="group" aria-label=${t("pairing-friend")}><h3>${t("pairing-friend")}</h3>
        ${listGames().map(({ id, name }) => this.#button(["games", { game: id, opponent: "link" }], html`<strong>${name}</strong>`))}</div>
      ${server.me?.account ? html`<label class="checkbox"><input type="checkbox" name="rated-pairing" .checked=${this.isRated}
        @change=${(/** @type {Event} */ event) => { this.isRated = isChecked(event); writeItem(RATED_KEY, this.isRated); this.app.refresh(); }}><span>${t("rated")}</span></label>` : nothing}
      ${this.error ? html`<p class="warning" role="alert">${this.error}</p>` : nothing}</section>`;
  }

  /** @param {[string, Record<string, unknown>]} start @param {unknown} label @param {number} [waiting] How many players wait for this. */
  #button([path, body], label, waiting = 0) {
    return html`<button type="button" class="secondary pairing ${waiting > 0 ? "wanted" : ""}" ?disabled=${this.#pending !== ""} @click=${() => this.#start(path, body)}>
      ${label}${waiting > 0 ? html` <em>${t("pairing-waiting", { count: waiting })}</em>` : nothing}</button>`;
  }
}
