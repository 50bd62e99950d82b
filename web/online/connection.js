// The page's single WebSocket to the server, with version 2 of the protocol. It opens on demand, reconnects when it is lost,
// requests the state of watched games again, and resends commands until the server answers them.
import { generateId } from "../app/saved-games.js";
import { settings } from "../app/settings.js";
import { ApiError } from "./api.js";

/** @typedef {{ type: string } & Record<string, any>} Message */
/** @typedef {(message: Message) => void} MessageListener */
/** @typedef {{ type: string } & Record<string, unknown>} Command */

/** The time from one reconnection attempt to the next doubles each time, between these bounds. */
const [MIN_RECONNECT_MS, MAX_RECONNECT_MS] = [500, 5000];
/** A connection that isn't open after this long, at the next check, is given up: early enough for the next attempt to begin in time. */
const CONNECT_TIMEOUT_MS = 3500;
/** A ping follows this long after the last message sent, earlier if a command is pending. Without a reply in time, the connection counts as lost. */
const [KEEPALIVE_MS, COMMAND_PING_MS, PONG_TIMEOUT_MS] = [15_000, 3000, 8000];
/** The same while the browser says that there is no network. */
const OFFLINE_PONG_TIMEOUT_MS = 2000;
/** Errors that may pass by themselves: the request is repeated after a delay, for about as long as the server lets the clock wait (10 s). */
const TRANSIENT_CODES = new Set(["too-busy", "store-failed", "store-superseded", "store-lost", "node-unreachable", "outcome-unknown", "too-many-requests"]);
const RETRY_DELAY_MS = 1500;
const MAX_RETRIES = 7;
/** How long an unused connection stays open. */
const IDLE_CLOSE_MS = 5000;
const CHECK_INTERVAL_MS = 1000;
/** How long lists wait for commands that are on their way. */
const ANSWER_WAIT_MS = 3000;

class Connection {
  /** @type {"off" | "opening" | "open" | "lost"} */
  state = "off";
  /** @type {WebSocket | null} */
  #socket = null;
  /** By game. @type {Map<string, MessageListener>} */
  #watchers = new Map();
  /** @type {Set<MessageListener>} */
  #lobbyListeners = new Set();
  /** Commands without an answer, by their ids. @type {Map<string, { message: Message, retriesLeft: number, answered: Promise<number>, resolve: (number: number) => void, reject: (error: Error) => void }>} */
  #pendingCommands = new Map();
  /** @type {Set<() => void>} */
  #stateListeners = new Set();
  #attempts = 0;
  #openedAt = 0;
  #lastSentAt = 0;
  #lastReceivedAt = 0;
  #pingedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reconnectTimer = undefined;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #checkTimer = undefined;

