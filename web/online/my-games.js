// The visitor's games on the server.
import { request } from "./api.js";

/** @typedef {import("./api.js").GameSummary} GameSummary */

/** Those that are not over, with those first in which the visitor is to move. @returns {Promise<GameSummary[]>} */
export async function fetchMyGames() {
  const responses = await Promise.all(["waiting", "running"].map((state) => request("GET", "games", { query: { state, player: "me", limit: "100" } })));
  /** @type {GameSummary[]} */
  const games = responses.flatMap((response) => response.games);
  return games.sort((one, other) => Number(isMyTurn(other)) - Number(isMyTurn(one)));
}

/** Whether the visitor is to move. @param {GameSummary} game */
export function isMyTurn(game) {
  return game.state === "running" && game.toMove === game.yours;
}
