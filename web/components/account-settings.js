// What the owner of an account can change: the passphrase, the sessions, API tokens for bots, and whether the account exists.
import { html, nothing } from "../lib/lit-html.js";
import { formatDate } from "../app/format.js";
import { t } from "../app/i18n.js";
import { getApiUrl, request } from "../online/api.js";
import { changePassphrase, deleteAccount, logOutEverywhere, server } from "../online/server.js";
import { confirmAction } from "./dialog.js";

/** @typedef {import("../online/api.js").ApiToken} ApiToken */

export class AccountSettings {
  /** The account's tokens; null before they are loaded. @type {ApiToken[] | null} */
  tokens = null;
  /** The token that was just created. The server shows it once. */
  newToken = "";

  /**
   * @param {object} options
   * @param {(action: () => Promise<void>, message: string) => Promise<void>} options.run Runs an action, and shows the message or the error.
   * @param {() => boolean} options.isBusy
   */
  constructor({ run, isBusy }) {
    this.run = run;
    this.isBusy = isBusy;
  }

  template() {
    return html`<div class="account-settings">
      ${section(t("change-passphrase"), html`<form @submit=${(/** @type {SubmitEvent} */ event) => this.#changePassphrase(event)}>
        ${passphraseField("current", t("current-passphrase"), "current-password")}
        ${passphraseField("new", t("new-passphrase"), "new-password")}
        <p class="muted">${t("change-passphrase-description")}</p>
        ${this.#submitButton(t("change-passphrase"))}</form>`)}
      ${section(t("sessions"), html`<p class="muted">${t("sessions-description")}</p>
        <div class="row"><button type="button" class="secondary" ?disabled=${this.isBusy()} @click=${() => this.#logOutEverywhere()}>${t("log-out-everywhere")}</button></div>`)}
      ${section(t("your-data"), html`<p class="muted">${t("your-data-description")}</p>
        <div class="row"><a class="button secondary" href=${getApiUrl("me/data")} download="sanban-data.json">${t("download-data")}</a></div>`)}
      ${section(t("api-tokens"), this.#tokenSection(), () => { if (!this.tokens) void this.run(() => this.#loadTokens(), ""); })}
      ${section(t("delete-account"), html`<form @submit=${(/** @type {SubmitEvent} */ event) => this.#deleteAccount(event)}>
        <p>${t("delete-account-description")}</p>
        ${passphraseField("passphrase", t("passphrase"), "current-password")}
        ${this.#submitButton(t("delete-account"))}</form>`)}</div>`;
  }

  /** @param {string} label */
  #submitButton(label) {
    return html`<div class="row"><button type="submit" class="button" ?disabled=${this.isBusy()}>${label}</button></div>`;
  }

  #tokenSection() {
    const revoke = (/** @type {ApiToken} */ token) => confirmAction(t("revoke-token"), t("revoke-token-question", { label: token.label }), t("revoke-token"), () => {
      void this.run(async () => {
        await request("DELETE", `tokens/${encodeURIComponent(token.id)}`);
        this.newToken = "";
        await this.#loadTokens();
      }, t("token-revoked"));
    });
    return html`<p class="muted">${t("api-tokens-description")}</p>
      ${this.newToken ? html`<p role="status">${t("token-created")} <code class="token">${this.newToken}</code></p>` : nothing}
      <ul class="token-list">${(this.tokens ?? []).map((token) => html`<li><span><strong>${token.label}</strong> ${formatDate(token.since)}</span>
        <button type="button" class="secondary" ?disabled=${this.isBusy()} @click=${() => revoke(token)}>${t("revoke-token")}<span class="visually-hidden"> ${token.label}</span></button></li>`)}</ul>
      <form @submit=${(/** @type {SubmitEvent} */ event) => this.#createToken(event)}>
        <label class="field"><span>${t("token-label")}</span><input type="text" name="label" required maxlength="50" autocomplete="off"></label>
        ${this.#submitButton(t("create-token"))}</form>`;
  }

  async #loadTokens() {
    this.tokens = (await request("GET", "tokens")).tokens;
  }

  /** @param {SubmitEvent} event */
  #createToken(event) {
    const [form, [label]] = readForm(event, ["label"]);
    void this.run(async () => {
      const created = await request("POST", "tokens", { body: { label } });
      this.newToken = created.token;
      form.reset();
      await this.#loadTokens();
    }, "");
  }

  /** @param {SubmitEvent} event */
  #changePassphrase(event) {
    const [form, [current, next]] = readForm(event, ["current", "new"]);
    void this.run(async () => {
      await changePassphrase(current, next);
      form.reset();
    }, t("passphrase-changed"));
  }

  #logOutEverywhere() {
    confirmAction(t("log-out-everywhere"), t("log-out-everywhere-question"), t("log-out-everywhere"), () => void this.run(logOutEverywhere, t("logged-out")));
  }

  /** @param {SubmitEvent} event */
  #deleteAccount(event) {
    const [, [passphrase]] = readForm(event, ["passphrase"]);
    confirmAction(t("delete-account"), t("delete-account-question", { name: server.me?.name ?? "" }), t("delete-account"), () => {
      void this.run(() => deleteAccount(passphrase), t("account-deleted"));
    });
  }
}

/** @param {string} title @param {unknown} body @param {() => void} [onOpen] */
function section(title, body, onOpen = () => {}) {
  const toggle = (/** @type {Event} */ event) => { if (/** @type {HTMLDetailsElement} */ (event.currentTarget).open) onOpen(); };
  return html`<details class="game-options" @toggle=${toggle}><summary>${title}</summary>${body}</details>`;
}

/** @param {string} name @param {string} label @param {"current-password" | "new-password"} autocomplete */
function passphraseField(name, label, autocomplete) {
  return html`<label class="field"><span>${label}</span><input type="password" name=${name} required autocomplete=${autocomplete}></label>`;
}

/** The form of an event and the values of its fields. @param {SubmitEvent} event @param {string[]} names @returns {[HTMLFormElement, string[]]} */
function readForm(event, names) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const data = new FormData(form);
  return [form, names.map((name) => String(data.get(name) ?? ""))];
}
