// A game on the server, for those who play it and those who watch.
import "../board/board.js";
import { html, nothing } from "../lib/lit-html.js";
import { announce, handleShortcut, scrollToCurrent } from "../app/dom.js";
import { getApiUrl } from "../online/api.js";
import { connection } from "../online/connection.js";
import { getGameInfo } from "../app/game-info.js";
import { RemoteGame } from "../online/remote-game.js";
import { getErrorMessage } from "../app/errors.js";
import { navigate, link } from "../app/router.js";
import { getBoardStyle } from "../app/settings.js";
import { playSound } from "../app/sound.js";
import { t, tGame } from "../app/i18n.js";
import { formatClock } from "../app/format.js";
import { confirmAction } from "../components/dialog.js";
import { TurnEntry } from "../components/turn-entry.js";
import { gameOffers } from "../components/game-offers.js";
import { getSeatNames, profileLink, describeTerms } from "../components/game-summary.js";
import { connectionStatus } from "../components/online-nav.js";
import { playerBar } from "../components/player-bar.js";
import { getAbsoluteUrl, copyText, openShareDialog } from "../components/share-dialog.js";
import { makeBoardProps } from "../board/board-props.js";
import { turnNavigation } from "../components/turn-navigation.js";
import { turnList } from "../components/turn-list.js";

/** @typedef {import("../app/app.js").App} App */
/** @typedef {import("../online/api.js").GameState} GameState */
/** @typedef {import("../wasm/rules.js").GameView} GameView */

/** Opens the table of a game. @param {App} app @param {string} id */
export async function openOnlineGame(app, id) {
  /** @type {OnlineGamePage | null} */
  let table = null;
  const live = await RemoteGame.open(id, getSeatNames, (before) => table?.happened(before));
  try {
    table = new OnlineGamePage(app, live);
    return table;
  } catch (error) {
    live.close();
    throw error;
  }
}

export class OnlineGamePage {
  /** How many turns the board shows; null for where the game stands. @type {number | null} */
  at = null;
  /** What was refused. */
  why = "";
  #left = false;
  /** @type {(() => void)[]} */
  #stops;

