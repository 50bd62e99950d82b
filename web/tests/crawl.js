// Finds the pages there are by following links, so that a new page is looked at as soon as something leads to it.
import { goTo } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */

/** How many pages of one kind are looked at. */
const MAX_PAGES_PER_KIND = 3;

/**
 * The addresses of all kinds of pages that links lead to, beginning where the page stands.
 * @param {Page} page
 */
export async function findAllPages(page) {
  const found = ["/"];
  /** @type {Record<string, number>} */
  const kinds = {};
  for (const address of found) {
    await goTo(page, address);
    const links = await page.$$eval("main a[href^='#/'], header a[href^='#/']", (all) => all.map((each) => (each.getAttribute("href") ?? "").slice(1)));
    for (const link of links) {
      const parts = link.split("?")[0].split("/");
      // Pages whose addresses have the same first part and are as long are of one kind.
      const kind = `${parts[1]} ${parts.length} ${link.includes("?")}`;
      if (found.includes(link) || (kinds[kind] ?? 0) >= MAX_PAGES_PER_KIND) continue;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      found.push(link);
    }
  }
  return [...found, "/there-is-no-such-page"];
}
