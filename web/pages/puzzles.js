// The puzzles of one or all games, by grade, with the visitor's progress.
import { html, nothing } from "../lib/lit-html.js";
import { getGameInfo, listGames, listPuzzles } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { getPuzzleProgress } from "../app/progress.js";
import { link } from "../app/router.js";
import { readItem, writeItem } from "../app/storage.js";
import { boardThumbnail } from "../board/board-thumbnail.js";
import { radioGroup } from "../components/form.js";
import { progressBar } from "../components/learn-links.js";

/** The grades of difficulty. */
export const GRADES = [1, 2, 3, 4, 5];

export class PuzzlesPage {
  /** @param {import("../app/app.js").App} app @param {string} id The game; empty for all games. */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    if (id) getGameInfo(id);
    /** The shown grade; 0 for all. */
    this.grade = readItem("puzzles.grade", 0);
  }

  title() {
    return this.id ? `${getGameInfo(this.id).name}: ${t("puzzles")}` : t("puzzles");
  }

  template() {
    const shown = listGames().filter((info) => !this.id || info.id === this.id);
    return html`<section class="puzzles"><div class="welcome"><h1 tabindex="-1">${this.title()}</h1><p class="muted">${t("puzzles-instructions")}</p></div>
      ${this.id ? this.#puzzleOverview(shown[0]) : html`<div class="games">${shown.map((info) => this.#gameCard(info))}</div>`}</section>`;
  }

  /** @param {import("../app/game-info.js").GameInfo} info */
  #gameCard(info) {
    const all = listPuzzles(info.id);
    const solved = all.filter((puzzle) => getPuzzleProgress(info.id, puzzle.position).solved).length;
    const next = findNextPuzzle(info.id);
    return html`<article class="card learn-card">
      <a href=${link(["puzzles", info.id])} tabindex="-1" aria-hidden="true">${next ? puzzleThumbnail(info.id, next) : boardThumbnail(info.id, { position: info.examplePosition })}</a>
      <h2><a href=${link(["puzzles", info.id])}>${info.name}</a></h2>
      <p>${progressBar(solved, all.length, "puzzles-solved")}</p>
      <div class="row">${next ? html`<a class="button" href=${link(["puzzle", info.id, String(next.number)])}>${t("puzzle-next")}<span
        class="visually-hidden">: ${t("puzzle-of", { game: info.name, number: next.number })}</span></a>` : nothing}
        <a class="button secondary" href=${link(["puzzles", info.id])}>${t("puzzle-all")}<span class="visually-hidden">, ${info.name}</span></a></div></article>`;
  }

  /** @param {import("../app/game-info.js").GameInfo} info */
  #puzzleOverview(info) {
    const all = listPuzzles(info.id);
    if (all.length === 0) return html`<p>${t("puzzles-none")}</p>`;
    const next = findNextPuzzle(info.id);
    const solved = all.filter((puzzle) => getPuzzleProgress(info.id, puzzle.position).solved).length;
    const options = [0, ...GRADES].map((grade) => ({ id: String(grade), name: grade === 0 ? t("grade-all") : t(`grade-${grade}`) }));
    const filter = radioGroup(t("grade"), options, String(this.grade), (grade) => {
      this.grade = Number(grade);
      writeItem("puzzles.grade", this.grade);
      this.app.refresh();
    });
    return html`<div class="puzzles-head">
      ${next ? html`<a class="puzzle-next" href=${link(["puzzle", info.id, String(next.number)])}>${puzzleThumbnail(info.id, next)}
        <span><strong>${t("puzzle-next")}</strong><span>${t("puzzle", { number: next.number })}</span>
        <span>${describeTask(info, next)}</span>${gradeLabel(next.grade)}</span></a>` : html`<p>${t("puzzles-all-solved")}</p>`}
      <div><p>${progressBar(solved, all.length, "puzzles-solved")}</p>${filter}</div></div>
      ${GRADES.filter((level) => this.grade === 0 || level === this.grade).map((level) => this.#gradeSection(info, level, all.filter((puzzle) => puzzle.grade === level)))}
      <p class="row"><a class="button secondary" href=${link(["puzzles"])}>${t("puzzles")}</a><a class="button secondary" href=${link(["learn", info.id])}>${t("learn-game", { game: info.name })}</a></p>`;
  }

  /** @param {import("../app/game-info.js").GameInfo} info @param {number} level @param {import("../app/game-info.js").PuzzleSummary[]} gradePuzzles */
  #gradeSection(info, level, gradePuzzles) {
    if (gradePuzzles.length === 0) return nothing;
    return html`<h2>${gradeLabel(level)}</h2><ul class="puzzle-list">${gradePuzzles.map((puzzle) => {
      const { tries, solved } = getPuzzleProgress(info.id, puzzle.position);
      const state = solved ? t("solved") : tries > 0 ? t("tried") : t("not-tried");
      const label = t("puzzle-label", { number: puzzle.number, turns: puzzle.winsIn, grade: t(`grade-${puzzle.grade}`), state });
      return html`<li><a href=${link(["puzzle", info.id, String(puzzle.number)])} class=${solved ? "solved" : tries > 0 ? "tried" : ""} aria-label=${label} title=${label}>
        <b>${puzzle.number}</b><span class="mark">${solved ? "✓" : tries > 0 ? "…" : ""}</span></a></li>`;
    })}</ul>`;
  }
}

/** Finds the next unsolved puzzle after a number, otherwise the first. @param {string} game @param {number} [after] */
export function findNextPuzzle(game, after = 0) {
  const unsolved = listPuzzles(game).filter((puzzle) => !getPuzzleProgress(game, puzzle.position).solved && puzzle.number !== after);
  return unsolved.find((puzzle) => puzzle.number > after) ?? unsolved[0] ?? null;
}

/** @param {import("../app/game-info.js").GameInfo} info @param {{ solver: number, winsIn: number }} puzzle */
export function describeTask(info, { solver, winsIn }) {
  return t("puzzle-task", { player: info.players[solver], turns: winsIn });
}

/** @param {number} level */
export function gradeLabel(level) {
  const word = t(`grade-${level}`);
  return html`<span class="grade">${dots(level, GRADES.length, `${t("grade")}: ${word}`)} <span aria-hidden="true">${word}</span></span>`;
}

/** @param {string} game @param {import("../app/game-info.js").PuzzleSummary} puzzle */
function puzzleThumbnail(game, { rules, position, solver }) {
  return boardThumbnail(game, { rules, position, flipped: solver === 1 });
}

/** @param {number} filled @param {number} count @param {string} label */
function dots(filled, count, label) {
  return html`<span class="dots" role="img" aria-label=${label} title=${label}>${Array.from({ length: count }, (_, index) => html`<i class=${index < filled ? "full" : ""}></i>`)}</span>`;
}
