// The dialog that shares a game or a position as a link, a text or a picture.
import { html } from "../lib/lit-html.js";
import { positionSvg } from "../wasm/rules.js";
import { downloadFile } from "../app/files.js";
import { t } from "../app/i18n.js";
import { getAbsoluteUrl, link } from "../app/router.js";
import { getTheme } from "../app/settings.js";
import { openDialog } from "./dialog.js";

/**
 * @param {import("../app/app.js").App} app
 * @param {object} options
 * @param {string} options.game
 * @param {string} options.rules
 * @param {string} options.position
 * @param {string} options.record
 * @param {boolean} options.flipped
 * @param {string} [options.gameLink] The game's own page, if others can open it.
 */
export function openShareDialog(app, { game, rules, position, record, flipped, gameLink }) {
  const positionUrl = getAbsoluteUrl(link(["analysis"], { game, rules, position }));
  const gameUrl = getAbsoluteUrl(gameLink ?? link(["analysis"], { record }));
  const drawSvg = () => positionSvg(game, rules, position, getTheme(game), flipped);
  const copyField = (/** @type {string} */ key, /** @type {string} */ text, area = false) => html`<label class="field"><span>${t(key)}</span>
    ${area ? html`<textarea readonly rows="6" .value=${text}></textarea>` : html`<input type="text" readonly .value=${text}>`}</label>
    <button type="button" class="secondary" @click=${() => copyText(app, text)}>${t("copy")}<span class="visually-hidden"> ${t(key)}</span></button>`;
  openDialog(t("share"), () => html`<div class="share">
    ${copyField("game-link", gameUrl)} ${copyField("position-link", positionUrl)} ${copyField("position-text", position)} ${copyField("record", record, true)}
    <div class="row">
      <button type="button" class="secondary" @click=${() => downloadFile(`${game}.txt`, new Blob([record], { type: "text/plain" }))}>${t("download-record")}</button>
      <button type="button" class="secondary" @click=${() => downloadFile(`${game}.svg`, new Blob([drawSvg()], { type: "image/svg+xml" }))}>${t("download-svg")}</button>
      <button type="button" class="secondary" @click=${() => downloadPng(drawSvg(), `${game}.png`)}>${t("download-png")}</button>
    </div></div>`);
}

/** @param {import("../app/app.js").App} app @param {string} text */
export async function copyText(app, text) {
  try {
    await navigator.clipboard.writeText(text);
    app.showMessage(t("copied"));
  } catch {
    app.showMessage(t("not-copied"));
  }
}

/** Converts an SVG picture to PNG and downloads it. @param {string} svg @param {string} name */
async function downloadPng(svg, name) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => { if (blob) downloadFile(name, blob); });
}
