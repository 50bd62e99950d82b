// What a game says by itself: whose turn it is, what the computer did, the goal, the rules, and how the game ended.
import assert from "node:assert/strict";
import { createRandom, getButton, getResult, playTurn, startGame, waitForChoices } from "./game-helpers.js";
import { PHONE, goTo, listGames, testPage } from "./harness.js";

for (const { id, name } of listGames()) {
  testPage(`puts the computer's moves of ${name} into words, and addresses the player`, {}, async (page) => {
    await startGame(page, id, { computer: "level:1" });
    assert.match(await page.locator(".status").innerText(), /^Your turn/);
    assert.deepEqual(await page.locator(".player-name strong").allInnerTexts(), ["Level 1", "You"]);
    await playTurn(page, createRandom(1));
    await waitForChoices(page);
    assert.match(await page.locator(".last-move-words").innerText(), /^Level 1: [a-z].*[a-z][1-9]/);
  });

  testPage(`shows the goal of ${name}, and its rules in a drawer`, {}, async (page) => {
    await startGame(page, id, { computer: "level:1" });
    assert.match(await page.locator(".goal-line").innerText(), /\w+ .*\./);
    await page.locator(".goal-line button").click();
    assert.ok((await page.locator("dialog.drawer h2").count()) > 3, "the rules have sections");
    assert.ok((await page.locator("dialog.drawer figure").count()) > 3, "and boards");
    await page.keyboard.press("Escape");
    await waitForChoices(page);
  });

  testPage(`says the goal of ${name} beside the first prompts on a phone`, PHONE, async (page) => {
    await startGame(page, id, { computer: "level:1" });
    const goal = page.locator(".status .first-goal");
    assert.equal(await goal.innerText(), await page.locator(".goal-line span").innerText());
    const box = await goal.boundingBox();
    assert.ok(box && box.y + box.height < 844, "in sight");
    for (let turn = 0; turn < 2; turn += 1) await playTurn(page, createRandom(turn + 1));
    await waitForChoices(page);
    assert.equal(await goal.count(), 0);
  });

  testPage(`shows why a game of ${name} ended without scrolling on a phone, in Portuguese`, { ...PHONE, locale: "pt-PT" }, async (page) => {
    await startGame(page, id, { computer: "level:1" });
    await getButton(page, "Desistir").click();
    await page.locator("dialog .button").click();
    await page.waitForSelector(".status.over");
    const hidden = await page.locator(".status-text").evaluate((text) => text.scrollHeight - text.clientHeight);
    assert.ok(hidden <= 0, `${hidden} pixels are out of sight`);
  });

  testPage(`offers what to do after a game of ${name}`, {}, async (page) => {
    await startGame(page, id, { computer: "level:1" });
    await getButton(page, "Resign").click();
    await page.locator("dialog .button").click();
    assert.match(await getResult(page), /^You lost.*\n+You resigned\./s);
    for (const next of ["Rematch", "Play Level 2"]) assert.ok(await getButton(page, next).isVisible(), next);
    for (const next of ["Review game", "New game"]) assert.ok(await page.getByRole("link", { name: next }).isVisible(), next);
    await getButton(page, "Play Level 2").click();
    await page.waitForSelector(".status:not(.over)");
    await waitForChoices(page);
    assert.deepEqual(await page.locator(".player-name strong").allInnerTexts(), ["Level 2", "You"], "the stronger opponent has the other side");
  });
}

testPage("gives no hints to two people", {}, async (page) => {
  await startGame(page, "jinli", { mode: "people" });
  assert.ok(await getButton(page, "Hint").isDisabled());
});

testPage("shows how many points win", {}, async (page) => {
  await startGame(page, "jinli", { mode: "people" });
  assert.match(await page.locator(".player .counters").first().innerText(), /0\/10/);
});

testPage("names rules in words", { locale: "pt-PT" }, async (page) => {
  await goTo(page, "/new/mitsudomoe");
  await page.click(".game-options summary");
  const options = await page.locator(".game-options").innerText();
  assert.match(options, /Jogadas flexíveis/);
  assert.doesNotMatch(options, /goal-lock|passive-loss|flex,|official/);
});
