// The first page: what it shows before the rules have arrived, and what it loads.
import assert from "node:assert/strict";
import { SHORT_RULES, startGame } from "./game-helpers.js";
import { PHONE, getServedUrl, getSiteUrl, goTo, listGames, testPage, waitForPage } from "./harness.js";
import { proposeGame } from "./online-helpers.js";

/** @typedef {import("./harness.js").Page} Page */

/** How many files the first page loads at most, the document included. */
const MAX_REQUESTS = 45;
const WELCOME = { "en-GB": "Small, deep board games", "pt-PT": "Jogos de tabuleiro pequenos e profundos" };
/** The service worker would answer requests that a test holds back. @type {import("./harness.js").Visitor} */
const VISITOR = { serviceWorkers: "block", ignoredErrors: /Service Worker registration blocked/ };

/** Reloads the page without letting the rules arrive. Returns a function that lets them through. @param {Page} page */
async function reloadWithoutRules(page) {
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const released = new Promise((resolve) => { release = resolve; });
  await page.route("**/rules_bg.wasm", async (route) => {
    await released;
    await route.continue();
  });
  await page.reload({ waitUntil: "domcontentloaded" });
  await page.waitForSelector("body:not(.unsettled)");
  return release;
}

/** What the page shows, as lines of text. @param {Page} page */
function describe(page) {
  return page.evaluate(() => {
    /** @type {string[]} */
    const lines = [];
    const visit = (/** @type {Node} */ node) => {
      if (node.nodeType === Node.TEXT_NODE) {
        const text = node.nodeValue?.replaceAll(/\s+/g, " ").trim();
        if (text) lines.push(text);
      }
      if (!(node instanceof Element) || node.matches(".open-failed, .toast")) return;
      const attributes = [...node.attributes].filter(({ name }) => name !== "data-needs-server").map(({ name, value }) => `${name}="${value}"`);
      lines.push(`<${[node.localName, ...attributes.sort()].join(" ")}>`);
      node.childNodes.forEach(visit);
    };
    document.querySelector("#page")?.childNodes.forEach(visit);
    return lines;
  });
}

/** The places of the boards, headings and links. @param {Page} page */
function measure(page) {
  return page.$$eval("#page :is(h1, h2, p:not(.open-failed), a, svg)", (all) => all.map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [each.localName, x, y, width, height].join(" ");
  }));
}

for (const [where, getUrl] of /** @type {const} */ ([["from the server", getServedUrl], ["as files", getSiteUrl]])) {
  for (const locale of /** @type {const} */ (["en-GB", "pt-PT"])) {
    testPage(`paints its boards before the rules arrive, ${where}, in ${locale}`, { ...VISITOR, ...PHONE, locale, getUrl }, async (page) => {
      const release = await reloadWithoutRules(page);
      assert.equal(await page.locator("h1").innerText(), WELCOME[locale]);
      assert.equal(await page.evaluate(() => document.documentElement.lang), locale.slice(0, 2));
      const boards = await page.$$eval(".card .thumbnail svg", (all) => all.map((svg) => svg.getBoundingClientRect().width > 100 && svg.querySelectorAll("path").length > 20));
      assert.deepEqual(boards, listGames().map(() => true));
      const [painted, places] = [await describe(page), await measure(page)];
      release();
      await waitForPage(page);
      assert.deepEqual(painted, await describe(page), "web/first-page.html shows the same as the home page");
      assert.deepEqual(places, await measure(page), "nothing moves when the app takes over");
    });
  }
}

for (const locale of ["en-GB", "pt-PT"]) {
  testPage(`shows the heading of the analysis before the rules arrive, in ${locale}`, { ...VISITOR, ...PHONE, locale }, async (page) => {
    await goTo(page, "/analysis");
    const measureHeading = () => page.$$eval("main :is(h1, h1 + p)", (all) => all.map((each) => `${each.textContent} ${JSON.stringify(each.getBoundingClientRect())}`));
    const expected = await measureHeading();
    const release = await reloadWithoutRules(page);
    assert.deepEqual(await measureHeading(), expected);
    release();
    await page.waitForSelector(".start-cards");
    assert.deepEqual(await measureHeading(), expected, "nothing moves when the app takes over");
  });
}

