// A list of games on the server, with links to them.
import { html, nothing } from "../lib/lit-html.js";
import { formatDate } from "../app/format.js";
import { findGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link } from "../app/router.js";
import { isMyTurn } from "../online/api.js";
import { describePlayers, describeResult, describeTerms, seatLabel } from "./game-summary.js";

/** @typedef {import("../online/api.js").GameSummary} GameSummary */

/**
 * @param {GameSummary[]} summaries
 * @param {(summary: GameSummary) => unknown} [renderActions] Renders the buttons of a game.
 */
export function gameList(summaries, renderActions = () => nothing) {
  return html`<ul class="game-list">${summaries.filter(({ game }) => findGameInfo(game)).map((summary) => html`<li>
    <div><a href=${link(["game", summary.id])}><strong>${findGameInfo(summary.game)?.name}</strong><span class="visually-hidden">: ${describePlayers(summary)}</span></a>
      <span>${summary.seats.map((seat, index) => (seat ? html`<span class="seat seat-${index}"><span class="chip" aria-hidden="true"></span>
        ${seatLabel(seat, summary.game)}</span> ` : nothing))}</span>
      <span class="muted">${describeTerms(summary)}</span>
      <span class="muted">${describeState(summary)}</span></div>
    <div class="row">${renderActions(summary)}</div></li>`)}</ul>`;
}

/** Marks a game where it is the visitor's turn. @param {GameSummary} summary */
export function turnMarker(summary) {
  return isMyTurn(summary) ? html`<strong class="turn-mark">${t("your-turn-marker")}</strong>` : nothing;
}

/** How long a player has been waiting, in words. @param {number} milliseconds */
function describeWaiting(milliseconds) {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return t("waiting-short");
  if (minutes < 60) return t("waiting-minutes", { count: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? t("waiting-hours", { count: hours }) : t("waiting-days", { count: Math.floor(hours / 24) });
}

/** @param {GameSummary} summary */
function describeState(summary) {
  if (summary.state === "waiting") return describeWaiting(Date.now() - summary.begun);
  if (summary.state === "running") return t("turn-count", { count: summary.turns });
  return `${describeResult(summary)} ${formatDate(summary.changed, true)}`;
}
