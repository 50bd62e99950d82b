// The form that proposes a game to other players.
import { html, nothing } from "../lib/lit-html.js";
import { getErrorMessage } from "../app/format.js";
import { findGameInfo, findSetupError, listGames } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { getAddress, link, navigate } from "../app/router.js";
import { generateId } from "../app/saved-games.js";
import { readItem, writeItem } from "../app/storage.js";
import { boardThumbnail } from "../board/board-thumbnail.js";
import { ApiError, request } from "../online/api.js";
import { server } from "../online/server.js";
import { fieldValue, isChecked, radioGroup } from "./form.js";
import { describeTimeControl } from "./game-summary.js";
import { rulesOptions } from "./rules-options.js";

/**
 * What the visitor has chosen. The browser saves it.
 * @typedef {object} ProposalChoices
 * @property {string} game
 * @property {Record<string, string>} rules The rules of each game.
 * @property {"anyone" | "link" | "computer"} opponent
 * @property {string} computer
 * @property {"first" | "second" | "toss"} seat
 * @property {string} pace
 * @property {boolean} pie
 * @property {boolean} rated
 */

/** The time controls to choose from. Others can be typed. */
const TIME_CONTROLS = ["", "3m+2s", "5m+3s", "10m+5s", "20m+10s", "1d", "3d", "7d"];
const STORAGE_KEY = "setup.server";
/** After these errors, the server may still have created the game. */
const AMBIGUOUS_ERRORS = new Set(["", "unreachable", "too-busy", "store-failed"]);

export class ProposalForm {
  error = "";
  isBusy = false;
  /** The idempotency key of a request without an answer. */
  #requestId = "";

  /** @param {import("../app/app.js").App} app @param {URLSearchParams} query The game, rules and position, if they are chosen already. */
  constructor(app, query) {
    this.app = app;
    /** @type {ProposalChoices} */
    this.choices = {
      game: listGames()[0].id, rules: {}, opponent: "anyone", computer: "level:1", seat: "toss", pace: "10m+5s", pie: false, rated: false, ...readItem(STORAGE_KEY, {}),
    };
    if (!findGameInfo(this.choices.game)) this.choices.game = listGames()[0].id;
    const game = query.get("game") ?? "";
    /** The position that the game starts from; empty for the usual one. */
    this.position = "";
    if (findGameInfo(game)) {
      const [rules, position] = [query.get("rules") ?? "", query.get("position") ?? ""];
      const setupError = findSetupError(game, rules, position);
      this.error = setupError ?? "";
      this.choices.game = game;
      this.choices.rules = { ...this.choices.rules, [game]: setupError === null ? rules : "" };
      if (setupError === null) this.position = position;
    }
    this.showsOptions = Boolean(this.choices.rules[this.choices.game]) || this.choices.pie;
  }

