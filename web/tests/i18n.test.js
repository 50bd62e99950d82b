// Translations: every page uses the chosen language, and no text is missing.
import assert from "node:assert/strict";
import { findAllPages } from "./crawl.js";
import { SHORT_RULES, createRandom, playTurn, startGame, waitForChoices } from "./game-helpers.js";
import { getPath, goTo, listGames, testPage } from "./harness.js";

/** @typedef {import("./harness.js").Page} Page */

/** A missing text shows its key in braces, and a missing argument its name. */
const MISSING_TEXT = /\{\$?[\w-]+\}/;
/** A one before a plural. */
const WRONG_PLURAL = /(?<![\w.,:/–-])1 (points|turns|games|moves|stones|rings|balls|koi are|knights|days|tasks|puzzles|minutes|spectators|pontos|jogadas|partidas|pedras|argolas|bolas|carpas|cavalos|dias|problemas|tarefas|minutos|espectadores)\b/;

/** All visible and accessible texts of the page. @param {Page} page @returns {Promise<string[]>} */
function getTexts(page) {
  return page.evaluate(() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest("noscript, textarea, svg, code, #announcer")) texts.push(node.textContent ?? "");
    }
    for (const attribute of ["aria-label", "title", "placeholder", "aria-valuetext"]) {
      for (const element of document.querySelectorAll(`[${attribute}]`)) texts.push(element.getAttribute(attribute) ?? "");
    }
    return [document.title, ...texts].map((text) => text.replaceAll(/\s+/g, " ").trim()).filter(Boolean);
  });
}

/** @param {Page} page @param {string} language */
async function chooseLanguage(page, language) {
  await goTo(page, "/settings");
  await page.check(`input[value=${language}]`, { force: true });
  await page.waitForSelector(`html[lang=${language}]`);
}

testPage("shows every page in both languages without missing texts", {}, async (page) => {
  await startGame(page, listGames()[0].id, { mode: "people", rules: SHORT_RULES[listGames()[0].id] });
  await playTurn(page, createRandom(1));
  const names = listGames().map(({ name }) => name);
  const pages = await findAllPages(page);
  /** @type {Record<string, string[]>} */
  const english = {};
  for (const language of ["en", "pt"]) {
    await chooseLanguage(page, language);
    for (const address of pages) {
      await goTo(page, address);
      const texts = await getTexts(page);
      const missing = texts.filter((text) => MISSING_TEXT.test(text));
      assert.deepEqual(missing, [], `${address} in ${language}`);
      assert.deepEqual(texts.filter((text) => WRONG_PLURAL.test(text)), [], `${address} in ${language}`);
      if (language === "en") english[address] = texts;
      // A text of several words that is the same in both languages lacks a translation, unless it consists of names and options.
      const removeNames = (/** @type {string} */ text) => names.reduce((rest, name) => rest.replaceAll(name, ""), text).replaceAll(/[\w-]+=\w+/g, "");
      const untranslated = language === "en" ? [] : texts.filter((text) => english[address].includes(text) && /\p{L}{3,}\P{L}+\p{L}{3,}/u.test(removeNames(text)));
      assert.deepEqual(untranslated, [], `${address} says the same in both languages`);
    }
  }
});

testPage("a side that begins agrees in number with the verb in Portuguese", { locale: "pt-PT" }, async (page) => {
  for (const { id } of listGames()) {
    await goTo(page, `/new/${id}`);
    assert.match(await page.locator(".setup form").innerText(), /s \(começam\)/);
  }
});

testPage("shows one point without a plural after the number", {}, async (page) => {
  // Yellow's koi touch after this turn.
  await goTo(page, `/analysis?record=${encodeURIComponent('[Game "jinli"]\n[Position "r5r/7/7/7/7/7/y1y4 y 10 10 0 0 1"]\n\n1. a1b1/g4')}`);
  await page.waitForSelector(".tree");
  const texts = await getTexts(page);
  assert.ok(texts.some((text) => /point/.test(text)));
  assert.deepEqual(texts.filter((text) => WRONG_PLURAL.test(text)), []);
});

testPage("starts in the browser's language", { locale: "pt-PT" }, async (page) => {
  assert.equal(await page.locator("html").getAttribute("lang"), "pt");
  assert.match(await page.locator("nav").innerText(), /Aprender/);
  await chooseLanguage(page, "en");
  await page.reload();
  await page.waitForSelector("nav");
  assert.match(await page.locator("nav").innerText(), /Learn/);
});

testPage("plays a game in Portuguese", { locale: "pt-PT" }, async (page) => {
  const [{ id }] = listGames();
  await startGame(page, id, { computer: "level:1", rules: SHORT_RULES[id] });
  await playTurn(page, createRandom(2));
  await page.waitForFunction(() => /^(Você|Nível 1): \S/.test(document.getElementById("announcer")?.textContent ?? ""));
  await waitForChoices(page);
  await page.getByRole("button", { name: "Sugestão" }).click();
  assert.match(await page.locator(".hint").innerText(), /^Olhe para /);
});

for (const [preferred, expected] of /** @type {[string[], string][]} */ ([
  [["fr-FR", "en-US", "pt-PT"], "en"], [["fr-FR", "pt-BR", "en-US"], "pt"], [["en-GB", "pt-PT"], "en"], [["fr-FR"], "en"],
])) {
  testPage(`chooses ${expected} for ${preferred.join(", ")}`, {}, async (page) => {
    await page.addInitScript((languages) => {
      Object.defineProperty(navigator, "languages", { get: () => languages });
      Object.defineProperty(navigator, "language", { get: () => languages[0] });
    }, preferred);
    await page.reload();
    await page.waitForSelector("nav");
    assert.equal(await page.locator("html").getAttribute("lang"), expected);
  });
}

testPage("shows a review in the current language, whichever it was made in", {}, async (page) => {
  const { id } = listGames()[1];
  await startGame(page, id, { mode: "people", rules: SHORT_RULES[id] });
  const random = createRandom(6);
  for (let turnText = 0; turnText < 6; turnText += 1) await playTurn(page, random);
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const shared = new URL(await page.locator("dialog .share input").first().inputValue());
  const gamePath = shared.hash.slice(1) || shared.pathname + shared.search;
  await page.keyboard.press("Escape");
  await goTo(page, gamePath);
  await page.locator(".review select").selectOption("100");
  await page.getByRole("button", { name: "Review game" }).click();
  await page.waitForSelector(".mistakes li");
  const study = await getPath(page);
  const getReviewText = async () => [await page.locator(".mistakes").innerText(), ...await page.locator(".tree .mark").allInnerTexts()].join(" ");
  const english = /better|gave|lost|blunder|mistake|inaccuracy|wins/;
  assert.match(await getReviewText(), english);
  await chooseLanguage(page, "pt");
  await goTo(page, study);
  await page.waitForSelector(".mistakes li");
  assert.doesNotMatch(await getReviewText(), english);
  assert.match(await getReviewText(), /melhor|perdeu|ganha|erro|imprecisão/);
});