  /** @param {App} app @param {RemoteGame} live */
  constructor(app, live) {
    this.app = app;
    this.live = live;
    this.info = getGameInfo(live.summary.game);
    this.flipped = live.mySeat === 1;
    this.#turned = live.mySeat;
    live.onError = (error) => this.#refuse(error);
    this.entry = new TurnEntry({
      touch: (at) => this.#game.touch(at),
      enter: (text) => this.#game.enter(text),
      endTurn: () => this.#game.endTurn(),
      takeBack: () => this.#game.takeBack(),
    }, {
      isOpen: () => this.#open,
      onChange: () => { this.why = ""; live.savePendingTurn(); this.#show(); },
      onTurn: () => this.#made(),
    });
    /** @type {GameView} */
    this.view = this.#game.view(this.flipped);
    const ticking = setInterval(() => this.#tick(), 100);
    this.#stops = [() => clearInterval(ticking), connection.onStateChange(() => this.#connection())];
  }
  /** The seat that the board was last turned for. @type {number | null} */
  #turned;

  title() {
    return `${this.live.isMyTurn ? "● " : ""}${this.info.name}`;
  }

  leave() {
    this.#left = true;
    for (const stop of this.#stops) stop();
    this.live.close();
  }

  get #game() {
    if (!this.live.game) throw new Error("the table has been left");
    return this.live.game;
  }

  /** Whether the visitor may make a turn now. */
  get #open() {
    return this.at === null && this.live.isMyTurn && !this.view.outcome;
  }

  #show() {
    if (this.#left) return;
    this.view = this.#game.view(this.flipped);
    this.app.refresh();
    scrollToCurrent(this.app.root.querySelector(".turns"));
  }

  #connection() {
    const words = /** @type {Record<string, string>} */ ({ lost: "page.connection-lost", open: "page.connected" });
    if (words[connection.state] && this.#connected !== connection.state && this.#connected) announce(t(words[connection.state]));
    if (words[connection.state]) this.#connected = connection.state;
    this.app.refresh();
  }
  #connected = "";

  /** What the server told has changed something. @param {GameState} before */
  happened(before) {
    if (this.#left) return;
    const { live } = this;
    const { state } = live;
    const known = this.view.turns.length;
    if (this.#turned !== live.mySeat) {
      this.flipped = live.mySeat === 1;
      this.#turned = live.mySeat;
    }
    if (state.moves.length !== before.moves.length && live.mySeat !== null) this.at = null;
    if (this.at !== null && this.at > state.moves.length) this.at = null;
    this.#show();
    this.#tellNews(before, known);
    if (state.next && !before.next && live.mySeat !== null) navigate(link(["table", state.next]));
  }

  /** Says what is new. @param {GameState} before @param {number} known How many turns had been seen. */
  #tellNews(before, known) {
    const { state, mySeat } = this.live;
    const names = this.view.sides.map((side) => side.name);
    /** @type {string[]} */
    const told = [];
    const moved = this.view.turns.at(-1);
    if (moved && this.view.turns.length > known) told.push(t("play.plays", { name: names[moved.seat], move: moved.text }));
    if (state.moves.length < before.moves.length) told.push(t("page.undone"));
    if (state.pie === "changed" && before.pie === "asked") told.push(t("play.sides-changed"));
    const other = mySeat === null ? null : 1 - mySeat;
    /** @type {["draw" | "takeback" | "rematch" | "claim", number | null, string][]} */
    const asked = [["draw", other, "page.draw-offered"], ["takeback", other, "page.takeback-asked"], ["rematch", other, "page.rematch-asked"], ["claim", mySeat, "page.may-claim"]];
    if (other !== null && mySeat !== null) {
      for (const [what, seat, key] of asked) if (state[what] === seat && before[what] !== seat) told.push(t(key, { name: names[other] }));
      const same = !state.result && state.moves.length === before.moves.length;
      if (same && before.draw === mySeat && state.draw === null) told.push(t("page.draw-declined"));
      if (same && before.takeback === mySeat && state.takeback === null) told.push(t("page.takeback-refused"));
      if (!state.result && state.present[other] !== before.present[other]) told.push(t(state.present[other] ? "page.is-back" : "page.is-away", { name: names[other] }));
    }
    if (state.result && !before.result) told.push(this.#result());
    if (told.length === 0) return;
    announce(told.map((sentence) => (sentence.endsWith(".") ? sentence : `${sentence}.`)).join(" "));
    if (state.result) playSound(before.result ? "step" : "end");
    else playSound(this.view.turns.length > known ? "turn" : "step");
  }

  /** How the game has ended. */
  #result() {
    return this.view.result ?? t("page.withdrawn");
  }

  /** The visitor has made a turn. */
  #made() {
    this.why = "";
    const sent = this.live.sendTurn();
    this.#show();
    playSound(this.view.outcome ? "end" : "turn");
    sent.catch((error) => this.#refuse(error)).finally(() => this.#show());
  }

  /** @param {unknown} error */
  #refuse(error) {
    if (this.#left) return;
    this.why = getErrorMessage(error);
    announce(this.why);
    playSound("refused");
    this.app.refresh();
  }

  /** Wants something of the server. @param {string} command */
  #want(command) {
    this.why = "";
    this.live.sendCommand(command).then(() => this.app.refresh(), (error) => this.#refuse(error));
  }

  #resign() {
    const both = this.live.state.moves.length > 1;
    const question = both ? t("page.resign-sure", { name: this.view.sides[this.live.mySeat ?? 0].name }) : t("page.call-off-sure");
    confirmAction(t(both ? "page.resign" : "page.call-off"), question, t(both ? "page.resign" : "page.call-off"), () => {
      // What it would do may have changed while it was asked.
      if (this.live.state.moves.length > 1 !== both) this.#resign();
      else this.#want("resign");
    });
  }

