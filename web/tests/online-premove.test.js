// Turns entered in advance, preset messages, and rating changes in games between people.
import assert from "node:assert/strict";
import { countTurns, getButton, pickWithMouse, waitForChoices } from "./game-helpers.js";
import { listGames, testPages } from "./harness.js";
import { createAccount, playTurns, startOnlineGame, waitForResult } from "./online-helpers.js";

/** @typedef {import("./harness.js").Page} Page */

/** @param {Page} page @param {string} move */
async function typeMove(page, move) {
  await page.fill("input[name=move]", move);
  await page.press("input[name=move]", "Enter");
}

/** @param {Page} page @param {string} move */
async function play(page, move) {
  await waitForChoices(page);
  await typeMove(page, move);
}

/** @param {Page} page @param {number} count */
const waitForTurns = (page, count) => page.waitForFunction((turns) => document.querySelectorAll(".turns .turn").length === turns, count);

const getMarks = (/** @type {Page} */ page) => page.locator("sanban-board .best-move");

testPages("plays a turn entered in advance once the opponent has moved", [{}, {}], async ([first, second]) => {
  await startOnlineGame([first, second], "jesonmor");
  await waitForChoices(first);
  assert.equal(await second.locator("sanban-board .selectable").count(), 0, "nothing looks as if it were the visitor's turn");
  await pickWithMouse(second, "[data-square=a5]");
  await second.waitForSelector("sanban-board .touched");
  await pickWithMouse(second, "[data-square=b3]");
  await second.locator(".status").getByText("Your next turn: a5b3").waitFor();
  assert.ok((await getMarks(second).count()) > 0, "the board shows it");
  await second.waitForTimeout(300);
  assert.equal(await countTurns(first), 0, "only the page knows it");
  await play(first, "e1d3");
  for (const page of [first, second]) await waitForTurns(page, 2);
  assert.equal(await first.locator(".turns .turn").nth(1).innerText(), "a5b3");
  assert.equal(await getMarks(second).count(), 0);
  await waitForChoices(first);
});

testPages("cancels a turn entered in advance", [{}, {}], async ([first, second]) => {
  await startOnlineGame([first, second], "jesonmor");
  await typeMove(second, "a5b3");
  await getButton(second, "Cancel the next turn").click();
  assert.equal(await getMarks(second).count(), 0);
  await typeMove(second, "e5d3");
  await second.locator(".status").getByText("Your next turn: e5d3").waitFor();
  await second.locator("h1").focus();
  await second.keyboard.press("Escape");
  await second.locator(".status").getByText("Your next turn: e5d3").waitFor({ state: "detached" });
  await play(first, "e1d3");
  await waitForTurns(second, 1);
  await waitForChoices(second);
  await second.waitForTimeout(300);
  assert.equal(await countTurns(first), 1);
});

testPages("drops a turn entered in advance that has become illegal, and says so", [{ locale: "pt-PT" }, {}], async ([first, second]) => {
  await startOnlineGame([first, second], "jesonmor");
  await play(first, "a1b3");
  await play(second, "e5d3");
  await waitForTurns(first, 2);
  await typeMove(second, "d3b4");
  await getButton(second, "Cancel the next turn").waitFor();
  await play(first, "c1d3");
  await second.locator(".warning", { hasText: "d3b4" }).waitFor();
  assert.equal(await countTurns(second), 3);
  await play(second, "a5b3");
  await waitForTurns(first, 4);
});

for (const { id, name } of listGames()) {
  testPages(`accepts turns in advance in ${name}`, [{}, {}], async ([first, second]) => {
    await startOnlineGame([first, second], id);
    // Some games open with turns that cannot be entered in advance.
    await playTurns([first, second], 1, 2);
    await waitForChoices(first);
    // Picks squares at random until a turn is complete.
    for (let pick = 0; pick < 400 && !(await getButton(second, "Cancel the next turn").isVisible()); pick += 1) {
      const choices = await second.evaluate(() => {
        const cells = [...document.querySelectorAll("sanban-board [data-square]")];
        const selectable = cells.filter((cell) => cell.classList.contains("selectable"));
        return (selectable.length > 0 ? selectable : cells).map((cell) => cell.getAttribute("data-square") ?? "");
      });
      const end = second.locator(".status button.button");
      if (await end.count()) await end.first().click();
      else await pickWithMouse(second, `[data-square=${choices[(pick * 7) % choices.length]}]`);
    }
    await getButton(second, "Cancel the next turn").waitFor();
    assert.ok((await getMarks(second).count()) > 0);
    assert.equal(await countTurns(second), 2);
  });
}

testPages("passes preset messages on, each in the reader's language", [{ locale: "pt-PT" }, {}], async ([first, second]) => {
  await startOnlineGame([first, second], "jesonmor");
  await waitForChoices(first);
  await getButton(first, "Enviar mensagem").click();
  await first.locator("dialog").getByRole("button", { name: "Boa sorte!" }).click();
  await second.locator(".toast", { hasText: /: Good luck!$/ }).waitFor();
  await first.locator(".toast", { hasText: "Enviada: Boa sorte!" }).waitFor();
  assert.equal(await first.locator("dialog").count(), 0);
});

testPages("says how a rated game changed the ratings", [{}, {}], async ([first, second]) => {
  const suffix = Math.random().toString(36).slice(2, 8);
  await createAccount(first, `Rita${suffix}`);
  await createAccount(second, `Rui${suffix}`);
  await startOnlineGame([first, second], "jesonmor", { rated: true });
  await play(first, "a1b3");
  await play(second, "e5d3");
  await waitForTurns(first, 2);
  await getButton(first, "Resign").click();
  await first.locator("dialog .button").click();
  await waitForResult(second);
  assert.match(await first.locator(".rating-changes").innerText(), new RegExp(`^Your rating: −\\d+ \\(1\\d{3}\\) *Rui${suffix}: \\+\\d+ \\(1\\d{3}\\)$`));
  const mine = await second.locator(".rating-changes").innerText();
  assert.match(mine, /^Your rating: \+\d+ \(1\d{3}\)/);
  await second.reload();
  await second.waitForSelector(".rating-changes");
  assert.equal(await second.locator(".rating-changes").innerText(), mine, "also later");
});
