// Accessibility checks with axe-core.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** @typedef {import("./harness.js").Page} Page */

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @param {Page} page @returns {Promise<string[]>} */
export async function findViolations(page) {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE_SOURCE);
  return page.evaluate(async () => {
    const axe = /** @type {typeof import("axe-core")} */ (Reflect.get(window, "axe"));
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 160)}`));
  });
}
