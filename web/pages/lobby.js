// The lobby: proposed and running games, the visitor's own games, and a form to propose a game.
import { html, nothing } from "../lib/lit-html.js";
import { getErrorMessage } from "../app/format.js";
import { findGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link, navigate } from "../app/router.js";
import { gameList, turnMarker } from "../components/game-list.js";
import { describePlayers, getMyName } from "../components/game-summary.js";
import { connectionStatus, onlineNav } from "../components/online-nav.js";
import { notificationSwitch } from "../components/notification-switch.js";
import { ProposalForm } from "../components/proposal-form.js";
import { QuickPairings } from "../components/quick-pairings.js";
import { isMyTurn, request } from "../online/api.js";
import { connection } from "../online/connection.js";
import { notify, notifyTurn } from "../online/notifications.js";
import { fetchMyGames, server } from "../online/server.js";

/** @typedef {import("../online/api.js").GameSummary} GameSummary */

/** The visitor's games are reloaded at most this often when the lobby changes. */
const MY_GAMES_REFRESH_MS = 1000;
/** How often the waiting times are updated. */
const WAITING_REFRESH_MS = 20_000;
/** Games with a time per turn, or without a clock, go on while their players are elsewhere. */
const IS_SLOW = /^(\d+d)?$/;

export class LobbyPage {
  /** @type {GameSummary[]} */
  seeks = [];
  /** @type {GameSummary[]} */
  running = [];
  /** @type {GameSummary[] | null} */
  myGames = null;
  error = "";
  /** @type {(() => void)[]} */
  #cleanups;
  /** Whether the connection has sent the lobby. */
  #isLive = false;
  /** Functions that stop watching the visitor's games, by game id. @type {Map<string, () => void>} */
  #stopWatching = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #refreshTimer = undefined;

