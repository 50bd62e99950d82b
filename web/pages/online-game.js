// A game on the server, for players and spectators.
import "../board/board.js";
import { html, nothing } from "../lib/lit-html.js";
import { announce, scrollToCurrent } from "../app/dom.js";
import { formatClock, getErrorMessage } from "../app/format.js";
import { getGameInfo } from "../app/game-info.js";
import { t, tGame } from "../app/i18n.js";
import { link, navigate } from "../app/router.js";
import { playSound } from "../app/sound.js";
import { makeBoardProps } from "../board/board-props.js";
import { boardLayout, statusBox } from "../components/board-layout.js";
import { confirmAction } from "../components/dialog.js";
import { endingTexts } from "../components/ending.js";
import { gameOffers } from "../components/game-offers.js";
import { botMark, describeTerms, getSeatNames, profileLink } from "../components/game-summary.js";
import { connectionStatus } from "../components/online-nav.js";
import { playerBar } from "../components/player-bar.js";
import { getMessageText, openMessageDialog } from "../components/preset-messages.js";
import { ratingChanges } from "../components/rating-changes.js";
import { goalLine } from "../components/rules-drawer.js";
import { ServerReview } from "../components/server-review.js";
import { openShareDialog } from "../components/share-dialog.js";
import { TurnEntry, nextStep } from "../components/turn-entry.js";
import { turnList } from "../components/turn-list.js";
import { TurnBrowser } from "../components/turn-navigation.js";
import { waitingStatus } from "../components/waiting-status.js";
import { getApiUrl } from "../online/api.js";
import { connection } from "../online/connection.js";
import { describeChanges, describeRefusals } from "../online/game-changes.js";
import { notify, notifyTurn } from "../online/notifications.js";
import { Premove } from "../online/premove.js";
import { RemoteGame } from "../online/remote-game.js";

/** @typedef {import("../app/app.js").App} App */
/** @typedef {import("../online/api.js").GameState} GameState */
/** @typedef {import("../wasm/rules.js").GameView} GameView */

/** A clock with less time than this is marked. */
const LOW_TIME_MS = 10_000;
const TICK_INTERVAL_MS = 100;

/** @param {App} app @param {string} id */
export async function openOnlineGame(app, id) {
  /** @type {OnlineGamePage | null} */
  let page = null;
  const remote = await RemoteGame.open(id, getSeatNames, (before) => page?.onGameChange(before));
  try {
    page = new OnlineGamePage(app, remote);
    return page;
  } catch (error) {
    remote.close();
    throw error;
  }
}

export class OnlineGamePage {
  /** Why the server rejected the last command. */
  error = "";
  /** Which offer of the visitor the opponent has declined, as a sentence. */
  refusal = "";
  #isLeft = false;
  /** @type {(() => void)[]} */
  #cleanups;
  /** The last known state of the connection, "lost" or "open". */
  #connectionState = "";

