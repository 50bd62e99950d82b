// Markup in names and in the server's data is shown as text and never runs.
import assert from "node:assert/strict";
import { goTo, listGames, testPage } from "./harness.js";
import { signUp } from "./online-helpers.js";

/** @typedef {import("./harness.js").Page} Page */

const MARKUP = '<img src=x onerror="window.harmed = true"><script>window.harmed = true</script>';
const ALLOW_ERROR_STATUS = { ignoredErrors: /Failed to load resource/ };
const [{ id: game }] = listGames();

const seat = { name: MARKUP, account: true, computer: null, rating: 1500 };
const summary = {
  id: "evil", game, rules: "", state: "over", pace: MARKUP, pie: false, rated: true, open: true, seats: [seat, { ...seat, account: false, computer: MARKUP }],
  turns: 1, begun: 0, changed: 0, result: "1-0", reason: MARKUP, yours: null,
};
const responses = /** @type {[RegExp, unknown][]} */ ([
  [/api\/lobby$/, { seeks: [{ ...summary, state: "waiting", seats: [seat, null] }], running: [{ ...summary, state: "running" }] }],
  [/api\/games(\?|$)/, { games: [summary], next: MARKUP }],
  [/api\/games\/evil$/, {
    summary, state: { number: 1, position: "", moves: [], toMove: 0, pie: "off", clock: null, draw: 0, takeback: 0, rematch: 0, next: MARKUP,
      present: [true, true], claim: null, result: "1-0", reason: MARKUP },
  }],
  [/api\/games\/evil\/record$/, `[Game "${game}"]\n\n{${MARKUP}} *\n`],
  [/api\/players\//, { name: MARKUP, since: 0, ratings: [{ game, rating: 1500, deviation: 80, games: 3, curve: [[0, 1500], [1, 1510]] }], won: 1, drawn: 1, lost: 1 }],
  [/api\/leaders\//, { leaders: [{ name: MARKUP, rating: 1500, deviation: 80, games: 3 }] }],
]);

/** Asserts that no injected script has run and no element was added. @param {Page} page @param {string} where */
async function assertUnharmed(page, where) {
  assert.equal(await page.evaluate(() => "harmed" in window), false, where);
  assert.equal(await page.locator("main img, main script").count(), 0, where);
}

testPage("shows markup from the server as text on every page", { serviceWorkers: "block", ignoredErrors: /Service Worker registration blocked/ }, async (page) => {
  for (const [address, body] of responses) {
    await page.route(address, (route) => (typeof body === "string" ? route.fulfill({ contentType: "text/plain", body }) : route.fulfill({ json: body })));
  }
  for (const address of ["/lobby", "/games", "/table/evil", "/player/evil", `/leaders/${game}`]) {
    await goTo(page, address);
    await page.locator("main").getByText("onerror").first().waitFor();
    await assertUnharmed(page, address);
  }
  await goTo(page, "/games");
  await page.getByRole("button", { name: /^Analyse/ }).click();
  await page.locator(".tree, .comment").getByText("onerror").first().waitFor();
  await assertUnharmed(page, "the comments of a record");
});

testPage("rejects markup in names, or shows it as text", ALLOW_ERROR_STATUS, async (page) => {
  for (const name of ["<img src=x onerror=harm()>", "<b>Eva</b>", "\"'><i>"]) {
    await signUp(page, name);
    await page.locator("[role=alert], main button:has-text('Log out')").first().waitFor();
    await assertUnharmed(page, name);
    const logOutButton = page.getByRole("button", { name: "Log out" });
    if ((await logOutButton.count()) === 0) continue;
    await page.getByRole("link", { name: "Profile" }).click();
    await page.locator(".ratings, .online h2").first().waitFor();
    assert.equal(await page.locator("h1").innerText(), name);
    await assertUnharmed(page, name);
    await goTo(page, "/account");
    await logOutButton.click();
    await page.waitForSelector("input[name=name]");
  }
});
