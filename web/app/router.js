// The addresses of pages. Where our server sends the page, they are paths. Elsewhere they are in the hash, so that any web
// server can serve the page from any folder. A hash works everywhere.
import { isFromServer } from "./host.js";

/** @typedef {{ parts: string[], query: URLSearchParams }} Route */

/** The server's own addresses, which are no pages. */
const SERVER_PATHS = /^\/(api|previews|healthz|metrics)(\/|$)/;

/** Called when the address changes. */
let onChange = () => {};

/** The address of the current page, as `link` makes it. */
export function getAddress() {
  return isFromServer ? location.pathname + location.search : location.hash;
}

/** @returns {Route} */
export function getRoute() {
  const [path, query = ""] = getAddress().replace(/^#?\/?/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(decodePart);
  return { parts, query: new URLSearchParams(query) };
}

/** @param {string} part */
function decodePart(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Makes the address of a page.
 * @param {string[]} parts
 * @param {Record<string, string>} [query] Empty values are left out.
 */
export function link(parts, query = {}) {
  const entries = Object.entries(query).filter(([, value]) => value !== "");
  const text = new URLSearchParams(entries).toString();
  return `${isFromServer ? "" : "#"}/${parts.map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`;
}

/** Makes a full URL from an address. @param {string} address */
export function getAbsoluteUrl(address) {
  return new URL(address, location.href).href;
}

/** @param {string} address */
export function navigate(address) {
  if (!isFromServer) {
    location.hash = address;
  } else if (address !== getAddress()) {
    history.pushState(null, "", address);
    onChange();
  }
}

/** Replaces the address without opening its page. @param {string} address */
export function replaceAddress(address) {
  history.replaceState(null, "", address);
}

/** Calls the listener when the address changes, instead of an earlier listener. @param {() => void} listener */
export function onNavigation(listener) {
  onChange = listener;
}

/** Turns an address in the hash into a path. */
function replaceHash() {
  if (location.hash.startsWith("#/")) replaceAddress(location.hash.slice(1));
}

/** Opens links to pages without loading the document again. @param {MouseEvent} event */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.download || link.origin !== location.origin) return;
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.hash || SERVER_PATHS.test(link.pathname)) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}

if (isFromServer) {
  // Changes of the hash are reported by this event, too.
  addEventListener("popstate", () => {
    replaceHash();
    onChange();
  });
  addEventListener("click", followLink);
  replaceHash();
} else {
  addEventListener("hashchange", () => onChange());
}
