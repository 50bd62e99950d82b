// Markup in names and in the server's data is shown as text and never runs.
import assert from "node:assert/strict";
import { listGames, goTo, testPage } from "./harness.js";
import { signUp } from "./online-helpers.js";

/** @typedef {import("./harness.js").Page} Page */

const EVIL = '<img src=x onerror="window.harmed = true"><script>window.harmed = true</script>';
const REFUSED = { ignoredErrors: /Failed to load resource/ };
const [{ id: game }] = listGames();

const sitting = { name: EVIL, account: true, computer: null, rating: 1500 };
const summary = {
  id: "evil", game, rules: "", state: "over", pace: EVIL, pie: false, rated: true, open: true, seats: [sitting, { ...sitting, account: false, computer: EVIL }],
  turns: 0, begun: 0, changed: 0, result: "1-0", reason: EVIL, yours: null,
};
const answers = /** @type {[RegExp, unknown][]} */ ([
  [/api\/lobby$/, { seeks: [{ ...summary, state: "waiting", seats: [sitting, null] }], running: [{ ...summary, state: "running" }] }],
  [/api\/games(\?|$)/, { games: [summary], next: EVIL }],
  [/api\/games\/evil$/, {
    summary, state: { number: 1, position: "", moves: [], toMove: 0, pie: "off", clock: null, draw: 0, takeback: 0, rematch: 0, next: EVIL,
      present: [true, true], claim: null, result: "1-0", reason: EVIL },
  }],
  [/api\/games\/evil\/record$/, `[Game "${game}"]\n\n{${EVIL}} *\n`],
  [/api\/players\//, { name: EVIL, since: 0, ratings: [{ game, rating: 1500, deviation: 80, games: 3, curve: [[0, 1500], [1, 1510]] }], won: 1, drawn: 1, lost: 1 }],
  [/api\/leaders\//, { leaders: [{ name: EVIL, rating: 1500, deviation: 80, games: 3 }] }],
]);

/** Asserts that no injected script has run and no element was added. @param {Page} page @param {string} where */
async function unharmed(page, where) {
  assert.equal(await page.evaluate(() => "harmed" in window), false, where);
  assert.equal(await page.locator("main img, main script").count(), 0, where);
}

testPage("shows markup from the server as text on every page", { serviceWorkers: "block", ignoredErrors: /Service Worker registration blocked/ }, async (page) => {
  for (const [address, body] of answers) {
    await page.route(address, (route) => (typeof body === "string" ? route.fulfill({ contentType: "text/plain", body }) : route.fulfill({ json: body })));
  }
  for (const address of ["/lobby", "/games", "/table/evil", "/player/evil", `/leaders/${game}`]) {
    await goTo(page, address);
    await page.locator("main").getByText("onerror").first().waitFor();
    await unharmed(page, address);
  }
  await goTo(page, "/games");
  await page.getByRole("button", { name: /^Analyse/ }).click();
  await page.locator(".tree, .comment").getByText("onerror").first().waitFor();
  await unharmed(page, "the comments of a record");
});

testPage("rejects markup in names, or shows it as text", REFUSED, async (page) => {
  for (const name of ["<img src=x onerror=harm()>", "<b>Eva</b>", "\"'><i>"]) {
    await signUp(page, name);
    await page.locator("[role=alert], main button:has-text('Log out')").first().waitFor();
    await unharmed(page, name);
    const out = page.getByRole("button", { name: "Log out" });
    if ((await out.count()) === 0) continue;
    await page.getByRole("link", { name: "Profile" }).click();
    await page.locator(".ratings, .online h2").first().waitFor();
    assert.equal(await page.locator("h1").innerText(), name);
    await unharmed(page, name);
    await goTo(page, "/account");
    await out.click();
    await page.waitForSelector("input[name=name]");
  }
});
