// The status of a game that waits for a second player: how to join it, or how to invite somebody.
import { html } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { getAbsoluteUrl, link } from "../app/router.js";
import { statusBox } from "./board-layout.js";
import { describeTerms } from "./game-summary.js";
import { copyText } from "./share-dialog.js";

/**
 * @param {import("../app/app.js").App} app
 * @param {import("../online/remote-game.js").RemoteGame} remote
 * @param {unknown} notes
 * @param {(command: string) => void} onCommand
 */
export function waitingStatus(app, remote, notes, onCommand) {
  const url = getAbsoluteUrl(link(["game", remote.summary.id]));
  if (remote.mySeat === null) {
    return statusBox(html`${notes}<p>${t("can-join", { terms: describeTerms(remote.summary) })}</p>`,
      html`<button type="button" class="button" @click=${() => onCommand("join")}>${t("join")}</button>`);
  }
  return statusBox(html`${notes}<p>${t(remote.summary.open ? "waiting-open" : "waiting-link")}</p>
    <input type="text" readonly name="link" aria-label=${t("game-link")} .value=${url}>`, html`
    <button type="button" class="secondary" @click=${() => copyText(app, url)}>${t("copy")}</button>
    <button type="button" class="secondary" @click=${() => onCommand("withdraw")}>${t("cancel-game")}</button>`);
}
