// A game being played: against the computer, or by two people at one screen.
import "../board/board.js";
import { html, nothing } from "../lib/lit-html.js";
import { Game } from "../wasm/rules.js";
import { makeBoardProps, parseSquares } from "../board/board-props.js";
import { announce, handleShortcut, scrollToCurrent } from "../app/dom.js";
import { getGameInfo } from "../app/game-info.js";
import { randomSeed, onGameChange, isUnsaved, saveNewGame, saveGame, loadGame, generateId } from "../app/saved-games.js";
import { formatClock, formatRecordDate } from "../app/format.js";
import { navigate, link } from "../app/router.js";
import { changeSettings, getBoardStyle, settings } from "../app/settings.js";
import { playSound } from "../app/sound.js";
import { removeItem, readItem } from "../app/storage.js";
import { t, tGame } from "../app/i18n.js";
import { EngineClient } from "../engine/engine-client.js";
import { confirmAction } from "../components/dialog.js";
import { TurnEntry } from "../components/turn-entry.js";
import { evaluateOutcome, evaluationBar } from "../components/evaluation-bar.js";
import { playerBar } from "../components/player-bar.js";
import { openShareDialog } from "../components/share-dialog.js";
import { turnNavigation } from "../components/turn-navigation.js";
import { turns } from "../components/turn-list.js";

/** How long a position is judged for the bar, in milliseconds. */
const JUDGED = 1500;
/** How long the computer's move is kept waiting, so that it can be followed. */
const PAUSE = 350;
/** How often the time that is used of a turn is kept, in milliseconds. */
const TIMED = 5000;

export class PlayPage {
  /** @param {import("../app/app.js").App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    const kept = loadGame(id);
    if (!kept) throw new Error(t("page.no-kept-game"));
    /** What is kept of the game, as it was last read or written here. */
    this.kept = kept;
    const game = Game.resume(kept.record);
    this.game = game;
    this.view = game.view(false);
    this.info = getGameInfo(this.view.game);
    this.flipped = ownSeat(this.view.sides) === 1;
    /** How many turns the board shows; null for where the game stands. @type {number | null} */
    this.at = null;
    this.entry = new TurnEntry(game, {
      isOpen: () => this.#open,
      onChange: () => { this.why = ""; this.toss = ""; this.#changed(); },
      onTurn: () => this.#entered(),
    });
    /** What has gone wrong. */
    this.why = "";
    /** Whether a hint is being looked for. */
    this.seeking = false;
    /** @type {{ move: string, sentence: string } | null} */
    this.hint = null;
    /** @type {{ share: number, score: string } | null} */
    this.judged = null;
    this.thinks = false;
    this.engine = new EngineClient();
    this.ticking = setInterval(() => this.#tick(), 100);
    this.#timedAt = performance.now();
    const hides = () => this.#keepTime();
    addEventListener("pagehide", hides);
    document.addEventListener("visibilitychange", hides);
    const endGame = onGameChange(id, () => this.#takeUp());
    this.#endHearing = () => {
      removeEventListener("pagehide", hides);
      document.removeEventListener("visibilitychange", hides);
      endGame();
    };
    this.toss = readItem("toss", "");
    removeItem("toss");
    this.#look();
    queueMicrotask(() => this.#goOn());
  }

  title() {
    return this.info.name;
  }

  leave() {
    clearInterval(this.ticking);
    clearTimeout(this.#answering);
    this.engine.terminate();
    this.#endHearing();
    this.#keepTime();
    this.game.free();
  }
  /** The computer's move that waits to be made. @type {ReturnType<typeof setTimeout> | undefined} */
  #answering = undefined;
  #endHearing = () => {};
  /** When the time was last kept. */
  #timedAt = 0;

  /** Keeps the game as it stands. @param {boolean} [played] Whether something was played, which brings it to the front of all kept games. */
  #keep(played = false) {
    this.kept = { record: this.game.kept(), played: played ? Date.now() : this.kept.played };
    saveGame(this.id, this.kept);
  }

  /** Keeps what is used of the time, unless the game has gone on elsewhere. */
  #keepTime() {
    this.#timedAt = performance.now();
    if (this.view.outcome || this.view.sides[0].left === null) return;
    if (loadGame(this.id)?.record === this.kept.record) this.#keep();
  }

  /** Goes on with what was played in another tab. */
  #takeUp() {
    const kept = loadGame(this.id);
    if (!kept || kept.record === this.kept.record) return;
    const [before, game] = [this.game.record(), Game.resume(kept.record)];
    this.kept = kept;
    this.game.free();
    this.game = game;
    this.entry.target = game;
    this.#look();
    // The time alone is no reason to think anew.
    if (this.game.record() === before) return this.app.refresh();
    this.at = null;
    this.hint = null;
    this.why = "";
    this.entry.error = "";
    this.#goOn();
  }