  /** @param {App} app @param {RemoteGame} remote */
  constructor(app, remote) {
    this.app = app;
    this.remote = remote;
    this.info = getGameInfo(remote.summary.game);
    this.flipped = remote.mySeat === 1;
    this.#orientedFor = remote.mySeat;
    this.#isWaiting = remote.summary.state === "waiting";
    this.browser = new TurnBrowser(() => this.view.turns.length, () => this.#update());
    remote.onError = (error) => this.#showError(error);
    remote.onSaid = (seat, message) => this.#onSaid(seat, message);
    this.premove = new Premove(remote);
    this.serverReview = new ServerReview(remote.summary.id, () => this.app.refresh(), (error) => this.#showError(error));
    const target = () => (remote.isMyTurn ? this.#game : this.premove);
    this.entry = new TurnEntry({
      touch: (square) => target().touch(square),
      grab: (square) => target().grab(square),
      enter: (text) => target().enter(text),
      endTurn: () => target().endTurn(),
      undoStep: () => target().undoStep(),
    }, {
      isOpen: () => this.#isOpen,
      onChange: () => { this.error = ""; if (remote.isMyTurn) remote.savePendingTurn(); this.#update(); },
      onTurn: () => (remote.isMyTurn ? this.#onTurn() : this.#onPremove()),
    });
    /** @type {GameView} */
    this.view = this.#game.view(this.flipped);
    const ticker = setInterval(() => this.#tick(), TICK_INTERVAL_MS);
    this.#cleanups = [() => clearInterval(ticker), connection.onStateChange(() => this.#onConnectionChange())];
  }
  /** The seat that the board was last oriented for. @type {number | null} */
  #orientedFor;

  title() {
    return this.info.name;
  }

  isMyTurn() {
    return this.remote.isMyTurn;
  }

  leave() {
    this.#isLeft = true;
    for (const cleanUp of this.#cleanups) cleanUp();
    this.premove.clear();
    this.serverReview.leave();
    this.remote.close();
  }

  get #game() {
    if (!this.remote.game) throw new Error("the game is closed");
    return this.remote.game;
  }

  /** Whether the visitor may enter a turn now, for this turn or in advance. */
  get #isOpen() {
    return this.browser.shownTurns === null && !this.view.outcome && (this.remote.isMyTurn || this.premove.isOpen);
  }

  /** The position with the turn that the visitor enters; null if they have entered nothing in advance. */
  get #entryView() {
    return this.remote.isMyTurn ? this.view : this.premove.view(this.flipped);
  }

  #update() {
    if (this.#isLeft) return;
    this.view = this.#game.view(this.flipped);
    this.app.refresh();
    scrollToCurrent(this.app.root.querySelector(".turns"));
  }

  #onConnectionChange() {
    const texts = /** @type {Record<string, string>} */ ({ lost: "connection-lost", open: "connected" });
    const { state } = connection;
    if (texts[state] && this.#connectionState !== state && this.#connectionState) announce(t(texts[state]));
    if (texts[state]) this.#connectionState = state;
    this.app.refresh();
  }

  /** Shows and announces a change of the game. @param {GameState} before */
  onGameChange(before) {
    if (this.#isLeft) return;
    const { remote } = this;
    const { state } = remote;
    const knownTurns = this.view.turns.length;
    const [refusal] = describeRefusals(before, state, remote.mySeat);
    const hasMovedOn = state.moves.length !== before.moves.length || state.draw !== null || state.takeback !== null;
    if (refusal || hasMovedOn) this.refusal = refusal ?? "";
    if (this.#orientedFor !== remote.mySeat) {
      this.flipped = remote.mySeat === 1;
      this.#orientedFor = remote.mySeat;
    }
    const { shownTurns } = this.browser;
    const isNewTurn = state.moves.length !== before.moves.length && remote.mySeat !== null;
    if (isNewTurn || (shownTurns !== null && shownTurns > state.moves.length)) this.browser.shownTurns = null;
    this.#update();
    this.#announceChanges(before, knownTurns);
    this.#settlePremove(before);
    this.#notify(before);
    if (state.next && !before.next && remote.mySeat !== null) navigate(link(["game", state.next]));
  }

  /** Plays the turn that was entered in advance, once it is the visitor's turn. @param {GameState} before */
  #settlePremove(before) {
    const { remote, premove } = this;
    if (remote.isOver || remote.state.moves.length < before.moves.length || premove.seat !== remote.mySeat) premove.clear();
    if (!remote.isMyTurn) return;
    const { move, entered } = premove.take();
    if (!move && !entered) return;
    try {
      if (move) this.#game.play(move);
      if (move || this.#game.enter(entered)) return this.#onTurn();
      remote.savePendingTurn();
      this.#update();
    } catch {
      this.#showError(new Error(t("premove-dropped", { move: move || entered })));
    }
  }

  /** Notifies a visitor who is elsewhere that the game has started, or that it is their turn. @param {GameState} before */
  #notify(before) {
    const { remote, info } = this;
    if (this.#isWaiting && remote.summary.state === "running") notify(t("game-started", { game: info.name }), "", remote.summary.id);
    else if (remote.isMyTurn && remote.state.moves.length > before.moves.length) notifyTurn(remote.summary);
    this.#isWaiting = remote.summary.state === "waiting";
  }
  #isWaiting;

  /** @param {GameState} before @param {number} knownTurns How many turns the page showed before. */
  #announceChanges(before, knownTurns) {
    const { state, mySeat } = this.remote;
    const sentences = describeChanges({ before, after: state, mySeat, view: this.view, knownTurns, result: this.#ending?.sentence ?? t("game-cancelled") });
    if (sentences.length === 0) return;
    announce(sentences.map((sentence) => (sentence.endsWith(".") ? sentence : `${sentence}.`)).join(" "));
    if (state.result) playSound(before.result ? "step" : "end");
    else playSound(this.view.turns.length > knownTurns ? "turn" : "step");
  }

  /** How the game ended, addressed to the visitor if they played; null if it was cancelled. */
  get #ending() {
    const { mySeat } = this.remote;
    return mySeat === null ? this.view.ending : this.#game.endingFor(mySeat) ?? null;
  }

  #onTurn() {
    this.error = "";
    const sent = this.remote.sendTurn();
    this.#update();
    playSound(this.view.outcome ? "end" : "turn");
    sent.catch((error) => this.#showError(error)).finally(() => this.#update());
  }

  #onPremove() {
    this.error = "";
    playSound("step");
    announce(this.#premoveText());
    this.#update();
  }

  #premoveText() {
    return t("premove-held", { move: this.premove.move, name: this.view.sides[this.view.toMove].name });
  }

  /** Takes back the last step, or the whole turn that was entered in advance. */
  #undo() {
    if (!this.premove.move) return this.entry.undoStep();
    this.premove.clear();
    this.#update();
  }

  /** @param {number} seat @param {string} message */
  #onSaid(seat, message) {
    const text = getMessageText(message);
    this.app.showMessage(seat === this.remote.mySeat ? t("say-sent", { message: text }) : t("said", { name: this.view.sides[seat].name, message: text }));
  }

  /** @param {unknown} error */
  #showError(error) {
    if (this.#isLeft) return;
    this.error = getErrorMessage(error);
    announce(this.error);
    playSound("rejected");
    this.app.refresh();
  }

  /** @param {string} command */
  #sendCommand(command) {
    this.error = "";
    this.remote.sendCommand(command).then(() => this.app.refresh(), (error) => this.#showError(error));
  }

  #reviewOnServer() {
    this.error = "";
    void this.serverReview.start(this.view.turns.length);
  }

  #resign() {
    const canResign = this.remote.state.moves.length > 1;
    const question = canResign ? t("resign-question", { name: this.view.sides[this.remote.mySeat ?? 0].name }) : t("abort-question");
    confirmAction(t(canResign ? "resign" : "abort-game"), question, t(canResign ? "resign" : "abort-game"), () => {
      // A move made while the dialog was open can turn cancelling into resigning, and a takeback the other way round.
      if (this.remote.state.moves.length > 1 !== canResign) this.#resign();
      else this.#sendCommand("resign");
    });
  }

