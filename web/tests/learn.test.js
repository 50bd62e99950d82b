// Lessons, and rules with examples to try.
import assert from "node:assert/strict";
import { getButton, waitForChoices } from "./game-helpers.js";
import { goTo, listGames, testPage } from "./harness.js";

for (const { id, name } of listGames()) {
  testPage(`completes the lesson of ${name}`, {}, async (page) => {
    await goTo(page, `/learn/${id}`);
    await page.click(`a[href*="/lesson/${id}"]`);
    await page.locator(".tasks a").first().waitFor();
    const tasks = await page.locator(".tasks a").count();
    assert.ok(tasks > 3);
    await page.fill("input[name=move]", "z99");
    await page.press("input[name=move]", "Enter");
    assert.match(await page.locator(".status .warning").innerText(), /z99/);
    for (let task = 1; task <= tasks; task += 1) {
      await page.waitForFunction((number) => document.querySelector(".tasks [aria-current]")?.textContent?.trim() === String(number), task);
      await page.getByRole("button", { name: "Hint", exact: true }).click();
      const move = /: (\S+)\.$/.exec(await page.locator(".hint").innerText())?.[1] ?? "";
      await page.fill("input[name=move]", move);
      await page.press("input[name=move]", "Enter");
      // If the turn could continue, it must be ended.
      const endTurn = getButton(page, "End turn");
      await page.locator(".status.solved").or(endTurn).first().waitFor();
      if (await endTurn.isVisible()) await endTurn.click();
      await page.waitForSelector(".status.solved");
      if (task === 1) {
        await page.reload();
        await page.waitForSelector(".tasks .solved");
        await goTo(page, `/lesson/${id}/2`);
      } else {
        await page.click(".next");
      }
    }
    await page.waitForSelector(".lesson-end");
    assert.equal(await page.locator(".tasks .solved").count(), tasks, "every task is solved");
    await page.locator(".lesson-end button").click();
    await page.waitForSelector(".playing sanban-board [data-square]");
    assert.ok((await waitForChoices(page)).length > 0, "the first game starts");
  });

  testPage(`shows the rules of ${name} with examples to try`, {}, async (page) => {
    await goTo(page, `/rules/${id}`);
    const example = page.locator("figure.example").first();
    // The board is made when it becomes visible.
    await page.evaluate(() => document.querySelector("figure.example")?.scrollIntoView());
    await example.locator("sanban-board").waitFor();
    await example.getByRole("button", { name: /^Try/ }).click();
    const choices = example.locator(".selectable");
    await choices.first().click();
    assert.ok((await example.locator(".touched, .supply.selected").count()) + (await choices.count()) > 0);
    await page.locator(".contents a").last().click();
    assert.ok(await page.evaluate(() => document.activeElement?.tagName === "H2"));
  });
}