  template() {
    const { choices } = this;
    const info = /** @type {import("../app/game-info.js").GameInfo} */ (findGameInfo(choices.game));
    const set = (/** @type {Partial<ProposalChoices>} */ changes) => { Object.assign(choices, changes); this.#requestId = ""; this.app.refresh(); };
    const selectedComputer = info.computers.some(({ id }) => id === choices.computer) ? choices.computer : info.computers[0].id;
    return html`<form class="proposal-form" @submit=${(/** @type {Event} */ event) => this.#propose(event)}>
      ${radioGroup(t("game-label"), listGames().map(({ id, name }) => ({ id, name })), choices.game, (game) => { this.position = ""; set({ game }); })}
      ${this.position ? html`<div class="start-position">${boardThumbnail(info.id, { rules: choices.rules[info.id], position: this.position })}
        <p>${t("starts-from-position")} <button type="button" class="secondary" @click=${() => { this.position = ""; set({}); }}>${t("use-start-position")}</button></p></div>` : nothing}
      ${radioGroup(t("opponent"), ["anyone", "link", "computer"].map((id) => ({ id, name: t(`opponent-${id}`) })), choices.opponent,
        (opponent) => set({ opponent: /** @type {ProposalChoices["opponent"]} */ (opponent) }))}
      ${choices.opponent === "computer" ? html`<label class="field"><span>${t("strength")}</span>
        <select name="computer" @change=${(/** @type {Event} */ event) => set({ computer: fieldValue(event) })}>${info.computers.map((computer) => html`
          <option value=${computer.id} .selected=${computer.id === selectedComputer}>${computer.name} – ${computer.description}</option>`)}</select></label>` : nothing}
      ${radioGroup(t("time-control"), TIME_CONTROLS.map((id) => ({ id, name: describeTimeControl(id) })), choices.pace, (pace) => set({ pace }))}
      ${radioGroup(t("your-side"), [{ id: "toss", name: t("coin-toss") }, { id: "first", name: this.position ? info.players[0] : t("goes-first", { player: info.players[0] }) },
        { id: "second", name: info.players[1] }], choices.seat, (seat) => set({ seat: /** @type {ProposalChoices["seat"]} */ (seat) }))}
      ${this.#ratedField(set)}
      <details class="game-options" ?open=${this.showsOptions}><summary>${t("more-options")}</summary>
        ${rulesOptions(info, choices.rules[info.id] ?? "", (rules) => this.#changeRules(info.id, rules, set))}
        <label class="checkbox"><input type="checkbox" name="pie" .checked=${choices.pie} @change=${(/** @type {Event} */ event) => set({ pie: isChecked(event) })}>
          <span><strong>${t("pie")}</strong> ${t("pie-description")}</span></label>
        <label class="field"><span>${t("custom-time-control-online")}</span><input type="text" name="pace" .value=${choices.pace} placeholder="5m+3s"
          @change=${(/** @type {Event} */ event) => set({ pace: fieldValue(event).trim() })}></label></details>
      ${this.error ? html`<p class="warning" role="alert">${this.error}</p>` : nothing}
      <div class="row"><button class="button large" type="submit" ?disabled=${this.isBusy}>${t(`create-game-${choices.opponent}`)}</button></div></form>`;
  }

  /** @param {(changes: Partial<ProposalChoices>) => void} set */
  #ratedField(set) {
    const { choices } = this;
    if (choices.opponent === "computer") return nothing;
    const hasAccount = server.me?.account ?? false;
    const canBeRated = hasAccount && !this.position;
    return html`<label class="checkbox"><input type="checkbox" name="rated" .checked=${choices.rated && canBeRated} ?disabled=${!canBeRated}
      @change=${(/** @type {Event} */ event) => set({ rated: isChecked(event) })}><span><strong>${t("rated")}</strong> ${t(this.position ? "rated-from-start" : "rated-description")}
      ${hasAccount || this.position ? nothing : html`<a href=${link(["account"])}>${t("sign-up")}</a>`}</span></label>`;
  }

  /** Changes the rules, and drops the position if they don't allow it. @param {string} game @param {string} rules @param {(changes: Partial<ProposalChoices>) => void} set */
  #changeRules(game, rules, set) {
    this.error = "";
    if (this.position && findSetupError(game, rules, this.position) !== null) {
      this.position = "";
      this.error = t("position-dropped");
    }
    set({ rules: { ...this.choices.rules, [game]: rules } });
  }

  /** @param {Event} event */
  async #propose(event) {
    event.preventDefault();
    if (this.isBusy) return;
    const { game, rules, opponent, computer, seat, pace, pie, rated } = this.choices;
    const opponentSpec = opponent === "computer" ? (findGameInfo(game)?.computers.find(({ id }) => id === computer)?.id ?? "level:1") : opponent;
    // The same id makes a repeated request get the same game.
    this.#requestId ||= generateId();
    const isRated = rated && opponent !== "computer" && !this.position && server.me?.account === true;
    const body = { id: this.#requestId, game, rules: rules[game] ?? "", position: this.position || null, opponent: opponentSpec, seat, pace, pie, rated: isRated };
    this.isBusy = true;
    this.error = "";
    const startAddress = getAddress();
    try {
      const created = await request("POST", "games", { body });
      writeItem(STORAGE_KEY, this.choices);
      this.#requestId = "";
      const address = link(["game", created.id]);
      // If the visitor has moved to another page, offer a link instead.
      if (getAddress() === startAddress) navigate(address);
      else this.app.showNotice({ text: t("game-ready", { game: findGameInfo(game)?.name ?? "" }), label: t("open-game"), action: () => navigate(address), address });
    } catch (error) {
      if (error instanceof ApiError && !AMBIGUOUS_ERRORS.has(error.code)) this.#requestId = "";
      this.error = getErrorMessage(error);
    }
    this.isBusy = false;
    this.app.refresh();
  }
}