  #tick() {
    for (const clock of this.app.root.querySelectorAll(".clock")) {
      const left = clock instanceof HTMLElement ? this.remote.getTimeLeft(Number(clock.dataset.seat)) : null;
      if (left === null) continue;
      const text = formatClock(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("low", left < LOW_TIME_MS);
    }
  }

  get shortcuts() {
    return [
      { key: "f", label: t("flip"), action: () => this.#flip() },
      ...this.browser.shortcuts,
      { key: "Escape", label: t("undo-step"), action: () => this.#undo() },
    ];
  }

  #flip() {
    this.flipped = !this.flipped;
    this.#update();
  }

  template() {
    const { view, info, remote } = this;
    const past = this.browser.shownTurns === null ? null : this.#game.viewAt(this.browser.shownTurns, this.flipped);
    const shown = past ?? this.#entryView ?? view;
    const playerAt = (/** @type {number} */ seat) => this.#player(seat, shown);
    const board = makeBoardProps(shown, { info, flipped: this.flipped, isOpen: this.#isOpen, isPast: past !== null || this.#entryView === null, suggestions: past ? [] : this.premove.marks(this.flipped) });
    return boardLayout({
      game: view.game,
      shape: view.board,
      className: "playing",
      head: html`<h1 class="visually-hidden" tabindex="-1">${info.name}: ${t("between", { first: view.sides[0].name, second: view.sides[1].name })}</h1>`,
      bars: this.flipped ? [playerAt(0), playerAt(1)] : [playerAt(1), playerAt(0)],
      board: html`<sanban-board .props=${board} .onsquarepick=${(/** @type {string} */ square) => this.entry.touch(square)} .onpiecegrab=${(/** @type {string} */ square) => this.entry.grab(square)} .onstepundo=${() => this.#undo()}></sanban-board>`,
      status: this.#status(),
      tools: this.#tools(),
      more: html`${goalLine(view, info)}${this.browser.buttons()}
        ${turnList(view.turns, this.browser.current, (turns) => this.browser.show(turns))}
        ${remote.mySeat === null ? nothing : this.entry.input()}
        <p class="muted game-terms"><a href=${link(["lobby"])}>${t("lobby")}</a> · ${info.name} ·
          ${describeTerms(remote.summary)}${remote.mySeat === null ? ` · ${t("watching")}` : nothing}</p>`,
    });
  }

  /** @param {number} seat @param {import("../wasm/rules.js").PositionView} shown */
  #player(seat, shown) {
    const { view, remote } = this;
    const player = remote.summary.seats[seat];
    const isPresent = player?.computer || remote.state.present[seat];
    const rating = player?.rating ? html` <span class="rating">${Math.round(player.rating)}</span>` : nothing;
    const entryView = this.#entryView;
    const entry = this.#isOpen && entryView?.toMove === seat ? entryView.entry : undefined;
    return playerBar({
      side: { ...view.sides[seat], timeLeft: remote.getTimeLeft(seat) },
      seat,
      counters: shown.counters[seat],
      isToMove: !shown.outcome && !remote.isOver && remote.summary.state === "running" && (this.browser.shownTurns === null ? view : shown).toMove === seat,
      canTakeSupply: entry !== undefined && entry.next.includes("@"),
      isSupplyTaken: entry?.touched.at(-1) === "@",
      onTakeSupply: () => this.entry.touch("@"),
      extra: html`${botMark(player)}${rating}${remote.mySeat === seat ? html` <span class="you">${t("you")}</span>` : nothing}${player && !remote.isOver && !isPresent
        ? html` <span class="away">${t("away")}</span>` : nothing}`,
    });
  }

  /** What happens now, and what the visitor can do about it. */
  #status() {
    const { view, remote } = this;
    const { state, summary } = remote;
    const error = this.error || this.entry.error;
    const notes = html`${connectionStatus()}${error ? html`<p class="warning" role="alert">${error}</p>` : nothing}`;
    if (this.browser.shownTurns !== null) {
      return statusBox(html`${notes}<p>${t("viewing-past")}</p>`, html`<button type="button" class="secondary" @click=${() => this.browser.showCurrent()}>${t("back-to-current")}</button>`);
    }
    if (remote.isOver) return this.#resultStatus(notes);
    if (summary.state === "waiting") return waitingStatus(this.app, remote, notes, (command) => this.#sendCommand(command));
    const name = view.sides[view.toMove].name;
    const offers = gameOffers(remote, view, this.refusal, (command) => this.#sendCommand(command));
    if (state.pie === "asked") {
      if (remote.mySeat !== view.toMove) return statusBox(html`${offers}${notes}<p>${t("swap-pending", { name })}</p>`);
      return statusBox(html`${offers}${notes}<p>${t("pie-description")}</p>`, html`
        <button type="button" class="button" @click=${() => this.#sendCommand("change-sides")}>${t("swap-sides")}</button>
        <button type="button" class="secondary" @click=${() => this.#sendCommand("leave-sides")}>${t("keep-sides")}</button>`);
    }
    return statusBox(html`${offers}
      <p>${view.notice && !view.outcome && !remote.isMyTurn ? tGame(view.game, "notice", { player: name, notice: view.notice }) : nothing}
        ${remote.isSending || view.outcome ? t("sending") : remote.isMyTurn ? nextStep(view.entry, t("your-turn")) : this.#opponentsTurn(name)}</p>${notes}`,
    remote.mySeat === null ? nothing : this.#entryButtons());
  }

  /** What to say while the opponent is to move, also about the turn entered in advance. @param {string} name */
  #opponentsTurn(name) {
    if (this.premove.move) return this.#premoveText();
    const entryView = this.#entryView;
    if (entryView) return html`${t("premove-entering", { name })} ${nextStep(entryView.entry)}`;
    return html`${t("turn-of", { name })} ${this.premove.isOpen ? html`<span class="muted">${t("premove-hint")}</span>` : nothing}`;
  }

  #entryButtons() {
    if (this.premove.move) return html`<button type="button" class="secondary" @click=${() => this.#undo()}>${t("premove-cancel")}</button>`;
    const entryView = this.#entryView;
    return this.entry.buttons(entryView?.entry ?? { ...this.view.entry, touched: [], complete: null });
  }

  /** @param {unknown} notes */
  #resultStatus(notes) {
    const { view, remote } = this;
    const { state, summary } = remote;
    const players = summary.seats.flatMap((seat) => (seat?.account && seat.name ? [seat.name] : []));
    return statusBox(html`${notes}${this.serverReview.progress()}${this.#ending ? endingTexts(this.#ending) : html`<p><strong>${t("game-cancelled")}</strong></p>`}${ratingChanges(remote, view.sides.map((side) => side.name))}
      ${state.rematch !== null && !state.next ? html`<p>${state.rematch === remote.mySeat
        ? t("rematch-pending") : t("rematch-requested", { name: view.sides[state.rematch].name })}</p>` : nothing}
      ${players.length > 0 ? html`<p class="muted">${players.map((name) => html`${profileLink(name)} `)}</p>` : nothing}`, html`
      ${state.next ? html`<a class="button" href=${link(["game", state.next])}>${t("next-game")}</a>`
        : remote.mySeat === null || state.result === "none" ? nothing
        : html`<button type="button" class="button" ?disabled=${state.rematch === remote.mySeat} @click=${() => this.#sendCommand("rematch")}>${t("rematch")}</button>`}
      <a class="button secondary" href=${link(["lobby"])}>${t("lobby")}</a>
      ${view.turns.length > 0 ? html`<a class="button secondary" href=${link(["analysis"], { record: this.#game.record() })}>${t("review-game")}</a>
      ${this.serverReview.button(() => this.#reviewOnServer())}
      <a class="button secondary" href=${getApiUrl(`games/${summary.id}/record`)} download=${`${summary.game}-${summary.id}.txt`}>${t("download-record")}</a>` : nothing}`, "over");
  }

  #tools() {
    const { view, remote } = this;
    const { state, mySeat } = remote;
    const button = (/** @type {string} */ key, /** @type {() => void} */ action, disabled = false) => html`
      <button type="button" class="secondary" ?disabled=${disabled} @click=${action}>${t(key)}</button>`;
    const isPlaying = mySeat !== null && remote.summary.state === "running" && !remote.isOver;
    const isAgainstPerson = mySeat !== null && !remote.summary.seats[1 - mySeat]?.computer;
    // Only a player who has moved can ask for a takeback.
    const hasMoved = mySeat !== null && state.moves.length > mySeat;
    return html`<div class="row tools" role="group" aria-label=${t("tools")}>
      ${mySeat === null ? nothing : html`${button("request-takeback", () => this.#sendCommand("ask-takeback"), !isPlaying || !hasMoved || state.takeback !== null)}
        ${isAgainstPerson ? button("offer-draw", () => this.#sendCommand("offer-draw"), !isPlaying || state.draw !== null) : nothing}
        ${button(state.moves.length > 1 ? "resign" : "abort-game", () => this.#resign(), !isPlaying)}
        ${isAgainstPerson ? button("say", () => openMessageDialog((message) => connection.say(remote.summary.id, message)), remote.summary.state === "waiting") : nothing}`}
      ${button("flip", () => this.#flip())}
      ${button("share", () => openShareDialog(this.app, {
        game: view.game, rules: view.rules, position: view.position, record: this.#game.record(), flipped: this.flipped, gameLink: link(["game", remote.summary.id]),
      }))}
      ${mySeat === null && !remote.isOver && view.turns.length > 0
        ? html`<a class="button secondary" href=${link(["analysis"], { record: this.#game.record() })}>${t("analyse")}</a>` : nothing}</div>`;
  }
}