  #tick() {
    for (const place of this.app.root.querySelectorAll(".clock")) {
      const left = place instanceof HTMLElement ? this.live.getTimeLeft(Number(place.dataset.seat)) : null;
      if (left === null) continue;
      const text = formatClock(left);
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle("short", left < 10_000);
    }
  }

  /** Shows the position after so many turns. @param {number} at */
  #turnTo(at) {
    const all = this.view.turns.length;
    const to = Math.max(0, Math.min(all, at));
    this.at = to === all ? null : to;
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const at = this.at ?? this.view.turns.length;
    handleShortcut(event, {
      f: () => this.#flip(),
      ArrowLeft: () => this.#turnTo(at - 1),
      ArrowRight: () => this.#turnTo(at + 1),
      Home: () => this.#turnTo(0),
      End: () => this.#turnTo(this.view.turns.length),
      Escape: () => this.entry.takeBack(),
    });
  }

  #flip() {
    this.flipped = !this.flipped;
    this.#show();
  }

  template() {
    const { view, info, live } = this;
    const past = this.at === null ? null : this.#game.viewAt(this.at, this.flipped);
    const shown = past ?? view;
    const line = (/** @type {number} */ seat) => this.#line(seat, shown);
    const board = makeBoardProps(shown, { info, flipped: this.flipped, isOpen: this.#open, isPast: past !== null });
    return html`<section class="table playing" .style=${getBoardStyle(view.game)}>
      <h1 class="unseen" tabindex="-1">${info.name}: ${t("play.between", { first: view.sides[0].name, second: view.sides[1].name })}</h1>
      <div class="board-side">
        ${line(this.flipped ? 0 : 1)}
        <sanban-board .props=${board} .onsquarepick=${(/** @type {string} */ square) => this.entry.touch(square)} .onstepundo=${() => this.entry.takeBack()}></sanban-board>
        ${line(this.flipped ? 1 : 0)}
      </div>
      <div class="beside">
        <p class="faint agreed"><a href=${link(["lobby"])}>${t("page.lobby")}</a> · ${info.name} ·
          ${describeTerms(live.summary)}${live.mySeat === null ? ` · ${t("page.you-watch")}` : nothing}</p>
        ${connectionStatus()}
        ${this.#state()}
        ${gameOffers(live, view, (command) => this.#want(command))}
        ${this.#buttons()}
        ${turnList(view.turns, this.at ?? view.turns.length, (at) => this.#turnTo(at))}
        ${this.#steps()}
        ${live.mySeat === null || live.isOver ? nothing : this.entry.input()}
      </div></section>`;
  }

  /** @param {number} seat @param {import("../wasm/rules.js").View} shown */
  #line(seat, shown) {
    const { view, live } = this;
    const sitting = live.summary.seats[seat];
    const present = sitting?.computer || live.state.present[seat];
    const rating = sitting?.rating ? html` <span class="rating">${Math.round(sitting.rating)}</span>` : nothing;
    return playerBar({
      side: { ...view.sides[seat], left: live.getTimeLeft(seat) },
      seat,
      counters: shown.counters[seat],
      isToMove: !shown.outcome && !live.isOver && live.summary.state === "running" && shown.toMove === seat,
      canTakeSupply: this.#open && view.toMove === seat && view.entry.next.includes("@"),
      isSupplyTaken: this.#open && view.toMove === seat && view.entry.touched.at(-1) === "@",
      onTakeSupply: () => this.entry.touch("@"),
      extra: html`${rating}${live.mySeat === seat ? html` <span class="you">${t("page.you")}</span>` : nothing}${sitting && !live.isOver && !present
        ? html` <span class="away">${t("page.away")}</span>` : nothing}`,
    });
  }

  /** What is to be done or said now. */
  #state() {
    const { view, live } = this;
    const { state, summary } = live;
    if (this.at !== null) {
      return html`<div class="state">${t("page.looking-back")} <button type="button" class="quiet" @click=${() => this.#turnTo(view.turns.length)}>${t("page.to-present")}</button></div>`;
    }
    const refused = this.why || this.entry.error;
    const warning = refused ? html`<p class="warning" role="alert">${refused}</p>` : nothing;
    if (live.isOver) return this.#over(warning);
    if (summary.state === "waiting") return this.#waiting(warning);
    const name = view.sides[view.toMove].name;
    if (state.pie === "asked") {
      if (live.mySeat !== view.toMove) return html`<div class="state"><p>${t("page.pie-awaited", { name })}</p>${warning}</div>`;
      return html`<div class="state"><p>${t("menu.pie-which")}</p>${warning}<div class="row">
        <button type="button" class="button" @click=${() => this.#want("change-sides")}>${t("page.change-sides")}</button>
        <button type="button" class="quiet" @click=${() => this.#want("leave-sides")}>${t("page.leave-sides")}</button></div></div>`;
    }
    const entered = view.entry.text;
    return html`<div class="state">
      <p>${view.notice && !view.outcome ? tGame(view.game, "page.notice", { player: name, notice: view.notice }) : nothing}
        ${live.isSending || view.outcome ? t("page.sending") : !live.isMyTurn ? t("page.awaited", { name })
          : entered ? t("page.entered", { entered }) : t("page.your-turn", { name })}</p>
      ${warning} ${this.entry.buttons(view.entry)}
    </div>`;
  }

  /** @param {unknown} warning */
  #over(warning) {
    const { view, live } = this;
    const { state, summary } = live;
    const players = summary.seats.flatMap((sitting) => (sitting?.account && sitting.name ? [sitting.name] : []));
    return html`<div class="state over"><p><strong>${this.#result()}</strong></p>${warning}<div class="row">
      ${state.next ? html`<a class="button" href=${link(["table", state.next])}>${t("page.next-game")}</a>`
        : live.mySeat === null || state.result === "none" ? nothing
        : html`<button type="button" class="button" ?disabled=${state.rematch === live.mySeat} @click=${() => this.#want("rematch")}>${t("page.rematch")}</button>`}
      ${view.turns.length > 0 ? html`<a class="button quiet" href=${link(["analysis"], { record: this.#game.record() })}>${t("page.analyse-game")}</a>
      <a class="button quiet" href=${getApiUrl(`games/${summary.id}/record`)} download=${`${summary.game}-${summary.id}.txt`}>${t("page.save-record")}</a>` : nothing}
      <a class="button quiet" href=${link(["lobby"])}>${t("page.lobby")}</a></div>
      ${state.rematch !== null && !state.next ? html`<p>${state.rematch === live.mySeat
        ? t("page.rematch-waits") : t("page.rematch-asked", { name: view.sides[state.rematch].name })}</p>` : nothing}
      ${players.length > 0 ? html`<p class="faint">${players.map((name) => html`${profileLink(name)} `)}</p>` : nothing}</div>`;
  }

  /** @param {unknown} warning */
  #waiting(warning) {
    const { live } = this;
    const here = getAbsoluteUrl(link(["table", live.summary.id]));
    if (live.mySeat === null) {
      return html`<div class="state"><p>${t("page.seat-free", { terms: describeTerms(live.summary) })}</p>${warning}
        <div class="row"><button type="button" class="button" @click=${() => this.#want("join")}>${t("page.join")}</button></div></div>`;
    }
    return html`<div class="state"><p>${t(live.summary.open ? "page.waiting-open" : "page.waiting-link")}</p>${warning}
      <label class="field"><span>${t("page.link-table")}</span><input type="text" readonly name="link" .value=${here}></label>
      <div class="row"><button type="button" class="quiet" @click=${() => copyText(this.app, here)}>${t("page.copy")}</button>
        <button type="button" class="quiet" @click=${() => this.#want("withdraw")}>${t("page.withdraw")}</button></div></div>`;
  }

  #buttons() {
    const { view, live } = this;
    const { state, mySeat } = live;
    const button = (/** @type {string} */ key, /** @type {() => void} */ act, disabled = false) => html`
      <button type="button" class="quiet" ?disabled=${disabled} @click=${act}>${t(key)}</button>`;
    const playing = mySeat !== null && live.summary.state === "running" && !live.isOver;
    const person = mySeat !== null && !live.summary.seats[1 - mySeat]?.computer;
    // Who has made no turn has none to take back.
    const made = mySeat !== null && state.moves.length > mySeat;
    return html`<div class="row tools" role="group" aria-label=${t("page.tools")}>
      ${playing ? html`${button("page.ask-takeback", () => this.#want("ask-takeback"), !made || state.takeback !== null)}
        ${person ? button("page.offer-draw", () => this.#want("offer-draw"), state.draw !== null) : nothing}
        ${button(state.moves.length > 1 ? "page.resign" : "page.call-off", () => this.#resign())}` : nothing}
      ${button("page.flip", () => this.#flip())}
      ${button("page.share", () => openShareDialog(this.app, {
        game: view.game, rules: view.rules, position: view.position, record: this.#game.record(), flipped: this.flipped, gameLink: link(["table", live.summary.id]),
      }))}
      ${mySeat === null && !live.isOver && view.turns.length > 0
        ? html`<a class="button quiet" href=${link(["analysis"], { record: this.#game.record() })}>${t("page.analyse")}</a>` : nothing}</div>`;
  }

  #steps() {
    const at = this.at ?? this.view.turns.length;
    const all = this.view.turns.length;
    const to = (/** @type {number} */ there, /** @type {boolean} */ off) => (off ? null : () => this.#turnTo(there));
    return turnNavigation(to(0, at === 0), to(at - 1, at === 0), to(at + 1, at === all), to(all, at === all));
  }
}
