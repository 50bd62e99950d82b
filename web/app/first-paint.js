// What is shown before the rules have arrived: the prerendered first page in the visitor's language, or on other pages their
// heading or the board that comes. The app replaces it.
import { isFromServer } from "./host.js";
import { chooseLanguage } from "./language.js";
import { getRoute, link, onNavigation } from "./router.js";
import { readItem } from "./storage.js";

/** A browser that does not say when it paints must not keep the app from starting. */
const MAX_PAINT_MS = 1000;

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const settings = readItem("settings", { language: "", appearance: "auto" });
document.documentElement.dataset.appearance = settings.appearance ?? "auto";

/** Shows the prerendered page in the visitor's language. */
function translate() {
  const translations = /** @type {HTMLTemplateElement[]} */ ([...root.querySelectorAll("template[data-language]")]);
  for (const template of translations) template.remove();
  const first = document.documentElement.lang;
  const language = chooseLanguage([first, ...translations.map(({ dataset }) => dataset.language ?? "")], settings.language ?? "");
  const translation = translations.find(({ dataset }) => dataset.language === language);
  if (!translation) return;
  // The boards are the same in every language.
  const boards = root.querySelectorAll(".thumbnail");
  root.replaceChildren(translation.content);
  for (const [index, place] of root.querySelectorAll(".thumbnail").entries()) place.replaceWith(boards[index]);
  document.documentElement.lang = language;
}

/** The game that the server names for the address of an online game. */
const served = { path: location.pathname, game: document.querySelector("meta[name=sanban-game]")?.getAttribute("content") ?? "" };

/** The game of an address, if the start of the game is what its page will show. @param {import("./router.js").Route} route */
function findGame({ parts: [page, id], query }) {
  if (page === "game") return location.pathname === served.path ? served.game : "";
  const game = query.get("game") ?? id;
  if (page !== "play") return query.has("rules") || query.has("position") || query.has("record") ? "" : game;
  const { record } = readItem(`game.${id}`, { record: "" });
  return /^\[(Rules|Position) /m.test(record) ? "" : /^\[Game "(\w+)"\]/m.exec(record)?.[1];
}

/** Shows the first page, or on other pages their heading or the board that comes. */
function show() {
  const main = root.querySelector("main");
  if (!main) return;
  const route = getRoute();
  const isHome = route.parts.length === 0;
  main.replaceChildren(...(isHome ? home : copyHeading(route) ?? makeBoard(findGame(route))));
}

/** The prerendered heading of a page, if it has one. @param {import("./router.js").Route} route */
function copyHeading({ parts, query }) {
  const template = query.size === 0 ? headings.find(({ dataset }) => dataset.page === parts.join("/")) : undefined;
  return template ? [template.content.cloneNode(true)] : null;
}

/** The start of a game, if the first page offers the game. @param {string | undefined} game */
function makeBoard(game) {
  if (!game || !home.some((part) => part instanceof Element && part.querySelector(`a[href="${link(["new", game])}"]`))) return [];
  return [Object.assign(new Image(), { className: "coming-board", src: `boards/${game}.svg`, alt: "" })];
}

translate();
if (isFromServer) {
  for (const anchor of root.querySelectorAll("a[href^='#/']")) anchor.setAttribute("href", anchor.getAttribute("href")?.slice(1) ?? "");
} else {
  for (const part of root.querySelectorAll("[data-needs-server]")) part.remove();
}
const headings = /** @type {HTMLTemplateElement[]} */ ([...root.querySelectorAll("template[data-page]")]);
for (const template of headings) template.remove();
const home = [...(root.querySelector("main")?.childNodes ?? [])];
show();
document.body.classList.remove("unsettled");
onNavigation(show);

/** Fulfilled when the browser has painted the page, or if nobody sees it. What is large is loaded after that. @type {Promise<void>} */
export const painted = new Promise((resolve) => {
  if (document.hidden) resolve();
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, MAX_PAINT_MS);
});

/** Says that the app cannot be started. */
export function showFailure() {
  const notice = root.querySelector(".open-failed");
  if (notice instanceof HTMLElement) notice.hidden = false;
}
