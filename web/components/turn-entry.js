// Enters a turn step by step, by picking squares or by typing: in games, lessons, puzzles and examples.
import { html, nothing } from "../lib/lit-html.js";
import { announce } from "../app/dom.js";
import { getErrorMessage } from "../app/format.js";
import { t } from "../app/i18n.js";
import { playSound } from "../app/sound.js";

/**
 * What turns are entered into. `touch`, `grab`, `enter` and `endTurn` return whether they finished a turn, and throw errors.
 * @typedef {object} TurnTarget
 * @property {(square: string) => boolean} touch Picks a square, or the supply.
 * @property {(square: string) => boolean} grab Picks up the piece on a square to drag it.
 * @property {(text: string) => boolean} enter
 * @property {() => boolean} endTurn
 * @property {() => boolean} undoStep Takes the last step back. Returns whether there was one.
 */

export class TurnEntry {
  /** Why the last step was rejected. */
  error = "";

  /**
   * @param {TurnTarget} target
   * @param {object} callbacks
   * @param {() => boolean} callbacks.isOpen Whether a turn can be entered now.
   * @param {() => void} callbacks.onChange Called when a step was entered, taken back or rejected.
   * @param {() => void} callbacks.onTurn Called when a turn is complete.
   */
  constructor(target, { isOpen, onChange, onTurn }) {
    this.target = target;
    this.isOpen = isOpen;
    this.onChange = onChange;
    this.onTurn = onTurn;
  }

  /** Picks a square, or "@" for the supply. @param {string} square */
  touch(square) {
    this.#perform(() => this.target.touch(square));
  }

  /** Picks up the piece on a square to drag it. @param {string} square */
  grab(square) {
    this.#perform(() => this.target.grab(square));
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
      playSound("rejected");
      announce(this.error);
      this.onChange();
      return;
    }
    if (isTurnMade) return this.onTurn();
    playSound("step");
    this.onChange();
  }

  undoStep() {
    if (!this.isOpen() || !this.target.undoStep()) return;
    this.error = "";
    this.onChange();
  }

  /** @param {import("../wasm/rules.js").EntryView} entry */
  buttons(entry) {
    return entryButtons(entry, this.isOpen(), () => this.#perform(() => this.target.endTurn()), () => this.undoStep());
  }

  input() {
    return moveInput(this.isOpen(), (text) => {
      this.#perform(() => this.target.enter(text));
      return this.error === "";
    });
  }
}

/**
 * What the player to move can do next, and what they have entered so far.
 * @param {import("../wasm/rules.js").EntryView} entry
 * @param {string} [name] The player, if the sentence should say who that is.
 */
export function nextStep({ prompt, text }, name = "") {
  return html`<span class="prompt">${name ? html`<strong>${name}:</strong> ` : nothing}${prompt}</span>
    ${text ? html`<span class="muted">${t("entered", { entered: text })}</span>` : nothing}`;
}

/** Explains the marks of squares that lose at once. @param {string[]} losing */
export function losingNote(losing) {
  return losing.length > 0 ? html`<p class="losing-note">${t("losing-note")}</p>` : nothing;
}

/**
 * The buttons that take a step back and end the turn. The first is always there, so that the second has its place beside it.
 * @param {import("../wasm/rules.js").EntryView} entry
 * @param {boolean} isOpen Whether a turn can be entered now.
 * @param {() => void} onEnd
 * @param {() => void} undoStep
 */
export function entryButtons({ touched, complete }, isOpen, onEnd, undoStep) {
  return html`<button type="button" class="secondary" ?disabled=${!isOpen || touched.length === 0} @click=${undoStep}>${t("undo-step")}</button>
    ${isOpen && complete !== null ? html`<button type="button" class="button" @click=${onEnd}>${complete === "--" ? t("pass") : t("end-turn")}</button>` : nothing}`;
}

/**
 * @param {boolean} isOpen
 * @param {(text: string) => boolean} onEnter Returns whether the move was accepted. A rejected move stays in the field.
 */
export function moveInput(isOpen, onEnter) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("move");
    if (!(field instanceof HTMLInputElement)) return;
    const text = field.value.trim();
    if (text === "" || onEnter(text)) field.value = "";
  };
  return html`<form class="move-form" @submit=${submit}><label class="field"><span>${t("type-move")}</span>
    <input name="move" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" ?disabled=${!isOpen}></label></form>`;
}
