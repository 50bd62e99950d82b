// A puzzle. The engine defends.
import { html, nothing } from "../lib/lit-html.js";
import { Puzzle, puzzles } from "../wasm/rules.js";
import { announce, handleShortcut } from "../app/dom.js";
import { getGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { getPuzzleProgress, recordPuzzleAttempt } from "../app/progress.js";
import { link } from "../app/router.js";
import { randomSeed } from "../app/saved-games.js";
import { getBoardStyle } from "../app/settings.js";
import { playSound } from "../app/sound.js";
import { parseSquares } from "../board/board-props.js";
import { boardWithPlayers } from "../components/board-with-players.js";
import { TurnEntry } from "../components/turn-entry.js";
import { EngineClient } from "../engine/engine-client.js";
import { describeTask, findNextPuzzle, gradeLabel } from "./puzzles.js";

/** How long the engine judges a turn that is not in the known solution. */
const JUDGE_TIME_MS = 3000;

const ANSWER_DELAY_MS = 600;
const SOLUTION_STEP_MS = 1100;
/** The player that defends where the known solution ends. */
const DEFENDER_SPEC = "engine:time=300ms";

export class PuzzlePage {
  /** @param {import("../app/app.js").App} app @param {string} game @param {string} number */
  constructor(app, game, number) {
    this.app = app;
    const info = getGameInfo(game);
    this.info = info;
    const index = Number(number);
    const puzzle = Number.isInteger(index) && index > 0 ? Puzzle.begin(game, index) : undefined;
    if (!puzzle) throw new Error(t("no-such-puzzle", { number, game: info.name }));
    this.puzzle = puzzle;
    this.puzzleInfo = puzzles(game)[index - 1];
    this.flipped = this.puzzleInfo.solver === 1;
    this.view = puzzle.view(this.flipped);
    /** The square that the hint names. */
    this.hint = "";
    this.error = "";
    /** The defender's last move. */
    this.lastAnswer = "";
    this.engine = new EngineClient();
    this.entry = new TurnEntry(puzzle, {
      isOpen: () => ["asked", "wrong", "loose", "late"].includes(this.view.stands),
      onChange: () => this.#updateView(),
      onTurn: () => this.#onTurn(),
    });
  }

  title() {
    return t("puzzle-of", { game: this.info.name, number: this.puzzleInfo.number });
  }

  leave() {
    clearTimeout(this.#timer);
    this.engine.terminate();
    this.puzzle.free();
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;

  #updateView() {
    this.view = this.puzzle.view(this.flipped);
    this.app.refresh();
  }

  /** Runs an action later. A new action replaces one that is waiting. @param {() => void} action @param {number} delayMs */
  #schedule(action, delayMs) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, delayMs);
  }

  #onTurn() {
    this.#reset();
    this.#advance();
  }

  /** Judges the solver's turn, defends, or tells the result. */
  #advance() {
    this.#updateView();
    const { stands } = this.view;
    if (stands === "doubt") this.#judgeTurn();
    else if (stands === "answer") this.#defend();
    else this.#onVerdict();
  }

  /** Lets the engine find out whether the turn still wins in time. */
  #judgeTurn() {
    const { left, solver } = this.view;
    this.engine.start({ task: "lines", record: this.puzzle.record(), lines: 1, time: JUDGE_TIME_MS }, (update) => {
      const [line] = update.report?.lines ?? [];
      const wins = line?.winner === solver && (line.winsIn ?? Infinity) <= left;
      const loses = line?.winner === 1 - solver;
      if (!wins && !loses && !update.done) return;
      this.engine.stop();
      this.puzzle.decide(wins);
      this.#advance();
    }, (error) => this.#onEngineError(error));
  }

  #defend() {
    announce(t("puzzle-right", { player: this.#defender }));
    playSound("turn");
    const { known } = this.view;
    if (known) return this.#schedule(() => this.#answer(known), ANSWER_DELAY_MS);
    this.engine.start({ task: "move", record: this.puzzle.record(), player: DEFENDER_SPEC, seed: randomSeed() }, (update) => {
      const { done, move } = update;
      if (done && move) this.#schedule(() => this.#answer(move), ANSWER_DELAY_MS / 2);
    }, (error) => this.#onEngineError(error));
  }

  /** @param {string} move */
  #answer(move) {
    this.puzzle.answer(move);
    this.lastAnswer = move;
    this.#updateView();
    playSound("turn");
    if (this.view.stands !== "asked") return this.#onVerdict();
    announce(t("puzzle-answered", { player: this.#defender, move }));
  }

  /** @param {string} error */
  #onEngineError(error) {
    this.error = t("engine-failed", { why: error });
    this.puzzle.again();
    this.#updateView();
  }

  /** Tells whether the puzzle is solved or the turn was wrong. */
  #onVerdict() {
    const isSolved = this.view.stands === "solved";
    recordPuzzleAttempt(this.info.id, this.puzzleInfo.position, isSolved);
    playSound(isSolved ? "end" : "refused");
    announce(this.#describeStatus());
    this.app.refresh();
    const next = this.app.root.querySelector(".puzzle .next");
    if (isSolved && next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  #restart() {
    this.#reset();
    this.puzzle.again();
    this.#updateView();
  }

  #reset() {
    clearTimeout(this.#timer);
    this.engine.stop();
    this.hint = "";
    this.error = "";
    this.lastAnswer = "";
    this.entry.error = "";
  }

  /** Shows the first square of the next turn. */
  #showHint() {
    const show = (/** @type {string} */ move) => {
      [this.hint = ""] = parseSquares(move);
      announce(t("puzzle-hint", { square: this.hint }));
      this.app.refresh();
    };
    const { known } = this.view;
    if (known) return show(known);
    this.engine.start({ task: "lines", record: this.puzzle.record(), lines: 1, time: JUDGE_TIME_MS }, (update) => {
      const [line] = update.report?.lines ?? [];
      if (line && (update.done || line.winner === this.view.solver)) {
        this.engine.stop();
        show(line.moves[0]);
      }
    }, (error) => this.#onEngineError(error));
  }

  /** Plays the solution turn by turn. */
  #showSolution() {
    this.#reset();
    recordPuzzleAttempt(this.info.id, this.puzzleInfo.position, false);
    const step = () => {
      const hasMore = this.puzzle.show();
      this.#updateView();
      playSound("turn");
      announce(this.view.turns.at(-1)?.text ?? "");
      if (hasMore) this.#schedule(step, SOLUTION_STEP_MS);
    };
    step();
  }

  /** The name of the defending side. */
  get #defender() {
    return this.info.players[1 - this.view.solver];
  }

  #describeStatus() {
    const { stands, missed, winsIn, known, outcome, solver } = this.view;
    const { tries } = getPuzzleProgress(this.info.id, this.puzzleInfo.position);
    const texts = {
      asked: this.lastAnswer ? t("puzzle-answered", { player: this.#defender, move: this.lastAnswer }) : t("puzzle-begin"),
      wrong: t("puzzle-wrong", { move: missed, turns: winsIn }),
      loose: t("puzzle-loose", { move: missed, turns: winsIn }),
      late: t("puzzle-late", { move: missed }),
      doubt: t("puzzle-doubt"),
      answer: t("puzzle-right", { player: this.#defender }),
      solved: `${tries > 1 ? t("puzzle-solved-hard", { tries }) : t("puzzle-solved")} ${outcome ? t("result-won-side", { player: this.info.players[solver], reason: outcome.reason }) : ""}`,
      shown: known ? t("solution") : t("puzzle-shown"),
    };
    return texts[stands];
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    handleShortcut(event, {
      h: () => { if (this.entry.isOpen()) this.#showHint(); },
      a: () => this.#restart(),
      Escape: () => this.entry.takeBack(),
    });
  }

  template() {
    const { view, info, puzzleInfo } = this;
    const isOpen = this.entry.isOpen();
    const isOver = view.stands === "solved" || view.stands === "shown";
    const next = findNextPuzzle(info.id, puzzleInfo.number);
    const isWrong = ["wrong", "loose", "late"].includes(view.stands);
    return html`<section class="puzzle lesson table" .style=${getBoardStyle(info.id)}>
      <div class="lesson-head"><h1 tabindex="-1">${this.title()}</h1>${gradeLabel(puzzleInfo.grade)}
        ${getPuzzleProgress(info.id, puzzleInfo.position).solved ? html`<span class="solved-mark">✓ ${t("solved")}</span>` : nothing}</div>
      ${boardWithPlayers({ info, view, entry: this.entry, flipped: this.flipped, proposed: this.hint ? [this.hint] : [] })}
      <div class="beside">
        <div class="state asks ${view.stands === "solved" ? "solved" : isWrong ? "missed" : ""}">
          <h2>${describeTask(info, view)}</h2>
          <p>${view.stands === "solved" ? html`<span class="mark" aria-hidden="true">✓</span> ` : isWrong ? html`<span class="mark" aria-hidden="true">✗</span> ` : nothing}${this.#describeStatus()}</p>
          ${this.hint ? html`<p class="hint">${t("puzzle-hint", { square: this.hint })}</p>` : nothing}
          ${this.error || this.entry.error ? html`<p class="warning">${this.error || this.entry.error}</p>` : nothing}
          ${view.entry.text ? html`<p class="faint">${t("entered", { entered: view.entry.text })}</p>`
            : isOpen && view.turns.length > 0 ? html`<p class="faint">${t("puzzle-left", { turns: view.left })}</p>` : nothing}
          ${this.entry.buttons(view.entry)}
          ${isOver && next ? html`<a class="button next" href=${link(["puzzle", info.id, String(next.number)])}>${t("puzzle-next")}</a>` : nothing}
        </div>
        <div class="row tools" role="group" aria-label=${t("tools")}>
          <button type="button" class="quiet" ?disabled=${!isOpen} @click=${() => this.#showHint()}>${t("hint")}</button>
          <button type="button" class="quiet" @click=${() => this.#showSolution()}>${t("solution")}</button>
          <button type="button" class="quiet" @click=${() => this.#restart()}>${t("again")}</button>
          ${isOver || !next ? nothing : html`<a class="button quiet" href=${link(["puzzle", info.id, String(next.number)])}>${t("puzzle-next")}</a>`}
          <a class="button quiet" href=${link(["analysis"], { game: info.id, rules: puzzleInfo.rules, position: puzzleInfo.position })}>${t("puzzle-play-on")}</a>
          <a class="button quiet" href=${link(["puzzles", info.id])}>${t("puzzle-all")}</a>
        </div>
        ${view.turns.length > 0 ? html`<p class="line">${view.turns.map((turn, index) => html`${turn.seat === 0 || index === 0 ? html`<span class="faint">${turn.number}</span> ` : nothing}${turn.text} `)}</p>` : nothing}
        ${this.entry.input()}
      </div></section>`;
  }
}
