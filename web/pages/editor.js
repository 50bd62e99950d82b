// The position editor: a palette of pieces, counters, and the reasons why a position is impossible.
import "../board/board.js";
import { html, nothing } from "../lib/lit-html.js";
import { Editor } from "../wasm/rules.js";
import { announce } from "../app/dom.js";
import { getErrorMessage } from "../app/format.js";
import { getGameInfo } from "../app/game-info.js";
import { t, tGame } from "../app/i18n.js";
import { link, navigate } from "../app/router.js";
import { readItem, writeItem } from "../app/storage.js";
import { boardLayout, statusBox } from "../components/board-layout.js";
import { isChecked, radioGroup } from "../components/form.js";
import { rulesOptions } from "../components/rules-options.js";

/**
 * A position in progress, possible or not, as the browser saves it.
 * @typedef {object} SavedSetup
 * @property {string} opened The link that opened the editor.
 * @property {string} rules
 * @property {[string, string][]} pieces The square and kind of each piece, from the bottom up.
 * @property {{ key: string, counts: number[] }[]} counters
 * @property {number} toMove
 * @property {boolean} notice
 */

/** The selection that removes pieces. */
const ERASER = -1;

export class EditorPage {
  selected = 0;
  flipped = false;
  error = "";
  /** The typed position if it cannot be read. @type {string | null} */
  invalidText = null;

  /** @param {import("../app/app.js").App} app @param {string} id @param {URLSearchParams} query */
  constructor(app, id, query) {
    this.app = app;
    this.info = getGameInfo(id);
    const [rules, position] = [query.get("rules") ?? "", query.get("position") ?? ""];
    this.initialLink = link(["editor", id], { rules, position });
    this.editor = this.#createEditor(rules, position);
    this.view = this.editor.view(false);
    this.#restore();
    /** Whether the rules are open at first. */
    this.showsOptions = this.view.rules !== "";
  }

  title() {
    return t("editor-of", { game: this.info.name });
  }

  leave() {
    this.editor.free();
  }

