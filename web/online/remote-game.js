// A game on the server. It mirrors the server's state in a local `Game`, which the page shows like any other; only the server
// decides what happens.
import { Game } from "../wasm/rules.js";
import { formatRecordDate } from "../app/format.js";
import { readItem, removeItem, writeItem } from "../app/storage.js";
import { ApiError, request } from "./api.js";
import { connection } from "./connection.js";

/** @typedef {import("./api.js").GameSummary} GameSummary */
/** @typedef {import("./api.js").GameState} GameState */
/** A turn that the server does not have yet: the number of turns before it, and its steps so far or the whole turn. @typedef {{ after: number, entered?: string, made?: string }} PendingTurn */

export class RemoteGame {
  /** @type {Game | null} */
  game = null;
  /** When the last clock times arrived, on the page's own clock. */
  #clockReceivedAt = 0;
  #stopWatching = () => {};
  /** Called when the server rejects the request to watch the game. @type {(error: Error) => void} */
  onError = () => {};
  /** Called when a player says something. @type {(seat: number, message: string) => void} */
  onSaid = () => {};
  /** The turn on its way to the server, with the number of its update once that is known. @type {{ after: number, move: string, number?: number } | null} */
  #sentTurn = null;
  /** What the events of an update have led to, until its last event brings the rest of the state. @type {{ number: number, moves: string[] } | null} */
  #partialUpdate = null;

  /**
   * @param {GameSummary} summary
   * @param {GameState} state
   * @param {(summary: GameSummary) => string[]} getNames Gives the names of the players.
   * @param {(before: GameState) => void} onChange Called after a change, with the state before it.
   */
  constructor(summary, state, getNames, onChange) {
    this.summary = summary;
    this.state = state;
    this.getNames = getNames;
    this.onChange = onChange;
    this.#setState(state);
    this.#restorePendingTurn();
    this.#stopWatching = connection.watch(summary.id, (message) => this.#handleMessage(message));
  }

  /**
   * Fetches a game and watches it.
   * @param {string} id
   * @param {(summary: GameSummary) => string[]} getNames
   * @param {(before: GameState) => void} onChange
   */
  static async open(id, getNames, onChange) {
    const { summary, state } = await request("GET", `games/${encodeURIComponent(id)}`);
    return new RemoteGame(summary, state, getNames, onChange);
  }

  close() {
    this.#stopWatching();
    this.#isClosed = true;
    this.game?.free();
    this.game = null;
  }
  #isClosed = false;

  /** The visitor's seat; null for spectators. */
  get mySeat() {
    return this.summary.yours;
  }

  get isOver() {
    return this.state.result !== null;
  }

  get isMyTurn() {
    const { state, summary } = this;
    return summary.state === "running" && state.result === null && state.toMove === summary.yours && state.pie !== "asked" && !this.#sentTurn;
  }

  /** Whether a turn is on its way to the server. */
  get isSending() {
    return this.#sentTurn !== null;
  }

  /** The time left on a clock in milliseconds; null without clocks. @param {number} seat */
  getTimeLeft(seat) {
    const { clock } = this.state;
    if (!clock) return null;
    const elapsed = clock.running === seat ? performance.now() - this.#clockReceivedAt : 0;
    return Math.max(0, clock.left[seat] - elapsed);
  }

  /** Sends a command. @param {string} type @param {Record<string, unknown>} [args] */
  sendCommand(type, args = {}) {
    return connection.sendCommand(this.summary.id, { type, ...args });
  }

