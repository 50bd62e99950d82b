// The visitor's settings, saved in the browser.
import { languages, defaultTheme, themeStyle, themes } from "../wasm/rules.js";
import { chooseLanguage } from "./language.js";
import { onItemChange, readItem, writeItem } from "./storage.js";

/**
 * @typedef {object} Settings
 * @property {string} language
 * @property {"auto" | "light" | "dark"} appearance
 * @property {string} theme The name of a theme, or `suited` for the one that suits each game.
 * @property {boolean} sound
 * @property {boolean} evaluation Whether to show the evaluation bar.
 * @property {boolean} animation
 * @property {boolean} warnings Whether to mark squares that lose at once, against the weakest levels and in lessons.
 */

/** @type {Settings} */
export const settings = {
  language: "",
  appearance: "auto",
  theme: "suited",
  sound: false,
  evaluation: false,
  animation: true,
  warnings: true,
  ...readItem("settings", {}),
};

/** Chooses the first of the browser's languages that is available, unless the visitor has chosen one. */
export function detectLanguage() {
  settings.language = chooseLanguage(languages(), settings.language);
}

/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener */
export function onSettingsChange(listener) {
  listeners.push(listener);
}

/** @param {Partial<Settings>} changes */
export function changeSettings(changes) {
  // Keep what another tab has changed.
  Object.assign(settings, readItem("settings", {}), changes);
  writeItem("settings", settings);
  applyAppearance();
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onSettingsChangeInOtherTab(listener) {
  onItemChange("settings", () => {
    Object.assign(settings, readItem("settings", {}));
    applyAppearance();
    listener();
  });
}

/** Applies the light or dark appearance. */
export function applyAppearance() {
  document.documentElement.dataset.appearance = settings.appearance;
}

export function shouldAnimate() {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {string} game */
export function getTheme(game) {
  return themes().includes(settings.theme) ? settings.theme : defaultTheme(game);
}

/** The colours of a game's board and pieces, as CSS declarations. @param {string} game */
export function getBoardStyle(game) {
  return themeStyle(getTheme(game), game);
}
