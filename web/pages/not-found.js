// The page for addresses that lead nowhere.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

export class NotFoundPage {
  /** @param {string} reason */
  constructor(reason) {
    this.why = reason;
  }

  title() {
    return t("page-not-found");
  }

  template() {
    return html`<section class="narrow"><h1 tabindex="-1">${t("page-not-found")}</h1>
      ${this.why ? html`<p>${this.why}</p>` : nothing}
      <p><a class="button" href="#/">${t("go-home")}</a></p></section>`;
  }
}
