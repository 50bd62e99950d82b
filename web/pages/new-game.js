// The form that starts a game on this device. It remembers the last choices.
import { html, nothing } from "../lib/lit-html.js";
import { Game, startPosition } from "../wasm/rules.js";
import { formatRecordDate, getErrorMessage } from "../app/format.js";
import { findSetupError, getGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link, navigate } from "../app/router.js";
import { generateId, randomSeed, saveNewGame } from "../app/saved-games.js";
import { readItem, writeItem } from "../app/storage.js";
import { boardThumbnail } from "../board/board-thumbnail.js";
import { fieldValue, isChecked, radioGroup } from "../components/form.js";
import { rulesOptions } from "../components/rules-options.js";
import { server } from "../online/server.js";

/**
 * What the visitor has chosen. The browser saves it.
 * @typedef {object} GameChoices
 * @property {"computer" | "people"} mode
 * @property {string} computer
 * @property {"first" | "second" | "toss"} side
 * @property {string} rules
 * @property {boolean} pie
 * @property {boolean} tossColour
 * @property {string} clock
 * @property {string[]} names
 */

/** @type {GameChoices} */
const DEFAULT_CHOICES = { mode: "computer", computer: "level:1", side: "first", rules: "", pie: false, tossColour: false, clock: "", names: ["", ""] };

/** The time controls to choose from. Others can be typed. */
const TIME_CONTROLS = ["", "5m", "10m+5s", "20m+10s"];

export class NewGamePage {
  /** @param {import("../app/app.js").App} app @param {string} id @param {URLSearchParams} query */
  constructor(app, id, query) {
    this.app = app;
    this.info = getGameInfo(id);
    this.position = query.get("position") ?? "";
    /** @type {GameChoices} */
    this.choices = { ...DEFAULT_CHOICES, ...readItem(`setup.${id}`, {}) };
    // A position comes with its own rules, or with the official ones.
    if (query.has("rules") || this.position) this.choices.rules = query.get("rules") ?? "";
    const setupError = findSetupError(id, this.choices.rules, this.position);
    if (setupError !== null) {
      if (this.position) this.error = setupError;
      this.choices.rules = "";
      this.position = "";
    }
    /** Whether the options are open at first. */
    this.showsOptions = this.choices.rules !== "" || this.choices.pie || this.choices.tossColour || this.choices.clock !== "";
  }

  title() {
    return this.info.name;
  }

