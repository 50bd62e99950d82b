// The games saved in the browser, each as a record.
import { Game } from "../wasm/rules.js";
import { formatRecordDate } from "./format.js";
import { listKeys, onItemChange, readItem, removeItem, writeItem } from "./storage.js";

/**
 * A saved game, and when its last turn was played.
 * @typedef {{ record: string, played: number }} SavedGame
 */
/** @typedef {SavedGame & { id: string }} SavedGameEntry */

const KEY_PREFIX = "game.";
/** Games for which the browser has no room. They last until the page is closed. @type {Map<string, SavedGame>} */
const unsavedGames = new Map();

export function generateId() {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36).padStart(2, "0")}`;
}

/** Saves a new game. Returns whether there was room; without, it can still be played. @param {string} id @param {Game} game */
export function saveNewGame(id, game) {
  return saveGame(id, { record: game.savedRecord(), played: Date.now() });
}

/** Saves a game. Returns whether there was room. @param {string} id @param {SavedGame} game */
export function saveGame(id, game) {
  const fits = writeItem(KEY_PREFIX + id, game);
  if (fits) unsavedGames.delete(id);
  else unsavedGames.set(id, game);
  return fits;
}

/** @param {string} id @returns {SavedGame | null} */
export function loadGame(id) {
  return unsavedGames.get(id) ?? readItem(KEY_PREFIX + id, /** @type {SavedGame | null} */ (null));
}

/** Whether a game will be lost when the page is closed. @param {string} id */
export function isUnsaved(id) {
  return unsavedGames.has(id);
}

/** Calls the listener when another tab saves the game. Returns a function that stops it. @param {string} id @param {() => void} listener */
export function onGameChange(id, listener) {
  return onItemChange(KEY_PREFIX + id, listener);
}

/** The saved games, last played first. @returns {SavedGameEntry[]} */
export function listSavedGames() {
  const ids = new Set([...listKeys(KEY_PREFIX).map((name) => name.slice(KEY_PREFIX.length)), ...unsavedGames.keys()]);
  const all = [...ids].map((id) => ({ id, ...(loadGame(id) ?? { record: "", played: 0 }) }));
  return all.sort((a, b) => b.played - a.played);
}

/** @param {string} id */
export function deleteGame(id) {
  unsavedGames.delete(id);
  removeItem(KEY_PREFIX + id);
}

/** Starts a game against the computer by the official rules and returns its id. @param {string} game @param {string} computer */
export function startComputerGame(game, computer) {
  const started = Game.begin(game, "", "", ["human", computer], ["", ""], false, "", randomSeed(), formatRecordDate());
  const id = generateId();
  saveNewGame(id, started);
  started.free();
  return id;
}

export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
