// The one WebSocket to the server. It is opened when somebody listens, comes back by itself when it is lost, asks for what was
// missed, and sends commands until they are answered.
import { ApiError } from "./api.js";
import { generateId } from "../app/saved-games.js";
import { settings } from "../app/settings.js";

/** @typedef {{ type: string } & Record<string, any>} Message */
/** @typedef {(message: Message) => void} Hear */
/** @typedef {{ type: string } & Record<string, unknown>} Command */

/** How long to wait before another attempt, in milliseconds: twice as long each time. */
const [SOONEST, LATEST] = [500, 15_000];
/** After so long without a word of ours we say something, earlier where an answer is due, and after so long without any nobody is there. */
const [QUIET, DUE, DEAF] = [15_000, 3000, 8000];
/** Refusals that may pass by themselves, after so long. */
const PASSING = new Set(["too-busy", "store-failed", "too-many-requests"]);
const LATER = 1500;
/** How long the connection is kept when nobody needs it. */
const LINGER = 5000;

class Connection {
  /** @type {"off" | "opening" | "open" | "lost"} */
  state = "off";
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, { have: () => number, hear: Hear }>} */
  #watched = new Map();
  /** @type {Set<Hear>} */
  #lobby = new Set();
  /** Commands that have not been answered. @type {Map<string, { message: Message, again: number, done: (number: number) => void, refused: (error: Error) => void }>} */
  #sent = new Map();
  /** @type {Set<() => void>} */
  #heard = new Set();
  #attempts = 0;
  #spoke = 0;
  #listened = 0;
  /** When an answer was asked for. */
  #asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later = undefined;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #beat = undefined;

  constructor() {
    addEventListener("online", () => this.#atOnce());
    addEventListener("offline", () => this.#check());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#atOnce(); });
  }

  /** Hears that the state has changed. What it gives stops that. @param {() => void} hear */
  onState(hear) {
    this.#heard.add(hear);
    return () => void this.#heard.delete(hear);
  }

  /**
   * Hears what happens in a game. What it gives stops that.
   * @param {string} game
   * @param {() => number} have The number of the last update that is known.
   * @param {Hear} hear
   */
  watch(game, have, hear) {
    const watched = { have, hear };
    this.#watched.set(game, watched);
    this.again(game);
    this.#open();
    return () => {
      // Somebody else may have come to watch it.
      if (this.#watched.get(game) !== watched) return;
      this.#watched.delete(game);
      this.#send({ type: "unwatch", game });
      this.#tidy();
    };
  }

  /** Asks for all of a game that is not known. @param {string} game */
  again(game) {
    const watched = this.#watched.get(game);
    if (watched) this.#send({ type: "watch", game, have: watched.have() });
  }

  /** Hears of the lobby. What it gives stops that. @param {Hear} hear */
  lobby(hear) {
    this.#lobby.add(hear);
    this.#send({ type: "lobby", on: true });
    this.#open();
    return () => {
      this.#lobby.delete(hear);
      if (this.#lobby.size === 0) this.#send({ type: "lobby", on: false });
      this.#tidy();
    };
  }

  /** Has a command carried out; gives the number of the last update that it made. @param {string} game @param {Command} command @returns {Promise<number>} */
  command(game, command) {
    const id = `${generateId()}${Math.random().toString(36).slice(2)}`;
    const message = { type: "command", game, id, command };
    return new Promise((done, refused) => {
      this.#sent.set(id, { message, again: 3, done, refused });
      this.#send(message);
      this.#open();
    });
  }

  /** Opens anew, as somebody else. */
  renew() {
    if (this.#socket) this.#lose(true);
  }

  get #needed() {
    return this.#watched.size > 0 || this.#lobby.size > 0 || this.#sent.size > 0;
  }

  #open() {
    if (this.#socket || !this.#needed) return;
    clearTimeout(this.#later);
    const address = new URL(`api/socket?language=${settings.language}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#change(this.#attempts > 0 ? "lost" : "opening");
    this.#listened = this.#spoke = performance.now();
    this.#beat = setInterval(() => this.#check(), 1000);
    socket.onopen = () => {
      this.#attempts = 0;
      this.#listened = performance.now();
      this.#change("open");
      // What was decided first, so that it is part of what is told next.
      for (const { message } of this.#sent.values()) this.#send(message);
      for (const game of this.#watched.keys()) this.again(game);
      if (this.#lobby.size > 0) this.#send({ type: "lobby", on: true });
    };
    socket.onmessage = (event) => {
      this.#listened = performance.now();
      this.#hear(JSON.parse(event.data));
    };
    socket.onclose = () => this.#lose();
  }

  /** @param {Message} message */
  #send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    this.#spoke = performance.now();
  }

  /** @param {Message} message */
  #hear(message) {
    const { type } = message;
    if (type === "refused" && !message.id && message.game) {
      // Watching was refused: it is tried again where that may help, and told where not.
      if (PASSING.has(message.code)) setTimeout(() => this.again(message.game), LATER);
      else this.#watched.get(message.game)?.hear(message);
    } else if (type === "done" || type === "refused") {
      const sent = this.#sent.get(message.id);
      if (sent && PASSING.has(message.code) && sent.again > 0) {
        sent.again -= 1;
        setTimeout(() => this.#send(sent.message), LATER);
        return;
      }
      this.#sent.delete(message.id);
      if (type === "done") sent?.done(message.number);
      else sent?.refused(new ApiError(message.code, message.sentence));
    } else if (type === "lobby") {
      for (const hear of this.#lobby) hear(message);
    } else if (type === "closing") {
      this.#lose();
    } else if (message.game) {
      this.#watched.get(message.game)?.hear(message);
    }
  }

  /** Says something where nothing has been said for long or an answer is due, and gives up where nothing is heard. */
  #check() {
    const now = performance.now();
    if (this.#socket?.readyState === WebSocket.CONNECTING) {
      if (now - this.#listened > LATEST) this.#lose();
      return;
    }
    const asked = this.#asked > this.#listened;
    const silent = now - this.#spoke;
    if (asked && now - this.#asked > DEAF) this.#lose();
    else if (silent > QUIET || (!asked && (!navigator.onLine || (this.#sent.size > 0 && silent > DUE)))) {
      this.#asked = now;
      this.#send({ type: "ping" });
    }
  }

  /** The connection is gone. @param {boolean} [wanted] */
  #lose(wanted = false) {
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#socket = null;
    clearInterval(this.#beat);
    if (!this.#needed) return this.#change("off");
    const wait = wanted ? 0 : Math.min(LATEST, SOONEST * 2 ** this.#attempts) * (0.5 + Math.random() / 2);
    if (!wanted) this.#attempts += 1;
    this.#change(wanted ? "opening" : "lost");
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#open(), wait);
    return undefined;
  }

  /** There is reason to believe that it works now. */
  #atOnce() {
    if (this.#socket) return this.#check();
    this.#attempts = Math.min(1, this.#attempts);
    return this.#open();
  }

  #tidy() {
    setTimeout(() => { if (!this.#needed) this.#lose(); }, LINGER);
  }

  /** @param {Connection["state"]} state */
  #change(state) {
    if (this.state === state) return;
    this.state = state;
    for (const hear of this.#heard) hear();
  }
}

export const connection = new Connection();
