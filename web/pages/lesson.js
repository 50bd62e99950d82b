// The lesson of a game: tasks to solve on the board.
import { html, nothing } from "../lib/lit-html.js";
import { Lesson } from "../wasm/rules.js";
import { announce } from "../app/dom.js";
import { getGameInfo } from "../app/game-info.js";
import { t, tGame } from "../app/i18n.js";
import { getLessonProgress, markTaskSolved, setCurrentTask } from "../app/progress.js";
import { link, navigate } from "../app/router.js";
import { startComputerGame } from "../app/saved-games.js";
import { settings } from "../app/settings.js";
import { playSound } from "../app/sound.js";
import { markMoves } from "../board/board-props.js";
import { boardLayout, statusBox } from "../components/board-layout.js";
import { boardWithPlayers } from "../components/board-with-players.js";
import { TurnEntry, losingNote, nextStep } from "../components/turn-entry.js";

/** The part of the address that shows the end of the lesson. */
const END_OF_LESSON = "end";

export class LessonPage {
  /** @param {import("../app/app.js").App} app @param {string} game @param {string} task The number of the task, from 1; empty for the next one. */
  constructor(app, game, task) {
    this.app = app;
    const info = getGameInfo(game);
    this.info = info;
    this.isEnd = task === END_OF_LESSON;
    this.task = this.isEnd ? info.taskCount : task ? Number(task) : this.#findNextTask();
    if (!Number.isInteger(this.task) || this.task < 1 || this.task > info.taskCount) throw new Error(t("no-such-task", { task }));
    if (!this.isEnd) setCurrentTask(game, this.task);
    this.lesson = Lesson.begin(game, this.task - 1);
    this.view = this.lesson.view();
    this.losing = this.#findLosing();
    this.solution = "";
    this.entry = new TurnEntry(this.lesson, {
      isOpen: () => this.view.status !== "solved",
      onChange: () => this.#updateView(),
      onTurn: () => this.#onTurn(),
    });
  }

