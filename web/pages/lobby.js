// The lobby: who looks for an opponent, what is being played, and a game to propose.
import { html, nothing } from "../lib/lit-html.js";
import { request } from "../online/api.js";
import { connection } from "../online/connection.js";
import { findGameInfo } from "../app/game-info.js";
import { getErrorMessage } from "../app/errors.js";
import { navigate, link } from "../app/router.js";
import { server } from "../online/server.js";
import { t } from "../app/i18n.js";
import { fetchMyGames } from "../online/my-games.js";
import { connectionStatus, onlineNav } from "../components/online-nav.js";
import { ProposalForm } from "../components/proposal-form.js";
import { gameList, turnMarker } from "../components/game-list.js";
import { describePlayers } from "../components/game-summary.js";

/** @typedef {import("../online/api.js").GameSummary} GameSummary */

/** How long the own games are left alone when the lobby changes, in milliseconds. */
const REST = 1000;

export class LobbyPage {
  /** @type {GameSummary[]} */
  seeks = [];
  /** @type {GameSummary[]} */
  running = [];
  /** The visitor's own. @type {GameSummary[] | null} */
  yours = null;
  why = "";
  /** @type {(() => void)[]} */
  #stops;
  /** Whether the connection has told of the lobby. */
  #told = false;
  /** What ends being there for the visitor's games that wait. @type {Map<string, () => void>} */
  #waited = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later = undefined;

  /** @param {import("../app/app.js").App} app @param {URLSearchParams} query */
  constructor(app, query) {
    this.app = app;
    this.proposal = new ProposalForm(app, query);
    /** Whether it has been chosen what to play, so that the rest of it comes first. */
    this.chosen = query.has("game");
    this.#stops = [
      connection.onStateChange(() => app.refresh()),
      connection.watchLobby((message) => { this.#told = true; this.#hear(message); }),
    ];
    // What the connection tells is newer, whichever comes first.
    request("GET", "lobby").then((lobby) => { if (!this.#told) this.#hear(lobby); }, (error) => this.#refuse(error));
    void this.#lookYours();
  }

  title() {
    return t("page.play-others");
  }

  leave() {
    clearTimeout(this.#later);
    for (const stop of [...this.#stops, ...this.#waited.values()]) stop();
    this.#left = true;
  }
  #left = false;

  /** @param {any} lobby */
  #hear({ seeks, running }) {
    this.seeks = seeks;
    this.running = running;
    this.app.refresh();
    // However often it changes, they are looked at now and then.
    this.#later ??= setTimeout(() => { this.#later = undefined; void this.#lookYours(); }, REST);
  }

  /** @param {unknown} error */
  #refuse(error) {
    this.why = getErrorMessage(error);
    this.app.refresh();
  }

  async #lookYours() {
    try {
      const before = this.yours ?? [];
      this.yours = await fetchMyGames();
      if (this.#left) return;
      if (this.#failed) this.why = "";
      this.#failed = false;
      this.#wait();
      const begun = this.yours.find(({ id, state }) => state === "running" && before.some((old) => old.id === id && old.state === "waiting"));
      if (begun) {
        const game = `${findGameInfo(begun.game)?.name}, ${describePlayers(begun)}`;
        const address = link(["table", begun.id]);
        this.app.showNotice({ text: t("page.game-begins", { game }), label: t("page.to-table"), action: () => navigate(address), address });
      }
      this.app.refresh();
    } catch (error) {
      this.#failed = true;
      this.#refuse(error);
    }
  }
  /** Whether the own games could not be looked at. */
  #failed = false;

  /** Is there for whoever sits down at a game that waits: one whose player is away is not offered to anybody. */
  #wait() {
    const waiting = (this.yours ?? []).filter(({ state }) => state === "waiting").map(({ id }) => id);
    for (const id of waiting) {
      if (this.#waited.has(id)) continue;
      let have = 0;
      this.#waited.set(id, connection.watch(id, () => have, (message) => {
        if (message.type === "watched") have = message.state.number;
        else if (message.type === "update" && message.number > have) void this.#lookYours();
      }));
    }
    for (const [id, stop] of this.#waited) {
      if (waiting.includes(id)) continue;
      stop();
      this.#waited.delete(id);
    }
  }

  /** @param {GameSummary} table */
  async #join(table) {
    this.why = "";
    try {
      await connection.sendCommand(table.id, { type: "join" });
      navigate(link(["table", table.id]));
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** @param {GameSummary} table */
  async #withdraw(table) {
    this.why = "";
    try {
      await connection.sendCommand(table.id, { type: "withdraw" });
      await this.#lookYours();
    } catch (error) {
      this.#refuse(error);
    }
  }

  template() {
    const yours = this.yours ?? [];
    const mine = (/** @type {GameSummary} */ { id, yours: seat }) => seat !== null || yours.some((other) => other.id === id);
    const seeks = this.seeks.filter((table) => !mine(table));
    const running = this.running.filter((table) => !mine(table));
    const which = (/** @type {GameSummary} */ table) => html`<span class="unseen">: ${findGameInfo(table.game)?.name}, ${describePlayers(table)}</span>`;
    const to = (/** @type {GameSummary} */ table, /** @type {string} */ key) => html`<a class="button quiet" href=${link(["table", table.id])}>${t(key)}${which(table)}</a>`;
    return html`<section class="online"><div class="welcome"><h1 tabindex="-1">${t("page.play-others")}</h1>
        <p class="faint">${server.me?.account ? t("page.you-are", { name: server.me.name ?? "" })
          : html`${t("page.you-are-guest")} <a href=${link(["account"])}>${t("page.sign-up")}</a>`}</p></div>
      ${onlineNav("lobby")} ${connectionStatus()}
      ${this.why ? html`<p class="warning" role="alert">${this.why}</p>` : nothing}
      <div class="lobby ${this.chosen ? "chosen" : ""}"><div>
        ${yours.length > 0 ? html`<section><h2>${t("page.your-games")}</h2>${gameList(yours, (table) => (table.state === "waiting"
          ? html`${to(table, "page.to-table")} <button type="button" class="quiet" @click=${() => this.#withdraw(table)}>${t("page.withdraw")}</button>`
          : html`${turnMarker(table)} ${to(table, "page.go-on-there")}`))}</section>` : nothing}
        <p><a href=${link(["games"], { player: "me" })}>${t("page.your-finished")}</a></p>
        <section><h2>${t("page.seeks")}</h2>${seeks.length === 0 ? html`<p class="faint">${t("page.no-seeks")}</p>` : gameList(seeks, (table) => (table.rated && !server.me?.account
          ? html`<a class="button quiet" href=${link(["account"])}>${t("page.sign-up")}</a>` : html`
          <button type="button" class="button" @click=${() => this.#join(table)}>${t("page.join")}${which(table)}</button>`))}</section>
        <section><h2>${t("page.running")}</h2>${running.length === 0 ? html`<p class="faint">${t("page.none-running")}</p>`
          : gameList(running, (table) => to(table, "page.watch"))}</section>
      </div><section class="panel"><h2>${t("page.propose")}</h2>${this.proposal.template()}</section></div></section>`;
  }
}
