// The position editor.
import assert from "node:assert/strict";
import { waitForChoices } from "./game-helpers.js";
import { goTo, listGames, testPage } from "./harness.js";

for (const { id, name } of listGames()) {
  testPage(`sets up, explains, analyses and plays a position of ${name}`, {}, async (page) => {
    await goTo(page, `/editor/${id}`);
    const text = page.locator("input[name=position]");
    const start = await text.inputValue();
    assert.equal(await page.locator(".reasons li").count(), 0);

    await page.getByRole("button", { name: "Clear board" }).click();
    // Most games don't allow an empty board.
    const reasons = await page.locator(".reasons li").allInnerTexts();
    for (const reason of reasons) assert.match(reason, /\w{3,} \w+/);
    assert.equal(await page.getByRole("button", { name: "Analyse", exact: true }).isDisabled(), reasons.length > 0);
    await page.locator("[data-square]").first().click();
    assert.equal(await page.locator("sanban-board .pieces > *").count(), 1);
    await page.reload();
    await page.waitForSelector("sanban-board .pieces > *", { state: "attached" });
    assert.equal(await page.locator("sanban-board .pieces > *").count(), 1, "the position survives a reload");
    // The keyboard places and removes pieces, too.
    await page.locator("[data-square][tabindex='0']").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("2");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("sanban-board .pieces > *").count(), 2);
    await page.keyboard.press("Delete");
    assert.equal(await page.locator("sanban-board .pieces > *").count(), 1);

    await page.getByRole("button", { name: "Start position" }).click();
    assert.equal(await text.inputValue(), start);
    await text.fill("nonsense");
    await text.press("Enter");
    assert.match(await page.locator("[role=alert]").innerText(), /^\S.*\.$/);
    await text.fill(start);
    await text.press("Enter");
    assert.equal(await page.locator("[role=alert]").count(), 0);

    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.waitForSelector(".tree");
    await goTo(page, `/editor/${id}`);
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.click("button[type=submit]");
    assert.ok((await waitForChoices(page)).length > 0);
  });
}
