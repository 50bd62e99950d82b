// What players can say to each other: a few messages, which everybody reads in their own language.
import { html } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { openDialog } from "./dialog.js";

const MESSAGES = ["hello", "good-luck", "nice-move", "take-your-time", "well-played", "thanks"];

/** The text of a message. A newer server may have messages that this page does not know. @param {string} message */
export function getMessageText(message) {
  return MESSAGES.includes(message) ? t(`say-${message}`) : "…";
}

/** Lets the visitor choose a message. @param {(message: string) => void} onChoose */
export function openMessageDialog(onChoose) {
  openDialog(t("say"), (close) => html`<div class="row preset-messages">${MESSAGES.map((message) => html`
    <button type="button" class="secondary" @click=${() => { close(); onChoose(message); }}>${getMessageText(message)}</button>`)}</div>`);
}