testPage("paints the first page in the chosen language and appearance", VISITOR, async (page) => {
  await page.evaluate(() => localStorage.setItem("sanban.settings", JSON.stringify({ language: "pt", appearance: "dark" })));
  await reloadWithoutRules(page);
  assert.equal(await page.locator("h1").innerText(), WELCOME["pt-PT"]);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
});

for (const { id, name } of listGames()) {
  testPage(`shows the start of ${name} before the rules arrive`, VISITOR, async (page) => {
    const board = page.locator(`main img.coming-board[src="boards/${id}.svg"]`);
    const isDrawn = () => board.evaluate((image) => image instanceof HTMLImageElement && image.decode().then(() => image.clientWidth > 200));
    await startGame(page, id, { mode: "people" });
    await reloadWithoutRules(page);
    assert.ok(await isDrawn());
    assert.equal(await page.locator(".site-header").isVisible(), true);
    await page.unroute("**/rules_bg.wasm");
    await page.goto("about:blank");
    await page.goBack();
    await waitForPage(page);
    assert.equal(await board.count(), 0);
    if (!SHORT_RULES[id]) return;
    await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
    await reloadWithoutRules(page);
    assert.equal(await board.count(), 0, "no start of a game by other rules");
  });
}

testPage("shows the start of an online game before the rules arrive", VISITOR, async (page) => {
  const [{ id }] = listGames();
  const isShown = () => page.locator(`main img.coming-board[src="boards/${id}.svg"]`).count();
  await proposeGame(page, id, { opponent: "computer" });
  await page.waitForSelector("sanban-board [data-square]");
  const release = await reloadWithoutRules(page);
  assert.equal(await isShown(), 1);
  release();
  await page.waitForSelector("sanban-board [data-square]");
  assert.equal(await isShown(), 0);
});

testPage("follows links before the rules arrive", VISITOR, async (page) => {
  const release = await reloadWithoutRules(page);
  await page.locator(".card a.button").first().click();
  await page.waitForSelector("img.coming-board");
  await page.goBack();
  await page.waitForSelector(".card");
  await page.goForward();
  release();
  await page.waitForSelector(".setup h1");
});

testPage("says that it cannot start without the rules", { ...VISITOR, ignoredErrors: /Service Worker registration blocked|Failed to load|Failed to fetch/ }, async (page) => {
  await page.route("**/rules_bg.wasm", (route) => route.abort());
  await page.reload();
  await page.locator(".open-failed", { hasText: "reload the page" }).waitFor();
  assert.equal(await page.locator(".card").count(), listGames().length);
});

testPage("says that a page cannot be loaded, and loads it later", { ...VISITOR, ignoredErrors: /Service Worker registration blocked|Failed to load|Failed to fetch/ }, async (page) => {
  await page.route("**/pages/learn.js", (route) => route.abort());
  await goTo(page, "/learn");
  assert.equal(await page.locator("h1").innerText(), "This page couldn't be loaded");
  await page.unroute("**/pages/learn.js");
  await page.reload();
  await page.waitForSelector(".learn-card");
});

testPage("preloads exactly the modules of the first page", VISITOR, async (page) => {
  const { requested, preloaded } = await page.evaluate(() => ({
    requested: performance.getEntriesByType("resource").map(({ name }) => name),
    preloaded: [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => /** @type {HTMLLinkElement} */ (link).href),
  }));
  const modules = requested.filter((url) => url.endsWith(".js"));
  assert.deepEqual([...new Set(modules)].sort(), [...preloaded].sort());
  assert.deepEqual(modules.filter((url) => url.includes("/pages/")).map((url) => url.replace(/.*\//, "")).sort(), ["home.js", "not-found.js", "pages.js", "server-page.js"]);
  console.error(`first page: ${requested.length + 1} requests, ${preloaded.length} modules`);
  assert.ok(requested.length + 1 <= MAX_REQUESTS, `${requested.length + 1} requests`);
});