  /** Looks at the game anew; who has changed sides sees it from the other one. */
  #look() {
    const before = ownSeat(this.view.sides);
    this.view = this.game.view(this.flipped);
    const seat = ownSeat(this.view.sides);
    if (seat === before) return;
    this.flipped = seat === 1;
    this.view = this.game.view(this.flipped);
  }

  /** Whether a person may make a turn now. */
  get #open() {
    const { view } = this;
    return this.at === null && !view.outcome && view.sides[view.toMove].person && !this.#asked;
  }

  /** Whether the pie rule's question stands. */
  get #asked() {
    return this.view.mayChangeSides && this.view.sides[this.view.toMove].person;
  }

  /** Something has happened: keep it and show it. @param {boolean} [played] Whether something was played. */
  #changed(played = false) {
    this.#keep(played);
    this.#look();
    this.app.refresh();
    this.#showTurn();
  }

  #showTurn() {
    scrollToCurrent(this.app.root.querySelector(".turns"));
  }

  /** Stops whatever is being thought about. */
  #stop() {
    clearTimeout(this.#answering);
    this.engine.stop();
    this.thinks = false;
    this.seeking = false;
  }

  #goOn() {
    this.#stop();
    const { view } = this;
    const side = view.sides[view.toMove];
    if (view.outcome) {
      this.app.refresh();
      return;
    }
    if (side.person) {
      this.#judge();
      this.app.refresh();
      return;
    }
    this.thinks = true;
    const begun = performance.now();
    this.engine.start({ task: "move", record: this.game.record(), player: side.spec, seed: this.game.seed() }, (update) => {
      if (update.report && settings.evaluation) this.#judgedBy(update.report);
      if (!update.done || !update.move) return;
      const move = update.move;
      this.#answering = setTimeout(() => this.#answer(move), Math.max(0, PAUSE - (performance.now() - begun)));
    }, (error) => {
      this.thinks = false;
      this.why = t("page.engine-failed", { why: error });
      this.app.refresh();
    });
    this.app.refresh();
  }

  /** The computer's move. @param {string} move */
  #answer(move) {
    const name = this.view.sides[this.view.toMove].name;
    this.game.play(move);
    this.hint = null;
    this.#made(t("play.plays", { name, move }));
  }

  /** A turn has been made. @param {string} told */
  #made(told) {
    this.#changed(true);
    playSound(this.view.outcome ? "end" : "turn");
    announce(this.view.result ? `${told}. ${this.view.result}` : told);
    this.#goOn();
  }

  #judge() {
    if (!settings.evaluation) return;
    this.engine.start({ task: "lines", record: this.game.record(), lines: 1, time: JUDGED },
      (update) => { if (update.report) this.#judgedBy(update.report); }, () => {});
  }

  /** @param {import("../wasm/engine.js").Report} report */
  #judgedBy(report) {
    const [line] = report.lines;
    this.judged = { share: line.share, score: line.score };
    this.app.refresh();
  }

  /** A person has made a turn. */
  #entered() {
    const mover = this.view.sides[this.view.toMove].name;
    const last = this.game.view(false).turns.at(-1);
    this.hint = null;
    this.toss = "";
    this.why = "";
    this.#made(t("play.plays", { name: mover, move: last?.text ?? "" }));
  }

  #undo() {
    this.#stop();
    this.at = null;
    this.hint = null;
    this.why = "";
    this.entry.error = "";
    if (this.game.undo()) announce(t("page.undone"));
    this.#changed();
    this.#goOn();
  }

  #redo() {
    this.at = null;
    this.hint = null;
    if (this.game.redo()) announce(t("page.redone"));
    this.#changed();
    this.#goOn();
  }

  #askHint() {
    if (!this.#open) return;
    this.seeking = true;
    this.why = "";
    this.app.refresh();
    this.engine.start({ task: "hint", record: this.game.record() }, (update) => {
      if (!update.hint) return;
      this.hint = update.hint;
      this.seeking = false;
      announce(update.hint.sentence);
      this.app.refresh();
    }, (error) => {
      this.seeking = false;
      this.why = t("page.engine-failed", { why: error });
      this.app.refresh();
    });
  }

  #resign() {
    const people = this.view.sides.filter((side) => side.person).length;
    const seat = people === 2 ? this.view.toMove : this.view.sides.findIndex((side) => side.person);
    confirmAction(t("page.resign"), t("page.resign-sure", { name: this.view.sides[Math.max(0, seat)].name }), t("page.resign"), () => {
      // It may have ended while this was asked.
      if (this.view.outcome) return;
      this.game.resign(Math.max(0, seat));
      this.#changed(true);
      announce(this.view.result ?? "");
      this.#goOn();
    });
  }

  /** The same game once more, with sides swapped. */
  #rematch() {
    const game = this.game.rematch(randomSeed(), formatRecordDate());
    const id = generateId();
    saveNewGame(id, game);
    game.free();
    navigate(link(["play", id]));
  }

  #tick() {
    const before = this.view.sides.some((side) => side.left !== null);
    if (!before || this.#asked) return;
    if (this.game.tick()) {
      this.#changed(true);
      announce(this.view.result ?? "");
      playSound("end");
      this.#goOn();
      return;
    }
    // Of several tabs with the same game, the one that is looked at keeps the time.
    if (performance.now() - this.#timedAt >= TIMED && document.visibilityState === "visible") this.#keepTime();
    for (const place of this.app.root.querySelectorAll(".clock")) {
      if (place instanceof HTMLElement) place.textContent = formatClock(this.game.left(Number(place.dataset.seat)) ?? 0);
    }
  }

  /** Shows the position after so many turns. @param {number} at */
  #show(at) {
    const all = this.view.turns.length;
    const to = Math.max(0, Math.min(all, at));
    this.at = to === all ? null : to;
    this.app.refresh();
    this.#showTurn();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const at = this.at ?? this.view.turns.length;
    handleShortcut(event, {
      u: () => this.#undo(),
      r: () => this.#redo(),
      h: () => this.#askHint(),
      f: () => this.#flip(),
      ArrowLeft: () => this.#show(at - 1),
      ArrowRight: () => this.#show(at + 1),
      Home: () => this.#show(0),
      End: () => this.#show(this.view.turns.length),
      Escape: () => this.entry.takeBack(),
    });
  }

  #flip() {
    this.flipped = !this.flipped;
    this.#look();
    this.app.refresh();
  }

  /** The position that is looked back at, if one is. */
  get #past() {
    return this.at === null ? null : this.game.viewAt(this.at, this.flipped);
  }

  template() {
    const { view, info } = this;
    const past = this.#past;
    const shown = past ?? view;
    const judged = past ? null : view.outcome ? evaluateOutcome(view.outcome) : this.judged;
    const seats = this.flipped ? [0, 1] : [1, 0];
    const line = (/** @type {number} */ seat) => playerBar({
      side: view.sides[seat],
      seat,
      counters: shown.counters[seat],
      isToMove: !shown.outcome && shown.toMove === seat,
      thinkingText: this.thinks && view.toMove === seat ? t("page.thinks") : "",
      canTakeSupply: this.#open && view.toMove === seat && view.entry.next.includes("@"),
      isSupplyTaken: view.toMove === seat && view.entry.touched.at(-1) === "@",
      onTakeSupply: () => this.entry.touch("@"),
    });
    const proposed = this.hint && !past ? parseSquares(this.hint.move) : [];
    const board = makeBoardProps(shown, { info, flipped: this.flipped, isOpen: this.#open, isPast: past !== null, proposed });
    return html`<section class="table playing" .style=${getBoardStyle(view.game)}>
      <h1 class="unseen" tabindex="-1">${info.name}</h1>
      <div class="board-side">
        ${line(seats[0])}
        <div class="board-and-bar">
          ${settings.evaluation ? evaluationBar(judged, this.flipped) : nothing}
          <sanban-board .props=${board} .onsquarepick=${(/** @type {string} */ square) => this.entry.touch(square)}
            .onstepundo=${() => this.entry.takeBack()}></sanban-board>
        </div>
        ${line(seats[1])}
      </div>
      <div class="beside">
        ${this.#state()}
        ${this.#buttons()}
        ${turns(view.turns, this.at ?? view.turns.length, (at) => this.#show(at))}
        ${this.#steps()}
        ${this.entry.input()}
      </div></section>`;
  }

  /** What is to be done or said now. */
  #state() {
    const { view } = this;
    if (this.at !== null) {
      return html`<div class="state">${t("page.looking-back")} <button type="button" class="quiet" @click=${() => this.#show(view.turns.length)}>${t("page.to-present")}</button></div>`;
    }
    if (view.result) {
      return html`<div class="state over"><p><strong>${view.result}</strong></p><div class="row">
        <button type="button" class="button" @click=${() => this.#rematch()}>${t("page.rematch")}</button>
        <a class="button quiet" href=${link(["analysis"], { record: this.game.record() })}>${t("page.analyse-game")}</a>
        <a class="button quiet" href=${link(["new", view.game])}>${t("page.other-game")}</a></div></div>`;
    }
    if (this.#asked) {
      return html`<div class="state"><p>${t("menu.pie-which")}</p><div class="row">
        <button type="button" class="button" @click=${() => { this.game.changeSides(); this.#made(t("play.sides-changed")); }}>${t("page.change-sides")}</button>
        <button type="button" class="quiet" @click=${() => { this.game.leaveSides(); this.#changed(); this.#goOn(); }}>${t("page.leave-sides")}</button></div></div>`;
    }
    const entered = view.entry.text;
    return html`<div class="state">
      <p>${this.toss} ${view.notice ? tGame(view.game, "page.notice", { player: view.sides[view.toMove].name, notice: view.notice }) : nothing}
        ${this.thinks ? t("page.computer-thinks", { name: view.sides[view.toMove].name })
          : entered ? t("page.entered", { entered }) : t("page.your-turn", { name: view.sides[view.toMove].name })}</p>
      ${isUnsaved(this.id) ? html`<p class="warning">${t("page.no-room")}</p>` : nothing}
      ${this.seeking ? html`<p>${t("page.hint-sought")}</p>` : nothing}
      ${this.why || this.entry.error ? html`<p class="warning">${this.why || this.entry.error}</p>` : nothing}
      ${this.hint ? html`<p class="hint">${this.hint.sentence}</p>` : nothing}
      ${this.entry.buttons(view.entry)}
    </div>`;
  }

  /** Shares the game, and the position that the board shows. */
  #share() {
    const { game, rules, position } = { ...this.view, ...this.#past };
    openShareDialog(this.app, { game, rules, position, record: this.game.record(), flipped: this.flipped });
  }

  #buttons() {
    const { view } = this;
    const button = (/** @type {string} */ key, /** @type {() => void} */ act, disabled = false) => html`
      <button type="button" class="quiet" ?disabled=${disabled} @click=${act}>${t(key)}</button>`;
    return html`<div class="row tools" role="group" aria-label=${t("page.tools")}>
      ${button("page.undo", () => this.#undo(), !view.canUndo)} ${button("page.redo", () => this.#redo(), !view.canRedo)}
      ${button("page.hint", () => this.#askHint(), !this.#open)} ${button("page.flip", () => this.#flip())}
      <button type="button" class="quiet" aria-pressed=${settings.evaluation} @click=${() => { changeSettings({ evaluation: !settings.evaluation }); this.#goOn(); }}>${t("page.evaluation-bar")}</button>
      ${button("page.share", () => this.#share())}
      ${button("page.resign", () => this.#resign(), view.outcome !== null)}</div>`;
  }

  #steps() {
    const at = this.at ?? this.view.turns.length;
    const all = this.view.turns.length;
    const to = (/** @type {number} */ there, /** @type {boolean} */ off) => (off ? null : () => this.#show(there));
    return turnNavigation(to(0, at === 0), to(at - 1, at === 0), to(at + 1, at === all), to(all, at === all));
  }
}

/** The seat of the only person, whose side is below; the first where there are two or none. @param {import("../wasm/rules.js").Side[]} sides */
function ownSeat([first, second]) {
  return !first.person && second.person ? 1 : 0;
}