  constructor() {
    addEventListener("online", () => this.#reconnectNow());
    addEventListener("offline", () => this.#checkAlive());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#reconnectNow(); });
  }

  /** Calls the listener when the state changes. Returns a function that stops it. @param {() => void} listener */
  onStateChange(listener) {
    this.#stateListeners.add(listener);
    return () => void this.#stateListeners.delete(listener);
  }

  /**
   * Watches a game. Returns a function that stops it.
   * @param {string} game
   * @param {MessageListener} onMessage
   */
  watch(game, onMessage) {
    this.#watchers.set(game, onMessage);
    this.requestState(game);
    this.#open();
    return () => {
      // Another watcher may have replaced this one.
      if (this.#watchers.get(game) !== onMessage) return;
      this.#watchers.delete(game);
      this.#send({ type: "unwatch", game });
      this.#closeWhenIdle();
    };
  }

  /** Requests the full state of a watched game. @param {string} game */
  requestState(game) {
    if (this.#watchers.has(game)) this.#send({ type: "watch", game });
  }

  /** Watches the lobby. Returns a function that stops it. @param {MessageListener} listener */
  watchLobby(listener) {
    this.#lobbyListeners.add(listener);
    this.#send({ type: "lobby", on: true });
    this.#open();
    return () => {
      this.#lobbyListeners.delete(listener);
      if (this.#lobbyListeners.size === 0) this.#send({ type: "lobby", on: false });
      this.#closeWhenIdle();
    };
  }

  /** Sends a command. Resolves to the number of the last update that it caused. @param {string} game @param {Command} command @returns {Promise<number>} */
  sendCommand(game, command) {
    const id = `${generateId()}${Math.random().toString(36).slice(2)}`;
    const message = { type: "command", game, id, command };
    /** @type {PromiseWithResolvers<number>} */
    const { promise: answered, resolve, reject } = Promise.withResolvers();
    this.#pendingCommands.set(id, { message, retriesLeft: MAX_RETRIES, answered, resolve, reject });
    this.#send(message);
    this.#open();
    return answered;
  }

  /** Waits until the server has answered all commands sent so far, but not for long. */
  async whenAnswered() {
    const answers = [...this.#pendingCommands.values()].map(({ answered }) => answered);
    await Promise.race([Promise.allSettled(answers), new Promise((resolve) => { setTimeout(resolve, ANSWER_WAIT_MS); })]);
  }

  /** Sends a preset message to the other players of a game. It is not repeated if it gets lost. @param {string} game @param {string} message */
  say(game, message) {
    this.#send({ type: "say", game, message });
  }

  /** Reconnects, so that the server sees the new login. */
  reconnect() {
    if (this.#socket) this.#drop(true);
  }

  get #isNeeded() {
    return this.#watchers.size > 0 || this.#lobbyListeners.size > 0 || this.#pendingCommands.size > 0;
  }

  #open() {
    if (this.#socket || !this.#isNeeded) return;
    clearTimeout(this.#reconnectTimer);
    const url = new URL(`api/socket?language=${settings.language}&protocol=2`, document.baseURI);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#setState(this.#attempts > 0 ? "lost" : "opening");
    this.#openedAt = this.#lastReceivedAt = this.#lastSentAt = performance.now();
    this.#checkTimer = setInterval(() => this.#checkAlive(), CHECK_INTERVAL_MS);
    socket.onopen = () => {
      this.#attempts = 0;
      this.#lastReceivedAt = performance.now();
      this.#setState("open");
      // Commands first, so that the states requested next include their effects.
      for (const { message } of this.#pendingCommands.values()) this.#send(message);
      for (const game of this.#watchers.keys()) this.requestState(game);
      if (this.#lobbyListeners.size > 0) this.#send({ type: "lobby", on: true });
    };
    socket.onmessage = (event) => {
      this.#lastReceivedAt = performance.now();
      this.#handleMessage(JSON.parse(event.data));
    };
    socket.onclose = () => this.#drop();
  }

  /** @param {Message} message */
  #send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    this.#lastSentAt = performance.now();
  }

  /** @param {Message} message */
  #handleMessage(message) {
    const { type } = message;
    if (type === "refused" && !message.id && message.game) {
      // The server rejected the request to watch: retry if that may help, otherwise tell the watcher.
      if (TRANSIENT_CODES.has(message.code)) setTimeout(() => this.requestState(message.game), RETRY_DELAY_MS);
      else this.#watchers.get(message.game)?.(message);
    } else if (type === "done" || type === "refused") {
      const pending = this.#pendingCommands.get(message.id);
      if (pending && TRANSIENT_CODES.has(message.code) && pending.retriesLeft > 0) {
        pending.retriesLeft -= 1;
        setTimeout(() => this.#send(pending.message), RETRY_DELAY_MS);
        return;
      }
      this.#pendingCommands.delete(message.id);
      if (type === "done") pending?.resolve(message.number);
      else pending?.reject(new ApiError(message.code, message.sentence));
    } else if (type === "lobby" || type === "lobby-changes") {
      for (const listener of this.#lobbyListeners) listener(message);
    } else if (type === "closing") {
      this.#drop();
    } else if (message.game) {
      this.#watchers.get(message.game)?.(message);
    }
  }

  /** Pings the server when the connection is idle or a command is pending, and drops a connection that does not reply. */
  #checkAlive() {
    const now = performance.now();
    if (this.#socket?.readyState === WebSocket.CONNECTING) {
      if (now - this.#openedAt > CONNECT_TIMEOUT_MS) this.#drop();
      return;
    }
    const isAwaitingPong = this.#pingedAt > this.#lastReceivedAt;
    const idleMs = now - this.#lastSentAt;
    if (isAwaitingPong && now - this.#pingedAt > (navigator.onLine ? PONG_TIMEOUT_MS : OFFLINE_PONG_TIMEOUT_MS)) this.#drop();
    else if (!isAwaitingPong && (!navigator.onLine || idleMs > KEEPALIVE_MS || (this.#pendingCommands.size > 0 && idleMs > COMMAND_PING_MS))) {
      this.#pingedAt = now;
      this.#send({ type: "ping" });
    }
  }

  /** Closes the socket and schedules a new one if it is still needed. @param {boolean} [isPlanned] Whether to reconnect at once. */
  #drop(isPlanned = false) {
    const socket = this.#socket;
    if (!socket) return;
    // The time that a failed attempt has taken counts: attempts begin at regular times.
    const attemptMs = this.state === "open" ? 0 : performance.now() - this.#openedAt;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#socket = null;
    clearInterval(this.#checkTimer);
    if (!this.#isNeeded) return this.#setState("off");
    const intervalMs = Math.min(MAX_RECONNECT_MS, MIN_RECONNECT_MS * 2 ** this.#attempts) * (0.5 + Math.random() / 2);
    const delayMs = isPlanned ? 0 : Math.max(0, intervalMs - attemptMs);
    if (!isPlanned) this.#attempts += 1;
    this.#setState(isPlanned ? "opening" : "lost");
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = setTimeout(() => this.#open(), delayMs);
    return undefined;
  }

  /** Reconnects without waiting, since the network is probably back. */
  #reconnectNow() {
    if (this.#socket) return this.#checkAlive();
    this.#attempts = Math.min(1, this.#attempts);
    return this.#open();
  }

  #closeWhenIdle() {
    setTimeout(() => { if (!this.#isNeeded) this.#drop(); }, IDLE_CLOSE_MS);
  }

  /** @param {Connection["state"]} state */
  #setState(state) {
    if (this.state === state) return;
    this.state = state;
    for (const listener of this.#stateListeners) listener();
  }
}

export const connection = new Connection();
