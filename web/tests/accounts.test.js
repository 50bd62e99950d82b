// Accounts, ratings and profiles.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRandom, getButton, playTurn, waitForChoices } from "./game-helpers.js";
import { goTo, listGames, testPage, testPages } from "./harness.js";
import { createAccount, playTurns, proposeGame, signUp, startOnlineGame, waitForResult } from "./online-helpers.js";

/** @typedef {import("./harness.js").Page} Page */

/** Browsers log every response with an error status. */
const ALLOW_ERROR_STATUS = { ignoredErrors: /Failed to load resource/ };
const game = listGames()[1];

/** @param {Page} page */
async function resign(page) {
  await getButton(page, "Resign").click();
  await page.locator("dialog .button").click();
  return waitForResult(page);
}

testPage("moves a guest's games to the new account and finds them after a login", ALLOW_ERROR_STATUS, async (page) => {
  const gamePath = await proposeGame(page, game.id, { opponent: "computer" });
  const move = await playTurn(page, createRandom(1));
  await waitForChoices(page);
  await resign(page);
  await goTo(page, "/account");
  await page.getByText(/games you played as a guest .* move to your account/).waitFor();
  await createAccount(page, "Rosa");
  await page.getByRole("link", { name: "Profile" }).click();
  await page.locator(`.game-list a[href$="${gamePath}"]`).first().waitFor();
  assert.match(await page.locator("h1").innerText(), /^Rosa$/);

  await goTo(page, "/account");
  await getButton(page, "Log out").click();
  await page.fill("input[name=name]", "Rosa");
  await signUp(page, "Rosa");
  assert.match(await page.locator("[role=alert]").innerText(), /Rosa.*\.$/, "the name is taken");
  await page.check("input[value=session]", { force: true });
  await page.fill("input[name=passphrase]", "something else altogether");
  await page.click("form button[type=submit]");
  assert.match(await page.locator("[role=alert]").innerText(), /^\S.*\.$/);
  await page.fill("input[name=passphrase]", "the long passphrase of Rosa");
  await page.click("form button[type=submit]");
  await getButton(page, "Log out").waitFor();

  await goTo(page, `/games?game=${game.id}&player=Rosa`);
  const line = page.locator(`.game-list li:has(a[href$="${gamePath}"])`);
  const saved = page.waitForEvent("download");
  await line.getByRole("link", { name: /Download/ }).click();
  const record = readFileSync(await (await saved).path(), "utf8");
  assert.ok(record.includes(move) && record.includes("Rosa"));
  const all = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all" }).click();
  assert.ok(readFileSync(await (await all).path(), "utf8").includes(record.trim()));
  await line.getByRole("button", { name: /Analyse/ }).click();
  await page.waitForSelector(".tree");
  assert.equal(await page.locator(".tree .turn:not(.start)").first().innerText(), move);
  await goTo(page, `/games?player=Rosa`);
  await page.locator(".game-list").getByRole("link", { name: /Replay/ }).first().click();
  await page.waitForSelector("sanban-board");
  await getButton(page, "Go to the start").click();
  assert.match(await page.locator(".status").innerText(), /earlier position/);
});

testPage("restores the settings of an account after a login", {}, async (page) => {
  await createAccount(page, "Lia");
  await goTo(page, "/settings");
  const sent = page.waitForResponse((answer) => answer.url().endsWith("api/me/settings"));
  await page.check("input[value=dark]", { force: true });
  await sent;
  await goTo(page, "/account");
  await getButton(page, "Log out").click();
  await page.waitForSelector("input[name=passphrase]");
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  // The form appears again once the server has said who the visitor is.
  await page.waitForLoadState("networkidle");
  await page.check("input[value=session]", { force: true });
  await page.fill("input[name=name]", "Lia");
  await page.fill("input[name=passphrase]", "the long passphrase of Lia");
  await page.click("form button[type=submit]");
  await page.waitForSelector("html[data-appearance=dark]");
});

testPage("logs in and out in all tabs", {}, async (page) => {
  await goTo(page, "/lobby");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText(/You're playing as .+ \(guest\)/).waitFor();
  await createAccount(page, "Noa");
  await other.getByText("logged in as Noa").waitFor();
  await getButton(page, "Log out").click();
  await other.getByText(/You're playing as .+ \(guest\)/).waitFor();
});

testPages("shows ratings from rated games on profiles and the leaderboard", [{}, {}, {}], async ([first, second, guest]) => {
  await createAccount(first, "Ana");
  await createAccount(second, "Rui");
  for (let round = 0; round < 2; round += 1) {
    await startOnlineGame([first, second], game.id, { rated: true });
    assert.match(await first.locator(".game-terms").innerText(), /Rated/);
    await playTurns([first, second], 3, 2);
    await resign(second);
    await waitForResult(first);
  }
  for (const page of [first, guest]) {
    await goTo(page, `/leaders/${game.id}`);
    const rows = page.locator(".leaders tbody tr");
    await rows.first().waitFor();
    assert.match(await rows.first().innerText(), /Ana/);
    await rows.first().getByRole("link").click();
    await page.waitForSelector(".ratings .graph");
    assert.match(await page.locator(".online").innerText(), /2 wins, 0 draws, 0 losses/);
  }
  await goTo(guest, "/lobby");
  await guest.waitForSelector(".proposal-form");
  assert.ok(await guest.isDisabled("input[name=rated]"), "guests cannot play rated games");
});
