// Those at a table, and what was agreed there.
import { html, nothing } from "../lib/lit-html.js";
import { readRules } from "../wasm/rules.js";
import { findGameInfo } from "../app/game-info.js";
import { link } from "../app/router.js";
import { t, tGame } from "../app/i18n.js";

/** @typedef {import("../online/api.js").GameSummary} GameSummary */
/** @typedef {import("../online/api.js").Seat} Seat */

/** What somebody at a table of a game is called. @param {Seat | null} sitting @param {string} game */
export function getSeatName(sitting, game) {
  if (!sitting) return t("page.free-seat");
  if (sitting.computer) return findGameInfo(game)?.computers.find((computer) => computer.id === sitting.computer)?.name ?? sitting.computer;
  return sitting.name ?? t("page.guest");
}

/** What those at a table are called. @param {GameSummary} summary */
export function getSeatNames(summary) {
  return summary.seats.map((sitting) => getSeatName(sitting, summary.game));
}

/** A name that leads to what is known of whoever has it. @param {string} name */
export function profileLink(name) {
  return html`<a href=${link(["player", name])}>${name}</a>`;
}

/** Somebody at a table, with the rating. @param {Seat | null} sitting @param {string} game */
export function seatLabel(sitting, game) {
  const rating = sitting?.rating ? html` <span class="rating">${Math.round(sitting.rating)}</span>` : nothing;
  return html`${sitting?.account && sitting.name ? profileLink(sitting.name) : getSeatName(sitting, game)}${rating}`;
}

/** How fast a game is played, in words. @param {string} pace */
export function describeTimeControl(pace) {
  if (pace === "") return t("page.pace-none");
  const days = /^(\d+)d$/.exec(pace)?.[1];
  if (days) return t(days === "1" ? "page.pace-day" : "page.pace-days", { days });
  return pace.replace("+", " + ");
}

/** What was agreed, in words. @param {Pick<GameSummary, "game" | "rules" | "setUp" | "pace" | "rated" | "pie">} summary */
export function describeTerms({ game, rules, setUp, pace, rated, pie }) {
  const told = [describeTimeControl(pace), t(rated ? "page.is-rated" : "page.casual")];
  if (pie) told.push(t("menu.pie"));
  if (rules) told.push(describeRules(game, rules));
  if (setUp) told.push(t("page.from-set-up"));
  return told.join(" · ");
}

/** Rules by the name of their preset, if they have one. @param {string} game @param {string} rules */
function describeRules(game, rules) {
  try {
    const { text } = readRules(game, rules);
    return findGameInfo(game)?.presets.find((known) => known.rules === text)?.name ?? text;
  } catch {
    return rules;
  }
}

/** Who plays whom. @param {GameSummary} table */
export function describePlayers(table) {
  const [first, second] = getSeatNames(table);
  return t("play.between", { first, second });
}

/** How a game has ended. @param {GameSummary} table */
export function describeResult(table) {
  const info = findGameInfo(table.game);
  if (!table.result || table.result === "none" || !info) return t("page.withdrawn");
  const reason = tGame(table.game, `reason.${(table.reason ?? "").replaceAll(" ", "-")}`);
  if (table.result === "1/2-1/2") return t("play.drawn", { reason });
  const winner = table.result === "1-0" ? 0 : 1;
  return t("play.won", { name: getSeatNames(table)[winner], player: info.players[winner], reason });
}
