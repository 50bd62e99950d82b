// The frame around every page: header, navigation, notices and messages.
import { html, nothing, render } from "../lib/lit-html.js";
import { closeDialogs, showDialogMessage } from "../components/dialog.js";
import { detectServer, server } from "../online/server.js";
import { NotFoundPage } from "../pages/not-found.js";
import { pages } from "../pages/pages.js";
import { announce } from "./dom.js";
import { getErrorMessage } from "./format.js";
import { applyLanguage, t } from "./i18n.js";
import { getAddress, getRoute, link, onNavigation } from "./router.js";
import { applyAppearance, onSettingsChangeInOtherTab, settings } from "./settings.js";

/**
 * A page of the app.
 * @typedef {object} Page
 * @property {() => string} title
 * @property {() => unknown} template
 * @property {() => boolean} [isMyTurn] Whether it is the visitor's turn in an online game. The title and the icon show it.
 * @property {() => void} [leave]
 * @property {import("../components/shortcuts.js").Shortcut[]} [shortcuts] The keys that the page uses where no field or dialog does.
 */

/**
 * A notice with a button, shown on every page. It disappears when the visitor reaches its address, if it has one.
 * @typedef {{ text: string, label: string, action: () => void, address?: string }} Notice
 */

const MESSAGE_DURATION_MS = 6000;

export class App {
  /** @type {Page | null} */
  page = null;
  message = "";
  /** @type {Notice[]} */
  notices = [];
  /** The address of the page; null before the first. @type {string | null} */
  #path = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** Loads the modules of the current page while the rules are still on their way. */
  preload() {
    void loadPage(getPageName());
  }

