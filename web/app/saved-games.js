// The games that are kept in the browser, each as a record.
import { Game } from "../wasm/rules.js";
import { today } from "./format.js";
import { removeItem, onItemChange, listKeys, readItem, writeItem } from "./storage.js";

/**
 * A kept game, and when the last turn was made in it.
 * @typedef {{ record: string, played: number }} KeptGame
 */
/** @typedef {KeptGame & { id: string }} Kept */

const KEY = "game.";
/** Games for which the browser has no room: they last as long as the page is open. @type {Map<string, KeptGame>} */
const held = new Map();

/** A new name for a game. */
export function newId() {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36).padStart(2, "0")}`;
}

/** Keeps a new game. Whether there was room for it: it can be played in any case. @param {string} id @param {Game} game */
export function keep(id, game) {
  return keepRecord(id, { record: game.kept(), played: Date.now() });
}

/** Keeps a game's record. Whether there was room for it. @param {string} id @param {KeptGame} game */
export function keepRecord(id, game) {
  const fits = writeItem(KEY + id, game);
  if (fits) held.delete(id);
  else held.set(id, game);
  return fits;
}

/** A kept game, if there is one. @param {string} id @returns {KeptGame | null} */
export function keptGame(id) {
  return held.get(id) ?? readItem(KEY + id, /** @type {KeptGame | null} */ (null));
}

/** Whether a game lasts only as long as the page is open. @param {string} id */
export function isHeld(id) {
  return held.has(id);
}

/** Hears of a game being played in another tab. What it gives stops that. @param {string} id @param {() => void} hear */
export function hearGame(id, hear) {
  return onItemChange(KEY + id, hear);
}

/** The kept games, the one played last first. @returns {Kept[]} */
export function kept() {
  const ids = new Set([...listKeys(KEY).map((name) => name.slice(KEY.length)), ...held.keys()]);
  const all = [...ids].map((id) => ({ id, ...(keptGame(id) ?? { record: "", played: 0 }) }));
  return all.sort((a, b) => b.played - a.played);
}

/** Forgets a game. @param {string} id */
export function drop(id) {
  held.delete(id);
  removeItem(KEY + id);
}

/** Begins a game of a person against the computer by the official rules, and gives its name. @param {string} game @param {string} computer */
export function beginAgainst(game, computer) {
  const begun = Game.begin(game, "", "", ["human", computer], ["", ""], false, "", chance(), today());
  const id = newId();
  keep(id, begun);
  begun.free();
  return id;
}

/** A number for chance. */
export function chance() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
