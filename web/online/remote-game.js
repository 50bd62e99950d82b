// A game on the server, kept up with while it goes on. What is shown of it is a game like any other; the server alone says how
// it stands.
import { Game } from "../wasm/rules.js";
import { ApiError, request } from "./api.js";
import { connection } from "./connection.js";
import { formatRecordDate } from "../app/format.js";
import { removeItem, readItem, writeItem } from "../app/storage.js";

/** @typedef {import("./api.js").GameSummary} GameSummary */
/** @typedef {import("./api.js").GameState} GameState */
/** A turn that is not on the server yet: after so many turns, as far as it is entered, or whole. @typedef {{ after: number, entered?: string, made?: string }} Begun */

/** Events after which the summary has to be told anew. */
const SUMMED = new Set(["sat", "sides-changed", "ended", "withdrawn"]);

export class Live {
  /** @type {Game | null} */
  game = null;
  /** When the clocks were told. */
  #told = 0;
  #stop = () => {};
  /** Hears that the server does not tell of the game. @type {(error: Error) => void} */
  onrefused = () => {};
  /** A turn of the visitor's that is on its way, and the number of its update once it is known. @type {{ after: number, move: string, number?: number } | null} */
  #sending = null;

  /**
   * @param {GameSummary} summary
   * @param {GameState} state
   * @param {string} start The position that it begins from, if that is not the start.
   * @param {(summary: GameSummary) => string[]} names What those at the table are called.
   * @param {(before: GameState) => void} hear Hears that something has happened, and how it was before.
   */
  constructor(summary, state, start, names, hear) {
    this.start = start;
    this.summary = summary;
    this.state = state;
    this.names = names;
    this.hear = hear;
    this.#take(state);
    this.#goOn();
    this.#stop = connection.watch(summary.id, () => this.state.number, (message) => this.#message(message));
  }

  /**
   * Comes to a table.
   * @param {string} id
   * @param {(summary: GameSummary) => string[]} names
   * @param {(before: GameState) => void} hear
   */
  static async open(id, names, hear) {
    const { summary, state } = await request("GET", `games/${encodeURIComponent(id)}`);
    return new Live(summary, state, await startOf(summary, state), names, hear);
  }

  close() {
    this.#stop();
    this.#closed = true;
    this.game?.free();
    this.game = null;
  }
  #closed = false;

  /** The visitor's seat. */
  get yours() {
    return this.summary.yours;
  }

  get over() {
    return this.state.result !== null;
  }

  /** Whether the visitor is to make a turn. */
  get yourTurn() {
    const { state, summary } = this;
    return summary.state === "running" && state.result === null && state.toMove === summary.yours && state.pie !== "asked" && !this.#sending;
  }

  /** Whether a turn is on its way to the server. */
  get sending() {
    return this.#sending !== null;
  }

  /** What a side has left on the clock, in milliseconds. @param {number} seat */
  left(seat) {
    const { clock } = this.state;
    if (!clock) return null;
    const since = clock.running === seat ? performance.now() - this.#told : 0;
    return Math.max(0, clock.left[seat] - since);
  }

  /** Has a command carried out. @param {string} type @param {Record<string, unknown>} [more] */
  command(type, more = {}) {
    return connection.sendCommand(this.summary.id, { type, ...more });
  }

