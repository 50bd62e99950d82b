// A game against the computer, or of two people at one screen.
import "../board/board.js";
import { html, nothing } from "../lib/lit-html.js";
import { Game } from "../wasm/rules.js";
import { announce, scrollToCurrent } from "../app/dom.js";
import { formatClock, formatRecordDate } from "../app/format.js";
import { getGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link, navigate } from "../app/router.js";
import { generateId, isUnsaved, loadGame, onGameChange, randomSeed, saveGame, saveNewGame } from "../app/saved-games.js";
import { changeSettings, settings } from "../app/settings.js";
import { playSound } from "../app/sound.js";
import { readItem, removeItem } from "../app/storage.js";
import { findFirstSquare, makeBoardProps, markMoves } from "../board/board-props.js";
import { boardLayout, statusBox } from "../components/board-layout.js";
import { confirmAction } from "../components/dialog.js";
import { endingTexts } from "../components/ending.js";
import { evaluateOutcome, evaluationBar } from "../components/evaluation-bar.js";
import { playerBar } from "../components/player-bar.js";
import { openShareDialog } from "../components/share-dialog.js";
import { firstGoal, goalLine } from "../components/rules-drawer.js";
import { TurnEntry, losingNote, nextStep } from "../components/turn-entry.js";
import { turnList } from "../components/turn-list.js";
import { TurnBrowser } from "../components/turn-navigation.js";
import { PlayEngine } from "../engine/play-engine.js";

/** How often the clocks are saved during a turn. */
const CLOCK_SAVE_INTERVAL_MS = 5000;
const TICK_INTERVAL_MS = 100;

export class PlayPage {
  /** @param {import("../app/app.js").App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    const saved = loadGame(id);
    if (!saved) throw new Error(t("game-not-saved"));
    /** The saved game as this tab last read or wrote it. */
    this.saved = saved;
    const game = Game.resume(saved.record);
    this.game = game;
    this.info = getGameInfo(game.id);
    /** The seat at the bottom of the board, unless the visitor has flipped it. */
    this.bottomSeat = getBottomSeat(game);
    this.flipped = this.bottomSeat === 1;
    this.view = game.view(this.flipped);
    this.losing = this.#findLosing();
    this.browser = new TurnBrowser(() => this.view.turns.length, () => { this.app.refresh(); this.#scrollTurns(); });
    this.engine = new PlayEngine(() => this.app.refresh());
    this.entry = new TurnEntry(game, {
      isOpen: () => this.#isOpen,
      onChange: () => { this.engine.error = ""; this.toss = ""; this.#update(); },
      onTurn: () => this.#onTurnEntered(),
    });
    this.ticker = setInterval(() => this.#tick(), TICK_INTERVAL_MS);
    this.#clockSavedAt = performance.now();
    const onHide = () => this.#saveClock();
    addEventListener("pagehide", onHide);
    document.addEventListener("visibilitychange", onHide);
    const stopGameChanges = onGameChange(id, () => this.#loadFromOtherTab());
    this.#stopListening = () => {
      removeEventListener("pagehide", onHide);
      document.removeEventListener("visibilitychange", onHide);
      stopGameChanges();
    };
    /** Who won the toss, in words; shown until the first step. */
    this.toss = readItem("toss", "");
    removeItem("toss");
    queueMicrotask(() => this.#continue());
  }
  #stopListening = () => {};
  #clockSavedAt = 0;

  title() {
    return this.info.name;
  }

  leave() {
    clearInterval(this.ticker);
    this.engine.terminate();
    this.#stopListening();
    this.#saveClock();
    this.game.free();
  }

  /** @param {boolean} [isPlayed] Whether something was played, which moves the game to the top of the saved games. */
  #save(isPlayed = false) {
    this.saved = { record: this.game.savedRecord(), played: isPlayed ? Date.now() : this.saved.played };
    saveGame(this.id, this.saved);
  }

  /** Saves the time used, unless the game has changed in another tab. */
  #saveClock() {
    this.#clockSavedAt = performance.now();
    if (this.view.outcome || this.view.sides[0].timeLeft === null) return;
    if (loadGame(this.id)?.record === this.saved.record) this.#save();
  }

  #loadFromOtherTab() {
    const saved = loadGame(this.id);
    if (!saved || saved.record === this.saved.record) return;
    const [recordBefore, game] = [this.game.record(), Game.resume(saved.record)];
    this.saved = saved;
    this.game.free();
    this.game = game;
    this.entry.target = game;
    this.#updateView();
    // If only the clocks have changed, the engine can go on.
    if (this.game.record() === recordBefore) return this.app.refresh();
    this.#clearNotes();
    this.#continue();
  }

  /** Returns to the current position, without hints and errors. */
  #clearNotes() {
    this.browser.shownTurns = null;
    this.engine.hint = null;
    this.engine.error = "";
    this.entry.error = "";
  }