  /** @param {import("../app/app.js").App} app @param {URLSearchParams} query */
  constructor(app, query) {
    this.app = app;
    this.pairings = new QuickPairings(app);
    this.proposal = new ProposalForm(app, query);
    /** Whether the address names a game, so that small screens show the form first. */
    this.isGameChosen = query.has("game");
    const ticker = setInterval(() => app.refresh(), WAITING_REFRESH_MS);
    this.#cleanups = [
      () => clearInterval(ticker),
      connection.onStateChange(() => app.refresh()),
      connection.watchLobby((message) => { this.#isLive = true; this.#setLobby(message.type === "lobby" ? message : this.#applyChanges(message)); }),
    ];
    // What the connection sends is newer, whichever arrives first.
    request("GET", "lobby").then((lobby) => { if (!this.#isLive) this.#setLobby(lobby); }, (error) => this.#showError(error));
    void this.#loadMyGames();
  }

  title() {
    return t("play-online");
  }

  isMyTurn() {
    return (this.myGames ?? []).some(isMyTurn);
  }

  leave() {
    clearTimeout(this.#refreshTimer);
    for (const stop of [...this.#cleanups, ...this.#stopWatching.values()]) stop();
    this.#isLeft = true;
  }
  #isLeft = false;

  /** @param {any} changes */
  #applyChanges({ seeks, running }) {
    return { seeks: applyListChanges(this.seeks, seeks, "changed"), running: applyListChanges(this.running, running, "begun") };
  }

  /** @param {any} lobby */
  #setLobby({ seeks, running }) {
    this.seeks = seeks;
    this.running = running;
    this.app.refresh();
    // The lobby may change often: limit the requests.
    this.#refreshTimer ??= setTimeout(() => { this.#refreshTimer = undefined; void this.#loadMyGames(); }, MY_GAMES_REFRESH_MS);
  }

  /** @param {unknown} error */
  #showError(error) {
    this.error = getErrorMessage(error);
    this.app.refresh();
  }

  async #loadMyGames() {
    try {
      const before = this.myGames ?? [];
      this.myGames = await fetchMyGames();
      if (this.#isLeft) return;
      if (this.#hasLoadError) this.error = "";
      this.#hasLoadError = false;
      this.#watchMyGames();
      const started = this.myGames.find(({ id, state }) => state === "running" && before.some((old) => old.id === id && old.state === "waiting"));
      if (started) {
        const game = `${findGameInfo(started.game)?.name}, ${describePlayers(started)}`;
        const address = link(["game", started.id]);
        this.app.showNotice({ text: t("game-started", { game }), label: t("open-game"), action: () => navigate(address), address });
        notify(t("game-started", { game }), "", started.id);
      }
      for (const summary of this.myGames.filter(isMyTurn)) {
        if (before.some(({ id, state, turns }) => id === summary.id && state === "running" && turns < summary.turns)) notifyTurn(summary);
      }
      this.app.refresh();
    } catch (error) {
      this.#hasLoadError = true;
      this.#showError(error);
    }
  }
  /** Whether loading the visitor's games failed. */
  #hasLoadError = false;

  /**
   * Watches the visitor's waiting games, since the server offers a game to others only while its player is present, and the slow
   * ones for their turns. In the others, players who are in the lobby count as away.
   */
  #watchMyGames() {
    const watched = (this.myGames ?? []).filter(({ state, pace }) => state === "waiting" || IS_SLOW.test(pace)).map(({ id }) => id);
    for (const id of watched) {
      if (this.#stopWatching.has(id)) continue;
      this.#stopWatching.set(id, connection.watch(id, ({ type }) => { if (type === "update") void this.#loadMyGames(); }));
    }
    for (const [id, stop] of this.#stopWatching) {
      if (watched.includes(id)) continue;
      stop();
      this.#stopWatching.delete(id);
    }
  }

  /** @param {GameSummary} summary */
  async #join(summary) {
    this.error = "";
    try {
      await connection.sendCommand(summary.id, { type: "join" });
      navigate(link(["game", summary.id]));
    } catch (error) {
      this.#showError(error);
    }
  }

  /** @param {GameSummary} summary */
  async #withdraw(summary) {
    this.error = "";
    try {
      await connection.sendCommand(summary.id, { type: "withdraw" });
      await this.#loadMyGames();
    } catch (error) {
      this.#showError(error);
    }
  }

  template() {
    const myGames = this.myGames ?? [];
    const isMine = (/** @type {GameSummary} */ { id, yours: seat }) => seat !== null || myGames.some((other) => other.id === id);
    const seeks = this.seeks.filter((summary) => !isMine(summary));
    const running = this.running.filter((summary) => !isMine(summary));
    const gameLabel = (/** @type {GameSummary} */ summary) => html`<span class="visually-hidden">: ${findGameInfo(summary.game)?.name}, ${describePlayers(summary)}</span>`;
    const gameLink = (/** @type {GameSummary} */ summary, /** @type {string} */ key) => html`<a class="button secondary" href=${link(["game", summary.id])}>${t(key)}${gameLabel(summary)}</a>`;
    return html`<section class="online"><div class="welcome"><h1 tabindex="-1">${t("play-online")}</h1>
        <p class="muted">${server.me?.account ? t("logged-in-as", { name: server.me.name ?? "" })
          : html`${t("playing-as-guest", { name: getMyName() })} <a href=${link(["account"])}>${t("sign-up")}</a>`}</p></div>
      ${this.pairings.template(seeks)}
      ${onlineNav("lobby")} ${connectionStatus()}
      ${this.error ? html`<p class="warning" role="alert">${this.error}</p>` : nothing}
      <div class="lobby ${this.isGameChosen ? "form-first" : ""}"><div>
        ${myGames.length > 0 ? html`<section><h2>${t("your-games")}</h2>${gameList(myGames, (summary) => (summary.state === "waiting"
          ? html`${gameLink(summary, "open-game")} <button type="button" class="secondary" @click=${() => this.#withdraw(summary)}>${t("cancel-game")}</button>`
          : html`${turnMarker(summary)} ${gameLink(summary, "resume")}`))}</section>` : nothing}
        ${notificationSwitch(this.app)}
        <p class="link-line"><a href=${link(["games"], { player: "me" })}>${t("your-finished-games")}</a></p>
        <section><h2>${t("open-games")}</h2>${seeks.length === 0 ? html`<p class="muted">${t("no-open-games")}</p>` : gameList(seeks, (summary) => (summary.rated && !server.me?.account
          ? html`<a class="button secondary" href=${link(["account"])}>${t("sign-up")}</a>` : html`
          <button type="button" class="button" @click=${() => this.#join(summary)}>${t("join")}${gameLabel(summary)}</button>`))}</section>
        <section><h2>${t("games-in-progress")}</h2>${running.length === 0 ? html`<p class="muted">${t("no-games-in-progress")}</p>`
          : gameList(running, (summary) => gameLink(summary, "watch"))}</section>
      </div><section class="panel"><h2>${t("new-online-game")}</h2>${this.proposal.template()}</section></div></section>`;
  }
}

/**
 * Applies the server's changes to a list of games, which is sorted by a time, the latest first.
 * @param {GameSummary[]} list
 * @param {{ set: GameSummary[], removed: string[] }} changes
 * @param {"changed" | "begun"} time
 */
function applyListChanges(list, { set, removed }, time) {
  const outdated = new Set([...removed, ...set.map(({ id }) => id)]);
  return [...list.filter(({ id }) => !outdated.has(id)), ...set].sort((a, b) => b[time] - a[time]);
}