  /** The visitor has entered something of a turn. */
  keepEntered() {
    const entered = this.#entered;
    if (entered) this.#keep({ after: this.state.moves.length, entered });
    else removeItem(this.#key);
  }

  /** Sends the turn that the visitor has just made. */
  async sendTurn() {
    const after = this.state.moves.length;
    const move = this.game?.view(false).turns.at(-1)?.text ?? "";
    this.#sending = { after, move };
    this.#keep({ after, made: move });
    try {
      // It stands until the server tells how the game stands with it.
      const number = await this.command("move", { move, after });
      removeItem(this.#key);
      if (this.#sending) this.#sending.number = number;
      this.#settle();
    } catch (error) {
      removeItem(this.#key);
      this.#sending = null;
      this.#match();
      throw error;
    }
  }

  /** What has been touched of a turn, as it can be entered again. */
  get #entered() {
    return this.game?.view(false).entry.touched.join(" ") ?? "";
  }

  get #key() {
    return `table.${this.summary.id}`;
  }

  /** @param {Begun} begun */
  #keep(begun) {
    writeItem(this.#key, begun);
  }

  /** Goes on with a turn that was begun before the page was left. */
  #goOn() {
    const begun = readItem(this.#key, /** @type {Begun | null} */ (null));
    if (!begun) return;
    if (!this.yourTurn || begun.after !== this.state.moves.length) return removeItem(this.#key);
    try {
      if (begun.made) {
        this.game?.play(begun.made);
        this.sendTurn().catch(() => undefined).finally(() => this.hear(this.state));
      } else {
        this.game?.enter(begun.entered ?? "");
      }
    } catch {
      // A step that makes no sense any more is no loss.
    }
  }

  /** @param {import("./connection.js").Message} message */
  #message(message) {
    const before = this.state;
    if (message.type === "present") {
      this.state = { ...before, present: message.present, claim: message.claim };
    } else if (message.type === "watched") {
      this.summary = message.summary;
      this.#take(message.state);
    } else if (message.type === "refused") {
      this.onrefused(new ApiError(message.code, message.sentence));
      return undefined;
    } else if (message.type === "update") {
      if (message.number <= before.number) return;
      // Something is missing in between.
      if (message.number > before.number + 1) return connection.requestUpdates(this.summary.id);
      // Of what happens at once, only the last tells how the game stands then.
      if (message.state) this.#take(message.state);
      else this.state = { ...before, number: message.number };
      if (SUMMED.has(message.event.type)) connection.requestUpdates(this.summary.id);
    }
    this.hear(before);
  }

  /** @param {GameState} state */
  #take(state) {
    this.state = state;
    this.#told = performance.now();
    if (state.moves.length > (this.#sending?.after ?? Infinity)) this.#sending = null;
    this.#settle();
  }

  /** A turn is not on its way any more when it is part of what the server tells, also if it was taken back since. */
  #settle() {
    if (this.state.number >= (this.#sending?.number ?? Infinity)) this.#sending = null;
    this.#match();
  }

  /** Makes the shown game what the server says; a turn on its way stands already. */
  #match() {
    if (this.#closed) return;
    const { state: { moves, result, reason }, summary } = this;
    const wanted = this.#sending?.after === moves.length && !result ? [...moves, this.#sending.move] : moves;
    const names = this.names(summary);
    const played = this.game?.view(false).turns ?? [];
    const entered = this.#entered;
    const another = this.#named !== names.join("\n") || !played.every((turn, at) => turn.text === wanted[at]);
    if (another) {
      this.game?.free();
      this.game = null;
    }
    this.#named = names.join("\n");
    const from = this.game ? played.length : 0;
    this.game ??= Game.begin(summary.game, summary.rules, this.start, ["human", "human"], names, false, "", 0, formatRecordDate(new Date(summary.begun)));
    for (const move of wanted.slice(from)) this.game.play(move);
    // A turn in hand stays there while the position is the same.
    if (another && entered && wanted.length === played.length) {
      try {
        this.game.enter(entered);
      } catch {
        // It was a turn in another position.
      }
    }
    if (result && result !== "none" && !this.game.view(false).outcome) this.game.endAs(result, reason ?? "");
  }
  #named = "";
}

/** The position that a game begins from; nothing for the start. @param {GameSummary} summary @param {GameState} state */
async function startOf({ id, game, rules }, { moves, position }) {
  try {
    const tried = Game.begin(game, rules, "", [], [], false, "", 0, "");
    for (const move of moves) tried.play(move);
    const reached = tried.view(false).position;
    tried.free();
    if (reached === position) return "";
  } catch {
    // It begins from another one, which its record names.
  }
  const record = await request("GET", `games/${id}/record`);
  return /\[Position "([^"]*)"\]/.exec(record)?.[1] ?? "";
}
