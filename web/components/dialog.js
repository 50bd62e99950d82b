// Modal dialogs.
import { html, render } from "../lib/lit-html.js";
import { announce } from "../app/dom.js";
import { t } from "../app/i18n.js";

/**
 * Opens a dialog.
 * @param {string} title
 * @param {(close: () => void) => unknown} body
 */
export function openDialog(title, body) {
  const dialog = document.createElement("dialog");
  const close = () => dialog.close();
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) close(); });
  dialog.setAttribute("aria-labelledby", "dialog-title");
  render(html`<div class="dialog"><div class="row between"><h2 id="dialog-title">${title}</h2>
    <button type="button" class="quiet small" @click=${close} aria-label=${t("close")}>✕</button></div>${body(close)}
    <p class="told-here" role="status"></p></div>`, dialog);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Shows a message in the open dialog. Returns false if none is open. @param {string} text */
export function showDialogMessage(text) {
  const status = document.querySelector("dialog[open] .told-here");
  if (status) announce(text, status);
  return status !== null;
}

/** Closes all dialogs, since they belong to the page that is being left. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

/**
 * Asks for confirmation before an action.
 * @param {string} title
 * @param {string} question
 * @param {string} confirmLabel
 * @param {() => void} action
 */
export function confirmAction(title, question, confirmLabel, action) {
  openDialog(title, (close) => html`<p>${question}</p><div class="row">
    <button type="button" class="button" @click=${() => { close(); action(); }}>${confirmLabel}</button>
    <button type="button" class="quiet" @click=${close}>${t("cancel")}</button></div>`);
}
