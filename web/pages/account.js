// The visitor's account: sign up, log in, log out, and change what belongs to it.
import { html, nothing } from "../lib/lit-html.js";
import { getErrorMessage } from "../app/format.js";
import { t } from "../app/i18n.js";
import { link } from "../app/router.js";
import { AccountSettings } from "../components/account-settings.js";
import { radioGroup } from "../components/form.js";
import { onlineNav } from "../components/online-nav.js";
import { authenticate, logOut, server } from "../online/server.js";

export class AccountPage {
  /** @type {"account" | "session"} */
  mode = "account";
  error = "";
  isBusy = false;

  /** @param {import("../app/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.settings = new AccountSettings({ run: (action, message) => this.#run(action, message), isBusy: () => this.isBusy });
  }

  title() {
    return t("account");
  }

  template() {
    const { me } = server;
    return html`<section class="narrow online"><h1 tabindex="-1">${t("account")}</h1>${onlineNav("account")}
      ${me?.account ? html`<p>${t("logged-in-as", { name: me.name ?? "" })}</p>
        <div class="row"><a class="button" href=${link(["player", me.name ?? ""])}>${t("profile")}</a>
          <button type="button" class="secondary" ?disabled=${this.isBusy} @click=${() => this.#run(logOut, t("logged-out"))}>${t("log-out")}</button></div>
        ${this.error ? html`<p class="warning" role="alert">${this.error}</p>` : nothing}
        ${this.settings.template()}` : this.#form()}</section>`;
  }

  #form() {
    const isSignUp = this.mode === "account";
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
      const [name, passphrase] = ["name", "passphrase"].map((key) => String(data.get(key) ?? ""));
      void this.#run(() => authenticate(this.mode, name.trim(), passphrase), () => t("welcome-name", { name: server.me?.name ?? "" }));
    };
    return html`<p>${t("account-description")}</p>
      ${radioGroup(t("sign-up-question"), [{ id: "account", name: t("sign-up") }, { id: "session", name: t("log-in") }], this.mode,
        (way) => { this.mode = way === "account" ? "account" : "session"; this.error = ""; this.app.refresh(); })}
      <form @submit=${submit}>
        <label class="field"><span>${t("account-name")}</span><input type="text" name="name" required maxlength="30"
          autocomplete="username" autocapitalize="off" spellcheck="false"></label>
        <label class="field"><span>${t("passphrase")}</span><input type="password" name="passphrase" required
          autocomplete=${isSignUp ? "new-password" : "current-password"}></label>
        <p class="muted">${t(isSignUp ? "sign-up-description" : "log-in-description")}</p>
        ${this.error ? html`<p class="warning" role="alert">${this.error}</p>` : nothing}
        <div class="row"><button type="submit" class="button" ?disabled=${this.isBusy}>${t(isSignUp ? "sign-up" : "log-in")}</button></div></form>`;
  }

  /** @param {() => Promise<void>} action @param {string | (() => string)} message May be empty. */
  async #run(action, message) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.error = "";
    this.app.refresh();
    try {
      await action();
      const text = typeof message === "string" ? message : message();
      if (text) this.app.showMessage(text);
    } catch (error) {
      this.error = getErrorMessage(error);
    }
    this.isBusy = false;
    this.app.refresh();
  }
}
