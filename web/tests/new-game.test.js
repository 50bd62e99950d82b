// The form that starts a game.
import assert from "node:assert/strict";
import { SHORT_RULES, countTurns, createRandom, getOptionSelector, getResult, playTurn, startGame, waitForChoices } from "./game-helpers.js";
import { getPath, goTo, listGames, testPage } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */

const [game] = listGames();

/** The saved record of the shown game. @param {Page} page @returns {Promise<string>} */
async function getSavedRecord(page) {
  const path = await getPath(page);
  return page.evaluate((id) => JSON.parse(localStorage.getItem(`sanban.game.${id}`) ?? "{}").record, path.split("/").at(-1));
}

/** @param {string} text @param {string} tag */
function tag(text, tag) {
  return new RegExp(`\\[${tag} "([^"]*)"\\]`).exec(text)?.[1] ?? "";
}

for (const { id, name, options: known } of listGames()) {
  testPage(`starts ${name} with two clicks`, {}, async (page) => {
    await page.click(`.card a.button[href$="/new/${id}"]`);
    await page.click("button[type=submit]");
    assert.ok((await waitForChoices(page)).length > 0);
    assert.match(await page.title(), new RegExp(name));
  });

  testPage(`applies every option of ${name}`, {}, async (page) => {
    await goTo(page, `/new/${id}`);
    await page.click(".game-options summary");
    const options = await page.$$eval(".rules-options select", (selects) => selects.map((select) => {
      const { name: key, value, options } = /** @type {HTMLSelectElement} */ (select);
      return { key, others: [...options].map((each) => each.value).filter((other) => other !== value) };
    }));
    assert.deepEqual(options.map(({ key }) => key), known.map(({ key }) => key));
    for (const { key, others } of options) {
      assert.ok(others.length > 0, `${key} can be chosen`);
      // Two values are enough.
      for (const value of new Set([others[0], others[others.length - 1]])) {
        await startGame(page, id, { mode: "people", rules: { [key]: value } });
        assert.match(`,${tag(await getSavedRecord(page), "Rules")},`, new RegExp(`,${key}=${value},`), "the record names the option");
        assert.ok((await waitForChoices(page)).length > 0);
        await goTo(page, `/new/${id}?rules=`);
      }
    }
  });

  testPage(`sets every option of ${name} by presets`, {}, async (page) => {
    await goTo(page, `/new/${id}`);
    await page.click(".game-options summary");
    const chosen = () => page.$$eval(".rules-options select", (selects) => selects.map((select) => /** @type {HTMLSelectElement} */ (select).value));
    const first = await chosen();
    const keys = await page.$$eval(".rules-options select", (selects) => selects.map((select) => /** @type {HTMLSelectElement} */ (select).name));
    for (const key of keys) await page.selectOption(getOptionSelector(key), { index: 1 });
    for (const key of keys) await page.selectOption(getOptionSelector(key), { index: 0 });
    const presets = page.locator(".game-options fieldset:has(+ .rules-options) input");
    const all = [];
    for (let at = (await presets.count()) - 1; at >= 0; at -= 1) {
      await presets.nth(at).check({ force: true });
      all.push(String(await chosen()));
    }
    assert.equal(new Set(all).size, all.length, "no two presets are alike");
    if (all.length > 0) assert.equal(all.at(-1), String(first), "the first preset is the default");
  });
}

testPage("remembers the last choices", {}, async (page) => {
  await startGame(page, game.id, { computer: game.classics[0], side: "second", clock: "7m" });
  await page.reload();
  await goTo(page, `/new/${game.id}`);
  assert.equal(await page.inputValue("select[name=computer]"), game.classics[0]);
  assert.ok(await page.isChecked("input[value=second]"));
  assert.equal(await page.inputValue("input[name=clock]"), "7m");
});

testPage("lets the computer start against the second player, who sits at the bottom", {}, async (page) => {
  await startGame(page, game.id, { side: "second" });
  await waitForChoices(page);
  assert.equal(await countTurns(page), 1);
  assert.match(await page.locator(".player").last().getAttribute("class") ?? "", /seat-1/);
});

for (const [number, seat] of [[2, "0"], [3, "1"]]) {
  testPage(`gives the person seat ${seat} by a toss`, { seed: Number(number) }, async (page) => {
    await startGame(page, game.id, { side: "toss" });
    assert.match(await page.locator(".status").innerText(), /./);
    await waitForChoices(page);
    assert.match(await page.locator(".player").last().getAttribute("class") ?? "", new RegExp(`seat-${seat}`));
  });
}

