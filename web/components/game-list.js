// Games on the server as a list that leads to them.
import { html, nothing } from "../lib/lit-html.js";
import { knownGame } from "../app/game-info.js";
import { link } from "../app/router.js";
import { t, tell } from "../app/i18n.js";
import { yourTurn } from "../online/my-games.js";
import { namesOf, person, terms } from "./game-summary.js";
import { when } from "../app/format.js";

/** @typedef {import("../online/api.js").Summary} Summary */

/**
 * @param {Summary[]} tables
 * @param {(table: Summary) => unknown} [more] What can be done with one.
 */
export function tables(tables, more = () => nothing) {
  return html`<ul class="tables">${tables.filter(({ game }) => knownGame(game)).map((table) => html`<li>
    <div><a href=${link(["table", table.id])}><strong>${knownGame(table.game)?.name}</strong><span class="unseen">: ${between(table)}</span></a>
      <span>${table.seats.map((sitting, seat) => (sitting ? html`<span class="sitting seat-${seat}"><span class="chip" aria-hidden="true"></span>
        ${person(sitting, table.game)}</span> ` : nothing))}</span>
      <span class="faint">${terms(table)}</span>
      <span class="faint">${standing(table)}</span></div>
    <div class="row">${more(table)}</div></li>`)}</ul>`;
}

/** What tells the visitor to move. @param {Summary} table */
export function turnMark(table) {
  return yourTurn(table) ? html`<strong class="turn-mark">${t("page.you-move")}</strong>` : nothing;
}

/** Who plays whom. @param {Summary} table */
export function between(table) {
  const [first, second] = namesOf(table);
  return t("play.between", { first, second });
}

/** How a game stands. @param {Summary} table */
function standing(table) {
  if (table.state === "waiting") return t("page.waits-since", { when: when(table.begun) });
  if (table.state === "running") return t("saved.goes-on", { count: table.turns });
  return `${resultInWords(table)} ${when(table.changed, true)}`;
}

/** How a game has ended. @param {Summary} table */
export function resultInWords(table) {
  const facts = knownGame(table.game);
  if (!table.result || table.result === "none" || !facts) return t("page.withdrawn");
  const reason = tell(table.game, `reason.${(table.reason ?? "").replaceAll(" ", "-")}`);
  if (table.result === "1/2-1/2") return t("play.drawn", { reason });
  const winner = table.result === "1-0" ? 0 : 1;
  return t("play.won", { name: namesOf(table)[winner], player: facts.players[winner], reason });
}
