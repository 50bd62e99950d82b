// Finds all pages by following links, so that tests include new pages as soon as something links to them.
import { goTo } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */

const MAX_PAGES_PER_KIND = 3;

/**
 * Finds the paths of all kinds of pages.
 * @param {Page} page
 */
export async function findAllPages(page) {
  const found = ["/"];
  /** @type {Record<string, number>} */
  const kinds = {};
  for (const address of found) {
    await goTo(page, address);
    const links = await page.$$eval(":is(main, header) a:is([href^='/'], [href^='#/'])", (all) => all.map((each) => (each.getAttribute("href") ?? "").replace(/^#/, "")));
    for (const link of links) {
      const parts = link.split("?")[0].split("/");
      // Pages of one kind have the same first part and number of parts.
      const kind = `${parts[1]} ${parts.length} ${link.includes("?")}`;
      if (found.includes(link) || (kinds[kind] ?? 0) >= MAX_PAGES_PER_KIND) continue;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      found.push(link);
    }
  }
  return [...found, "/there-is-no-such-page"];
}
