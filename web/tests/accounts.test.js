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

testPage("restores the settings of an account after a login", { serviceWorkers: "block", ignoredErrors: /Service Worker registration blocked/ }, async (page) => {
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

testPage("changes the passphrase, and deletes the account only with it", ALLOW_ERROR_STATUS, async (page) => {
  await createAccount(page, "Eva");
  await page.locator("summary", { hasText: "Change passphrase" }).click();
  const change = async (/** @type {string} */ current, /** @type {string} */ next) => {
    await page.fill("input[name=current]", current);
    await page.fill("input[name=new]", next);
    await getButton(page, "Change passphrase").click();
  };
  await change("not the passphrase of Eva", "another long passphrase");
  assert.match(await page.locator("[role=alert]").innerText(), /^\S.*\.$/);
  await change("the long passphrase of Eva", "password");
  await page.locator("[role=alert]", { hasText: /easy to guess|common/ }).waitFor();
  await change("the long passphrase of Eva", "another long passphrase");
  await page.locator(".toast", { hasText: "Your passphrase is changed." }).waitFor();

  const data = page.waitForEvent("download");
  await page.locator("summary", { hasText: "Your data" }).click();
  await page.getByRole("link", { name: "Download your data" }).click();
  assert.equal(JSON.parse(readFileSync(await (await data).path(), "utf8")).player.name, "Eva");

  await page.locator("summary", { hasText: "Delete account" }).click();
  await page.fill("input[name=passphrase]", "another long passphrase");
  await getButton(page, "Delete account").click();
  await page.locator("dialog .button").click();
  await page.locator(".toast", { hasText: "Your account is deleted." }).waitFor();
  await page.getByText("You can play as a guest.").waitFor();
  await page.check("input[value=session]", { force: true });
  await page.fill("input[name=name]", "Eva");
  await page.fill("input[name=passphrase]", "another long passphrase");
  await page.click("form button[type=submit]");
  await page.waitForSelector("[role=alert]");
});

testPages("logs out everywhere", [{}, {}], async ([first, second]) => {
  await createAccount(first, "Gil");
  await goTo(second, "/account");
  await second.check("input[value=session]", { force: true });
  await second.fill("input[name=name]", "Gil");
  await second.fill("input[name=passphrase]", "the long passphrase of Gil");
  await second.click("form button[type=submit]");
  await second.locator("summary", { hasText: "Other devices" }).click();
  await getButton(second, "Log out everywhere").click();
  await second.locator("dialog .button").click();
  await second.getByText("You can play as a guest.").waitFor();
  await first.reload();
  await first.getByText("You can play as a guest.").waitFor();
});

testPages("creates and revokes API tokens, and marks bots", [{}, {}], async ([owner, visitor]) => {
  await createAccount(owner, "Robo");
  await owner.locator("summary", { hasText: "API tokens" }).click();
  await owner.fill("input[name=label]", "laptop");
  await getButton(owner, "Create token").click();
  const token = await owner.locator("code.token").innerText();
  const answer = await visitor.request.post(new URL("/api/games", owner.url()).href, {
    headers: { authorization: `Bearer ${token}` }, data: { game: game.id, opponent: "anyone", pace: "1d" },
  });
  assert.equal(answer.status(), 201);
  await goTo(visitor, "/lobby");
  await visitor.locator(".game-list li", { hasText: "Robo" }).locator(".bot-mark").waitFor();
  await owner.getByRole("button", { name: "Revoke laptop" }).click();
  await owner.locator("dialog .button").click();
  await owner.locator(".toast", { hasText: "The token is revoked." }).waitFor();
  assert.equal(await owner.locator(".token-list li").count(), 0);
  assert.equal(await owner.locator("code.token").count(), 0);
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
