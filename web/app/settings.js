// What the visitor likes: kept in the browser, and applied to the page at once.
import { colours, games, languages, themes } from "../wasm/rules.js";
import { onItemChange, readItem, writeItem } from "./storage.js";

/**
 * @typedef {object} Settings
 * @property {string} language
 * @property {"auto" | "light" | "dark"} appearance
 * @property {string} theme `suited`, or the name of a theme.
 * @property {boolean} sound
 * @property {boolean} evaluation Whether the bar that says who is ahead is shown.
 * @property {boolean} animation
 */

/** @type {Settings} */
export const settings = {
  language: "",
  appearance: "auto",
  theme: "suited",
  sound: false,
  evaluation: false,
  animation: true,
  ...readItem("settings", {}),
};

/** Chooses a language if none was chosen: the first of the visitor's that is spoken here. */
export function detectLanguage() {
  const available = languages();
  const preferred = navigator.languages.map((name) => name.toLowerCase().split("-")[0]);
  settings.language ||= preferred.find((name) => available.includes(name)) ?? available[0];
}

/** @type {(() => void)[]} */
const listeners = [];

/** Hears whenever settings have been changed. @param {() => void} listener */
export function onSettingsChange(listener) {
  listeners.push(listener);
}

/** Changes some settings and keeps them. @param {Partial<Settings>} changes */
export function changeSettings(changes) {
  // What was changed in another tab stays.
  Object.assign(settings, readItem("settings", {}), changes);
  writeItem("settings", settings);
  applyAppearance();
  for (const listener of listeners) listener();
}

/** Hears whenever settings have been changed in another tab. @param {() => void} listener */
export function onSettingsChangeInOtherTab(listener) {
  onItemChange("settings", () => {
    Object.assign(settings, readItem("settings", {}));
    applyAppearance();
    listener();
  });
}

/** Applies the choice of light or dark. */
export function applyAppearance() {
  document.documentElement.dataset.appearance = settings.appearance;
}

/** Whether things may move on the screen. */
export function shouldAnimate() {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The theme that a game is shown in. @param {string} game */
export function getTheme(game) {
  if (themes().includes(settings.theme)) return settings.theme;
  return games().find((info) => info.id === game)?.theme ?? "";
}

/** The colours of a game's board and pieces, as a style. @param {string} game */
export function getBoardStyle(game) {
  const values = colours(getTheme(game), game);
  let style = "";
  for (let at = 0; at < values.length; at += 2) style += `${values[at]}: ${values[at + 1]};`;
  return style;
}
