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
   * @param {() => boolean} hears.isOpen Whether a turn may be made now.
   * @param {() => void} hears.onChange Hears that something was entered, taken back or refused.
   * @param {() => void} hears.onTurn Hears that a turn was made.
   */
  constructor(target, { isOpen, onChange, onTurn }) {
    this.target = target;
    this.isOpen = isOpen;
    this.onChange = onChange;
    this.onTurn = onTurn;
  }

  /** Points at a square, or at "@" for the supply. @param {string} at */
  touch(at) {
    this.#perform(() => this.target.touch(at));
  }

  /** @param {() => boolean} perform */
  #perform(perform) {
    if (!this.isOpen()) return;
    let isTurnMade = false;
    try {
      isTurnMade = perform();
      this.error = "";
    } catch (error) {
      this.error = getErrorMessage(error);
      playSound("refused");
      announce(this.error);
      this.onChange();
      return;
    }
    if (isTurnMade) return this.onTurn();
    playSound("step");
    this.onChange();
  }

  takeBack() {
    if (!this.isOpen() || !this.target.takeBack()) return;
    this.error = "";
    this.onChange();
  }

  /** What ends the turn, and what takes a step of it back. @param {import("../wasm/rules.js").Entry} entry */
  buttons(entry) {
    return this.isOpen() ? entryButtons(entry, () => this.#perform(() => this.target.endTurn()), () => this.takeBack()) : nothing;
  }

  /** Those who like to type can. */
  input() {
    return moveInput(this.isOpen(), (text) => {
      this.#perform(() => this.target.enter(text));
      return this.error === "";
    });
  }
}

/** What ends a turn, and what takes a step of it back. @param {import("../wasm/rules.js").Entry} entry @param {() => void} onEnd @param {() => void} takeBack */
export function entryButtons({ touched, complete }, onEnd, takeBack) {
  if (touched.length === 0 && complete === null) return nothing;
  return html`<div class="row">
    ${complete === null ? nothing : html`<button type="button" class="button" @click=${onEnd}>
      ${complete === "--" ? t("page.pass") : t("page.end-turn")}</button>`}
    ${touched.length === 0 ? nothing : html`<button type="button" class="quiet" @click=${takeBack}>${t("page.take-back-step")}</button>`}</div>`;
}

/**
 * @param {boolean} isOpen Whether a move can be made.
 * @param {(text: string) => boolean} onEnter Whether it was taken: what was refused stays to be mended.
 */
export function moveInput(isOpen, onEnter) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("move");
    if (!(field instanceof HTMLInputElement)) return;
    const text = field.value.trim();
    if (text === "" || onEnter(text)) field.value = "";
  };
  return html`<form class="typing" @submit=${submit}><label class="field"><span>${t("page.type-move")}</span>
    <input name="move" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" ?disabled=${!isOpen}></label></form>`;
}
