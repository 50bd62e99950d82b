// The moves of a study with all their variations, to click through.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../wasm/rules.js").StudyNode} StudyNode */

/**
 * @param {StudyNode[]} nodes
 * @param {number} at
 * @param {Record<number, { kind: string, word: string }>} marks What is said of moves in a word, by their numbers.
 * @param {(id: number) => void} go
 */
export function moveTree(nodes, at, marks, go) {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const nodeOf = (/** @type {number} */ id) => /** @type {StudyNode} */ (known.get(id));
  const start = nodeOf(0);

  const move = (/** @type {StudyNode} */ node, /** @type {boolean} */ numbered) => {
    const mark = marks[node.id];
    return html`<span class="move">${numbered ? html`<span class="number">${node.number}</span>` : nothing}<button type="button" class="turn"
      aria-current=${node.id === at ? "true" : nothing} @click=${() => go(node.id)}>${node.text}</button>${mark
        ? html`<span class="mark ${mark.kind}">${mark.word}</span>` : nothing}${node.eval
        ? html`<span class="eval">${node.eval}</span>` : nothing}</span>${node.comment ? html` <span class="comment">${node.comment}</span>` : nothing} `;
  };

  /** The moves that follow a place, with their variations after the first of them. @param {StudyNode} from @param {boolean} fresh @returns {unknown[]} */
  const line = (from, fresh) => {
    const parts = [];
    let [node, numbered] = [from, fresh];
    while (node.children.length > 0) {
      const [main, ...others] = node.children.map(nodeOf);
      parts.push(move(main, numbered || main.ply % 2 === 0));
      if (others.length > 0) {
        parts.push(html`<div class="variations">${others.map((other) => html`<div class="variation"><span aria-hidden="true">(</span>${move(other, true)}${line(other, other.comment !== "")}<span aria-hidden="true">)</span></div>`)}</div>`);
      }
      numbered = others.length > 0 || main.comment !== "";
      node = main;
    }
    return parts;
  };

  return html`<div class="tree" role="group" aria-label=${t("page.moves")} tabindex="0">
    <button type="button" class="turn start" aria-current=${at === 0 ? "true" : nothing} @click=${() => go(0)}>${t("replay.start")}</button>
    ${start.comment ? html`<span class="comment">${start.comment}</span>` : nothing}
    ${line(start, true)}</div>`;
}
