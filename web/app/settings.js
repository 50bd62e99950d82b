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
  const spoken = languages();
  const wished = navigator.languages.map((name) => name.toLowerCase().split("-")[0]);
  settings.language ||= wished.find((name) => spoken.includes(name)) ?? spoken[0];
}

/** @type {(() => void)[]} */
const hearers = [];

/** Hears whenever settings have been changed. @param {() => void} hear */
export function hearChanges(hear) {
  hearers.push(hear);
}

/** Changes some settings and keeps them. @param {Partial<Settings>} changes */
export function change(changes) {
  // What was changed in another tab stays.
  Object.assign(settings, readItem("settings", {}), changes);
  writeItem("settings", settings);
  applyAppearance();
  for (const hear of hearers) hear();
}

/** Hears whenever settings have been changed in another tab. @param {() => void} hear */
export function hearOtherTabs(hear) {
  onItemChange("settings", () => {
    Object.assign(settings, readItem("settings", {}));
    applyAppearance();
    hear();
  });
}

/** Applies the choice of light or dark. */
export function applyAppearance() {
  document.documentElement.dataset.appearance = settings.appearance;
}

/** Whether things may move on the screen. */
export function mayMove() {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The theme that a game is shown in. @param {string} game */
export function themeOf(game) {
  if (themes().includes(settings.theme)) return settings.theme;
  return games().find((info) => info.id === game)?.theme ?? "";
}

/** The colours of a game's board and pieces, as a style. @param {string} game */
export function coloursOf(game) {
  const values = colours(themeOf(game), game);
  let style = "";
  for (let at = 0; at < values.length; at += 2) style += `${values[at]}: ${values[at + 1]};`;
  return style;
}
