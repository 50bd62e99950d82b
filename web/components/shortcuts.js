// The list of a page's keyboard shortcuts.
import { html } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { openDialog } from "./dialog.js";

/**
 * @typedef {object} Shortcut
 * @property {string} key The name of the key, as keyboard events have it.
 * @property {string} label What it does.
 * @property {() => void} action
 */

/** The keys that the board handles itself. */
const BOARD_KEYS = [["← ↑ ↓ →", "shortcut-squares"], ["Enter", "shortcut-pick"]];

const KEY_SYMBOLS = /** @type {Record<string, string>} */ ({ ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" });

/** @param {Shortcut[]} shortcuts */
export function openShortcutDialog(shortcuts) {
  const row = (/** @type {string} */ key, /** @type {string} */ label) => html`<div><dt><kbd>${KEY_SYMBOLS[key] ?? key}</kbd></dt><dd>${label}</dd></div>`;
  openDialog(t("shortcuts"), () => html`<dl class="shortcuts">${shortcuts.map(({ key, label }) => row(key, label))}${row("?", t("shortcuts"))}</dl>
    <h3>${t("shortcuts-board")}</h3><dl class="shortcuts">${BOARD_KEYS.map(([keys, label]) => row(keys, t(label)))}</dl>`);
}
