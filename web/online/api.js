// Requests to the server behind the page, as docs/protocol.md has them. Times are in milliseconds.
import { settings } from "../app/settings.js";
import { t } from "../app/i18n.js";

/** Who asks. @typedef {{ id: string, name: string | null, account: boolean, settings: Record<string, unknown> | null }} Me */
/** Somebody at a table. A guest has no name. @typedef {{ name: string | null, account: boolean, computer: string | null, rating: number | null }} Sitting */
/**
 * A game in a few words.
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} game
 * @property {string} rules
 * @property {boolean} setUp Whether it begins from a position that was set up.
 * @property {"waiting" | "running" | "over"} state
 * @property {string} pace
 * @property {boolean} pie
 * @property {boolean} rated
 * @property {boolean} open Whether it stands in the lobby.
 * @property {(Sitting | null)[]} seats
 * @property {number} turns
 * @property {number} toMove
 * @property {number} begun
 * @property {number} changed
 * @property {"1-0" | "0-1" | "1/2-1/2" | "none" | null} result
 * @property {string | null} reason
 * @property {number | null} yours
 */
/**
 * All that the updates of a game have led to.
 * @typedef {object} State
 * @property {number} number
 * @property {string} position
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
 * @property {Summary["result"]} result
 * @property {string | null} reason
 */
/** A rating in the course of time. @typedef {{ game: string, rating: number, deviation: number, games: number, curve: [number, number][] }} Rating */
/** @typedef {{ name: string, since: number, ratings: Rating[], won: number, drawn: number, lost: number }} Profile */
/** @typedef {{ name: string, rating: number, deviation: number, games: number }} Leader */
/** @typedef {{ games: Summary[], next: string | number | null }} Games */

/** What the server refuses, in its own sentence. */
export class Refused extends Error {
  /** @param {string} code @param {string} sentence */
  constructor(code, sentence) {
    super(sentence);
    this.code = code;
  }
}

/** The address of something that the server has. @param {string} path @param {Record<string, string>} [query] What is empty is left out. */
export function addressOf(path, query = {}) {
  const address = new URL(`api/${path}`, location.href);
  for (const [key, value] of Object.entries(query)) if (value !== "") address.searchParams.set(key, value);
  return address.href;
}

/**
 * Asks the server for something.
 * @param {"GET" | "POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {{ query?: Record<string, string>, body?: unknown }} [more]
 * @returns {Promise<any>}
 */
export async function request(method, path, { query = {}, body } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": settings.language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(addressOf(path, query), { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
    .catch(() => { throw new Refused("unreachable", t("page.server-away")); });
  if (!answer.ok) {
    const { code = "", sentence = "" } = await answer.json().catch(() => ({}));
    throw new Refused(code, sentence || t("page.server-failed", { status: answer.status }));
  }
  return answer.headers.get("content-type")?.includes("json") ? answer.json() : answer.text();
}
