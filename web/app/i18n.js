// Translated texts, from `crates/wasm/messages` and the message files of the crates and games below it.
import init, { languages, say, setLanguage } from "../wasm/rules.js";

/** Loads the WebAssembly module with the rules and the messages. */
export async function loadMessages() {
  await init({ module_or_path: new URL("../wasm/rules_bg.wasm", import.meta.url) });
}

/** Switches the language. @param {string} language */
export function applyLanguage(language) {
  setLanguage(language);
  document.documentElement.lang = language;
}

/** The available languages, each with its own name for itself. */
export function listLanguages() {
  return languages().map((id) => ({ id, name: new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id }));
}

/**
 * The message of a key.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function t(key, args = {}) {
  return tGame("", key, args);
}

/**
 * The message of a key, in the words of a game.
 * @param {string} game
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function tGame(game, key, args = {}) {
  return say(game, key, Object.entries(args).flatMap(([name, value]) => [name, String(value)]));
}
