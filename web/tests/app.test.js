// The frame of the app: routing, dialogs and messages.
import assert from "node:assert/strict";
import { SHORT_RULES, startGame } from "./game-helpers.js";
import { goTo, listGames, testPage } from "./harness.js";

const { id } = listGames()[1];

testPage("closes a dialog with the page that opened it", {}, async (page) => {
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.waitForSelector("dialog[open]");
  await page.goBack();
  await page.waitForSelector(".setup");
  await page.waitForSelector("dialog", { state: "detached" });
});

testPage("shows the not-found page for names of built-in properties", {}, async (page) => {
  for (const name of ["constructor", "toString", "__proto__"]) {
    await goTo(page, `/${name}`);
    assert.equal(await page.locator("h1").innerText(), "Page not found");
  }
});

testPage("handles shortcuts while a radio button has the focus", {}, async (page) => {
  await goTo(page, `/editor/${id}`);
  const pieces = page.locator("input[name=palette]");
  await pieces.first().check({ force: true });
  await pieces.first().focus();
  await page.keyboard.press("2");
  assert.ok(await pieces.nth(1).isChecked());
});

testPage("shows messages inside an open dialog", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy Position as text" }).click();
  const message = page.locator("dialog [role=status]");
  await message.filter({ hasText: "Copied." }).waitFor();
  assert.equal(await page.locator(".toast").isVisible(), false);
});

for (const locale of ["en-GB", "pt-PT"]) {
  testPage(`shows the whole navigation on a small phone, in ${locale}`, { locale, viewport: { width: 360, height: 740 } }, async (page) => {
    await goTo(page, "/lobby");
    await page.waitForSelector(".site-header .nav-lobby");
    assert.deepEqual(await page.locator(".site-header nav").evaluate((nav) => [nav.scrollWidth, nav.scrollHeight <= 48]), [await page.locator(".site-header nav").evaluate((nav) => nav.clientWidth), true]);
    assert.equal(await page.locator(".site-header .nav-settings").innerText(), locale === "en-GB" ? "Settings" : "Definições");
  });
}