  /** @param {string} rules @param {string} position */
  #createEditor(rules, position) {
    try {
      return Editor.begin(this.info.id, rules, position);
    } catch (error) {
      this.error = getErrorMessage(error);
    }
    this.invalidText = position || null;
    try {
      return Editor.begin(this.info.id, rules, "");
    } catch {
      return Editor.begin(this.info.id, "", "");
    }
  }

  /** Restores the position in progress, if the same link opened it. */
  #restore() {
    const saved = readItem(`editor.${this.info.id}`, /** @type {SavedSetup | null} */ (null));
    if (saved?.opened !== this.initialLink) return;
    try {
      this.editor.setRules(saved.rules);
    } catch {
      return;
    }
    this.editor.clear();
    saved.pieces.forEach(([square, kind]) => this.editor.placePiece(square, kind));
    // Setups saved before the keys had hyphens say "counter.rings".
    saved.counters.forEach(({ key, counts }) => counts.forEach((count, seat) => this.editor.setCounter(seat, key.replace(".", "-"), count)));
    this.editor.setToMove(saved.toMove);
    this.editor.setNotice(saved.notice);
    this.view = this.editor.view(this.flipped);
  }

  #save() {
    const { view } = this;
    /** @type {SavedSetup} */
    const saved = {
      opened: this.initialLink,
      rules: view.rules,
      pieces: view.board.pieces.map((piece) => [piece.square, piece.kind]),
      counters: view.counters.map(({ key, counts }) => ({ key, counts })),
      toMove: view.toMove,
      notice: view.notice?.isOn ?? false,
    };
    writeItem(`editor.${this.info.id}`, saved);
  }

  /** @param {() => void} action */
  #update(action) {
    this.error = "";
    this.invalidText = null;
    action();
    const previousReasons = this.view.reasons.join();
    this.view = this.editor.view(this.flipped);
    this.#save();
    this.app.refresh();
    if (this.view.reasons.join() !== previousReasons) announce(this.view.reasons.length > 0 ? this.view.reasons.join("; ") : t("position-valid"));
  }

  /** Puts the selected piece on a square, or removes one. @param {string} square */
  #placePiece(square) {
    this.#update(() => (this.selected === ERASER ? this.editor.removePiece(square) : this.editor.placePiece(square, this.view.palette[this.selected].kind)));
  }

  /** @param {Event} event */
  #setNotice(event) {
    const isOn = isChecked(event);
    this.#update(() => this.editor.setNotice(isOn));
  }

  /** Removes the top piece from the square of an event. @param {EventTarget | null} target */
  #removePiece(target) {
    const square = target instanceof HTMLElement ? target.dataset.square : undefined;
    if (square) this.#update(() => this.editor.removePiece(square));
  }

  /** @param {string} position */
  #loadPosition(position) {
    try {
      const editor = Editor.begin(this.info.id, this.view.rules, position);
      this.#update(() => {
        this.editor.free();
        this.editor = editor;
      });
    } catch (error) {
      this.error = getErrorMessage(error);
      this.invalidText = position;
      announce(this.error);
      this.app.refresh();
    }
  }

  get shortcuts() {
    const select = (/** @type {number} */ index) => () => { this.selected = index; this.app.refresh(); };
    return [
      ...this.view.palette.map((piece, index) => ({ key: String(index + 1), label: piece.name, action: select(index) })),
      { key: "0", label: t("eraser"), action: select(ERASER) },
      { key: "f", label: t("flip"), action: () => this.#flip() },
    ];
  }

  #flip() {
    this.flipped = !this.flipped;
    this.view = this.editor.view(this.flipped);
    this.app.refresh();
  }

  template() {
    const { view, info } = this;
    /** @type {import("../board/board-props.js").BoardProps} */
    const board = { board: view.board, flipped: this.flipped, next: [], touched: [], lastMove: [], label: t("board", { game: info.name }) };
    return boardLayout({
      game: info.id,
      shape: view.board,
      className: "editor",
      head: html`<h1 tabindex="-1" class="layout-head">${this.title()}</h1>`,
      bars: [this.#palette()],
      board: html`<sanban-board .props=${board} .onsquarepick=${(/** @type {string} */ square) => this.#placePiece(square)}
        @contextmenu=${(/** @type {MouseEvent} */ event) => { event.preventDefault(); this.#removePiece(event.target); }}
        @keydown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === "Backspace" || event.key === "Delete") this.#removePiece(event.target); }}></sanban-board>`,
      status: this.#status(),
      tools: html`<div class="row tools" role="group" aria-label=${t("tools")}>
        <button type="button" class="secondary" @click=${() => this.#update(() => this.editor.clear())}>${t("clear-board")}</button>
        <button type="button" class="secondary" @click=${() => this.#loadPosition("")}>${t("start-position")}</button>
        <button type="button" class="secondary" @click=${() => this.#flip()}>${t("flip")}</button></div>`,
      more: html`<div class="panel">
        ${radioGroup(t("side-to-move"), info.players.map((name, seat) => ({ id: String(seat), name })), String(view.toMove),
          (seat) => this.#update(() => this.editor.setToMove(Number(seat))))}
        ${this.#counterFields()}
        ${view.notice ? html`<label class="checkbox"><input type="checkbox" .checked=${view.notice.isOn}
          @change=${(/** @type {Event} */ event) => this.#setNotice(event)}><span>${tGame(info.id, "notice", { player: info.players[view.toMove], notice: view.notice.name })}</span></label>` : nothing}
        </div>
        ${this.#textForm()}
        <details class="game-options" ?open=${this.showsOptions}><summary>${t("rules")}</summary>
          ${rulesOptions(info, view.rules, (rules) => this.#update(() => this.editor.setRules(rules)))}</details>`,
    });
  }

  #palette() {
    const option = (/** @type {number} */ index, /** @type {string} */ name, /** @type {unknown} */ icon, /** @type {string} */ key) => html`
      <label title=${`${name} (${key})`}><input type="radio" name="palette" .checked=${this.selected === index} @change=${() => { this.selected = index; this.app.refresh(); }}>
        <span>${icon}<span class="visually-hidden">${name}</span></span></label>`;
    const pieces = this.view.palette.map((piece, index) => option(index, piece.name,
      html`<svg viewBox="-50 -50 100 100" aria-hidden="true" .innerHTML=${piece.svg}></svg>`, String(index + 1)));
    const eraser = html`<svg viewBox="-55 -55 110 110" aria-hidden="true"><path class="eraser" d="M-30-30L30 30M30-30L-30 30" /></svg>`;
    const name = this.selected === ERASER ? t("eraser") : this.view.palette[this.selected]?.name;
    return html`<fieldset class="palette"><legend>${t("palette")}: <strong>${name}</strong></legend>
      ${pieces}${option(ERASER, t("eraser"), eraser, "0")}</fieldset>`;
  }

  #counterFields() {
    const { view, info } = this;
    const onInput = (/** @type {number} */ seat, /** @type {string} */ key) => (/** @type {Event} */ event) => {
      const field = /** @type {HTMLInputElement} */ (event.currentTarget);
      if (field.value === "") return;
      this.#update(() => this.editor.setCounter(seat, key, Math.max(0, Math.floor(Number(field.value) || 0))));
      // The editor limits the value: show what it accepted.
      field.value = String(this.view.counters.find((counter) => counter.key === key)?.counts[seat] ?? 0);
    };
    return view.counters.length === 0 ? nothing : html`<div class="counter-fields">${view.counters.map((counter) => html`
      ${info.players.map((player, seat) => html`<label class="field"><span>${player}: ${counter.name}</span>
        <input type="number" inputmode="numeric" min="0" max=${counter.max} .value=${String(counter.counts[seat])} @input=${onInput(seat, counter.key)}></label>`)}`)}</div>`;
  }

  /** Whether the position is possible, and what the visitor can do with it. */
  #status() {
    const { view, info } = this;
    const isPossible = view.reasons.length === 0;
    const outcome = view.outcome;
    const result = outcome?.sentence;
    const navigateTo = (/** @type {string} */ address) => () => navigate(address);
    const { text: position, rules } = view;
    return statusBox(isPossible ? html`<p>✓ ${t("position-valid")} ${result ?? ""}</p>` : html`<p><strong>${t("position-invalid")}</strong></p>
      <ul class="reasons">${view.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`, html`
      <button type="button" class="button" ?disabled=${!isPossible} @click=${navigateTo(link(["analysis"], { game: info.id, rules, position }))}>${t("analyse")}</button>
      <button type="button" class="secondary" ?disabled=${!isPossible || outcome !== null} @click=${navigateTo(link(["new", info.id], { rules, position }))}>${t("play-from-here")}</button>`,
    isPossible ? "" : "impossible");
  }

  #textForm() {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const field = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("position");
      if (field instanceof HTMLInputElement) this.#loadPosition(field.value.trim());
    };
    return html`<form class="panel" @submit=${submit}><label class="field"><span>${t("position-text")}</span>
      <input name="position" type="text" class="code" autocomplete="off" autocapitalize="off" spellcheck="false" .value=${this.invalidText ?? this.view.text}></label>
      ${this.error ? html`<p class="warning" role="alert">${this.error}</p>` : nothing}
      <button type="submit" class="secondary">${t("use-position")}</button></form>`;
  }
}
