// Setting up a position: pieces from a palette, the numbers beside the board, and every reason why it cannot be.
import "../board/board.js";
import { html, nothing } from "../lib/lit-html.js";
import { Editor } from "../wasm/rules.js";
import { announce } from "../app/dom.js";
import { getGameInfo } from "../app/game-info.js";
import { getErrorMessage } from "../app/errors.js";
import { navigate, link } from "../app/router.js";
import { getBoardStyle } from "../app/settings.js";
import { readItem, writeItem } from "../app/storage.js";
import { t, tGame } from "../app/i18n.js";
import { radioGroup } from "../components/form.js";
import { rulesOptions } from "../components/rules-options.js";

/**
 * A position as it is kept while it is being set up, possible or not.
 * @typedef {object} KeptSetup
 * @property {string} opened The address that it began with.
 * @property {string} rules
 * @property {[string, string][]} pieces Each with its square, from the bottom up.
 * @property {{ key: string, counts: number[] }[]} counters
 * @property {number} toMove
 * @property {boolean} notice
 */

/** What takes pieces away, in place of one that is put. */
const ERASER = -1;

export class EditorPage {
  chosen = 0;
  flipped = false;
  why = "";
  /** What was typed as the position's text and cannot be read. @type {string | null} */
  typed = null;

  /** @param {import("../app/app.js").App} app @param {string} id @param {URLSearchParams} query */
  constructor(app, id, query) {
    this.app = app;
    this.info = getGameInfo(id);
    const [rules, position] = [query.get("rules") ?? "", query.get("position") ?? ""];
    this.opened = link(["editor", id], { rules, position });
    this.editor = this.#begin(rules, position);
    this.view = this.editor.view(false);
    this.#takeUp();
    /** Whether the rules are shown at first; from then on the visitor opens and closes them. */
    this.unusual = this.view.rules !== "";
  }

  title() {
    return t("page.editor-of", { game: this.info.name });
  }

  leave() {
    this.editor.free();
  }

