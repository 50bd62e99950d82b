// Games on this device: entering turns, tools and results.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { SHORT_RULES, countTurns, createRandom, getButton, getEntryText, getResult, pickWithMouse, playShortTurns, playToEnd, playTurn, startGame, startTurn, tabTo, waitForChoices } from "./game-helpers.js";
import { getPath, goTo, listGames, testPage } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */

/** The names of the squares in reading order. @param {Page} page */
function getSquares(page) {
  return page.$$eval("sanban-board [data-square]", (cells) => cells.map((cell) => cell.getAttribute("data-square") ?? ""));
}

for (const { id, name } of listGames()) {
  testPage(`undoes, redoes, types and browses turns of ${name}`, {}, async (page) => {
    await startGame(page, id, { mode: "people" });
    const random = createRandom(11);
    const turnTexts = [await playTurn(page, random), await playTurn(page, random), await playTurn(page, random)];
    const getPieces = () => page.$$eval("sanban-board .pieces > *", (pieces) => pieces.map((piece) => piece.outerHTML).sort().join());
    const currentPieces = await getPieces();

    await getButton(page, "Undo").click();
    await getButton(page, "Undo").click();
    assert.equal(await countTurns(page), 1);
    await getButton(page, "Redo").click();
    assert.equal(await countTurns(page), 2);
    assert.ok(await getButton(page, "Redo").isEnabled());
    await page.fill("input[name=move]", turnTexts[2]);
    await page.press("input[name=move]", "Enter");
    assert.equal(await countTurns(page), 3);
    assert.equal(await getPieces(), currentPieces);
    assert.equal(await page.inputValue("input[name=move]"), "");
    assert.ok(await getButton(page, "Redo").isDisabled());

    await page.fill("input[name=move]", "z99");
    await page.press("input[name=move]", "Enter");
    assert.match(await page.locator(".status .warning").innerText(), /z99/);
    assert.equal(await countTurns(page), 3);

    await page.locator(".turns .turn").first().click();
    assert.match(await page.locator(".status").innerText(), /earlier position/);
    assert.equal(await page.locator("sanban-board .selectable").count(), 0);
    assert.notEqual(await getPieces(), currentPieces);
    await getButton(page, "Next turn").click();
    assert.equal(await page.locator(".turn[aria-current]").innerText(), turnTexts[1]);
    await getButton(page, "Back to the current position").click();
    assert.equal(await getPieces(), currentPieces);

    // Shortcuts do the same.
    await page.keyboard.press("u");
    assert.equal(await countTurns(page), 2);
    await page.keyboard.press("r");
    assert.equal(await countTurns(page), 3);
    await page.keyboard.press("ArrowLeft");
    assert.match(await page.locator(".status").innerText(), /earlier position/);
    await page.keyboard.press("End");
    assert.equal(await getPieces(), currentPieces);
  });

  testPage(`keeps an unfinished turn of ${name} after a reload and takes back its steps`, {}, async (page) => {
    await startGame(page, id, { mode: "people" });
    await playShortTurns(page);
    const turns = await countTurns(page);
    const before = await getEntryText(page);
    const after = await startTurn(page);
    assert.notEqual(after, before);
    const choices = await waitForChoices(page);
    await page.reload();
    await page.waitForSelector("sanban-board .touched, button.supply.selected");
    assert.equal(await getEntryText(page), after, "the steps survive a reload");
    assert.deepEqual(await waitForChoices(page), choices);
    await getButton(page, "Undo step").click();
    assert.equal(await getEntryText(page), before);
    await startTurn(page);
    await page.keyboard.press("Escape");
    assert.equal(await getEntryText(page), before);
    assert.equal(await countTurns(page), turns);
  });

  testPage(`explains a rejected step of ${name}`, {}, async (page) => {
    await startGame(page, id, { mode: "people" });
    await playShortTurns(page);
    const turns = await countTurns(page);
    // Pick a square that is no choice after the first step.
    await startTurn(page);
    const choices = await waitForChoices(page);
    const otherSquares = (await getSquares(page)).map((square) => `[data-square=${square}]`).filter((square) => !choices.includes(square));
    let reason = "";
    for (const square of otherSquares.slice(0, 8)) {
      await pickWithMouse(page, square);
      const warning = page.locator(".status .warning");
      if ((await warning.count()) > 0) reason = await warning.innerText();
      if (reason) break;
    }
    assert.match(reason, /^[A-Z].{8,}\.$/, "the reason is a sentence");
    // Screen readers get it with the next frame.
    await page.waitForFunction((text) => document.getElementById("announcer")?.textContent === text, reason);
    assert.equal(await countTurns(page), turns);
  });

  testPage(`flips the board and drags pieces of ${name}`, {}, async (page) => {
    await startGame(page, id, { mode: "people" });
    const squaresBefore = await getSquares(page);
    await getButton(page, "Flip board").click();
    assert.deepEqual(await getSquares(page), squaresBefore.reverse());
    assert.match(await page.locator(".player").last().getAttribute("class") ?? "", /seat-1/);
    await playShortTurns(page);
    const turns = await countTurns(page);
    // Drag the first piece that can start a turn.
    const choices = await waitForChoices(page);
    const pieces = await page.$$eval("sanban-board .selectable:not([aria-label*=', empty'])", (all) => all.map((each) => `[data-square=${each.getAttribute("data-square")}]`));
    const from = choices.find((square) => pieces.includes(square));
    // In some games a turn starts with the supply.
    if (!from) return;
    await pickWithMouse(page, from);
    const to = (await waitForChoices(page)).find((square) => square !== from);
    assert.ok(to);
    const isMoved = async () => (await page.locator("sanban-board .touched").count()) >= 2 || (await countTurns(page)) > turns;
    const undoMove = async () => {
      if (await getButton(page, "Undo").isEnabled()) await getButton(page, "Undo").click();
      assert.equal(await isMoved(), false);
    };
    await page.dragAndDrop(from, to);
    assert.ok(await isMoved(), "a picked piece can be dragged");
    await undoMove();
    await page.dragAndDrop(from, to);
    assert.ok(await isMoved(), "a drag picks two squares");
  });

  testPage(`explains a hint in ${name}`, {}, async (page) => {
    await startGame(page, id, { computer: "level:1" });
    await getButton(page, "Hint").click();
    await page.waitForSelector(".hint");
    assert.equal(await page.locator("sanban-board .best-move").count(), 0, "the first stage only points at a piece");
    await getButton(page, "Hint").click();
    assert.match(await page.locator(".hint").innerText(), /Try this: .+/);
    assert.ok((await page.locator("sanban-board :is(.ghost, .best-move .arrow, .lift-bar)").count()) > 0, "the second stage shows the move");
    await getButton(page, "Hint").click();
    assert.match(await page.locator(".hint").innerText(), /Why: .+/);
    await playTurn(page, createRandom(1));
    assert.equal(await page.locator(".hint").count(), 0);
  });

  testPage(`shows the evaluation bar of ${name} on request`, {}, async (page) => {
    await startGame(page, id, { mode: "people" });
    assert.equal(await page.locator("[role=meter]").count(), 0);
    await getButton(page, "Evaluation").click();
    await page.waitForSelector("[role=meter][aria-valuetext^=Evaluation]");
    assert.ok(Number(await page.locator("[role=meter]").getAttribute("aria-valuenow")) <= 100);
    await page.reload();
    await page.waitForSelector("[role=meter][aria-valuetext^=Evaluation]");
  });

  testPage(`shares ${name} as links, text and pictures`, { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
    const move = await playTurn(page, createRandom(3));
    await getButton(page, "Share").click();
    const fields = page.locator("dialog .share input, dialog .share textarea");
    const [gameUrl, positionUrl, position, record] = await Promise.all([0, 1, 2, 3].map((at) => fields.nth(at).inputValue()));
    const query = (/** @type {string} */ address) => new URL(address).searchParams;
    assert.equal(query(gameUrl).get("record"), record);
    assert.equal(query(positionUrl).get("position"), position);
    assert.equal(query(positionUrl).get("game"), id);
    assert.ok(record.includes(move));
    await page.getByRole("button", { name: "Copy Position as text" }).click();
    await page.waitForFunction((text) => navigator.clipboard.readText().then((copied) => copied === text), position);
    for (const [label, file, beginning] of [["Download record", `${id}.txt`, "[Game "], ["Download SVG", `${id}.svg`, "<svg "], ["Download PNG", `${id}.png`, "\x89PNG"]]) {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: label }).click();
      const download = await saved;
      assert.equal(download.suggestedFilename(), file);
      assert.ok(readFileSync(await download.path(), "latin1").startsWith(beginning), `${file} is what it says`);
    }
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
  });
}

