// The page for addresses that lead nowhere, and for pages that cannot be loaded.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { link } from "../app/router.js";

export class NotFoundPage {
  /** @param {string} reason @param {string} [heading] */
  constructor(reason, heading = t("page-not-found")) {
    this.why = reason;
    this.heading = heading;
  }

  title() {
    return this.heading;
  }

  template() {
    return html`<section class="narrow"><h1 tabindex="-1">${this.heading}</h1>
      ${this.why ? html`<p>${this.why}</p>` : nothing}
      <p><a class="button" href=${link([])}>${t("go-home")}</a></p></section>`;
  }
}
