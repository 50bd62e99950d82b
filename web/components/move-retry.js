// A mistake of a review as a puzzle: the visitor looks for a better move, and the engine judges it.
import { html, nothing } from "../lib/lit-html.js";
import { Study } from "../wasm/rules.js";
import { announce } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { playSound } from "../app/sound.js";
import { makeBoardProps, markMoves } from "../board/board-props.js";
import { statusBox } from "./board-layout.js";
import { isMistake } from "./review-panel.js";
import { TurnEntry, nextStep } from "./turn-entry.js";

/** @typedef {import("../wasm/engine.js").RatedMove} RatedMove */

export class MoveRetry {
  /** @type {"asked" | "checking" | "better" | "worse" | "shown"} */
  verdict = "asked";
  /** The move that the visitor has tried. */
  tried = "";
  /** How the engine rates it. @type {RatedMove["rating"]} */
  rating = null;
  error = "";

  /**
   * @param {object} options
   * @param {{ game: string, rules: string, position: string }} options.before The position before the mistake.
   * @param {RatedMove} options.mistake
   * @param {import("../engine/study-engine.js").StudyEngine} options.engine
   * @param {boolean} options.flipped
   * @param {() => void} options.onChange
   * @param {(() => void) | null} options.onNext Goes on to the next mistake, if there is one.
   * @param {() => void} options.onEnd
   */
  constructor({ before, mistake, engine, flipped, onChange, onNext, onEnd }) {
    this.before = before;
    this.mistake = mistake;
    this.engine = engine;
    this.flipped = flipped;
    this.onChange = onChange;
    this.onNext = onNext;
    this.onEnd = onEnd;
    this.study = Study.begin(before.game, before.rules, before.position);
    this.view = this.study.view(flipped);
    this.entry = new TurnEntry(this.study, { isOpen: () => this.verdict === "asked", onChange: () => this.#update(), onTurn: () => this.#onTurn() });
  }

  free() {
    this.study.free();
  }

  #update() {
    this.view = this.study.view(this.flipped);
    this.onChange();
  }

  flip() {
    this.flipped = !this.flipped;
    this.#update();
  }

  /** @param {MoveRetry["verdict"]} verdict */
  #finish(verdict) {
    this.verdict = verdict;
    playSound(verdict === "better" ? "end" : "rejected");
    this.#update();
    announce(this.#describe());
  }

  #onTurn() {
    this.tried = this.study.path.at(-1) ?? "";
    this.error = "";
    if (this.tried === this.mistake.text) return this.#finish("worse");
    this.verdict = "checking";
    playSound("turn");
    this.#update();
    return this.engine.rateMove(this.study.pathRecord(), ({ rating, best }) => {
      this.rating = rating;
      this.best = best ?? this.best;
      this.#finish(isMistake({ rating }) ? "worse" : "better");
    }, (error) => { this.error = error; this.restart(); });
  }

  /** Shows the position before the mistake again. */
  restart() {
    this.study.goTo(0);
    this.entry.error = "";
    this.tried = "";
    this.rating = null;
    this.verdict = "asked";
    this.#update();
  }

  showBest() {
    this.restart();
    this.verdict = "shown";
    this.#update();
    announce(this.#describe());
  }

  /** The best move that the engine knows. @type {string | null} */
  get best() {
    return this.#best ?? this.mistake.best;
  }
  set best(move) {
    this.#best = move;
  }
  /** @type {string | null} */
  #best = null;

  /** @param {import("../app/game-info.js").GameInfo} info */
  boardProps(info) {
    const suggestions = this.verdict === "shown" && this.best ? markMoves(this.view, [this.best], this.flipped) : [];
    return makeBoardProps(this.view, { info, flipped: this.flipped, isOpen: this.entry.isOpen(), suggestions });
  }

  #describe() {
    const { mistake, tried } = this;
    const move = `${mistake.number} ${mistake.text}`;
    switch (this.verdict) {
      case "asked": return t("retry-question", { move });
      case "checking": return t("retry-checking", { move: tried });
      case "better": return t("retry-better", { move: tried, mistake: mistake.text });
      case "shown": return t("retry-shown", { best: this.best ?? "", move });
      default: return tried === mistake.text ? t("retry-same", { move: tried }) : t("retry-worse", { move: tried, rating: t(`rating-${this.rating}`) });
    }
  }

  /** The task or the verdict. */
  status() {
    const { verdict, entry, view } = this;
    const mark = /** @type {Record<string, string>} */ ({ better: "✓", worse: "✗" })[verdict];
    const isAsked = verdict === "asked";
    return statusBox(html`<p>${mark ? html`<span class="mark" aria-hidden="true">${mark}</span> ` : nothing}${this.#describe()}</p>
      ${isAsked ? html`<p>${nextStep(view.entry)}</p>` : nothing}
      ${this.error || entry.error ? html`<p class="warning">${this.error || entry.error}</p>` : nothing}`,
    entry.buttons(view.entry), `retry ${verdict}`);
  }

  /** What the visitor can do next. */
  tools() {
    const { verdict } = this;
    const button = (/** @type {string} */ key, /** @type {() => void} */ action, isMain = false) => html`
      <button type="button" class=${isMain ? "button" : "secondary"} @click=${action}>${t(key)}</button>`;
    const isDone = verdict === "better" || verdict === "shown";
    return html`<div class="row">
      ${isDone && this.onNext ? button("retry-next", this.onNext, true) : nothing}
      ${verdict === "asked" || verdict === "checking" ? nothing : button("retry-again", () => this.restart(), verdict === "worse")}
      ${verdict === "asked" || verdict === "worse" ? button("retry-show", () => this.showBest()) : nothing}
      ${button("retry-end", this.onEnd)}</div>`;
  }
}
