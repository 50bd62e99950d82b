// The places where others are, and whether the server can be heard.
import { html, nothing } from "../lib/lit-html.js";
import { games } from "../wasm/rules.js";
import { connection } from "../online/connection.js";
import { link } from "../app/router.js";
import { server } from "../online/server.js";
import { t } from "../app/i18n.js";

/** The ways between them. @param {string} current The one that is shown. */
export function onlineNav(current) {
  const { me } = server;
  const navLink = (/** @type {string} */ page, /** @type {string[]} */ path, /** @type {string} */ label) => html`
    <a href=${link(path)} aria-current=${current === page ? "page" : nothing}>${label}</a>`;
  return html`<nav class="places" aria-label=${t("page.places")}>
    ${navLink("lobby", ["lobby"], t("page.lobby"))} ${navLink("games", ["games"], t("page.finished-games"))}
    ${navLink("leaders", ["leaders", games()[0].id], t("page.leaders"))}
    ${me?.account && me.name ? navLink("player", ["player", me.name], me.name) : nothing}
    ${navLink("account", ["account"], me?.account ? t("page.account") : t("page.sign-up"))}</nav>`;
}

/** What is wrong with the connection, if anything is. */
export function connectionStatus() {
  const warning = () => html`<p class="warning"><span aria-hidden="true">⚠ </span>${t("page.connection-lost")}</p>`;
  return html`<div role="status" class="connection">${connection.state === "lost" ? warning() : nothing}</div>`;
}
