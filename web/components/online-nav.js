// The places where others are, and whether the server can be heard.
import { html, nothing } from "../lib/lit-html.js";
import { games } from "../wasm/rules.js";
import { connection } from "../online/connection.js";
import { link } from "../app/router.js";
import { server } from "../online/server.js";
import { t } from "../app/i18n.js";

/** The ways between them. @param {string} here The one that is shown. */
export function onlineNav(here) {
  const { me } = server;
  const way = (/** @type {string} */ to, /** @type {string[]} */ address, /** @type {string} */ name) => html`
    <a href=${link(address)} aria-current=${here === to ? "page" : nothing}>${name}</a>`;
  return html`<nav class="places" aria-label=${t("page.places")}>
    ${way("lobby", ["lobby"], t("page.lobby"))} ${way("games", ["games"], t("page.finished-games"))}
    ${way("leaders", ["leaders", games()[0].id], t("page.leaders"))}
    ${me?.account && me.name ? way("player", ["player", me.name], me.name) : nothing}
    ${way("account", ["account"], me?.account ? t("page.account") : t("page.sign-up"))}</nav>`;
}

/** What is wrong with the connection, if anything is. */
export function connectionStatus() {
  const lost = () => html`<p class="warning"><span aria-hidden="true">⚠ </span>${t("page.connection-lost")}</p>`;
  return html`<div role="status" class="connection">${connection.state === "lost" ? lost() : nothing}</div>`;
}
