// Form fields for the rules of a game: presets and single options.
import { html, nothing } from "../lib/lit-html.js";
import { parseRules } from "../wasm/rules.js";
import { t } from "../app/i18n.js";
import { radioGroup } from "./form.js";

/**
 * @param {import("../app/game-info.js").GameInfo} info
 * @param {string} rulesText
 * @param {(rules: string) => void} onChange
 */
export function rulesOptions(info, rulesText, onChange) {
  const rules = parseRules(info.id, rulesText);
  const preset = info.presets.find((candidate) => candidate.rules === rules.text);
  const changeOption = (/** @type {string} */ key, /** @type {string} */ value) => {
    const options = Object.entries({ ...rules.values, [key]: value }).map(([name, value]) => `${name}=${value}`);
    onChange(parseRules(info.id, options.join(",")).text);
  };
  return html`
    ${info.presets.length > 1 ? radioGroup(t("rules"), info.presets.map((option) => ({ id: option.rules, name: option.name, description: option.description })),
      preset ? rules.text : "?", onChange) : nothing}
    <div class="rules-options">${info.options.map((option) => html`<label class="field"><span>${option.description}</span>
      <select name=${option.key} @change=${(/** @type {Event} */ event) => changeOption(option.key, /** @type {HTMLSelectElement} */ (event.currentTarget).value)}>${option.values.map(({ id, name }) => html`
        <option value=${id} .selected=${id === rules.values[option.key]}>${name}</option>`)}
      </select>${defaultNote(option, rules.values[option.key])}</label>`)}</div>`;
}

/**
 * Names the default of an option that has another value.
 * @param {import("../wasm/rules.js").OptionInfo} option
 * @param {string} value
 */
function defaultNote({ defaultValue, values }, value) {
  if (value === defaultValue) return nothing;
  return html`<small class="muted">${t("default-value", { value: values.find(({ id }) => id === defaultValue)?.name ?? defaultValue })}</small>`;
}
