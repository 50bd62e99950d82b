// Requests to the server, see docs/protocol.md. Times are in milliseconds.
import { t } from "../app/i18n.js";
import { settings } from "../app/settings.js";

/** The types of the API, generated from the server's OpenAPI document. @typedef {import("./api-types.js").components["schemas"]} Schemas */
/** @typedef {Schemas["Me"]} CurrentUser */
/** A player in a game. Guests have a generated name, in `guest`. @typedef {Schemas["SeatView"]} Seat */
/** A game as lists show it. @typedef {Schemas["SummaryView"]} GameSummary */
/** The state of a game after all its updates. @typedef {Schemas["StateView"]} GameState */
/** A rating and its history. @typedef {Schemas["GameRating"]} Rating */
/** @typedef {Schemas["Profile"]} Profile */
/** @typedef {Schemas["LeaderView"]} Leader */
/** A token with which a program plays for an account. @typedef {Schemas["TokenView"]} ApiToken */
/** @typedef {Schemas["GameList"]} GamesResponse */

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
  const url = new URL(`api/${path}`, document.baseURI);
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
    .catch(() => { throw new ApiError("unreachable", t("server-unreachable")); });
  if (!response.ok) {
    const { code = "", sentence = "" } = await response.json().catch(() => ({}));
    throw new ApiError(code, sentence || t("server-failed", { status: response.status }));
  }
  return response.headers.get("content-type")?.includes("json") ? response.json() : response.text();
}

/** @param {GameSummary} game */
export function isMyTurn(game) {
  return game.state === "running" && game.toMove === game.yours;
}