const { id } = listGames()[1];

testPage("ends the game by resignation, and swaps sides in a rematch", {}, async (page) => {
  await startGame(page, id, { computer: "level:1", rules: SHORT_RULES[id] });
  await getButton(page, "Resign").click();
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await getResult(page), "");
  await getButton(page, "Resign").click();
  await page.locator("dialog .button").click();
  assert.match(await getResult(page), /resign/i);
  assert.ok(await getButton(page, "Resign").isDisabled());
  await page.getByRole("button", { name: /Rematch/ }).click();
  await page.waitForSelector(".status:not(.over)");
  await waitForChoices(page);
  assert.equal(await countTurns(page), 1, "the computer has moved first");
  assert.match(await page.locator(".player").last().getAttribute("class") ?? "", /seat-1/, "the person sits at the bottom, in the second seat");
});

testPage("disables redo after a resignation", {}, async (page) => {
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  await playTurn(page, createRandom(1));
  await getButton(page, "Undo").click();
  await getButton(page, "Resign").click();
  await page.locator("dialog .button").click();
  assert.match(await getResult(page), /resign/i);
  assert.ok(await getButton(page, "Redo").isDisabled());
  await page.keyboard.press("r");
  assert.equal(await countTurns(page), 0);
  await getButton(page, "Undo").click();
  await getButton(page, "Redo").click();
  assert.equal(await countTurns(page), 1);
});