  /** Saves the steps entered so far, so that they survive a reload. */
  savePendingTurn() {
    const enteredText = this.game?.enteredText;
    if (enteredText) this.#save({ after: this.state.moves.length, entered: enteredText });
    else removeItem(this.#storageKey);
  }

  /** Sends the turn that the visitor just finished. */
  async sendTurn() {
    const after = this.state.moves.length;
    const move = this.game?.lastMove ?? "";
    this.#sentTurn = { after, move };
    this.#save({ after, made: move });
    try {
      // The turn stays on the board until the server reports the state after it.
      const number = await this.sendCommand("move", { move, after });
      removeItem(this.#storageKey);
      if (this.#sentTurn) this.#sentTurn.number = number;
      this.#settleSentTurn();
    } catch (error) {
      removeItem(this.#storageKey);
      this.#sentTurn = null;
      this.#syncGame();
      throw error;
    }
  }

  get #storageKey() {
    return `table.${this.summary.id}`;
  }

  /** @param {PendingTurn} turn */
  #save(turn) {
    writeItem(this.#storageKey, turn);
  }

  /** Restores the turn that was unfinished or unsent when the page closed. */
  #restorePendingTurn() {
    const turn = readItem(this.#storageKey, /** @type {PendingTurn | null} */ (null));
    if (!turn) return;
    if (!this.isMyTurn || turn.after !== this.state.moves.length) return removeItem(this.#storageKey);
    try {
      if (turn.made) {
        this.game?.play(turn.made);
        this.sendTurn().catch(() => undefined).finally(() => this.onChange(this.state));
      } else {
        this.game?.enter(turn.entered ?? "");
      }
    } catch {
      // The saved steps do not fit the position: drop them.
    }
  }

  /** @param {import("./connection.js").Message} message */
  #handleMessage(message) {
    const before = this.state;
    if (message.type === "present") {
      this.state = { ...before, present: message.present, claim: message.claim };
    } else if (message.type === "watched") {
      this.summary = message.summary;
      this.#partialUpdate = null;
      this.#setState(message.state);
    } else if (message.type === "said") {
      this.onSaid(message.seat, message.message);
      return;
    } else if (message.type === "refused") {
      this.onError(new ApiError(message.code, message.sentence));
      return;
    } else if (message.type === "update" && !this.#applyUpdate(message)) {
      return;
    }
    this.onChange(before);
  }

  /** Applies an update. Returns whether the state has changed. @param {import("./connection.js").Message} update */
  #applyUpdate({ number, at, event, changes, summary }) {
    const known = this.#partialUpdate ?? this.state;
    if (number <= known.number) return false;
    if (number > known.number + 1) {
      // An update is missing.
      connection.requestState(this.summary.id);
      return false;
    }
    const moves = applyEvent(known.moves, event);
    if (!changes) {
      this.#partialUpdate = { number, moves };
      return false;
    }
    this.#partialUpdate = null;
    const state = { ...this.state, ...changes, number, moves };
    const changed = this.isOver ? this.summary.changed : at;
    this.summary = summary ?? { ...this.summary, turns: moves.length, toMove: state.toMove, changed };
    this.#setState(state);
    return true;
  }

  /** @param {GameState} state */
  #setState(state) {
    this.state = state;
    this.#clockReceivedAt = performance.now();
    if (state.moves.length > (this.#sentTurn?.after ?? Infinity)) this.#sentTurn = null;
    this.#settleSentTurn();
  }

  /** Forgets the sent turn once the state includes its update, even if it was taken back since. */
  #settleSentTurn() {
    if (this.state.number >= (this.#sentTurn?.number ?? Infinity)) this.#sentTurn = null;
    this.#syncGame();
  }

  /** Makes the local game match the server's state, plus the turn that is on its way. */
  #syncGame() {
    if (this.#isClosed) return;
    const { state: { moves, result, reason }, summary } = this;
    const shownMoves = this.#sentTurn?.after === moves.length && !result ? [...moves, this.#sentTurn.move] : moves;
    const names = this.getNames(summary);
    const played = this.game?.moves ?? [];
    const entered = this.game?.enteredText;
    const mustRestart = this.#shownNames !== names.join("\n") || !played.every((move, index) => move === shownMoves[index]);
    if (mustRestart) {
      this.game?.free();
      this.game = null;
    }
    this.#shownNames = names.join("\n");
    const playedCount = this.game ? played.length : 0;
    this.game ??= Game.begin(summary.game, summary.rules, summary.position ?? "", ["human", "human"], names, false, "", 0, formatRecordDate(new Date(summary.begun)));
    for (const move of shownMoves.slice(playedCount)) this.game.play(move);
    // Keep the entered steps if the position is the same.
    if (mustRestart && entered && shownMoves.length === played.length) {
      try {
        this.game.enter(entered);
      } catch {
        // The steps belong to another position.
      }
    }
    if (result && result !== "none" && !this.game.isOver) this.game.setResult(result, reason ?? "");
  }
  #shownNames = "";
}

/** The moves of a game after an event. @param {string[]} moves @param {{ type: string } & Record<string, any>} event */
function applyEvent(moves, event) {
  if (event.type === "moved") return [...moves, event.move];
  if (event.type === "taken-back") return moves.slice(0, -event.turns);
  return moves;
}
