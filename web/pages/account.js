// The visitor's account on the server, or the way to one.
import { html, nothing } from "../lib/lit-html.js";
import { getErrorMessage } from "../app/errors.js";
import { link } from "../app/router.js";
import { authenticate, logOut, server } from "../online/server.js";
import { t } from "../app/i18n.js";
import { radioGroup } from "../components/form.js";
import { onlineNav } from "../components/online-nav.js";

export class AccountPage {
  /** @type {"account" | "session"} */
  way = "account";
  why = "";
  busy = false;

  /** @param {import("../app/app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  title() {
    return t("page.account");
  }

  template() {
    const { me } = server;
    return html`<section class="narrow online"><h1 tabindex="-1">${t("page.account")}</h1>${onlineNav("account")}
      ${me?.account ? html`<p>${t("page.you-are", { name: me.name ?? "" })}</p>
        <div class="row"><a class="button" href=${link(["player", me.name ?? ""])}>${t("page.profile")}</a>
          <button type="button" class="quiet" ?disabled=${this.busy} @click=${() => this.#act(logOut, t("page.logged-out"))}>${t("page.log-out")}</button></div>
        ${this.why ? html`<p class="warning" role="alert">${this.why}</p>` : nothing}` : this.#form()}</section>`;
  }

  #form() {
    const signsUp = this.way === "account";
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const given = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
      const [name, passphrase] = ["name", "passphrase"].map((key) => String(given.get(key) ?? ""));
      void this.#act(() => authenticate(this.way, name.trim(), passphrase), () => t("page.welcome-name", { name: server.me?.name ?? "" }));
    };
    return html`<p>${t("page.account-why")}</p>
      ${radioGroup(t("page.account-way"), [{ id: "account", name: t("page.sign-up") }, { id: "session", name: t("page.log-in") }], this.way,
        (way) => { this.way = way === "account" ? "account" : "session"; this.why = ""; this.app.refresh(); })}
      <form @submit=${submit}>
        <label class="field"><span>${t("page.account-name")}</span><input type="text" name="name" required maxlength="30"
          autocomplete="username" autocapitalize="off" spellcheck="false"></label>
        <label class="field"><span>${t("page.passphrase")}</span><input type="password" name="passphrase" required
          autocomplete=${signsUp ? "new-password" : "current-password"}></label>
        <p class="faint">${t(signsUp ? "page.sign-up-what" : "page.log-in-what")}</p>
        ${this.why ? html`<p class="warning" role="alert">${this.why}</p>` : nothing}
        <div class="row"><button type="submit" class="button" ?disabled=${this.busy}>${t(signsUp ? "page.sign-up" : "page.log-in")}</button></div></form>`;
  }

  /** @param {() => Promise<void>} act @param {string | (() => string)} told */
  async #act(act, told) {
    if (this.busy) return;
    this.busy = true;
    this.why = "";
    this.app.refresh();
    try {
      await act();
      this.app.showMessage(typeof told === "string" ? told : told());
    } catch (error) {
      this.why = getErrorMessage(error);
    }
    this.busy = false;
    this.app.refresh();
  }
}
