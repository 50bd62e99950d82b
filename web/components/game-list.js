// Games on the server as a list that leads to them.
import { html, nothing } from "../lib/lit-html.js";
import { findGameInfo } from "../app/game-info.js";
import { link } from "../app/router.js";
import { t } from "../app/i18n.js";
import { isMyTurn } from "../online/my-games.js";
import { describePlayers, seatLabel, describeResult, describeTerms } from "./game-summary.js";
import { formatDate } from "../app/format.js";

/** @typedef {import("../online/api.js").GameSummary} GameSummary */

/**
 * @param {GameSummary[]} gameList
 * @param {(table: GameSummary) => unknown} [more] What can be done with one.
 */
export function tables(gameList, more = () => nothing) {
  return html`<ul class="tables">${gameList.filter(({ game }) => findGameInfo(game)).map((table) => html`<li>
    <div><a href=${link(["table", table.id])}><strong>${findGameInfo(table.game)?.name}</strong><span class="unseen">: ${describePlayers(table)}</span></a>
      <span>${table.seats.map((sitting, seat) => (sitting ? html`<span class="sitting seat-${seat}"><span class="chip" aria-hidden="true"></span>
        ${seatLabel(sitting, table.game)}</span> ` : nothing))}</span>
      <span class="faint">${describeTerms(table)}</span>
      <span class="faint">${describeState(table)}</span></div>
    <div class="row">${more(table)}</div></li>`)}</ul>`;
}

/** What tells the visitor to move. @param {GameSummary} table */
export function turnMarker(table) {
  return isMyTurn(table) ? html`<strong class="turn-mark">${t("page.you-move")}</strong>` : nothing;
}

/** How a game stands. @param {GameSummary} table */
function describeState(table) {
  if (table.state === "waiting") return t("page.waits-since", { when: formatDate(table.begun) });
  if (table.state === "running") return t("saved.goes-on", { count: table.turns });
  return `${describeResult(table)} ${formatDate(table.changed, true)}`;
}