  /** Changes the rules, and drops the position if they don't allow it. @param {string} rules */
  #changeRules(rules) {
    this.error = "";
    if (this.position && findSetupError(this.info.id, rules, this.position) !== null) {
      this.position = "";
      this.error = t("position-dropped");
    }
    this.choices.rules = rules;
    this.app.refresh();
  }

  template() {
    const { info, choices } = this;
    const set = (/** @type {Partial<GameChoices>} */ changes) => { Object.assign(choices, changes); this.app.refresh(); };
    const side = (/** @type {"first" | "second" | "toss"} */ id, /** @type {string} */ name) => ({ id, name });
    return html`<section class="setup">
      <div class="setup-preview">${boardThumbnail(info.id, { rules: choices.rules, position: this.position })}
        <p>${info.summary} <a href=${link(["learn", info.id])}>${t("learn-button")}</a></p></div>
      <form @submit=${(/** @type {Event} */ event) => this.#startGame(event)}>
        <h1 tabindex="-1">${info.name}</h1>
        ${radioGroup(t("players"), [{ id: "computer", name: t("mode-computer") }, { id: "people", name: t("mode-people") }],
          choices.mode, (mode) => set({ mode: mode === "people" ? "people" : "computer" }))}
        ${choices.mode === "computer" ? html`
          <label class="field"><span>${t("strength")}</span>
            <select name="computer" @change=${(/** @type {Event} */ event) => set({ computer: fieldValue(event) })}>${info.computers.map((computer) => html`
              <option value=${computer.id} .selected=${computer.id === choices.computer}>${computer.name} – ${computer.description}</option>`)}
            </select></label>
          ${radioGroup(t("your-side"), [
            side("first", this.position || this.#tossesColour() ? info.players[0] : t("goes-first", { player: info.players[0] })), side("second", info.players[1]), side("toss", t("coin-toss"))],
            choices.side, (chosen) => set({ side: /** @type {GameChoices["side"]} */ (chosen) }))}` : nothing}
        <div class="row"><button class="button large" type="submit">${t("start-game")}</button>
          ${server.isAvailable ? html`<a class="button secondary" href=${link(["lobby"], { game: info.id, rules: choices.rules, position: this.position })}>
            ${t("play-online")}</a>` : nothing}</div>
        <details class="game-options" ?open=${this.showsOptions}>
          <summary>${t("more-options")}</summary>
          ${this.#nameFields(set)}
          ${rulesOptions(info, choices.rules, (rules) => this.#changeRules(rules))}
          <label class="checkbox"><input type="checkbox" name="pie" .checked=${choices.pie}
            @change=${(/** @type {Event} */ event) => set({ pie: isChecked(event) })}>
            <span><strong>${t("pie")}</strong> ${t("pie-description")}</span></label>
          ${info.anySideMayBegin && !this.position ? html`<label class="checkbox"><input type="checkbox" name="toss-colour" .checked=${choices.tossColour}
            @change=${(/** @type {Event} */ event) => set({ tossColour: isChecked(event) })}>
            <span><strong>${t("toss-colour")}</strong> ${t("toss-colour-description", { first: info.players[0], second: info.players[1] })}</span></label>` : nothing}
          ${radioGroup(t("time-control"), TIME_CONTROLS.map((clock) => ({ id: clock, name: clock || t("no-clock") })), choices.clock,
            (clock) => set({ clock }))}
          <label class="field"><span>${t("custom-time-control")}</span><input type="text" name="clock" .value=${choices.clock} placeholder="5m+3s"
            @change=${(/** @type {Event} */ event) => set({ clock: fieldValue(event).trim() })}></label>
        </details>
        ${this.error ? html`<p class="warning" role="alert">${this.error}</p>` : nothing}
      </form></section>`;
  }
  error = "";

  /** Whether a toss decides which side begins. */
  #tossesColour() {
    return this.info.anySideMayBegin && this.choices.tossColour && !this.position;
  }

  /** @param {(changes: Partial<GameChoices>) => void} set */
  #nameFields(set) {
    const { choices, info } = this;
    const labels = choices.mode === "computer" ? [t("your-name")] : info.players.map((player) => t("name-of", { player }));
    return html`<div class="row">${labels.map((label, index) => html`<label class="field"><span>${label}</span>
      <input type="text" maxlength="30" autocomplete="off" .value=${choices.names[index]}
        @change=${(/** @type {Event} */ event) => set({ names: choices.names.map((name, otherIndex) => (otherIndex === index ? fieldValue(event).trim() : name)) })}></label>`)}</div>`;
  }

  /** @param {Event} event */
  #startGame(event) {
    event.preventDefault();
    const { choices, info } = this;
    const seed = randomSeed();
    // The lowest bits of the seed are the tosses.
    const isSecond = choices.side === "second" || (choices.side === "toss" && (seed & 1) === 1);
    const secondBegins = this.#tossesColour() && (seed & 2) === 2;
    const isTwoPeople = choices.mode === "people";
    const isSideTossed = !isTwoPeople && choices.side === "toss";
    const specs = isTwoPeople ? ["human", "human"] : isSecond ? [choices.computer, "human"] : ["human", choices.computer];
    const names = isTwoPeople ? choices.names : isSecond ? ["", choices.names[0]] : [choices.names[0], ""];
    try {
      const position = secondBegins ? startPosition(info.id, choices.rules, 1) : this.position;
      const game = Game.begin(info.id, choices.rules, position, specs, names, choices.pie, choices.clock, seed, formatRecordDate());
      const id = generateId();
      saveNewGame(id, game);
      writeItem(`setup.${info.id}`, choices);
      const player = info.players[game.toMove];
      if (isSideTossed) {
        writeItem("toss", t("toss-result", { name: game.playerName(game.toMove), player, reader: game.isHuman(game.toMove) ? "first" : "nobody" }));
      } else if (this.#tossesColour()) {
        writeItem("toss", t("toss-colour-result", { player }));
      }
      game.free();
      navigate(link(["play", id]));
    } catch (error) {
      this.error = getErrorMessage(error);
      this.app.refresh();
    }
  }
}
