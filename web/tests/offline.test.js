// The page without a network, and updates to new versions.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SHORT_RULES, countTurns, createRandom, pickWithMouse, playToEnd, playTurn, startGame, waitForChoices } from "./game-helpers.js";
import { getServedUrl, getSiteUrl, listGames, testPage, waitForPage, waitForServiceWorker, writeSite } from "./harness.js";

for (const [where, getUrl] of /** @type {const} */ ([["served by the program",  getServedUrl], ["served as files in a subfolder",  getSiteUrl]])) {
  for (const { id, name, classics } of listGames()) {
    for (const computer of ["level:1", classics[0]]) {
      testPage(`plays ${name} against ${computer} without a network, ${where}`, { getUrl }, async (page) => {
        await waitForServiceWorker(page);
        await page.context().setOffline(true);
        assert.equal(await page.evaluate(() => navigator.onLine), false);
        await page.reload();
        await startGame(page, id, { computer, rules: SHORT_RULES[id] });
        await playTurn(page, createRandom(5));
        await waitForChoices(page);
        const turnCount = await countTurns(page);
        await page.reload();
        await waitForChoices(page);
        assert.equal(await countTurns(page), turnCount, "the game survives a reload");
        await playToEnd(page, pickWithMouse, 5);
      });
    }
  }
}

const site = await writeSite();
testPage("offers a new version and installs it only on request", { getUrl: async () => site.address }, async (page) => {
  await waitForServiceWorker(page);
  const worker = join(site.folder, "service-worker.js");
  writeFileSync(worker, readFileSync(worker, "utf8").replace(/VERSION = "\w+"/, 'VERSION = "new"'));
  await page.reload();
  await page.waitForSelector(".notice");
  const versions = () => page.evaluate(() => caches.keys());
  assert.equal((await versions()).length, 2, "the old version stays while the new one waits");
  await page.click(".notice button.secondary");
  assert.equal(await page.locator(".notice").count(), 0);
  await page.reload();
  await page.waitForSelector(".notice");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForSelector(".notice");
  const controlled = other.evaluate(() => new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = () => resolve(null); }));
  // Accept the update in both tabs.
  for (const tab of [page, other]) {
    const opened = tab.waitForEvent("load");
    await tab.click(".notice button:not(.secondary)");
    await opened;
    await waitForPage(tab);
    if (tab === page) await controlled;
  }
  assert.equal(await other.locator(".notice").count(), 0);
  assert.deepEqual(await versions(), ["sanban-new"]);
  assert.equal(await page.locator(".notice").count(), 0);
});
