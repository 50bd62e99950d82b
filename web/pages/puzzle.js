// A puzzle being solved, against the engine's best defence.
import { html, nothing } from "../lib/lit-html.js";
import { Puzzle, puzzles } from "../wasm/rules.js";
import { announce, handleShortcut } from "../app/dom.js";
import { getGameInfo } from "../app/game-info.js";
import { randomSeed } from "../app/saved-games.js";
import { recordPuzzleAttempt, getPuzzleProgress } from "../app/progress.js";
import { link } from "../app/router.js";
import { getBoardStyle } from "../app/settings.js";
import { playSound } from "../app/sound.js";
import { t } from "../app/i18n.js";
import { parseSquares } from "../board/board-props.js";
import { EngineClient } from "../engine/engine-client.js";
import { TurnEntry } from "../components/turn-entry.js";
import { boardWithPlayers } from "../components/board-with-players.js";
import { asks, grade, nextOf } from "./puzzles.js";

/** How long a turn that is not the known one is looked at, in milliseconds. */
const JUDGED = 3000;
/** How long the other side waits with its answer, and how long each turn of the solution is shown. */
const PAUSE = 600;
const SHOWN = 1100;
/** Who defends where the known line does not say how. */
const DEFENDER = "engine:time=300ms";

export class PuzzlePage {
  /** @param {import("../app/app.js").App} app @param {string} game @param {string} number */
  constructor(app, game, number) {
    this.app = app;
    const info = getGameInfo(game);
    this.info = info;
    const at = Number(number);
    const puzzle = Number.isInteger(at) && at > 0 ? Puzzle.begin(game, at) : undefined;
    if (!puzzle) throw new Error(t("page.no-such-puzzle", { number, game: info.name }));
    this.puzzle = puzzle;
    this.known = puzzles(game)[at - 1];
    this.flipped = this.known.solver === 1;
    this.view = puzzle.view(this.flipped);
    /** The square that is hinted at. */
    this.hint = "";
    this.why = "";
    /** What the other side answered. */
    this.answer = "";
    this.engine = new EngineClient();
    this.entry = new TurnEntry(puzzle, {
      isOpen: () => ["asked", "wrong", "loose", "late"].includes(this.view.stands),
      onChange: () => this.#look(),
      onTurn: () => this.#made(),
    });
  }

  title() {
    return t("page.puzzle-of", { game: this.info.name, number: this.known.number });
  }

  leave() {
    clearTimeout(this.#later);
    this.engine.terminate();
    this.puzzle.free();
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later = undefined;

  #look() {
    this.view = this.puzzle.view(this.flipped);
    this.app.refresh();
  }

  /** Does something a little later, unless something else comes first. @param {() => void} act @param {number} pause */
  #wait(act, pause) {
    clearTimeout(this.#later);
    this.#later = setTimeout(act, pause);
  }

  /** The solver has made a turn. */
  #made() {
    this.#stop();
    this.#goOn();
  }