  /** Opens the first page. */
  async start() {
    applyAppearance();
    onNavigation(() => void this.open());
    addEventListener("keydown", (event) => this.#handleKey(event));
    onSettingsChangeInOtherTab(() => {
      applyLanguage(settings.language);
      this.refresh();
    });
    const wasAvailable = server.isAvailable;
    void detectServer().then((isAvailable) => { if (isAvailable !== wasAvailable) this.refresh(); });
    await this.open();
  }

  /** Opens the page of the current address. The last page stays until the next one has been loaded. */
  async open() {
    closeDialogs();
    this.root.setAttribute("aria-busy", "true");
    this.#openings += 1;
    const opening = this.#openings;
    const createPage = await loadPage(getPageName());
    // The visitor may have gone elsewhere.
    if (opening === this.#openings) this.#show(createPage);
  }
  #openings = 0;

  /** Leaves the page and shows the next one. @param {import("../pages/pages.js").PageFactory} createPage */
  #show(createPage) {
    this.#leavePage();
    this.message = "";
    this.notices = this.notices.filter(({ address }) => address !== getAddress());
    const { parts: [, ...rest], query } = getRoute();
    try {
      this.page = createPage(this, rest, query);
    } catch (error) {
      this.page = new NotFoundPage(getErrorMessage(error));
    }
    // The prerendered page has served its purpose.
    if (this.#path === null) this.root.replaceChildren();
    this.root.removeAttribute("aria-busy");
    const path = getAddress().split("?")[0];
    const hasMoved = this.#path !== path;
    this.#path = path;
    this.refresh();
    if (hasMoved) {
      scrollTo(0, 0);
      const heading = this.root.querySelector("h1");
      if (heading instanceof HTMLElement && document.activeElement === document.body) heading.focus({ preventScroll: true });
    }
  }

  /** Leaves the page. An error must not keep the next page from opening. */
  #leavePage() {
    const page = this.page;
    this.page = null;
    try {
      page?.leave?.();
    } catch (error) {
      reportError(error);
    }
  }

  /** Renders the page again. */
  refresh() {
    if (!this.page) return;
    const isMyTurn = this.page.isMyTurn?.() ?? false;
    const titles = [isMyTurn ? t("your-turn-marker") : "", this.page.title(), "Sanban"];
    document.title = titles.filter((title, index) => title && titles.indexOf(title) === index).join(" · ");
    setIcon(isMyTurn);
    render(this.#layout(this.page.template()), this.root);
  }

  /** Shows a message for a few seconds. @param {string} text */
  showMessage(text) {
    // Nobody sees or hears what is behind an open dialog.
    if (showDialogMessage(text)) return;
    this.message = text;
    announce(text);
    this.refresh();
    clearTimeout(this.#messageTimer);
    this.#messageTimer = setTimeout(() => { this.message = ""; this.refresh(); }, MESSAGE_DURATION_MS);
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #messageTimer = undefined;

  /** @param {Notice} notice */
  showNotice(notice) {
    this.notices = [...this.notices.filter(({ text }) => text !== notice.text), notice];
    announce(notice.text);
    this.refresh();
  }

  /** @param {Notice} notice */
  #dismissNotice(notice) {
    this.notices = this.notices.filter((other) => other !== notice);
    this.refresh();
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const target = event.target;
    // Checkboxes and radio buttons use only a few keys; the page may use the others.
    const inputType = target instanceof HTMLInputElement ? target.type : "";
    const usesKey = inputType === "checkbox" ? event.key === " " : inputType === "radio" ? event.key === " " || event.key.startsWith("Arrow")
      : target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
    if (usesKey || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const shortcuts = this.page?.shortcuts ?? [];
    const action = event.key === "?" && shortcuts.length > 0 ? () => this.#showShortcuts() : shortcuts.find(({ key }) => key === event.key)?.action;
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Lists the page's keyboard shortcuts. */
  async #showShortcuts() {
    const { openShortcutDialog } = await import("../components/shortcuts.js");
    openShortcutDialog(this.page?.shortcuts ?? []);
  }

  /** @param {unknown} body */
  #layout(body) {
    const name = getPageName();
    const navLink = (/** @type {string} */ to, /** @type {string} */ key) => html`
      <a href=${link([to])} class="nav-${to}" aria-current=${name === to ? "page" : nothing}><span>${t(key)}</span></a>`;
    return html`
      <a class="skip-link" href="#main" @click=${skipToContent}>${t("skip-to-content")}</a>
      <header class="site-header">
        <a class="brand" href=${link([])} aria-label=${t("home-link")}>
          <img src="images/icon.svg" alt="" width="32" height="32"><span>Sanban</span></a>
        <nav aria-label=${t("main-menu")}>
          ${server.isAvailable ? navLink("lobby", "nav-online") : nothing}
          ${navLink("learn", "learn")} ${navLink("puzzles", "puzzles")} ${navLink("analysis", "analysis")}
          ${navLink("settings", "settings")}
        </nav>
        ${(this.page?.shortcuts ?? []).length > 0 ? html`<button type="button" class="secondary small shortcut-help" aria-label=${t("shortcuts")} title=${t("shortcuts")}
          @click=${() => this.#showShortcuts()}>?</button>` : nothing}
      </header>
      <div class="notices">${this.notices.map((notice) => html`<section class="notice" aria-label=${notice.text}>${notice.text}
        <button @click=${() => { this.#dismissNotice(notice); notice.action(); }}>${notice.label}</button>
        <button class="secondary" @click=${() => this.#dismissNotice(notice)}>${t("not-now")}</button></section>`)}</div>
      <main id="main">${body}
        <div class="toast" ?hidden=${!this.message}>${this.message}</div></main>`;
  }
}

/** The name of the page at the current address. */
function getPageName() {
  return getRoute().parts[0] ?? "home";
}

/** Loads a page, or one that says why there is none. @param {string} name @returns {Promise<import("../pages/pages.js").PageFactory>} */
async function loadPage(name) {
  if (!Object.hasOwn(pages, name)) return () => new NotFoundPage("");
  try {
    return await pages[name]();
  } catch (error) {
    console.error(error);
    return () => new NotFoundPage(t("page-not-loaded-remedy"), t("page-not-loaded"));
  }
}

/** Chooses the icon of the tab. @param {boolean} isMyTurn */
function setIcon(isMyTurn) {
  const icon = document.querySelector("link[rel=icon]");
  const href = icon?.getAttribute("href")?.replace(/icon(-turn)?\.svg/, isMyTurn ? "icon-turn.svg" : "icon.svg");
  if (icon && href && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

/** @param {Event} event */
function skipToContent(event) {
  event.preventDefault();
  const heading = document.querySelector("main h1");
  if (heading instanceof HTMLElement) heading.focus();
}
