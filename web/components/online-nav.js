// The navigation of the online pages, and the state of the connection.
import { html, nothing } from "../lib/lit-html.js";
import { listGames } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link } from "../app/router.js";
import { connection } from "../online/connection.js";
import { server } from "../online/server.js";

/** @param {string} current The name of the current page. */
export function onlineNav(current) {
  const { me } = server;
  const navLink = (/** @type {string} */ page, /** @type {string[]} */ path, /** @type {string} */ label) => html`
    <a href=${link(path)} aria-current=${current === page ? "page" : nothing}>${label}</a>`;
  return html`<nav class="online-nav" aria-label=${t("online-menu")}>
    ${navLink("lobby", ["lobby"], t("lobby"))} ${navLink("watch", ["watch"], t("watch"))} ${navLink("games", ["games"], t("finished-games"))}
    ${navLink("leaders", ["leaders", listGames()[0].id], t("leaderboard"))}
    ${me?.account && me.name ? navLink("player", ["player", me.name], me.name) : nothing}
    ${navLink("account", ["account"], me?.account ? t("account") : t("sign-up"))}</nav>`;
}

/** A warning if the connection is lost. */
export function connectionStatus() {
  const warning = () => html`<p class="warning"><span aria-hidden="true">⚠ </span>${t("connection-lost")}</p>`;
  return html`<div role="status" class="connection">${connection.state === "lost" ? warning() : nothing}</div>`;
}
