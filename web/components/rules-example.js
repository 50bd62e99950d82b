// An example in the rules: a position that the visitor can play on for both sides.
import "./on-visible.js";
import { html, nothing } from "../lib/lit-html.js";
import { Game } from "../wasm/rules.js";
import { announce } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { playSound } from "../app/sound.js";
import { statusBox } from "./board-layout.js";
import { boardWithPlayers } from "./board-with-players.js";
import { TurnEntry, nextStep } from "./turn-entry.js";

/** @typedef {Extract<import("../wasm/rules.js").RulesBlock, { kind: "board" }>} BoardBlock */

export class RulesExample {
  /** Made when the example becomes visible. @type {Game | null} */
  #game = null;
  /** @type {import("../wasm/rules.js").GameView | null} */
  #view = null;
  /** @type {TurnEntry | null} */
  #entry = null;
  /** Whether the visitor is playing it. */
  #isTrying = false;

  /**
   * @param {import("../app/game-info.js").GameInfo} info
   * @param {BoardBlock} block
   * @param {number} number The number of the example, from 1.
   * @param {() => void} onChange Called when there is something new to show.
   */
  constructor(info, block, number, onChange) {
    this.info = info;
    this.block = block;
    this.number = number;
    this.onChange = onChange;
  }

  /** Shows the position that the text describes. */
  #reset() {
    const { rules, position: text, moves } = this.block;
    this.#game?.free();
    const game = Game.begin(this.info.id, rules, text, ["human", "human"], ["", ""], false, "", 0, "");
    for (const move of moves.split(" ").filter(Boolean)) game.play(move);
    this.#game = game;
    this.#entry = new TurnEntry(game, {
      isOpen: () => this.#isTrying && !this.#view?.outcome,
      onChange: () => this.#updateView(),
      onTurn: () => {
        this.#updateView();
        playSound(this.#view?.outcome ? "end" : "turn");
        announce(this.#view?.ending?.sentence ?? this.#view?.turns.at(-1)?.text ?? "");
      },
    });
    this.#updateView();
  }

  #updateView() {
    this.#view = this.#game?.view(false) ?? null;
    this.onChange();
  }

  /** Lets the visitor play, from the position before the example's turns. */
  #try() {
    this.#isTrying = true;
    this.#restart();
  }

  #restart() {
    while (this.#game?.undo());
    this.#clearError();
  }

  #clearError() {
    if (this.#entry) this.#entry.error = "";
    this.#updateView();
  }

  free() {
    this.#game?.free();
    this.#game = null;
  }

  template() {
    const [view, entry] = [this.#view, this.#entry];
    if (!view || !entry) {
      return html`<figure class="example"><sanban-visibility class="board-placeholder" .onvisible=${() => this.#reset()}></sanban-visibility>
        <figcaption>${this.block.text}</figcaption></figure>`;
    }
    const label = `${t("board", { game: this.info.name })}, ${t("example", { number: this.number })}`;
    const { board, bars: [above, below] } = boardWithPlayers({ info: this.info, view, entry, label });
    return html`<figure class="example ${this.#isTrying ? "active" : ""}">
      <div class="board-column">${above}${board}${below}</div>
      <figcaption>${this.block.text}</figcaption>
      ${this.#isTrying ? this.#tools(view, entry) : html`<button type="button" class="secondary" @click=${() => this.#try()}>${t("try")}<span
        class="visually-hidden">: ${t("example", { number: this.number })}</span></button>`}</figure>`;
  }

  /** @param {import("../wasm/rules.js").GameView} view @param {TurnEntry} entry */
  #tools(view, entry) {
    const button = (/** @type {string} */ key, /** @type {() => void} */ action, disabled = false) => html`
      <button type="button" class="secondary" ?disabled=${disabled} @click=${action}>${t(key)}</button>`;
    const texts = html`<p>${view.ending?.sentence ?? (view.turns.length === 0 && view.entry.text === "" ? t("try-instructions")
      : nextStep(view.entry, view.sides[view.toMove].name))}</p>
      ${entry.error ? html`<p class="warning">${entry.error}</p>` : nothing}`;
    return html`${statusBox(texts, entry.buttons(view.entry))}
      <div class="row tools" role="group" aria-label=${`${t("tools")}: ${t("example", { number: this.number })}`}>
        ${button("undo", () => { this.#game?.undo(); this.#clearError(); }, !view.canUndo)}
        ${button("try-next", () => { this.#game?.redo(); this.#clearError(); }, !view.canRedo)}
        ${button("start-over", () => this.#restart(), !view.canUndo)}
        ${button("try-end", () => { this.#isTrying = false; this.#reset(); })}</div>`;
  }
}
