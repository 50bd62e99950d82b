// The board: dragging, marks of squares, and arrows.
import assert from "node:assert/strict";
import { countTurns, getButton, startGame } from "./game-helpers.js";
import { goTo, testPage } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */

/** @param {string} square */
const cell = (square) => `sanban-board [data-square=${square}]`;

/** The accessible name of a square. @param {Page} page @param {string} square */
async function getContent(page, square) {
  return (await page.locator(cell(square)).getAttribute("aria-label")) ?? "";
}

/** @param {Page} page @param {string} square */
async function getCentre(page, square) {
  const box = await page.locator(cell(square)).boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

testPage("dragging a piece that has moved corrects the step instead of finishing the turn", {}, async (page) => {
  await startGame(page, "jinli", { mode: "people" });
  await page.click(cell("a1"));
  await page.click(cell("b2"));
  assert.match(await getContent(page, "b2"), /koi/);
  await page.dragAndDrop(cell("b2"), cell("b1"));
  assert.equal(await countTurns(page), 0);
  assert.match(await getContent(page, "b1"), /koi/);
  assert.doesNotMatch(await getContent(page, "b2"), /koi/);
  // Dropped where the drag began, the piece stays.
  const from = await getCentre(page, "b1");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 12, { steps: 3 });
  await page.mouse.up();
  assert.match(await getContent(page, "b1"), /koi/);
  await page.click(cell("d4"));
  assert.equal(await page.locator(".turns .turn").innerText(), "a1b1/d4");
});

testPage("drags another piece while one is picked", {}, async (page) => {
  await startGame(page, "jinli", { mode: "people" });
  await page.click(cell("a1"));
  await page.dragAndDrop(cell("g1"), cell("f2"));
  assert.match(await getContent(page, "f2"), /koi/);
});

testPage("clicking a ball that was picked automatically keeps it picked", {}, async (page) => {
  await startGame(page, "mitsudomoe", { mode: "people" });
  await page.click(cell("c2"));
  assert.match(await getContent(page, "b1"), /selected/);
  await page.click(cell("b1"));
  assert.match(await getContent(page, "b1"), /selected/);
  await page.click(cell("c2"));
  assert.equal(await page.locator(".turns .turn").innerText(), "@c2/b1c2");
});

for (const [name, target, end] of [["moves on from", "d3", "d3"], ["returns from", "e9", "c1"]]) {
  testPage(`a dropped piece ${name} where it was dropped`, { reducedMotion: "no-preference" }, async (page) => {
    await startGame(page, "jesonmor", { mode: "people" });
    const [from, to, rest] = [await getCentre(page, "c1"), await getCentre(page, target), await getCentre(page, end)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.evaluate(() => {
      const piece = document.querySelector("sanban-board .dragged");
      /** @type {number[][]} */
      const path = [];
      const sample = () => {
        const box = piece?.getBoundingClientRect();
        if (box) path.push([box.x + box.width / 2, box.y + box.height / 2]);
        if (path.length < 60) requestAnimationFrame(sample);
        else Object.assign(globalThis, { path });
      };
      addEventListener("pointerup", sample, { once: true });
    });
    await page.mouse.up();
    const path = await (await page.waitForFunction(() => /** @type {{ path?: number[][] }} */ (globalThis).path)).jsonValue();
    assert.ok(path);
    const distance = (/** @type {number[]} */ [x, y]) => Math.hypot(x - rest.x, y - rest.y);
    const square = Math.abs(from.y - (await getCentre(page, "c2")).y);
    assert.ok(Math.abs(path[0][0] - to.x) + Math.abs(path[0][1] - to.y) < square / 2, "it starts where it was dropped");
    for (const [at, point] of path.entries()) {
      if (at > 0) assert.ok(distance(point) < distance(path[at - 1]) + 1, "it only comes closer");
    }
    assert.ok(distance(path[path.length - 1]) < square / 2);
  });
}

testPage("picked squares differ in shape from those that can be picked, and hovering covers no piece", {}, async (page) => {
  await startGame(page, "jesonmor", { mode: "people" });
  assert.equal(await page.locator("sanban-board .choice.corners").count(), 9);
  assert.equal(await page.locator("sanban-board .touched").count(), 0);
  await page.hover(cell("c1"));
  assert.match(await page.locator(cell("c1")).evaluate((element) => getComputedStyle(element).backgroundColor), /, 0\)$|transparent/);
  await page.click(cell("c1"));
  assert.equal(await page.locator("sanban-board rect.touched").count(), 1);
  assert.equal(await page.locator("sanban-board .choice.corners").count(), 0, "only targets can be picked now");
});

testPage("the engine's moves and the last turn are arrows", {}, async (page) => {
  await goTo(page, `/analysis?record=${encodeURIComponent('[Game "mitsudomoe"]\n\n1. @c2/b1c2')}`);
  await page.waitForSelector("sanban-board .best-move .arrow");
  assert.equal(await page.locator("sanban-board .last-arrows .arrow[data-from=b1][data-to=c2]").count(), 1);
  await page.getByRole("switch").uncheck();
  assert.equal(await page.locator("sanban-board .best-move").count(), 0);
  assert.equal(await page.locator("sanban-board .hint-square").count(), 0);
});

testPage("a hint is an arrow and a ghost in the order of the steps, and what has been entered of it disappears", {}, async (page) => {
  await startGame(page, "jinli", { computer: "level:1" });
  await getButton(page, "Hint").click();
  await page.waitForSelector(".hint");
  await getButton(page, "Hint").click();
  const arrow = page.locator("sanban-board .best-move .arrow");
  const ghost = page.locator("sanban-board .best-move .ghost-frame");
  await arrow.waitFor();
  assert.deepEqual(await page.locator("sanban-board .step-number").allTextContents(), ["1", "2"]);
  const [from, to, stone] = [await arrow.getAttribute("data-from"), await arrow.getAttribute("data-to"), await ghost.getAttribute("data-on")];
  await page.click(cell(from ?? ""));
  await page.click(cell(to ?? ""));
  assert.equal(await arrow.count(), 0);
  assert.equal(await ghost.getAttribute("data-on"), stone);
  await page.keyboard.press("Escape");
  assert.equal(await arrow.count(), 1);
});
