// The games that are kept in the browser, each as a record.
import { Game } from "../wasm/rules.js";
import { formatRecordDate } from "./format.js";
import { removeItem, onItemChange, listKeys, readItem, writeItem } from "./storage.js";

/**
 * A kept game, and when the last turn was made in it.
 * @typedef {{ record: string, played: number }} SavedGame
 */
/** @typedef {SavedGame & { id: string }} SavedGameEntry */

const KEY_PREFIX = "game.";
/** Games for which the browser has no room: they last as long as the page is open. @type {Map<string, SavedGame>} */
const unsavedGames = new Map();

/** A new name for a game. */
export function generateId() {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36).padStart(2, "0")}`;
}

/** Keeps a new game. Whether there was room for it: it can be played in any case. @param {string} id @param {Game} game */
export function saveNewGame(id, game) {
  return saveGame(id, { record: game.kept(), played: Date.now() });
}

/** Keeps a game's record. Whether there was room for it. @param {string} id @param {SavedGame} game */
export function saveGame(id, game) {
  const fits = writeItem(KEY_PREFIX + id, game);
  if (fits) unsavedGames.delete(id);
  else unsavedGames.set(id, game);
  return fits;
}

/** A kept game, if there is one. @param {string} id @returns {SavedGame | null} */
export function loadGame(id) {
  return unsavedGames.get(id) ?? readItem(KEY_PREFIX + id, /** @type {SavedGame | null} */ (null));
}

/** Whether a game lasts only as long as the page is open. @param {string} id */
export function isUnsaved(id) {
  return unsavedGames.has(id);
}

/** Hears of a game being played in another tab. What it gives stops that. @param {string} id @param {() => void} listener */
export function onGameChange(id, listener) {
  return onItemChange(KEY_PREFIX + id, listener);
}

/** The kept games, the one played last first. @returns {SavedGameEntry[]} */
export function listSavedGames() {
  const ids = new Set([...listKeys(KEY_PREFIX).map((name) => name.slice(KEY_PREFIX.length)), ...unsavedGames.keys()]);
  const all = [...ids].map((id) => ({ id, ...(loadGame(id) ?? { record: "", played: 0 }) }));
  return all.sort((a, b) => b.played - a.played);
}

/** Forgets a game. @param {string} id */
export function deleteGame(id) {
  unsavedGames.delete(id);
  removeItem(KEY_PREFIX + id);
}

/** Begins a game of a person against the computer by the official rules, and gives its name. @param {string} game @param {string} computer */
export function startComputerGame(game, computer) {
  const started = Game.begin(game, "", "", ["human", computer], ["", ""], false, "", randomSeed(), formatRecordDate());
  const id = generateId();
  saveNewGame(id, started);
  started.free();
  return id;
}

/** A number for chance. */
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
