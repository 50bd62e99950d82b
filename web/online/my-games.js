// The visitor's games on the server.
import { request } from "./api.js";

/** @typedef {import("./api.js").Summary} Summary */

/** Those that are not over, with those first in which the visitor is to move. @returns {Promise<Summary[]>} */
export async function yourGames() {
  const some = await Promise.all(["waiting", "running"].map((state) => request("GET", "games", { query: { state, player: "me", limit: "100" } })));
  /** @type {Summary[]} */
  const games = some.flatMap((answer) => answer.games);
  return games.sort((one, other) => Number(yourTurn(other)) - Number(yourTurn(one)));
}

/** Whether the visitor is to move. @param {Summary} table */
export function yourTurn(table) {
  return table.state === "running" && table.toMove === table.yours;
}
