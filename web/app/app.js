// The frame around every page: the name, the ways to go, and what has just been told.
import { html, nothing, render } from "../lib/lit-html.js";
import { pages } from "../pages/pages.js";
import { announce } from "./dom.js";
import { link, getRoute } from "./router.js";
import { findServer, server } from "../online/server.js";
import { applyAppearance, onSettingsChangeInOtherTab, settings } from "./settings.js";
import { closeDialogs, tellInDialog } from "../components/dialog.js";
import { getErrorMessage } from "./errors.js";
import { applyLanguage, t } from "./i18n.js";

/**
 * A page: what it is called, what it shows, and what is to be done when it is left.
 * @typedef {object} Page
 * @property {() => string} title
 * @property {() => unknown} template
 * @property {() => void} [leave]
 * @property {(event: KeyboardEvent) => void} [key] Hears keys that nothing else has used.
 */

/**
 * Something that can be done. It is settled where the visitor comes to its address, if it has one.
 * @typedef {{ text: string, label: string, act: () => void, address?: string }} Offer
 */

export class App {
  /** @type {Page | null} */
  page = null;
  told = "";
  /** What can be done, wherever the visitor is. @type {Offer[]} */
  offers = [];
  #address = "";

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    place.replaceChildren();
  }

  start() {
    applyAppearance();
    addEventListener("hashchange", () => this.open());
    addEventListener("keydown", (event) => this.#key(event));
    onSettingsChangeInOtherTab(() => {
      applyLanguage(settings.language);
      this.refresh();
    });
    this.open();
    const known = server.here;
    void findServer().then((here) => { if (here !== known) this.refresh(); });
  }

  /** Shows the page of the present address. */
  open() {
    closeDialogs();
    this.#leave();
    this.told = "";
    this.offers = this.offers.filter(({ address }) => address !== location.hash);
    const { parts, query } = getRoute();
    const [name = "home", ...rest] = parts;
    try {
      const make = Object.hasOwn(pages, name) ? pages[name] : pages.missing;
      this.page = make(this, rest, query);
    } catch (error) {
      this.page = pages.missing(this, [getErrorMessage(error)], query);
    }
    const moved = this.#address !== location.hash.split("?")[0];
    this.#address = location.hash.split("?")[0];
    this.refresh();
    if (moved) {
      scrollTo(0, 0);
      const heading = this.place.querySelector("h1");
      if (heading instanceof HTMLElement && document.activeElement === document.body) heading.focus({ preventScroll: true });
    }
  }

  /** Leaves the page, whatever happens: where it could not be left, no other could be opened. */
  #leave() {
    const page = this.page;
    this.page = null;
    try {
      page?.leave?.();
    } catch (error) {
      reportError(error);
    }
  }

  /** Shows what has changed. */
  refresh() {
    if (!this.page) return;
    document.title = this.page.title() === "Sanban" ? "Sanban" : `${this.page.title()} · Sanban`;
    render(this.#frame(this.page.template()), this.place);
  }

  /** Tells the visitor something, for a while. @param {string} text */
  tell(text) {
    // What is behind an open window is neither seen nor heard.
    if (tellInDialog(text)) return;
    this.told = text;
    announce(text);
    this.refresh();
    clearTimeout(this.#forgets);
    this.#forgets = setTimeout(() => { this.told = ""; this.refresh(); }, 6000);
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #forgets = undefined;

  /** Offers something that can be done. @param {Offer} offer */
  propose(offer) {
    this.offers = [...this.offers.filter(({ text }) => text !== offer.text), offer];
    announce(offer.text);
    this.refresh();
  }

  /** Something that was offered is done or not wanted. @param {Offer} offer */
  #settle(offer) {
    this.offers = this.offers.filter((other) => other !== offer);
    this.refresh();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = event.target;
    // What is chosen with few keys leaves the others alone.
    const kind = at instanceof HTMLInputElement ? at.type : "";
    const own = kind === "checkbox" ? event.key === " " : kind === "radio" ? event.key === " " || event.key.startsWith("Arrow")
      : at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement;
    if (own || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    this.page?.key?.(event);
  }

  /** @param {unknown} body */
  #frame(body) {
    const name = getRoute().parts[0] ?? "home";
    const way = (/** @type {string} */ to, /** @type {string} */ key) => html`
      <a href=${link([to])} class="to-${to}" aria-current=${name === to ? "page" : nothing}><span>${t(key)}</span></a>`;
    return html`
      <a class="skip" href="#main" @click=${skip}>${t("page.skip")}</a>
      <header class="top">
        <a class="brand" href="#/" aria-label=${t("page.home")}>
          <img src="images/icon.svg" alt="" width="32" height="32"><span>Sanban</span></a>
        <nav aria-label=${t("page.ways")}>
          ${server.here ? way("lobby", "page.way-lobby") : nothing}
          ${way("learn", "page.learn")} ${way("puzzles", "page.puzzles")} ${way("analysis", "page.analysis")}
          ${way("settings", "page.settings")}
        </nav>
      </header>
      ${this.offers.map((offer) => html`<section class="offer" aria-label=${offer.text}>${offer.text}
        <button @click=${() => { this.#settle(offer); offer.act(); }}>${offer.label}</button>
        <button class="quiet" @click=${() => this.#settle(offer)}>${t("page.not-now")}</button></section>`)}
      <main id="main">${body}
        <div class="told" ?hidden=${!this.told}>${this.told}</div></main>`;
  }
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  const heading = document.querySelector("main h1");
  if (heading instanceof HTMLElement) heading.focus();
}
