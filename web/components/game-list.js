// Games on the server as a list that leads to them.
import { html, nothing } from "../lib/lit-html.js";
import { findGameInfo } from "../app/game-info.js";
import { link } from "../app/router.js";
import { t } from "../app/i18n.js";
import { isMyTurn } from "../online/my-games.js";
import { between, person, resultInWords, terms } from "./game-summary.js";
import { formatDate } from "../app/format.js";

/** @typedef {import("../online/api.js").GameSummary} GameSummary */

/**
 * @param {GameSummary[]} tables
 * @param {(table: GameSummary) => unknown} [more] What can be done with one.
 */
export function tables(tables, more = () => nothing) {
  return html`<ul class="tables">${tables.filter(({ game }) => findGameInfo(game)).map((table) => html`<li>
    <div><a href=${link(["table", table.id])}><strong>${findGameInfo(table.game)?.name}</strong><span class="unseen">: ${between(table)}</span></a>
      <span>${table.seats.map((sitting, seat) => (sitting ? html`<span class="sitting seat-${seat}"><span class="chip" aria-hidden="true"></span>
        ${person(sitting, table.game)}</span> ` : nothing))}</span>
      <span class="faint">${terms(table)}</span>
      <span class="faint">${standing(table)}</span></div>
    <div class="row">${more(table)}</div></li>`)}</ul>`;
}

/** What tells the visitor to move. @param {GameSummary} table */
export function turnMark(table) {
  return isMyTurn(table) ? html`<strong class="turn-mark">${t("page.you-move")}</strong>` : nothing;
}

/** How a game stands. @param {GameSummary} table */
function standing(table) {
  if (table.state === "waiting") return t("page.waits-since", { when: formatDate(table.begun) });
  if (table.state === "running") return t("saved.goes-on", { count: table.turns });
  return `${resultInWords(table)} ${formatDate(table.changed, true)}`;
}
