// A field for those who like to type their moves.
import { html } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/**
 * @param {boolean} open Whether a move can be made.
 * @param {(text: string) => boolean} enter Whether it was taken: what was refused stays to be mended.
 */
export function typing(open, enter) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("move");
    if (!(field instanceof HTMLInputElement)) return;
    const text = field.value.trim();
    if (text === "" || enter(text)) field.value = "";
  };
  return html`<form class="typing" @submit=${submit}><label class="field"><span>${t("page.type-move")}</span>
    <input name="move" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" ?disabled=${!open}></label></form>`;
}
