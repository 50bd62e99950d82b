// Form fields for the rules of a game: presets and single options.
import { html, nothing } from "../lib/lit-html.js";
import { readRules } from "../wasm/rules.js";
import { t } from "../app/i18n.js";
import { radioGroup } from "./form.js";

/**
 * @param {import("../app/game-info.js").GameInfo} info
 * @param {string} rulesText
 * @param {(rules: string) => void} onChange
 */
export function rulesOptions(info, rulesText, onChange) {
  const rules = readRules(info.id, rulesText);
  const preset = info.presets.find((candidate) => candidate.rules === rules.text);
  const changeOption = (/** @type {string} */ key, /** @type {string} */ value) => {
    const options = Object.entries({ ...rules.values, [key]: value }).map(([name, value]) => `${name}=${value}`);
    onChange(readRules(info.id, options.join(",")).text);
  };
  return html`
    ${info.presets.length > 1 ? radioGroup(t("rules"), info.presets.map((option) => ({ id: option.rules, name: option.name, meaning: option.meaning })),
      preset ? rules.text : "?", onChange) : nothing}
    <div class="rules-options">${info.options.map((option) => html`<label class="field"><span><code>${option.key}</code> ${option.meaning}</span>
      <select name=${option.key} @change=${(/** @type {Event} */ event) => changeOption(option.key, /** @type {HTMLSelectElement} */ (event.currentTarget).value)}>${option.values.map(({ id, name }) => html`
        <option value=${id} .selected=${id === rules.values[option.key]}>${name}${id === option.official ? ` (${t("default-rules")})` : ""}</option>`)}
      </select></label>`)}</div>`;
}
