// Texts about a game on the server: its players, terms and result.
import { html, nothing } from "../lib/lit-html.js";
import { rulesInWords } from "../wasm/rules.js";
import { findGameInfo } from "../app/game-info.js";
import { t, tGame } from "../app/i18n.js";
import { link } from "../app/router.js";
import { server } from "../online/server.js";

/** @typedef {import("../online/api.js").GameSummary} GameSummary */
/** @typedef {import("../online/api.js").Seat} Seat */

/** @param {Seat | null} seat @param {string} game */
export function getSeatName(seat, game) {
  if (!seat) return t("free-seat");
  if (seat.computer) return findGameInfo(game)?.computers.find((computer) => computer.id === seat.computer)?.name ?? seat.computer;
  return seat.name ?? seat.guest ?? "";
}

/** The name by which other players know the visitor. */
export function getMyName() {
  return server.me?.name ?? server.me?.guest ?? "";
}

/** @param {GameSummary} summary */
export function getSeatNames(summary) {
  return summary.seats.map((seat) => getSeatName(seat, summary.game));
}

/** @param {string} name */
export function profileLink(name) {
  return html`<a href=${link(["player", name])}>${name}</a>`;
}

/** A player's name and rating. @param {Seat | null} seat @param {string} game */
export function seatLabel(seat, game) {
  const rating = seat?.rating ? html` <span class="rating">${Math.round(seat.rating)}</span>` : nothing;
  return html`${seat?.account && seat.name ? profileLink(seat.name) : getSeatName(seat, game)}${botMark(seat)}${rating}`;
}

/** Says that a program plays for an account. @param {Seat | null} seat */
export function botMark(seat) {
  return seat?.bot ? html` <span class="bot-mark">${t("bot-mark")}</span>` : nothing;
}

/** @param {string} pace */
export function describeTimeControl(pace) {
  if (pace === "") return t("no-clock");
  const days = /^(\d+)d$/.exec(pace)?.[1];
  if (days) return t("days-per-turn", { days });
  return pace.replace("+", " + ");
}

/** Describes the time control, the rules and whether the game is rated. @param {Pick<GameSummary, "game" | "rules" | "setUp" | "pace" | "rated" | "pie">} summary */
export function describeTerms({ game, rules, setUp, pace, rated, pie }) {
  const parts = [describeTimeControl(pace), t(rated ? "rated-label" : "casual")];
  if (pie) parts.push(t("pie"));
  if (rules) parts.push(describeRules(game, rules));
  if (setUp) parts.push(t("custom-position"));
  return parts.join(" · ");
}

/** The rules in words; as they are written if this version of the page doesn't know them. @param {string} game @param {string} rules */
function describeRules(game, rules) {
  try {
    return rulesInWords(game, rules);
  } catch {
    return rules;
  }
}

/** @param {GameSummary} summary */
export function describePlayers(summary) {
  const [first, second] = getSeatNames(summary);
  return t("between", { first, second });
}

/** @param {GameSummary} summary */
export function describeResult(summary) {
  const info = findGameInfo(summary.game);
  if (!summary.result || summary.result === "none" || !info) return t("game-cancelled");
  const reason = tGame(summary.game, `reason-${(summary.reason ?? "").replaceAll(" ", "-")}`);
  if (summary.result === "1/2-1/2") return t("result-drawn", { reason });
  const winner = summary.result === "1-0" ? 0 : 1;
  return t("result-won", { name: getSeatNames(summary)[winner], player: info.players[winner], reason });
}