  /** Updates the view, and turns the board when the sides are swapped. */
  #updateView() {
    const seat = getBottomSeat(this.game);
    if (seat !== this.bottomSeat) this.flipped = seat === 1;
    this.bottomSeat = seat;
    this.view = this.game.view(this.flipped);
    this.losing = this.#findLosing();
  }

  /** The squares to warn of, which lose at once if they are picked. */
  #findLosing() {
    return settings.warnings ? this.game.losingTouches() : [];
  }

  /** Whether a person may enter a turn now. */
  get #isOpen() {
    const { view } = this;
    return this.browser.shownTurns === null && !view.outcome && view.sides[view.toMove].isHuman && !this.#isPieChoice;
  }

  /** Whether a person must choose a side under the pie rule. */
  get #isPieChoice() {
    return this.view.canSwapSides && this.view.sides[this.view.toMove].isHuman;
  }

  /** Saves and shows a change. @param {boolean} [isPlayed] Whether something was played. */
  #update(isPlayed = false) {
    this.#save(isPlayed);
    this.#updateView();
    this.app.refresh();
    this.#scrollTurns();
  }

  #scrollTurns() {
    scrollToCurrent(this.app.root.querySelector(".turns"));
  }

  /** Lets the engine move or evaluate, whichever the position needs. */
  #continue() {
    this.engine.stop();
    const { view, game } = this;
    const side = view.sides[view.toMove];
    if (!view.outcome) {
      if (side.isHuman) this.engine.evaluate(game);
      else this.engine.findMove(game, side.spec, (move) => this.#playComputerMove(move));
    }
    this.app.refresh();
  }

  /** @param {string} move */
  #playComputerMove(move) {
    const name = this.view.sides[this.view.toMove].name;
    this.game.play(move);
    this.engine.hint = null;
    this.#onTurn(t("move-played", { name, move: this.game.lastMoveInWords() }));
  }

  /** @param {string} announcement */
  #onTurn(announcement) {
    this.#update(true);
    playSound(this.view.outcome ? "end" : "turn");
    announce(this.view.ending ? `${announcement}. ${this.view.ending.sentence}` : announcement);
    this.#continue();
  }

  #onTurnEntered() {
    const { name } = this.view.sides[this.view.toMove];
    this.engine.hint = null;
    this.engine.error = "";
    this.toss = "";
    this.#onTurn(t("move-played", { name, move: this.game.lastMoveInWords() }));
  }

  #undo() {
    this.engine.stop();
    this.#clearNotes();
    if (this.game.undo()) announce(t("undone"));
    this.#update();
    this.#continue();
  }

  #redo() {
    this.browser.shownTurns = null;
    this.engine.hint = null;
    if (this.game.redo()) announce(t("redone"));
    this.#update();
    this.#continue();
  }

  /** Whether there are hints: not in games between people. */
  get #hasHints() {
    return this.#isOpen && this.view.reader !== null;
  }

  /** Finds a hint, or says more about the one that is shown. */
  #findHint() {
    this.entry.error = "";
    if (this.#hasHints) this.engine.findHint(this.game, announce);
  }

  #resign() {
    const { sides, toMove } = this.view;
    const isTwoPeople = sides.every((side) => side.isHuman);
    const seat = Math.max(0, isTwoPeople ? toMove : sides.findIndex((side) => side.isHuman));
    const question = isTwoPeople ? t("resign-question", { name: sides[seat].name }) : t("resign-game-question");
    confirmAction(t("resign"), question, t("resign"), () => {
      // The game may have ended in the meantime.
      if (this.view.outcome) return;
      this.game.resign(seat);
      this.#update(true);
      announce(this.view.ending?.sentence ?? "");
      this.#continue();
    });
  }

  /** Goes on to another game, such as a rematch. @param {Game | undefined} game */
  #startNext(game) {
    if (!game) return;
    const id = generateId();
    saveNewGame(id, game);
    game.free();
    navigate(link(["play", id]));
  }

  #tick() {
    const hasClock = this.view.sides.some((side) => side.timeLeft !== null);
    if (!hasClock || this.#isPieChoice) return;
    if (this.game.tick()) {
      this.#update(true);
      announce(this.view.ending?.sentence ?? "");
      playSound("end");
      this.#continue();
      return;
    }
    // If several tabs show the game, the visible one saves the clocks.
    if (performance.now() - this.#clockSavedAt >= CLOCK_SAVE_INTERVAL_MS && document.visibilityState === "visible") this.#saveClock();
    for (const clock of this.app.root.querySelectorAll(".clock")) {
      if (clock instanceof HTMLElement) clock.textContent = formatClock(this.game.timeLeft(Number(clock.dataset.seat)) ?? 0);
    }
  }

  get shortcuts() {
    return [
      { key: "u", label: t("undo"), action: () => this.#undo() },
      { key: "r", label: t("redo"), action: () => this.#redo() },
      { key: "h", label: t("hint"), action: () => this.#findHint() },
      { key: "f", label: t("flip"), action: () => this.#flip() },
      ...this.browser.shortcuts,
      { key: "Escape", label: t("undo-step"), action: () => this.entry.undoStep() },
    ];
  }

  #flip() {
    this.flipped = !this.flipped;
    this.#updateView();
    this.app.refresh();
  }

  /** The earlier position that is shown, if one is. */
  get #pastView() {
    return this.browser.shownTurns === null ? null : this.game.viewAt(this.browser.shownTurns, this.flipped);
  }

  template() {
    const { view, info, engine } = this;
    const past = this.#pastView;
    const shown = past ?? view;
    const evaluation = past ? null : view.outcome ? evaluateOutcome(view.outcome) : engine.evaluation;
    const playerAt = (/** @type {number} */ seat) => playerBar({
      side: view.sides[seat],
      seat,
      counters: shown.counters[seat],
      isToMove: !shown.outcome && shown.toMove === seat,
      thinkingText: engine.isThinking && view.toMove === seat ? t("thinking") : "",
      canTakeSupply: this.#isOpen && view.toMove === seat && view.entry.next.includes("@"),
      isSupplyTaken: view.toMove === seat && view.entry.touched.at(-1) === "@",
      onTakeSupply: () => this.entry.touch("@"),
    });
    const marks = engine.hint && !past && !view.outcome ? markMoves(view, [engine.hint.move], this.flipped) : [];
    // The first stage of a hint only points at a piece.
    const isFirstStage = engine.hintStage === 0;
    const [suggestions, hintSquares] = isFirstStage ? [[], marks.map(findFirstSquare)] : [marks, []];
    const board = makeBoardProps(shown, { info, flipped: this.flipped, isOpen: this.#isOpen, isPast: past !== null, suggestions, hintSquares, losingSquares: past ? [] : this.losing });
    return boardLayout({
      game: view.game,
      shape: view.board,
      className: "playing",
      head: html`<h1 class="visually-hidden" tabindex="-1">${info.name}</h1>`,
      bars: this.flipped ? [playerAt(0), playerAt(1)] : [playerAt(1), playerAt(0)],
      board: html`<sanban-board .props=${board} .onsquarepick=${(/** @type {string} */ square) => this.entry.touch(square)}
        .onpiecegrab=${(/** @type {string} */ square) => this.entry.grab(square)} .onstepundo=${() => this.entry.undoStep()}></sanban-board>`,
      evaluation: settings.evaluation ? evaluationBar(evaluation, this.flipped) : nothing,
      status: this.#status(),
      tools: this.#tools(),
      more: html`${goalLine(view, info)}${this.browser.buttons()}
        ${turnList(view.turns, this.browser.current, (turns) => this.browser.show(turns))}
        ${this.entry.input()}`,
    });
  }

  /** What happens now, and what the person can do about it. */
  #status() {
    const { view, engine } = this;
    if (this.browser.shownTurns !== null) {
      return statusBox(html`<p>${t("viewing-past")}</p>`, html`<button type="button" class="secondary" @click=${() => this.browser.showCurrent()}>${t("back-to-current")}</button>`);
    }
    if (view.ending) {
      return statusBox(endingTexts(view.ending), html`
        <button type="button" class="button" @click=${() => this.#startNext(this.game.rematch(randomSeed(), formatRecordDate()))}>${t("rematch")}</button>
        ${view.nextLevel === null ? nothing : html`<button type="button" class="button" @click=${() => this.#startNext(this.game.nextLevel(randomSeed(), formatRecordDate()))}>${t("play-level", { level: view.nextLevel })}</button>`}
        <a class="button secondary" href=${link(["analysis"], { record: this.game.record() })}>${t("review-game")}</a>
        <a class="button secondary" href=${link(["new", view.game])}>${t("new-game")}</a>`, "over");
    }
    if (this.#isPieChoice) {
      return statusBox(html`<p>${t("pie-description")}</p>`, html`
        <button type="button" class="button" @click=${() => { this.game.swapSides(); this.#onTurn(t("sides-swapped")); }}>${t("swap-sides")}</button>
        <button type="button" class="secondary" @click=${() => { this.game.declineSwap(); this.#update(); this.#continue(); }}>${t("keep-sides")}</button>`);
    }
    const { name } = view.sides[view.toMove];
    const error = engine.error || this.entry.error;
    const isReadersTurn = view.reader === view.toMove;
    return statusBox(html`
      ${isReadersTurn && !error && !engine.hint ? this.#lastMove() : nothing}
      <p>${this.toss} ${engine.isThinking ? t("computer-thinking", { name }) : nextStep(view.entry, isReadersTurn ? t("your-turn") : name)}</p>
      ${isUnsaved(this.id) ? html`<p class="warning">${t("storage-full-game")}</p>` : nothing}
      ${engine.isFindingHint ? html`<p>${t("searching-hint")}</p>` : nothing}
      ${error ? html`<p class="warning">${error}</p>` : nothing}
      ${engine.hint ? this.#hint(engine.hint) : nothing}
      ${losingNote(this.losing)}
      ${error || engine.hint ? nothing : firstGoal(view)}`, this.entry.buttons(view.entry));
  }

  /** The computer's last move in words. */
  #lastMove() {
    const { view } = this;
    if (view.turns.length === 0 || view.entry.touched.length > 0) return nothing;
    return html`<p class="last-move-words">${t("move-played", { name: view.sides[1 - view.toMove].name, move: view.lastMoveInWords })}</p>`;
  }

  /** The stages of the hint that have been asked for. @param {import("../wasm/engine.js").HintView} hint */
  #hint(hint) {
    const stage = this.engine.hintStage;
    return html`<p class="hint">${hint.stages[stage]} ${stage < hint.stages.length - 1 ? html`<button type="button" class="secondary small" @click=${() => this.#findHint()}>${t("hint-more")}</button>` : nothing}</p>`;
  }

  /** Shares the game and the position that the board shows. */
  #share() {
    const { game, rules, position } = { ...this.view, ...this.#pastView };
    openShareDialog(this.app, { game, rules, position, record: this.game.record(), flipped: this.flipped });
  }

  #tools() {
    const { view } = this;
    const button = (/** @type {string} */ key, /** @type {() => void} */ action, disabled = false) => html`
      <button type="button" class="secondary" ?disabled=${disabled} @click=${action}>${t(key)}</button>`;
    return html`<div class="row tools" role="group" aria-label=${t("tools")}>
      ${button("undo", () => this.#undo(), !view.canUndo)} ${button("redo", () => this.#redo(), !view.canRedo)}
      ${button("hint", () => this.#findHint(), !this.#hasHints)} ${button("flip", () => this.#flip())}
      <button type="button" class="secondary" aria-pressed=${settings.evaluation} @click=${() => { changeSettings({ evaluation: !settings.evaluation }); this.#continue(); }}>${t("evaluation-bar")}</button>
      ${button("share", () => this.#share())}
      ${button("resign", () => this.#resign(), view.outcome !== null)}</div>`;
  }
}

/** The seat of the only person, otherwise the first seat. @param {Game} game */
function getBottomSeat(game) {
  return !game.isHuman(0) && game.isHuman(1) ? 1 : 0;
}
