// Puzzles: the list, the solution, attempts, and progress.
import assert from "node:assert/strict";
import { createRandom, pickWithMouse, waitForChoices } from "./game-helpers.js";
import { goTo, listGames, testPage } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */

/** The moves played so far. @param {Page} page */
async function getMoves(page) {
  const text = await page.locator(".line").allInnerTexts();
  return text.join(" ").split(/\s+/).filter((word) => word && !/^\d+\.+$/.test(word));
}

for (const { id, name } of listGames()) {
  testPage(`misses, shows and solves a puzzle of ${name}`, {}, async (page) => {
    await goTo(page, `/puzzles/${id}`);
    assert.ok((await page.locator(".puzzle-list a").count()) >= 60, "the list is long");
    await page.locator(".puzzle-list a").first().click();
    await page.getByRole("button", { name: "Solution", exact: true }).click();
    await page.waitForSelector("p:has-text('That was the solution')");
    const solution = await getMoves(page);
    await page.getByRole("button", { name: "Start over", exact: true }).click();

    // Random turns soon miss the solution.
    const random = createRandom(8);
    for (let step = 0; (await page.locator(".status.wrong").count()) === 0; step += 1) {
      assert.ok(step < 100, "the turn is judged");
      await page.waitForSelector("sanban-board .selectable, .status.wrong, .status.solved");
      if ((await page.locator(".status.solved").count()) > 0) await page.getByRole("button", { name: "Start over", exact: true }).click();
      const choices = await waitForChoices(page);
      await pickWithMouse(page, choices[Math.floor(random() * choices.length)]);
    }
    assert.match(await page.locator(".status.wrong").innerText(), /Try another turn/);

    await page.getByRole("button", { name: "Start over", exact: true }).click();
    for (let at = 0; at < solution.length; at += 2) {
      await page.waitForSelector("input[name=move]:enabled");
      await page.fill("input[name=move]", solution[at]);
      await page.press("input[name=move]", "Enter");
      const moveCount = Math.min(at + 2, solution.length);
      await page.waitForFunction((last) => document.querySelector(".line")?.textContent?.trim().endsWith(last), solution[moveCount - 1]);
    }
    await page.waitForSelector(".status.solved");
    await page.reload();
    await page.waitForSelector(".solved-mark");
    await goTo(page, `/puzzles/${id}`);
    assert.equal(await page.locator(".puzzle-list .solved").count(), 1);
  });
}