testPage("undoes a swap of sides against the computer", {}, async (page) => {
  await startGame(page, id, { computer: "level:1", side: "second", pie: true, rules: SHORT_RULES[id] });
  const getBottomClass = () => page.locator(".player").last().getAttribute("class");
  await getButton(page, "Swap sides").click();
  await waitForChoices(page);
  assert.match(await getBottomClass() ?? "", /seat-0/);
  await getButton(page, "Undo").click();
  assert.match(await getBottomClass() ?? "", /seat-1/);
  assert.equal(await countTurns(page), 1);
  await getButton(page, "Keep sides").click();
  assert.ok((await waitForChoices(page)).length > 0);
});

testPage("undoes both turns against the computer", {}, async (page) => {
  await startGame(page, id, { computer: "level:1", rules: SHORT_RULES[id] });
  await playTurn(page, createRandom(1));
  await waitForChoices(page);
  assert.equal(await countTurns(page), 2);
  await getButton(page, "Undo").click();
  assert.equal(await countTurns(page), 0);
  assert.ok((await waitForChoices(page)).length > 0);
});

testPage("lists saved games on the home page until they are deleted", {}, async (page) => {
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  await playTurn(page, createRandom(1));
  const address = await getPath(page);
  await goTo(page, "/");
  await page.click(`.saved-list a[href$="${address}"]`);
  await page.waitForSelector("sanban-board");
  assert.equal(await countTurns(page), 1);
  await playToEnd(page, pickWithMouse, 2);
  const [resultText] = (await getResult(page)).split("\n");
  await goTo(page, "/");
  assert.ok((await page.locator(".saved-list li").innerText()).includes(resultText));
  await page.click(".saved-list button");
  assert.equal(await page.locator(".saved-list").count(), 0);
  await goTo(page, address);
  assert.match(await page.locator("main").innerText(), /isn't saved/);
});

testPage("announces turns, labels squares and keeps the focus on the board", {}, async (page) => {
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  const unnamed = await page.$$eval("sanban-board [data-square]", (cells) => cells.filter((cell) => !cell.getAttribute("aria-label")).length);
  assert.equal(unnamed, 0);
  await tabTo(page, "sanban-board [data-square][tabindex='0']");
  await playTurn(page, createRandom(1));
  await page.waitForFunction(() => /^White: knight [a-e][1-5]→[a-e][1-5]/.test(document.getElementById("announcer")?.textContent ?? ""));
  assert.ok(await page.evaluate(() => document.activeElement?.matches("sanban-board [data-square]")));
});

/** @param {Page} page @param {string} move */
async function typeMove(page, move) {
  await page.fill("input[name=move]", move);
  await page.press("input[name=move]", "Enter");
}

/** Replaces the engine's worker by one that only records its requests. @param {Page} page */
async function mockEngine(page) {
  await page.addInitScript(() => {
    /** @type {{ id: number, task: string, worker: EventTarget }[]} */
    const orders = [];
    class Silent extends EventTarget {
      /** @param {{ id: number, task: string }} order */
      postMessage(order) {
        orders.push({ ...order, worker: this });
      }
      terminate() {}
    }
    Object.assign(globalThis, { Worker: Silent, orders });
  });
}

testPage("drops the computer's move when the turn before it is undone", {}, async (page) => {
  /** Plays the first two turns of a game. @param {number} seed */
  const turns = async (seed) => {
    await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
    const random = createRandom(seed);
    return [await playTurn(page, random), await playTurn(page, random)];
  };
  const [[first, answer], [other]] = [await turns(1), await turns(4)];
  assert.notEqual(first, other);
  // From here on, the test controls the engine's responses and the time.
  await mockEngine(page);
  await page.clock.install();
  await page.reload();
  await startGame(page, id, { computer: "level:1", rules: SHORT_RULES[id] });
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await typeMove(page, first);
  await page.evaluate((move) => {
    const { worker, ...order } = /** @type {any} */ (globalThis).orders.at(-1);
    if (order.task !== "move") throw new Error("the computer is to move");
    worker.dispatchEvent(new MessageEvent("message", { data: { id: order.id, update: { done: true, move, report: null, hint: null, review: null } } }));
  }, answer);
  await getButton(page, "Undo").click();
  await typeMove(page, other);
  await page.clock.runFor(2_000);
  assert.equal(await countTurns(page), 1);
  assert.equal(await page.locator(".turns .turn").innerText(), other);
});

testPage("stops waiting for a hint when the position changes", {}, async (page) => {
  await mockEngine(page);
  await page.reload();
  await startGame(page, id, { computer: "level:1", rules: SHORT_RULES[id] });
  await playTurn(page, createRandom(1));
  await getButton(page, "Undo").click();
  const state = page.locator(".status");
  for (const name of ["Evaluation", "Redo"]) {
    await getButton(page, "Hint").click();
    assert.match(await state.innerText(), /Looking for a hint/);
    await getButton(page, name).click();
    assert.doesNotMatch(await state.innerText(), /Looking for a hint/, name);
  }
});

testPage("shows the result in the evaluation bar, and nothing for earlier positions", {}, async (page) => {
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  const random = createRandom(1);
  await playTurn(page, random);
  await getButton(page, "Evaluation").click();
  const bar = page.locator("[role=meter]");
  await page.waitForSelector("[role=meter][aria-valuetext^=Evaluation]");
  await page.keyboard.press("Home");
  assert.equal(await bar.getAttribute("aria-valuetext"), "No evaluation yet");
  await page.keyboard.press("End");
  // The second player resigns.
  await getButton(page, "Resign").click();
  await page.locator("dialog .button").click();
  await page.waitForSelector(".status.over");
  assert.equal(await bar.getAttribute("aria-valuenow"), "100");
  assert.equal(await bar.getAttribute("aria-valuetext"), "Evaluation: 1-0");
});

testPage("shares the earlier position that the board shows", {}, async (page) => {
  const position = async () => {
    await getButton(page, "Share").click();
    const text = await page.locator("dialog .share input").nth(2).inputValue();
    await page.keyboard.press("Escape");
    return text;
  };
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  const random = createRandom(1);
  await playTurn(page, random);
  const earlierPosition = await position();
  await playTurn(page, random);
  assert.notEqual(await position(), earlierPosition);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await position(), earlierPosition);
});