  /** Finds the next unsolved task from the current one on, or from the start. */
  #findNextTask() {
    const { at, solved } = getLessonProgress(this.info.id);
    const open = Array.from({ length: this.info.taskCount }, (_, before) => before + 1).filter((task) => !solved.includes(task));
    return open.find((task) => task >= at) ?? open[0] ?? 1;
  }

  title() {
    return `${this.info.name}: ${this.isEnd ? t("lesson-over") : t("task-of", { number: this.task, count: this.info.taskCount })}`;
  }

  leave() {
    this.lesson.free();
  }

  #updateView() {
    this.view = this.lesson.view();
    this.losing = this.#findLosing();
    this.app.refresh();
  }

  /** The squares to warn of, which lose at once if they are picked. */
  #findLosing() {
    return settings.warnings ? this.lesson.losingTouches() : [];
  }

  /** Tells whether the turn solved the task. */
  #onTurn() {
    this.view = this.lesson.view();
    this.losing = this.#findLosing();
    const solved = this.view.status === "solved";
    if (solved) {
      markTaskSolved(this.info.id, this.task);
      this.solution = "";
    }
    playSound(solved ? "end" : "rejected");
    announce(this.view.text);
    this.app.refresh();
    const next = this.app.root.querySelector(".lesson .next");
    if (solved && next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  #restart() {
    this.lesson.restart();
    this.solution = "";
    this.entry.error = "";
    this.#updateView();
  }

  #showHint() {
    this.solution = this.lesson.solution();
    announce(t("hint-squares", { move: this.solution }));
    this.app.refresh();
  }

  /** @param {number} task */
  #taskLink(task) {
    return link(["lesson", this.info.id, task > this.info.taskCount ? END_OF_LESSON : String(task)]);
  }

  get shortcuts() {
    return this.isEnd ? [] : [
      { key: "h", label: t("hint"), action: () => this.#showHint() },
      { key: "a", label: t("start-over"), action: () => this.#restart() },
      { key: "Escape", label: t("undo-step"), action: () => this.entry.undoStep() },
    ];
  }

  template() {
    const head = html`<div class="layout-head"><h1 tabindex="-1">${tGame(this.info.id, "lesson-title")}</h1>${this.#taskNav()}</div>`;
    return this.isEnd ? this.#endView(head) : this.#taskView(head);
  }

  #taskNav() {
    const { solved } = getLessonProgress(this.info.id);
    return html`<nav class="tasks" aria-label=${t("lesson")}>${Array.from({ length: this.info.taskCount }, (_, index) => {
      const isSolved = solved.includes(index + 1);
      const label = t("task", { number: index + 1 }) + (isSolved ? `, ${t("task-solved")}` : "");
      return html`<a href=${this.#taskLink(index + 1)} class=${isSolved ? "solved" : nothing} aria-label=${label} title=${label}
        aria-current=${!this.isEnd && index + 1 === this.task ? "step" : nothing}>${isSolved ? "✓" : index + 1}</a>`;
    })}</nav>`;
  }

  /** @param {unknown} head */
  #taskView(head) {
    const { view, info } = this;
    const solved = view.status === "solved";
    const isWrong = view.status === "wrongMove";
    const isLast = this.task === info.taskCount;
    const texts = html`
      ${this.entry.error ? html`<p class="warning">${this.entry.error}</p>` : nothing}
      ${view.entry.text ? html`<p>${nextStep(view.entry)}</p>` : nothing}
      ${this.solution ? html`<p class="hint">${t("hint-squares", { move: this.solution })}</p>` : nothing}
      ${this.task === 1 && view.status === "toMove" ? html`<p class="muted">${tGame(info.id, "lesson-welcome")}</p>` : nothing}
      <p>${solved ? html`<span class="mark" aria-hidden="true">✓</span> ` : isWrong ? html`<span class="mark" aria-hidden="true">✗</span> ` : nothing}${view.text}</p>
      ${solved ? nothing : losingNote(this.losing)}`;
    const next = html`<a class="button next" href=${this.#taskLink(this.task + 1)}>${t(isLast ? "task-end" : "next-task")}</a>`;
    return boardLayout({
      game: info.id,
      className: "lesson",
      head,
      ...boardWithPlayers({ info, view, entry: this.entry, suggestions: solved || !this.solution ? [] : markMoves(view, [this.solution], false), losingSquares: solved ? [] : this.losing }),
      status: statusBox(texts, html`${this.entry.buttons(view.entry)}${solved ? next : nothing}`, `task-status ${solved ? "solved" : isWrong ? "wrong" : ""}`),
      tools: html`<div class="row tools" role="group" aria-label=${t("tools")}>
        <button type="button" class="secondary" ?disabled=${solved} @click=${() => this.#showHint()}>${t("hint")}</button>
        <button type="button" class="secondary" @click=${() => this.#restart()}>${t("start-over")}</button>
        ${this.task > 1 ? html`<a class="button secondary" href=${this.#taskLink(this.task - 1)}>${t("previous-task")}</a>` : nothing}
        <a class="button secondary" href=${this.#taskLink(this.task + 1)}>${t("task-skip")}</a>
        <a class="button secondary" href=${link(["rules", info.id])}>${t("rules")}</a></div>`,
      more: this.entry.input(),
    });
  }

  /** @param {unknown} head */
  #endView(head) {
    const { info } = this;
    const { solved } = getLessonProgress(info.id);
    const unsolved = Array.from({ length: info.taskCount }, (_, at) => at + 1).filter((task) => !solved.includes(task));
    return html`<section class="lesson">${head}<div class="panel lesson-end"><h2>${t("lesson-over")}</h2>
      ${unsolved.length === 0 ? html`<p>${tGame(info.id, "lesson-end")}</p>` : html`<p>${t("tasks-left")}
        ${unsolved.map((task) => html`<a href=${this.#taskLink(task)}>${t("task", { number: task })}</a> `)}</p>`}
      <div class="row"><button type="button" class="button" @click=${() => navigate(link(["play", startComputerGame(info.id, "level:1")]))}>${t("play-first-level")}</button>
      <a class="button secondary" href=${link(["puzzles", info.id])}>${t("solve-puzzles")}</a>
      <a class="button secondary" href=${link(["rules", info.id])}>${t("read-rules")}</a></div></div></section>`;
  }
}
