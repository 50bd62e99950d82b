// The rules of a game, with examples to try.
import { html, nothing } from "../lib/lit-html.js";
import { rulebook } from "../wasm/rules.js";
import { getGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link } from "../app/router.js";
import { getBoardStyle, settings } from "../app/settings.js";
import { RulesExample } from "../components/rules-example.js";
import { rulesText } from "../components/rules-text.js";

/** @typedef {import("../wasm/rules.js").RulesBlock} Block */

export class RulesPage {
  /** @param {import("../app/app.js").App} app @param {string} game */
  constructor(app, game) {
    this.app = app;
    const info = getGameInfo(game);
    this.info = info;
    this.blocks = rulebook(game);
    /** @type {Map<Block, RulesExample>} */
    this.examples = new Map();
    for (const block of this.blocks) {
      if (block.kind === "board") this.examples.set(block, new RulesExample(info, block, this.examples.size + 1, () => this.app.refresh()));
    }
  }

  title() {
    return `${this.info.name}: ${t("rules")}`;
  }

  leave() {
    for (const example of this.examples.values()) example.free();
  }

  template() {
    const headings = this.blocks.filter((block) => block.kind === "heading");
    return html`<div class="rules-page" lang=${settings.language} .style=${getBoardStyle(this.info.id)}>
      <nav class="contents" aria-label=${t("contents")}><h2>${t("contents")}</h2><ol>${headings.map((heading, index) => html`
        <li><a href=${link(["rules", this.info.id])} @click=${(/** @type {Event} */ event) => this.#scrollToSection(event, index)}>${heading.text}</a></li>`)}</ol></nav>
      <article class="rules-text"><h1 tabindex="-1">${this.info.name}: ${t("rules")}</h1>${rulesText(this.blocks, (block) => this.examples.get(block)?.template() ?? nothing)}
        <div class="row"><a class="button" href=${link(["lesson", this.info.id])}>${t("lesson")}</a>
        <a class="button secondary" href=${link(["puzzles", this.info.id])}>${t("puzzles")}</a>
        <a class="button secondary" href=${link(["new", this.info.id])}>${t("play")}</a></div></article></div>`;
  }

  /** @param {Event} event @param {number} section */
  #scrollToSection(event, section) {
    event.preventDefault();
    const heading = this.app.root.querySelector(`#section-${section}`);
    if (!(heading instanceof HTMLElement)) return;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView();
  }
}
