// Routing by the hash, so that any web server can serve the page from any folder.

/** @typedef {{ parts: string[], query: URLSearchParams }} Route */

/** @returns {Route} */
export function getRoute() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
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
 * Makes the hash of a page.
 * @param {string[]} parts
 * @param {Record<string, string>} [query] Empty values are left out.
 */
export function link(parts, query = {}) {
  const entries = Object.entries(query).filter(([, value]) => value !== "");
  const text = new URLSearchParams(entries).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`;
}

/** @param {string} address */
export function navigate(address) {
  location.hash = address;
}
