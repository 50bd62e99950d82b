// A puzzle. The engine defends.
import { html, nothing } from "../lib/lit-html.js";
import { Puzzle } from "../wasm/rules.js";
import { announce } from "../app/dom.js";
import { getGameInfo, listPuzzles } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { getPuzzleProgress, recordPuzzleAttempt } from "../app/progress.js";
import { link } from "../app/router.js";
import { randomSeed } from "../app/saved-games.js";
import { playSound } from "../app/sound.js";
import { findFirstSquare, markMoves } from "../board/board-props.js";
import { boardLayout, statusBox } from "../components/board-layout.js";
import { boardWithPlayers } from "../components/board-with-players.js";
import { TurnEntry, nextStep } from "../components/turn-entry.js";
import { EngineClient } from "../engine/engine-client.js";
import { describeTask, findNextPuzzle, gradeLabel } from "./puzzles.js";

/** How long the engine judges a turn that is not in the known solution. */
const JUDGE_TIME_MS = 3000;

const REPLY_DELAY_MS = 600;
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
    this.puzzleInfo = listPuzzles(game)[index - 1];
    this.flipped = this.puzzleInfo.solver === 1;
    this.view = puzzle.view(this.flipped);
    /** The square that the hint names. */
    this.hint = "";
    this.error = "";
    /** The defender's last move. */
    this.lastReply = "";
    this.engine = new EngineClient();
    this.entry = new TurnEntry(puzzle, {
      isOpen: () => ["toMove", "wrongMove", "wrongFinish", "tooSlow"].includes(this.view.status),
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
    const { status } = this.view;
    if (status === "needsCheck") this.#judgeTurn();
    else if (status === "opponentToReply") this.#defend();
    else this.#onVerdict();
  }

  /** Lets the engine find out whether the turn still wins in time. */
  #judgeTurn() {
    const { turnsLeft, solver } = this.view;
    this.engine.start({ task: "lines", record: this.puzzle.record(), lines: 1, time: JUDGE_TIME_MS }, (update) => {
      const [line] = update.report?.lines ?? [];
      const wins = line?.winner === solver && (line.winsIn ?? Infinity) <= turnsLeft;
      const loses = line?.winner === 1 - solver;
      if (!wins && !loses && !update.done) return;
      this.engine.stop();
      this.puzzle.resolveCheck(wins);
      this.#advance();
    }, (error) => this.#onEngineError(error));
  }

  #defend() {
    announce(t("puzzle-right", { player: this.#defender }));
    playSound("turn");
    const { knownMove } = this.view;
    if (knownMove) return this.#schedule(() => this.#reply(knownMove), REPLY_DELAY_MS);
    this.engine.start({ task: "move", record: this.puzzle.record(), player: DEFENDER_SPEC, seed: randomSeed() }, (update) => {
      const { done, move } = update;
      if (done && move) this.#schedule(() => this.#reply(move), REPLY_DELAY_MS / 2);
    }, (error) => this.#onEngineError(error));
  }

  /** @param {string} move */
  #reply(move) {
    this.puzzle.reply(move);
    this.lastReply = move;
    this.#updateView();
    playSound("turn");
    if (this.view.status !== "toMove") return this.#onVerdict();
    announce(t("puzzle-reply", { player: this.#defender, move }));
  }

  /** @param {string} error */
  #onEngineError(error) {
    this.error = t("engine-failed", { why: error });
    this.puzzle.restart();
    this.#updateView();
  }

  /** Tells whether the puzzle is solved or the turn was wrong. */
  #onVerdict() {
    const isSolved = this.view.status === "solved";
    recordPuzzleAttempt(this.info.id, this.puzzleInfo.position, isSolved);
    playSound(isSolved ? "end" : "rejected");
    announce(this.#describeStatus());
    this.app.refresh();
    const next = this.app.root.querySelector(".puzzle .next");
    if (isSolved && next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  #restart() {
    this.#reset();
    this.puzzle.restart();
    this.#updateView();
  }

  #reset() {
    clearTimeout(this.#timer);
    this.engine.stop();
    this.hint = "";
    this.error = "";
    this.lastReply = "";
    this.entry.error = "";
  }

  /** Shows the first square of the next turn. */
  #showHint() {
    const show = (/** @type {string} */ move) => {
      const [marks] = markMoves(this.view, [move], this.flipped);
      this.hint = marks ? findFirstSquare(marks) : "";
      announce(t("puzzle-hint", { square: this.hint }));
      this.app.refresh();
    };
    const { knownMove } = this.view;
    if (knownMove) return show(knownMove);
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
      const hasMore = this.puzzle.showNextMove();
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
    const { status, wrongMove, winsIn, knownMove, outcome } = this.view;
    const { tries } = getPuzzleProgress(this.info.id, this.puzzleInfo.position);
    const texts = {
      toMove: this.lastReply ? t("puzzle-reply", { player: this.#defender, move: this.lastReply }) : t("puzzle-instructions"),
      wrongMove: t("puzzle-wrong", { move: wrongMove, turns: winsIn }),
      wrongFinish: t("puzzle-wrong-finish", { move: wrongMove, turns: winsIn }),
      tooSlow: t("puzzle-too-slow", { move: wrongMove }),
      needsCheck: t("puzzle-checking"),
      opponentToReply: t("puzzle-right", { player: this.#defender }),
      solved: `${tries > 1 ? t("puzzle-solved-hard", { tries }) : t("puzzle-solved")} ${outcome?.sentence ?? ""}`,
      solutionShown: knownMove ? t("solution") : t("puzzle-shown"),
    };
    return texts[status];
  }

  get shortcuts() {
    return [
      { key: "h", label: t("hint"), action: () => { if (this.entry.isOpen()) this.#showHint(); } },
      { key: "a", label: t("start-over"), action: () => this.#restart() },
      { key: "Escape", label: t("undo-step"), action: () => this.entry.undoStep() },
    ];
  }

  template() {
    const { view, info, puzzleInfo } = this;
    const isOpen = this.entry.isOpen();
    const isOver = view.status === "solved" || view.status === "solutionShown";
    const next = findNextPuzzle(info.id, puzzleInfo.number);
    const isWrong = ["wrongMove", "wrongFinish", "tooSlow"].includes(view.status);
    const nextLink = (/** @type {string} */ className) => (next ? html`<a class="button ${className}" href=${link(["puzzle", info.id, String(next.number)])}>${t("puzzle-next")}</a>` : nothing);
    const texts = html`
      <h2>${describeTask(info, view)}</h2>
      ${this.error || this.entry.error ? html`<p class="warning">${this.error || this.entry.error}</p>` : nothing}
      ${view.entry.text ? html`<p>${nextStep(view.entry)}</p>`
        : isOpen && view.turns.length > 0 ? html`<p class="muted">${t("puzzle-turns-left", { turns: view.turnsLeft })}</p>` : nothing}
      ${this.hint ? html`<p class="hint">${t("puzzle-hint", { square: this.hint })}</p>` : nothing}
      <p>${view.status === "solved" ? html`<span class="mark" aria-hidden="true">✓</span> ` : isWrong ? html`<span class="mark" aria-hidden="true">✗</span> ` : nothing}${this.#describeStatus()}</p>`;
    return boardLayout({
      game: info.id,
      className: "puzzle lesson",
      head: html`<div class="layout-head"><h1 tabindex="-1">${this.title()}</h1>${gradeLabel(puzzleInfo.grade)}
        ${getPuzzleProgress(info.id, puzzleInfo.position).solved ? html`<span class="solved-mark">✓ ${t("solved")}</span>` : nothing}</div>`,
      ...boardWithPlayers({ info, view, entry: this.entry, flipped: this.flipped, hintSquares: this.hint ? [this.hint] : [] }),
      status: statusBox(texts, html`${this.entry.buttons(view.entry)}${isOver ? nextLink("next") : nothing}`,
        `task-status ${view.status === "solved" ? "solved" : isWrong ? "wrong" : ""}`),
      tools: html`<div class="row tools" role="group" aria-label=${t("tools")}>
        <button type="button" class="secondary" ?disabled=${!isOpen} @click=${() => this.#showHint()}>${t("hint")}</button>
        <button type="button" class="secondary" @click=${() => this.#showSolution()}>${t("solution")}</button>
        <button type="button" class="secondary" @click=${() => this.#restart()}>${t("start-over")}</button>
        ${nextLink("secondary")}
        <a class="button secondary" href=${link(["analysis"], { game: info.id, rules: puzzleInfo.rules, position: puzzleInfo.position })}>${t("puzzle-analyse")}</a>
        <a class="button secondary" href=${link(["puzzles", info.id])}>${t("puzzle-all")}</a></div>`,
      more: html`${this.entry.input()}
        ${view.turns.length > 0 ? html`<p class="line">${view.turns.map((turn, index) => html`${turn.seat === 0 || index === 0 ? html`<span class="muted">${turn.number}</span> ` : nothing}${turn.text} `)}</p>` : nothing}`,
    });
  }
}
