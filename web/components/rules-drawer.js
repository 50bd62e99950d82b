// The goal of a game in one line, and its rules in a drawer, so that nobody has to leave a game to look something up.
import { html, nothing } from "../lib/lit-html.js";
import { goal, rulebook } from "../wasm/rules.js";
import { t } from "../app/i18n.js";
import { link } from "../app/router.js";
import { getBoardStyle } from "../app/settings.js";
import { boardThumbnail } from "../board/board-thumbnail.js";
import { openDialog } from "./dialog.js";
import { rulesText } from "./rules-text.js";

/** @param {{ game: string, rules: string }} view @param {import("../app/game-info.js").GameInfo} info */
export function goalLine({ game, rules }, info) {
  return html`<p class="goal-line"><span>${goal(game, rules)}</span>
    <button type="button" class="secondary" @click=${() => openRulesDrawer(info)}>${t("rules")}</button></p>`;
}

/** The goal among the first prompts, where the goal line is out of sight. @param {{ game: string, rules: string, turns: unknown[] }} view */
export function firstGoal({ game, rules, turns }) {
  return turns.length < 2 ? html`<p class="first-goal">${goal(game, rules)}</p>` : nothing;
}

/** @param {import("../app/game-info.js").GameInfo} info */
function openRulesDrawer(info) {
  const board = (/** @type {Extract<import("../wasm/rules.js").RulesBlock, { kind: "board" }>} */ { rules, position, text }) => html`
    <figure class="drawer-example">${boardThumbnail(info.id, { rules, position })}<figcaption>${text}</figcaption></figure>`;
  const dialog = openDialog(`${info.name}: ${t("rules")}`, () => html`<div class="rules-text" .style=${getBoardStyle(info.id)}>
    ${rulesText(rulebook(info.id), board)}
    <p><a href=${link(["rules", info.id])}>${t("rules-description")}</a></p></div>`);
  dialog.classList.add("drawer");
}
