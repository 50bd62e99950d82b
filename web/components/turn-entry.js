// A turn being entered, by pointing or by typing, wherever turns are made: in a game, a lesson, a puzzle, an example.
import { html, nothing } from "../lib/lit-html.js";
import { announce } from "../app/dom.js";
import { getErrorMessage } from "../app/errors.js";
import { playSound } from "../app/sound.js";
import { t } from "../app/i18n.js";

/**
 * What takes turns.
 * @typedef {object} TurnTarget
 * @property {(at: string) => boolean} touch Whether it made a turn, as below.
 * @property {(text: string) => boolean} enter
 * @property {() => boolean} endTurn
 * @property {() => boolean} takeBack Whether there was a step.
 */

export class TurnEntry {
  /** Why the last step was refused. */
  error = "";

  /**
   * @param {TurnTarget} target
   * @param {object} hears
   * @param {() => boolean} hears.open Whether a turn may be made now.
   * @param {() => void} hears.changed Hears that something was entered, taken back or refused.
   * @param {() => void} hears.made Hears that a turn was made.
   */
  constructor(target, { open, changed, made }) {
    this.taker = target;
    this.open = open;
    this.changed = changed;
    this.made = made;
  }

  /** Points at a square, or at "@" for the supply. @param {string} at */
  touch(at) {
    this.#act(() => this.taker.touch(at));
  }

  /** @param {() => boolean} act */
  #act(act) {
    if (!this.open()) return;
    let made = false;
    try {
      made = act();
      this.error = "";
    } catch (error) {
      this.error = getErrorMessage(error);
      playSound("refused");
      announce(this.error);
      this.changed();
      return;
    }
    if (made) return this.made();
    playSound("step");
    this.changed();
  }

  takeBack() {
    if (!this.open() || !this.taker.takeBack()) return;
    this.error = "";
    this.changed();
  }

  /** What ends the turn, and what takes a step of it back. @param {import("../wasm/rules.js").Entry} entry */
  buttons(entry) {
    return this.open() ? entryButtons(entry, () => this.#act(() => this.taker.endTurn()), () => this.takeBack()) : nothing;
  }

  /** Those who like to type can. */
  moveInput() {
    return typing(this.open(), (text) => {
      this.#act(() => this.taker.enter(text));
      return this.error === "";
    });
  }
}

/** What ends a turn, and what takes a step of it back. @param {import("../wasm/rules.js").Entry} entry @param {() => void} end @param {() => void} takeBack */
export function entryButtons({ touched, complete }, end, takeBack) {
  if (touched.length === 0 && complete === null) return nothing;
  return html`<div class="row">
    ${complete === null ? nothing : html`<button type="button" class="button" @click=${end}>
      ${complete === "--" ? t("page.pass") : t("page.end-turn")}</button>`}
    ${touched.length === 0 ? nothing : html`<button type="button" class="quiet" @click=${takeBack}>${t("page.take-back-step")}</button>`}</div>`;
}

/**
 * @param {boolean} open Whether a move can be made.
 * @param {(text: string) => boolean} enter Whether it was taken: what was refused stays to be mended.
 */
export function typing(open, enter) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("move");
    if (!(field instanceof HTMLInputElement)) return;
    const text = field.value.trim();
    if (text === "" || enter(text)) field.value = "";
  };
  return html`<form class="typing" @submit=${submit}><label class="field"><span>${t("page.type-move")}</span>
    <input name="move" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" ?disabled=${!open}></label></form>`;
}
