// Keyboard shortcuts, and the list of them.
import assert from "node:assert/strict";
import { findViolations } from "./accessibility.js";
import { getButton, startGame } from "./game-helpers.js";
import { PHONE, getPath, goTo, listGames, testPage } from "./harness.js";

const [{ id }] = listGames();

testPage("lists the shortcuts of every page that has some", {}, async (page) => {
  await startGame(page, id, { mode: "people" });
  const game = await getPath(page);
  const pages = { [game]: "Undo", [`/lesson/${id}/1`]: "Start over", [`/puzzle/${id}/1`]: "Hint", [`/analysis?game=${id}`]: "Engine on or off", [`/editor/${id}`]: "Flip board" };
  for (const [address, label] of Object.entries(pages)) {
    await goTo(page, address);
    await page.waitForSelector("sanban-board");
    await page.keyboard.press("?");
    const dialog = page.locator("dialog[open]");
    assert.match(await dialog.innerText(), new RegExp(label), address);
    assert.match(await dialog.innerText(), /Move between squares/);
    assert.deepEqual(await findViolations(page), [], address);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await getButton(page, "Keyboard shortcuts").click();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
  }
  await goTo(page, "/settings");
  await page.keyboard.press("?");
  assert.equal(await page.locator("dialog").count(), 0);
  assert.equal(await getButton(page, "Keyboard shortcuts").count(), 0);
});

testPage("types a question mark into fields", {}, async (page) => {
  await startGame(page, id, { mode: "people" });
  await page.locator("input[name=move]").press("?");
  assert.equal(await page.locator("dialog").count(), 0);
  assert.equal(await page.inputValue("input[name=move]"), "?");
});

testPage("has no button for shortcuts on a touch screen", PHONE, async (page) => {
  await startGame(page, id, { mode: "people" });
  assert.equal(await page.locator(".shortcut-help").isVisible(), false);
});
