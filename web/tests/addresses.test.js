// The addresses of pages: paths where the program serves the page, and the hash wherever it is served.
import assert from "node:assert/strict";
import { startGame } from "./game-helpers.js";
import { getPath, getServedUrl, getSiteUrl, goTo, listGames, testPage, waitForPage, waitForServiceWorker } from "./harness.js";

const [{ id, name }] = listGames();
const NOT_FOUND = "Page not found";

/** @param {import("./harness.js").Page} page */
const getHeading = (page) => page.locator("main h1").innerText();

testPage("uses paths on the server", {}, async (page, base) => {
  await page.click(`.card a.button[href="/new/${id}"]`);
  await page.waitForSelector(".setup");
  assert.equal(page.url(), `${base}new/${id}`);
  await page.getByRole("button", { name: "Start game" }).click();
  await page.waitForSelector("sanban-board");
  assert.match(page.url(), new RegExp(`^${base}play/\\w+$`));
  await page.goBack();
  await page.waitForSelector(".setup");
  await page.goBack();
  await page.waitForSelector(".card");
  assert.equal(page.url(), base);
  await page.goForward();
  await page.waitForSelector(".setup");
  assert.equal(await getHeading(page), name);
  await page.reload();
  await page.waitForSelector(".setup");
  assert.equal(page.url(), `${base}new/${id}`);
  await page.click(".brand");
  await page.waitForSelector(".card");
  assert.equal(page.url(), base);
});

testPage("opens every kind of path directly", { serviceWorkers: "block", ignoredErrors: /Service Worker registration blocked/ }, async (page, base) => {
  for (const path of [`new/${id}`, `learn/${id}`, `rules/${id}`, `lesson/${id}/1`, `puzzles/${id}`, `analysis?game=${id}`, "settings", "lobby"]) {
    await page.goto(base + path);
    await waitForPage(page);
    await page.waitForFunction(() => !document.querySelector("main .connecting"));
    assert.notEqual(await getHeading(page), NOT_FOUND, path);
  }
});

testPage("loads its files from the root on unknown paths", { serviceWorkers: "block", ignoredErrors: /Service Worker registration blocked|404/ }, async (page, base) => {
  for (const path of ["no/such/page", "play", "new/unknown/thing"]) {
    await page.goto(base + path);
    await waitForPage(page);
    assert.equal(await getHeading(page), NOT_FOUND);
    assert.equal(page.url(), base + path);
  }
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name: url }) => new URL(url).pathname));
  assert.ok(files.includes("/main.js") && !files.some((file) => file.startsWith("/new/")), files.join(" "));
});

testPage("opens old links with a hash as paths", { ignoredErrors: /404/ }, async (page, base) => {
  await page.goto(`${base}#/rules/${id}`);
  await page.waitForSelector(".rules-text");
  assert.equal(page.url(), `${base}rules/${id}`);
  await page.goto(`${base}#/analysis?game=${id}`);
  await page.waitForSelector(".tree");
  assert.match(page.url(), new RegExp(`^${base}analysis/\\w+$`));
  await goTo(page, "/table/none");
  await page.getByText("This game doesn't exist.").waitFor();
});

testPage("opens links in new tabs as usual", {}, async (page, base) => {
  const [tab] = await Promise.all([page.context().waitForEvent("page"), page.click(`.card a.button[href="/learn/${id}"]`, { modifiers: ["ControlOrMeta"] })]);
  await waitForPage(tab);
  assert.equal(tab.url(), `${base}learn/${id}`);
  assert.equal(page.url(), base);
});

for (const [where, getUrl] of /** @type {const} */ ([["on the server", getServedUrl], ["as files in a subfolder", getSiteUrl]])) {
  testPage(`opens paths without a network, ${where}`, { getUrl }, async (page, base) => {
    await startGame(page, id, { mode: "people" });
    const game = await getPath(page);
    await waitForServiceWorker(page);
    await page.context().setOffline(true);
    for (const address of [`${base}${game.slice(1)}`, `${base}#${game}`]) {
      await page.goto("about:blank");
      await page.goto(address);
      await page.waitForSelector("sanban-board");
      assert.equal(await getPath(page), game);
    }
    await page.goto(`${base}no/such/page?x=1`);
    await waitForPage(page);
    assert.equal(await getHeading(page), NOT_FOUND);
  });
}

testPage("uses the hash on other hosts", { getUrl: getSiteUrl }, async (page, base) => {
  await page.click(`.card a.button[href="#/new/${id}"]`);
  await page.waitForSelector(".setup");
  assert.equal(page.url(), `${base}#/new/${id}`);
  await page.goBack();
  await page.waitForSelector(".card");
  await page.goForward();
  await page.waitForSelector(".setup");
  await page.reload();
  await page.waitForSelector(".setup");
});
