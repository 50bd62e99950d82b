// The games that are kept in the browser, each as a record.
import { Game } from "../wasm/rules.js";
import { forget, names, read, write } from "./store.js";

/** @typedef {{ id: string, record: string, played: number }} Kept */

const KEY = "game.";

/** A new name for a game. */
export function newId() {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36).padStart(2, "0")}`;
}

/** Keeps a game as it stands. @param {string} id @param {Game} game */
export function keep(id, game) {
  return write(KEY + id, { record: game.kept(), played: Date.now() });
}

/** A kept game, if there is one. @param {string} id @returns {Game | null} */
export function resume(id) {
  const kept = read(KEY + id, /** @type {Kept | null} */ (null));
  return kept ? Game.resume(kept.record) : null;
}

/** The kept games, the one played last first. @returns {Kept[]} */
export function kept() {
  const all = names(KEY).map((name) => ({ id: name.slice(KEY.length), ...read(name, { record: "", played: 0 }) }));
  return all.sort((a, b) => b.played - a.played);
}

/** Forgets a game. @param {string} id */
export function drop(id) {
  forget(KEY + id);
}

/** Begins a game of a person against the computer by the official rules, and gives its name. @param {string} game @param {string} computer */
export function beginAgainst(game, computer) {
  const begun = Game.begin(game, "", "", ["human", computer], ["", ""], false, "", chance(), today());
  const id = newId();
  keep(id, begun);
  begun.free();
  return id;
}

/** A day, as records write it: today if none is named. @param {Date} [now] */
export function today(now = new Date()) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}

/** A number for chance. */
export function chance() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
