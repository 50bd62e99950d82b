// Buttons and keys that step through the turns of a game.
import { html } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/** What a button does; null disables it. @typedef {(() => void) | null} Action */

/**
 * @param {Action} first
 * @param {Action} previous
 * @param {Action} next
 * @param {Action} last
 */
export function turnNavigation(first, previous, next, last) {
  const button = (/** @type {string} */ symbol, /** @type {string} */ key, /** @type {Action} */ action) => html`
    <button type="button" class="secondary" aria-label=${t(key)} title=${t(key)} ?disabled=${action === null} @click=${() => action?.()}>${symbol}</button>`;
  return html`<div class="row turn-navigation">${button("«", "go-to-start", first)}${button("‹", "previous-turn", previous)}
    ${button("›", "next-turn", next)}${button("»", "go-to-end", last)}</div>`;
}

/** Looks back through the turns of a game. */
export class TurnBrowser {
  /** How many turns the board shows; null while it shows the current position. @type {number | null} */
  shownTurns = null;

  /**
   * @param {() => number} getCount Gives the number of turns played.
   * @param {() => void} onChange Called when the shown position changes.
   */
  constructor(getCount, onChange) {
    this.getCount = getCount;
    this.onChange = onChange;
  }

  /** How many turns the board shows. */
  get current() {
    return this.shownTurns ?? this.getCount();
  }

  /** Shows the position after a number of turns. @param {number} turns */
  show(turns) {
    const count = this.getCount();
    const clamped = Math.max(0, Math.min(count, turns));
    this.shownTurns = clamped === count ? null : clamped;
    this.onChange();
  }

  showCurrent() {
    this.show(this.getCount());
  }

  get shortcuts() {
    return [
      { key: "ArrowLeft", label: t("previous-turn"), action: () => this.show(this.current - 1) },
      { key: "ArrowRight", label: t("next-turn"), action: () => this.show(this.current + 1) },
      { key: "Home", label: t("go-to-start"), action: () => this.show(0) },
      { key: "End", label: t("go-to-end"), action: () => this.showCurrent() },
    ];
  }

  buttons() {
    const { current } = this;
    const count = this.getCount();
    const action = (/** @type {number} */ turns, /** @type {boolean} */ isDisabled) => (isDisabled ? null : () => this.show(turns));
    return turnNavigation(action(0, current === 0), action(current - 1, current === 0), action(current + 1, current === count), action(count, current === count));
  }
}
