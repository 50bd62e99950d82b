// The test harness: serves the page, opens browsers, and fails a test on any error in them.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContext} Context */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
/** The program under test. */
const PROGRAM = process.env.SANBAN ?? join(TARGET, "release/sanban");
/** What serves games: the program, or the example `cluster`, which starts several servers behind a proxy. */
const SERVER = process.env.SERVER ?? PROGRAM;
/** The limit for each step. It is long, since only failures reach it. */
const TIMEOUT_MS = 30_000;
/** The folder for screenshots of failed tests. */
const SCREENSHOTS = join(ROOT, "target/failed-page-tests");

const CONTENT_TYPES = /** @type {Record<string, string>} */ ({
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
});

/** Runs after the tests of a file, last first. @type {(() => unknown)[]} */
const cleanups = [];
after(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

/** Runs the program and returns its output. @param {string[]} args */
export function runProgram(...args) {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not there: cargo build --release makes it, and SANBAN names another`);
  return execFileSync(PROGRAM, args, { encoding: "utf8" });
}

/** The games that players can see. @returns {{ id: string, name: string, classics: string[], evaluations: string[], options: { key: string }[] }[]} */
export function listGames() {
  return JSON.parse(runProgram("games", "--json")).games;
}

/** Creates a value on first use. @template T @param {() => T} create */
function lazy(create) {
  /** @type {T | undefined} */
  let value;
  return () => (value ??= create());
}

/** The URL of the page on a server that runs for the tests of a file. The variable `PAGE` names another one. */
export const getServedUrl = lazy(async () => process.env.PAGE ?? (await startServer()).address);

/** Starts a server that can be stopped and restarted with the same data. @param {Record<string, string>} [settings] Environment variables. */
export async function startServer(settings = {}) {
  const data = mkdtempSync(join(tmpdir(), "sanban-data-"));
  cleanups.push(() => rmSync(data, { recursive: true }));
  /** @type {import("node:child_process").ChildProcess | null} */
  let program = null;
  const stop = async () => {
    const running = program;
    program = null;
    if (!running) return;
    const exited = once(running, "exit");
    running.kill("SIGINT");
    await exited;
  };
  cleanups.push(stop);
  const start = async (/** @type {string} */ host) => {
    const started = spawn(SERVER, ["serve", "--addr", host, "--data", data], { env: { ...process.env, ...settings }, stdio: ["ignore", "pipe", "inherit"] });
    program = started;
    for await (const line of createInterface({ input: started.stdout })) {
      const address = /http:\S+/.exec(line);
      if (address) return address[0];
    }
    throw new Error("the server printed no address");
  };
  const address = await start("127.0.0.1:0");
  return { address, stop, restart: () => start(new URL(address).host) };
}

/** The URL of the page as static files, in a subfolder of a plain file server. */
export const getSiteUrl = lazy(async () => (await writeSite()).address);

/** Writes the page with `sanban site` and serves it as static files. */
export async function writeSite() {
  const folder = mkdtempSync(join(tmpdir(), "sanban-page-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  runProgram("site", folder);
  const prefix = "/some/sub/path/";
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://here").pathname);
    const file = join(folder, path.slice(prefix.length) || "index.html");
    const exists = path.startsWith(prefix) && existsSync(file) && statSync(file).isFile();
    response.writeHead(exists ? 200 : 404, { "content-type": (exists && CONTENT_TYPES[extname(file)]) || "text/plain" });
    if (exists) createReadStream(file).pipe(response);
    else response.end();
  }).listen(0, "127.0.0.1");
  cleanups.push(() => { server.closeAllConnections(); server.close(); });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the file server has no address");
  return { folder, address: `http://127.0.0.1:${address.port}${prefix}` };
}

const getBrowser = lazy(async () => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  cleanups.push(() => browser.close());
  return browser;
});

/**
 * A visitor: browser options, the value of all random numbers, the page's URL, and errors that the test provokes.
 * @typedef {import("playwright-core").BrowserContextOptions & { seed?: number, getUrl?: () => Promise<string>, ignoredErrors?: RegExp }} Visitor
 */

/** @type {Visitor} */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens the page in a browser context. @param {Visitor} visitor @param {string} base @param {string[]} errors Collects the errors in the browser. @returns {Promise<Page>} */
async function openPage({ seed = 1, getUrl: _getUrl, ignoredErrors, ...options }, base, errors) {
  const context = await (await getBrowser()).newContext({
    viewport: { width: 1280, height: 900 }, locale: "en-GB", colorScheme: "light", reducedMotion: "reduce", ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  context.on("weberror", (error) => errors.push(error.error().stack ?? String(error.error())));
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (!ignoredErrors?.test(message.text())) errors.push(`${message.text()} (${message.location().url})`);
  });
  // Make random numbers the same in every run.
  await context.addInitScript((number) => {
    crypto.getRandomValues = (array) => {
      if (array instanceof Uint32Array) array.fill(number);
      return array;
    };
  }, seed);
  const page = await context.newPage();
  await page.goto(base);
  await waitForPage(page);
  return page;
}

/**
 * Defines a test with several visitors. It also fails on any error in their browsers.
 * @param {string} name
 * @param {Visitor[]} visitors
 * @param {(pages: Page[], base: string) => Promise<void>} run
 */
export function testPages(name, visitors, run) {
  test(name, async () => {
    const base = await (visitors[0].getUrl ?? getServedUrl)();
    /** @type {string[]} */
    const errors = [];
    /** @type {Page[]} */
    const pages = [];
    try {
      for (const visitor of visitors) pages.push(await openPage(visitor, base, errors));
      await run(pages, base);
    } catch (error) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      for (const [at, page] of pages.entries()) {
        await page.screenshot({ path: join(SCREENSHOTS, `${name.replaceAll(/\W+/g, "-")}${at || ""}.png`) }).catch(() => undefined);
      }
      throw errors.length > 0 ? new Error(`In the browser: ${errors.join("\n")}`, { cause: error }) : error;
    } finally {
      for (const page of pages) await page.context().close();
    }
    assert.deepEqual(errors, [], "no errors in the browser");
  });
}

/**
 * Defines a test with one visitor.
 * @param {string} name
 * @param {Visitor} visitor
 * @param {(page: Page, base: string) => Promise<void>} run
 */
export function testPage(name, visitor, run) {
  testPages(name, [visitor], ([page], base) => run(page, base));
}

/** Waits until the app shows the page of the address. @param {Page} page */
export async function waitForPage(page) {
  await page.waitForSelector("#page:not([aria-busy])");
}

/** The path of the page, wherever its address has it. @param {Page} page */
export function getPath(page) {
  return page.evaluate(() => (location.hash.startsWith("#/") ? location.hash.slice(1) : location.pathname + location.search));
}

/** Navigates to a path and waits until its page is shown. @param {Page} page @param {string} path */
export async function goTo(page, path) {
  // A hash works wherever the page is served.
  await page.evaluate((to) => new Promise((resolve) => {
    if (location.hash === `#${to}`) return resolve(null);
    // The page handles the event first, since it was listening first.
    addEventListener("hashchange", resolve, { once: true });
    location.hash = to;
    return undefined;
  }).then(() => undefined), path);
  await waitForPage(page);
  // Pages that need the server wait for its response.
  await page.waitForFunction(() => !document.querySelector("main .connecting"));
}

/** Waits until the page works without a network. @param {Page} page */
export async function waitForServiceWorker(page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    if (registration.active?.state !== "activated") {
      await new Promise((resolve) => registration.active?.addEventListener("statechange", resolve));
    }
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