  /** Goes on as it stands after a turn of the solver. */
  #goOn() {
    this.#look();
    const { stands } = this.view;
    if (stands === "doubt") this.#doubt();
    else if (stands === "answer") this.#defend();
    else this.#judged();
  }

  /** Finds out whether the turn still wins in time. */
  #doubt() {
    const { left, solver } = this.view;
    this.engine.start({ task: "lines", record: this.puzzle.record(), lines: 1, time: JUDGED }, (update) => {
      const [line] = update.report?.lines ?? [];
      const wins = line?.winner === solver && (line.winsIn ?? Infinity) <= left;
      const loses = line?.winner === 1 - solver;
      if (!wins && !loses && !update.done) return;
      this.engine.stop();
      this.puzzle.decide(wins);
      this.#goOn();
    }, (error) => this.#fail(error));
  }

  #defend() {
    announce(t("page.puzzle-right", { player: this.#other }));
    playSound("turn");
    const { known } = this.view;
    if (known) return this.#wait(() => this.#answer(known), PAUSE);
    this.engine.start({ task: "move", record: this.puzzle.record(), player: DEFENDER, seed: randomSeed() }, (update) => {
      const { done, move } = update;
      if (done && move) this.#wait(() => this.#answer(move), PAUSE / 2);
    }, (error) => this.#fail(error));
  }

  /** @param {string} move */
  #answer(move) {
    this.puzzle.answer(move);
    this.answer = move;
    this.#look();
    playSound("turn");
    if (this.view.stands !== "asked") return this.#judged();
    announce(t("page.puzzle-answered", { player: this.#other, move }));
  }

  /** @param {string} error */
  #fail(error) {
    this.why = t("page.engine-failed", { why: error });
    this.puzzle.again();
    this.#look();
  }

  /** It is solved, or the turn was wrong. */
  #judged() {
    const solved = this.view.stands === "solved";
    recordPuzzleAttempt(this.info.id, this.known.position, solved);
    playSound(solved ? "end" : "refused");
    announce(this.#told());
    this.app.refresh();
    const next = this.app.root.querySelector(".puzzle .next");
    if (solved && next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  #again() {
    this.#stop();
    this.puzzle.again();
    this.#look();
  }

  #stop() {
    clearTimeout(this.#later);
    this.engine.stop();
    this.hint = "";
    this.why = "";
    this.answer = "";
    this.entry.error = "";
  }

  /** Shows the square that the next turn begins with. */
  #askHint() {
    const show = (/** @type {string} */ move) => {
      [this.hint = ""] = parseSquares(move);
      announce(t("page.puzzle-hint", { square: this.hint }));
      this.app.refresh();
    };
    const { known } = this.view;
    if (known) return show(known);
    this.engine.start({ task: "lines", record: this.puzzle.record(), lines: 1, time: JUDGED }, (update) => {
      const [line] = update.report?.lines ?? [];
      if (line && (update.done || line.winner === this.view.solver)) {
        this.engine.stop();
        show(line.moves[0]);
      }
    }, (error) => this.#fail(error));
  }

  /** Plays the solution, turn by turn. */
  #solve() {
    this.#stop();
    recordPuzzleAttempt(this.info.id, this.known.position, false);
    const step = () => {
      const more = this.puzzle.show();
      this.#look();
      playSound("turn");
      announce(this.view.turns.at(-1)?.text ?? "");
      if (more) this.#wait(step, SHOWN);
    };
    step();
  }

  /** Who defends. */
  get #other() {
    return this.info.players[1 - this.view.solver];
  }

  /** How it stands, in words. */
  #told() {
    const { stands, missed, winsIn, known, outcome, solver } = this.view;
    const { tries } = getPuzzleProgress(this.info.id, this.known.position);
    const told = {
      asked: this.answer ? t("page.puzzle-answered", { player: this.#other, move: this.answer }) : t("page.puzzle-begin"),
      wrong: t("page.puzzle-wrong", { move: missed, turns: winsIn }),
      loose: t("page.puzzle-loose", { move: missed, turns: winsIn }),
      late: t("page.puzzle-late", { move: missed }),
      doubt: t("page.puzzle-doubt"),
      answer: t("page.puzzle-right", { player: this.#other }),
      solved: `${tries > 1 ? t("page.puzzle-solved-hard", { tries }) : t("page.puzzle-solved")} ${outcome ? t("play.won-side", { player: this.info.players[solver], reason: outcome.reason }) : ""}`,
      shown: known ? t("page.solution") : t("page.puzzle-shown"),
    };
    return told[stands];
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    handleShortcut(event, {
      h: () => { if (this.entry.isOpen()) this.#askHint(); },
      a: () => this.#again(),
      Escape: () => this.entry.takeBack(),
    });
  }

  template() {
    const { view, info, known } = this;
    const open = this.entry.isOpen();
    const over = view.stands === "solved" || view.stands === "shown";
    const next = nextOf(info.id, known.number);
    const wrong = ["wrong", "loose", "late"].includes(view.stands);
    return html`<section class="puzzle lesson table" .style=${getBoardStyle(info.id)}>
      <div class="lesson-head"><h1 tabindex="-1">${this.title()}</h1>${grade(known.grade)}
        ${getPuzzleProgress(info.id, known.position).solved ? html`<span class="solved-mark">✓ ${t("page.solved")}</span>` : nothing}</div>
      ${boardWithPlayers({ info, view, entry: this.entry, flipped: this.flipped, proposed: this.hint ? [this.hint] : [] })}
      <div class="beside">
        <div class="state asks ${view.stands === "solved" ? "solved" : wrong ? "missed" : ""}">
          <h2>${asks(info, view)}</h2>
          <p>${view.stands === "solved" ? html`<span class="mark" aria-hidden="true">✓</span> ` : wrong ? html`<span class="mark" aria-hidden="true">✗</span> ` : nothing}${this.#told()}</p>
          ${this.hint ? html`<p class="hint">${t("page.puzzle-hint", { square: this.hint })}</p>` : nothing}
          ${this.why || this.entry.error ? html`<p class="warning">${this.why || this.entry.error}</p>` : nothing}
          ${view.entry.text ? html`<p class="faint">${t("page.entered", { entered: view.entry.text })}</p>`
            : open && view.turns.length > 0 ? html`<p class="faint">${t("page.puzzle-left", { turns: view.left })}</p>` : nothing}
          ${this.entry.buttons(view.entry)}
          ${over && next ? html`<a class="button next" href=${link(["puzzle", info.id, String(next.number)])}>${t("page.puzzle-next")}</a>` : nothing}
        </div>
        <div class="row tools" role="group" aria-label=${t("page.tools")}>
          <button type="button" class="quiet" ?disabled=${!open} @click=${() => this.#askHint()}>${t("page.hint")}</button>
          <button type="button" class="quiet" @click=${() => this.#solve()}>${t("page.solution")}</button>
          <button type="button" class="quiet" @click=${() => this.#again()}>${t("page.again")}</button>
          ${over || !next ? nothing : html`<a class="button quiet" href=${link(["puzzle", info.id, String(next.number)])}>${t("page.puzzle-next")}</a>`}
          <a class="button quiet" href=${link(["analysis"], { game: info.id, rules: known.rules, position: known.position })}>${t("page.puzzle-play-on")}</a>
          <a class="button quiet" href=${link(["puzzles", info.id])}>${t("page.puzzle-all")}</a>
        </div>
        ${view.turns.length > 0 ? html`<p class="line">${view.turns.map((turn, at) => html`${turn.seat === 0 || at === 0 ? html`<span class="faint">${turn.number}</span> ` : nothing}${turn.text} `)}</p>` : nothing}
        ${this.entry.input()}
      </div></section>`;
  }
}
