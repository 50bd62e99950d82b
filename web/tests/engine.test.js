// The engine in WebAssembly: it searches exactly as the program does, so its evaluations are the same, too.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { listGames, runProgram } from "./harness.js";

const NODES = 60_000;
/** Long enough for the whole search. */
const SLICE_MS = 600_000;

test("searches in WebAssembly as the program does", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "sanban-engine-"));
  context.after(() => rmSync(folder, { recursive: true }));
  runProgram("site", folder);
  /** @type {typeof import("../wasm/engine.js")} */
  const { default: init, Engine } = await import(pathToFileURL(join(folder, "wasm/engine.js")).href);
  await init({ module_or_path: readFileSync(join(folder, "wasm/engine_bg.wasm")) });
  const games = listGames();
  assert.ok(games.some(({ evaluations }) => evaluations.includes("network")));
  for (const { id, evaluations } of games) {
    for (const evaluation of evaluations) {
      const player = `engine:nodes=${NODES},hash=4,eval=${evaluation}`;
      const engine = new Engine();
      engine.startMove(`[Game "${id}"]\n\n*\n`, player, 1);
      const { done, move, report } = engine.runSlice(SLICE_MS);
      assert.ok(done && report);
      const found = JSON.parse(runProgram("bestmove", id, "--player", player, "--seed", "1", "--json"));
      const [, depth, speed, line] = /depth (\d+) .* nps (\d+) .* pv (.*)$/.exec(found.info.at(-1)) ?? [];
      assert.deepEqual([move, report.depth, report.lines[0].moves.join(" ")], [found.bestmove, Number(depth), line], `${id} ${evaluation}`);
      context.diagnostic(`${id} ${evaluation}: ${(report.nodesPerSecond / Number(speed)).toFixed(2)} of the program's nodes per second`);
      engine.free();
    }
  }
});
