// The visitor's games on the server.
import { request } from "./api.js";

/** @typedef {import("./api.js").GameSummary} GameSummary */

/** The unfinished games, those where it is the visitor's turn first. @returns {Promise<GameSummary[]>} */
export async function fetchMyGames() {
  const responses = await Promise.all(["waiting", "running"].map((state) => request("GET", "games", { query: { state, player: "me", limit: "100" } })));
  /** @type {GameSummary[]} */
  const games = responses.flatMap((response) => response.games);
  return games.sort((one, other) => Number(isMyTurn(other)) - Number(isMyTurn(one)));
}

/** @param {GameSummary} game */
export function isMyTurn(game) {
  return game.state === "running" && game.toMove === game.yours;
}