  /** @param {string} rules @param {string} position */
  #begin(rules, position) {
    try {
      return Editor.begin(this.info.id, rules, position);
    } catch (error) {
      this.why = getErrorMessage(error);
    }
    this.typed = position || null;
    try {
      return Editor.begin(this.info.id, rules, "");
    } catch {
      return Editor.begin(this.info.id, "", "");
    }
  }

  /** Goes on with what was kept, if the page was left in the middle of it. */
  #takeUp() {
    const kept = readItem(`editor.${this.info.id}`, /** @type {KeptSetup | null} */ (null));
    if (kept?.opened !== this.opened) return;
    try {
      this.editor.setRules(kept.rules);
    } catch {
      return;
    }
    const palette = this.editor.view(false).palette.map((piece) => piece.kind);
    this.editor.clear();
    kept.pieces.forEach(([square, kind]) => this.editor.put(square, palette.indexOf(kind)));
    kept.counters.forEach(({ key, counts }) => counts.forEach((count, seat) => this.editor.setCounter(seat, key, count)));
    this.editor.setToMove(kept.toMove);
    if (kept.notice !== (this.editor.view(false).notice?.on ?? false)) this.editor.toggleNotice();
    this.view = this.editor.view(this.flipped);
  }

  #keep() {
    const { view } = this;
    /** @type {KeptSetup} */
    const kept = {
      opened: this.opened,
      rules: view.rules,
      pieces: view.board.pieces.map((piece) => [piece.square, piece.kind]),
      counters: view.counters.map(({ key, counts }) => ({ key, counts })),
      toMove: view.toMove,
      notice: view.notice?.on ?? false,
    };
    writeItem(`editor.${this.info.id}`, kept);
  }

  /** @param {() => void} act */
  #change(act) {
    this.why = "";
    this.typed = null;
    act();
    const before = this.view.reasons.join();
    this.view = this.editor.view(this.flipped);
    this.#keep();
    this.app.refresh();
    if (this.view.reasons.join() !== before) announce(this.view.reasons.length > 0 ? this.view.reasons.join("; ") : t("page.possible"));
  }

  /** Puts what is chosen on a square. @param {string} square */
  #point(square) {
    this.#change(() => (this.chosen === ERASER ? this.editor.take(square) : this.editor.put(square, this.chosen)));
  }

  /** Takes the top piece from the square at hand. @param {EventTarget | null} target */
  #takeAt(target) {
    const square = target instanceof HTMLElement ? target.dataset.square : undefined;
    if (square) this.#change(() => this.editor.take(square));
  }

  /** Begins anew with a position. @param {string} position */
  #open(position) {
    try {
      const editor = Editor.begin(this.info.id, this.view.rules, position);
      this.#change(() => {
        this.editor.free();
        this.editor = editor;
      });
    } catch (error) {
      this.why = getErrorMessage(error);
      this.typed = position;
      announce(this.why);
      this.app.refresh();
    }
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const number = Number(event.key);
    const { palette } = this.view;
    if (number >= 1 && number <= palette.length) this.chosen = number - 1;
    else if (event.key === "0") this.chosen = ERASER;
    else if (event.key === "f") this.#flip();
    else return;
    event.preventDefault();
    this.app.refresh();
  }

  #flip() {
    this.flipped = !this.flipped;
    this.view = this.editor.view(this.flipped);
    this.app.refresh();
  }

  template() {
    const { view, info } = this;
    /** @type {import("../board/board-props.js").BoardProps} */
    const board = { board: view.board, flipped: this.flipped, next: [], touched: [], lastMove: [], label: t("page.board", { game: info.name }) };
    return html`<section class="table editor" .style=${getBoardStyle(info.id)}>
      <div class="board-side" @contextmenu=${(/** @type {MouseEvent} */ event) => { event.preventDefault(); this.#takeAt(event.target); }}
        @keydown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === "Backspace" || event.key === "Delete") this.#takeAt(event.target); }}>
        <h1 tabindex="-1">${this.title()}</h1>
        ${this.#palette()}
        <sanban-board .props=${board} .onsquarepick=${(/** @type {string} */ square) => this.#point(square)}></sanban-board>
      </div>
      <div class="beside">
        ${this.#verdict()}
        <div class="panel">
          ${radioGroup(t("page.who-moves"), info.players.map((name, seat) => ({ id: String(seat), name })), String(view.toMove),
            (seat) => this.#change(() => this.editor.setToMove(Number(seat))))}
          ${this.#counters()}
          ${view.notice ? html`<label class="check"><input type="checkbox" .checked=${view.notice.on}
            @change=${() => this.#change(() => this.editor.toggleNotice())}><span>${tGame(info.id, "page.notice", { player: info.players[view.toMove], notice: view.notice.name })}</span></label>` : nothing}
          <div class="row">
            <button type="button" class="quiet" @click=${() => this.#change(() => this.editor.clear())}>${t("page.clear-board")}</button>
            <button type="button" class="quiet" @click=${() => this.#open("")}>${t("page.start-position")}</button>
            <button type="button" class="quiet" @click=${() => this.#flip()}>${t("page.flip")}</button></div>
        </div>
        ${this.#text()}
        <details class="options-of-game" ?open=${this.unusual}><summary>${t("menu.rules")}</summary>
          ${rulesOptions(info, view.rules, (rules) => this.#change(() => this.editor.setRules(rules)))}</details>
      </div></section>`;
  }

  #palette() {
    const option = (/** @type {number} */ at, /** @type {string} */ name, /** @type {unknown} */ drawn, /** @type {string} */ key) => html`
      <label title=${`${name} (${key})`}><input type="radio" name="palette" .checked=${this.chosen === at} @change=${() => { this.chosen = at; this.app.refresh(); }}>
        <span>${drawn}<span class="unseen">${name}</span></span></label>`;
    const pieces = this.view.palette.map((piece, at) => option(at, piece.name,
      html`<svg viewBox="-50 -50 100 100" aria-hidden="true" .innerHTML=${piece.drawn}></svg>`, String(at + 1)));
    const eraser = html`<svg viewBox="-55 -55 110 110" aria-hidden="true"><path class="eraser" d="M-30-30L30 30M30-30L-30 30" /></svg>`;
    const name = this.chosen === ERASER ? t("page.eraser") : this.view.palette[this.chosen]?.name;
    return html`<fieldset class="palette"><legend>${t("page.palette")}: <strong>${name}</strong></legend>
      ${pieces}${option(ERASER, t("page.eraser"), eraser, "0")}</fieldset>`;
  }

  #counters() {
    const { view, info } = this;
    const set = (/** @type {number} */ seat, /** @type {string} */ key) => (/** @type {Event} */ event) => {
      const field = /** @type {HTMLInputElement} */ (event.currentTarget);
      if (field.value === "") return;
      this.#change(() => this.editor.setCounter(seat, key, Math.max(0, Math.floor(Number(field.value) || 0))));
      // What is more than the largest value is not taken.
      field.value = String(this.view.counters.find((counter) => counter.key === key)?.counts[seat] ?? 0);
    };
    return view.counters.length === 0 ? nothing : html`<div class="counters-to-set">${view.counters.map((counter) => html`
      ${info.players.map((player, seat) => html`<label class="field"><span>${player}: ${counter.name}</span>
        <input type="number" inputmode="numeric" min="0" max=${counter.most} .value=${String(counter.counts[seat])} @input=${set(seat, counter.key)}></label>`)}`)}</div>`;
  }

  /** Whether the position is possible, and what can be done with it. */
  #verdict() {
    const { view, info } = this;
    const possible = view.reasons.length === 0;
    const over = view.outcome;
    const ended = over && (over.winner === null ? tGame(info.id, "play.drawn", { reason: over.reason })
      : tGame(info.id, "play.won-side", { player: info.players[over.winner], reason: over.reason }));
    const open = (/** @type {string} */ address) => () => navigate(address);
    const { text: position, rules } = view;
    return html`<div class="state ${possible ? "" : "impossible"}">
      ${possible ? html`<p>✓ ${t("page.possible")} ${ended ?? ""}</p>` : html`<p><strong>${t("page.impossible")}</strong></p>
        <ul class="reasons">${view.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}
      <div class="row">
        <button type="button" class="button" ?disabled=${!possible} @click=${open(link(["analysis"], { game: info.id, rules, position }))}>${t("page.analyse")}</button>
        <button type="button" class="quiet" ?disabled=${!possible || over !== null} @click=${open(link(["new", info.id], { rules, position }))}>${t("page.play-from-here")}</button></div></div>`;
  }

  #text() {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const field = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("position");
      if (field instanceof HTMLInputElement) this.#open(field.value.trim());
    };
    return html`<form class="panel" @submit=${submit}><label class="field"><span>${t("page.position-text")}</span>
      <input name="position" type="text" class="code" autocomplete="off" autocapitalize="off" spellcheck="false" .value=${this.typed ?? this.view.text}></label>
      ${this.why ? html`<p class="warning" role="alert">${this.why}</p>` : nothing}
      <button type="submit" class="quiet">${t("page.take-text")}</button></form>`;
  }
}
