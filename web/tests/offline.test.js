// The page without a network: all that was ever needed has come with the first load.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { games, kept, served, visit, writeSite, written } from "./harness.js";
import { SHORT, begin, chance, mayChoose, mouse, playOut, playTurn, turnsMade } from "./game-helpers.js";

for (const [where, at] of /** @type {const} */ ([["from the program", served], ["as files under a path", written]])) {
  for (const { id, name, classics } of games()) {
    for (const computer of ["level:1", classics[0]]) {
      visit(`${name} against ${computer} without a network, ${where}`, { at }, async (page) => {
        await kept(page);
        await page.context().setOffline(true);
        assert.equal(await page.evaluate(() => navigator.onLine), false);
        await page.reload();
        await begin(page, id, { computer, rules: SHORT[id] });
        await playTurn(page, chance(5));
        await mayChoose(page);
        const made = await turnsMade(page);
        await page.reload();
        await mayChoose(page);
        assert.equal(await turnsMade(page), made, "the game is still there");
        await playOut(page, mouse, 5);
      });
    }
  }
}

const changing = await writeSite();
visit("a new version is offered, and taken only when it is wanted", { at: async () => changing.address }, async (page) => {
  await kept(page);
  const worker = join(changing.folder, "service-worker.js");
  writeFileSync(worker, readFileSync(worker, "utf8").replace(/VERSION = "\w+"/, 'VERSION = "new"'));
  await page.reload();
  await page.waitForSelector(".offer");
  const versions = () => page.evaluate(() => caches.keys());
  assert.equal((await versions()).length, 2, "the old version stays while the new one waits");
  await page.click(".offer button.quiet");
  assert.equal(await page.locator(".offer").count(), 0);
  await page.reload();
  await page.waitForSelector(".offer");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForSelector(".offer");
  const controlled = other.evaluate(() => new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = () => resolve(null); }));
  // What is taken in one tab can be taken in another.
  for (const tab of [page, other]) {
    const opened = tab.waitForEvent("load");
    await tab.click(".offer button:not(.quiet)");
    await opened;
    await tab.waitForSelector("main");
    if (tab === page) await controlled;
  }
  assert.equal(await other.locator(".offer").count(), 0);
  assert.deepEqual(await versions(), ["sanban-new"]);
  assert.equal(await page.locator(".offer").count(), 0);
});
