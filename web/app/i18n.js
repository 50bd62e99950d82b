// Everything that is said comes from the messages that the terminal uses too.
import init, { languages, say, setLanguage } from "../wasm/rules.js";

/** Loads the rules and their words. */
export async function loadMessages() {
  await init({ module_or_path: new URL("../wasm/rules_bg.wasm", import.meta.url) });
}

/** Says everything in a language from now on. @param {string} language */
export function applyLanguage(language) {
  setLanguage(language);
  document.documentElement.lang = language;
}

/** The languages that can be spoken, each by its own name. */
export function listLanguages() {
  return languages().map((id) => ({ id, name: new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id }));
}

/**
 * The sentence under a key, about no game in particular.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function t(key, args = {}) {
  return tGame("", key, args);
}

/**
 * The sentence under a key about a game.
 * @param {string} game
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function tGame(game, key, args = {}) {
  return say(game, key, Object.entries(args).flatMap(([name, value]) => [name, String(value)]));
}
