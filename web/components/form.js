// Form controls and their values.
import { html, nothing } from "../lib/lit-html.js";

/**
 * @param {string} label
 * @param {{ id: string, name: string, description?: string }[]} options
 * @param {string} selected
 * @param {(id: string) => void} onSelect
 */
export function radioGroup(label, options, selected, onSelect) {
  const name = `choice-${label.replaceAll(/\W/g, "")}`;
  return html`<fieldset class="radio-group"><legend>${label}</legend><div class="options">${options.map((option) => html`
    <label><input type="radio" name=${name} value=${option.id} .checked=${option.id === selected}
      @change=${() => onSelect(option.id)}><span>${option.name}${option.description ? html`<small>${option.description}</small>` : nothing}</span></label>`)}</div></fieldset>`;
}

/** @param {Event} event */
export function fieldValue(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;
}

/** @param {Event} event */
export function isChecked(event) {
  return /** @type {HTMLInputElement} */ (event.currentTarget).checked;
}