testPage("starts a rematch with the same position, clock and pie rule", {}, async (page) => {
  await startGame(page, id, { mode: "people" });
  await playTurn(page, createRandom(1));
  await getButton(page, "Share").click();
  const position = await page.locator("dialog .share input").nth(2).inputValue();
  await page.keyboard.press("Escape");
  await goTo(page, `/new/${id}?position=${encodeURIComponent(position)}`);
  await page.click(".game-options summary");
  await page.check("input[name=pie]");
  await page.fill("input[name=clock]", "7m");
  await page.press("input[name=clock]", "Tab");
  await page.click("button[type=submit]");
  await page.waitForSelector("sanban-board [data-square]");
  /** @type {() => Promise<string>} */
  const record = async () => page.evaluate((id) => JSON.parse(localStorage.getItem(`sanban.game.${id}`) ?? "{}").record, (await getPath(page)).split("/").at(-1));
  const tags = (/** @type {string} */ text) => ["Position", "Clock", "Pie"].map((tag) => new RegExp(`\\[${tag} "([^"]*)"\\]`).exec(text)?.[1]);
  const before = tags(await record());
  assert.deepEqual(before, [position, "7m", "on"]);
  await getButton(page, "Resign").click();
  await page.locator("dialog .button").click();
  await page.getByRole("button", { name: /Rematch/ }).click();
  await page.waitForSelector(".status:not(.over)");
  assert.deepEqual(tags(await record()), before);
});
