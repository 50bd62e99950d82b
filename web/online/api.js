// Requests to the server, see docs/protocol.md. Times are in milliseconds.
import { t } from "../app/i18n.js";
import { settings } from "../app/settings.js";

/** @typedef {{ id: string, name: string | null, account: boolean, settings: Record<string, unknown> | null }} CurrentUser */
/** A player in a game. Guests have no name. @typedef {{ name: string | null, account: boolean, computer: string | null, rating: number | null }} Seat */
/**
 * A game as lists show it.
 * @typedef {object} GameSummary
 * @property {string} id
 * @property {string} game
 * @property {string} rules
 * @property {boolean} setUp Whether it starts from a position that was set up.
 * @property {string} [position] That position.
 * @property {"waiting" | "running" | "over"} state
 * @property {string} pace
 * @property {boolean} pie
 * @property {boolean} rated
 * @property {boolean} open Whether the lobby lists it.
 * @property {(Seat | null)[]} seats
 * @property {number} turns
 * @property {number} toMove
 * @property {number} begun
 * @property {number} changed
 * @property {"1-0" | "0-1" | "1/2-1/2" | "none" | null} result
 * @property {string | null} reason
 * @property {number | null} yours
 */
/**
 * The state of a game after all its updates.
 * @typedef {object} GameState
 * @property {number} number
 * @property {string[]} moves
 * @property {number} toMove
 * @property {"off" | "on" | "asked" | "changed" | "left"} pie
 * @property {{ left: number[], running: number | null } | null} clock
 * @property {number | null} draw
 * @property {number | null} takeback
 * @property {number | null} rematch
 * @property {string | null} next
 * @property {boolean[]} present
 * @property {number | null} claim
 * @property {GameSummary["result"]} result
 * @property {string | null} reason
 */
/** A rating and its history. @typedef {{ game: string, rating: number, deviation: number, games: number, curve: [number, number][] }} Rating */
/** @typedef {{ name: string, since: number, ratings: Rating[], won: number, drawn: number, lost: number }} Profile */
/** @typedef {{ name: string, rating: number, deviation: number, games: number }} Leader */
/** @typedef {{ games: GameSummary[], next: string | number | null }} GamesResponse */

/** An error with the server's code and message. */
export class ApiError extends Error {
  /** @param {string} code @param {string} sentence */
  constructor(code, sentence) {
    super(sentence);
    this.code = code;
  }
}

/** @param {string} path @param {Record<string, string>} [query] Empty values are left out. */
export function getApiUrl(path, query = {}) {
  const url = new URL(`api/${path}`, location.href);
  for (const [key, value] of Object.entries(query)) if (value !== "") url.searchParams.set(key, value);
  return url.href;
}

/**
 * Sends a request and returns the body of the response.
 * @param {"GET" | "POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {{ query?: Record<string, string>, body?: unknown }} [more]
 * @returns {Promise<any>}
 */
export async function request(method, path, { query = {}, body } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": settings.language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(getApiUrl(path, query), { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
    .catch(() => { throw new ApiError("unreachable", t("server-away")); });
  if (!response.ok) {
    const { code = "", sentence = "" } = await response.json().catch(() => ({}));
    throw new ApiError(code, sentence || t("server-failed", { status: response.status }));
  }
  return response.headers.get("content-type")?.includes("json") ? response.json() : response.text();
}