for (const [number, begins] of [[1, 0], [2, 1]]) {
  testPage(`lets side ${begins} begin by a toss, in games where either side may`, { seed: number }, async (page) => {
    let offered = 0;
    for (const { id } of listGames()) {
      await goTo(page, `/new/${id}`);
      await page.waitForSelector(".setup form");
      if (await page.locator("input[name=toss-colour]").count() === 0) continue;
      offered += 1;
      await startGame(page, id, { mode: "people", tossColour: true });
      await page.waitForSelector(`.player.seat-${begins}.to-move`);
      assert.match(await page.locator(".status").innerText(), /Coin toss/);
      assert.equal(tag(await getSavedRecord(page), "Position") === "", begins === 0);
      assert.ok((await waitForChoices(page)).length > 0);
    }
    assert.ok(offered > 0, "a game offers the toss");
  });
}

testPage("shows names and explains an invalid clock", {}, async (page) => {
  await goTo(page, `/new/${game.id}`);
  await page.check("input[value=people]", { force: true });
  await page.click(".game-options summary");
  const names = page.locator(".game-options .row input");
  await names.nth(0).fill("Ana");
  await names.nth(1).fill("Rui");
  await page.fill("input[name=clock]", "soon");
  await page.click("button[type=submit]");
  assert.match(await page.locator("[role=alert]").innerText(), /soon/);
  await page.fill("input[name=clock]", "5m+3s");
  await page.click("button[type=submit]");
  await page.waitForSelector("sanban-board");
  assert.match(await page.locator(".player").last().innerText(), /Ana/);
  assert.match(await page.locator(".player").first().innerText(), /Rui/);
  assert.equal(await page.locator(".clock").count(), 2);
});

testPage("ends a game when a clock runs out", {}, async (page) => {
  await startGame(page, game.id, { mode: "people", clock: "1s" });
  await page.waitForSelector(".status.over");
  assert.match(await getResult(page), /time/i);
  assert.equal(tag(await getSavedRecord(page), "Termination"), "time");
});

testPage("lets the second player swap sides under the pie rule", {}, async (page) => {
  const sides = () => page.locator(".player strong").allInnerTexts();
  const setup = /** @type {const} */ ({ mode: "people", pie: true, rules: SHORT_RULES[game.id], names: ["Ana", "Rui"] });
  for (const [answer, after] of /** @type {const} */ ([[".secondary", ["Rui", "Ana"]], [".button", ["Ana", "Rui"]]])) {
    await startGame(page, game.id, { ...setup, names: [...setup.names] });
    await playTurn(page, createRandom(1));
    assert.deepEqual(await sides(), ["Rui", "Ana"]);
    assert.equal(await page.locator("sanban-board .selectable").count(), 0, "no square can be picked before the choice");
    await page.reload();
    await page.click(`.status .row ${answer}`);
    assert.deepEqual(await sides(), after);
    assert.ok((await waitForChoices(page)).length > 0);
  }
});

testPage("starts from a position with its rules, and rejects a position that is impossible", {}, async (page) => {
  const { id } = listGames()[1];
  await startGame(page, id, { mode: "people" });
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const position = await page.locator("dialog .share input").nth(2).inputValue();
  await page.keyboard.press("Escape");
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  await goTo(page, `/new/${id}?position=${encodeURIComponent(position)}`);
  await page.click("button[type=submit]");
  assert.ok((await waitForChoices(page)).length > 0);
  assert.equal(tag(await getSavedRecord(page), "Rules"), "");
  await goTo(page, `/new/${id}?position=nonsense`);
  assert.match(await page.locator("[role=alert]").innerText(), /^\S.*\.$/);
  await page.click("button[type=submit]");
  assert.ok((await waitForChoices(page)).length > 0);
});

testPage("keeps a position under rules that allow it, and says when it drops one", {}, async (page) => {
  const { id } = listGames()[2];
  await startGame(page, id, { mode: "people" });
  await playTurn(page, createRandom(1));
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const position = await page.locator("dialog .share input").nth(2).inputValue();
  await page.keyboard.press("Escape");
  const address = `/new/${id}?position=${encodeURIComponent(position)}`;
  await goTo(page, address);
  await page.click(".game-options summary");
  await page.selectOption(getOptionSelector("repetition"), "off");
  assert.equal(await page.locator("[role=alert]").count(), 0);
  await page.click("button[type=submit]");
  await page.waitForSelector("sanban-board [data-square]");
  assert.equal(tag(await getSavedRecord(page), "Position"), position);
  await goTo(page, address);
  await page.click(".game-options summary");
  await page.selectOption(getOptionSelector("size"), "5");
  assert.match(await page.locator("[role=alert]").innerText(), /from the start/);
  await page.click("button[type=submit]");
  await page.waitForSelector("sanban-board [data-square]");
  assert.equal(tag(await getSavedRecord(page), "Position"), "");
});
