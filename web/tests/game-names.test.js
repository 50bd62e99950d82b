// The page's modules and styles know no game by name. Everything special to a game comes from its own folder in Rust.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { listGames } from "./harness.js";

const WEB = fileURLToPath(new URL("..", import.meta.url));

/** @param {string} [folder] @returns {string[]} */
function modules(folder = "") {
  return readdirSync(join(WEB, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "tests", "lib"].includes(name) ? [] : modules(name);
    return /\.(js|css)$/.test(name) ? [name] : [];
  });
}

test("names no game in any module", () => {
  const names = listGames().flatMap(({ id, name }) => [id, name]);
  assert.ok(modules().length > 20 && names.length >= 6);
  const named = new RegExp(names.join("|"), "i");
  for (const module of modules()) assert.doesNotMatch(readFileSync(join(WEB, module), "utf8"), named, module);
});
