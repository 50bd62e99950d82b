// The moves of a study with all their variations, to click through.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../wasm/rules.js").StudyNode} StudyNode */

/**
 * @param {StudyNode[]} nodes
 * @param {number} current
 * @param {Record<number, { kind: string, word: string }>} marks What is said of moves in a word, by their numbers.
 * @param {(id: number) => void} onSelect
 */
export function moveTree(nodes, current, marks, onSelect) {
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  const getNode = (/** @type {number} */ id) => /** @type {StudyNode} */ (nodesById.get(id));
  const start = getNode(0);

  const move = (/** @type {StudyNode} */ node, /** @type {boolean} */ hasNumber) => {
    const mark = marks[node.id];
    return html`<span class="move">${hasNumber ? html`<span class="number">${node.number}</span>` : nothing}<button type="button" class="turn"
      aria-current=${node.id === current ? "true" : nothing} @click=${() => onSelect(node.id)}>${node.text}</button>${mark
        ? html`<span class="mark ${mark.kind}">${mark.word}</span>` : nothing}${node.eval
        ? html`<span class="eval">${node.eval}</span>` : nothing}</span>${node.comment ? html` <span class="comment">${node.comment}</span>` : nothing} `;
  };

  /** The moves that follow a place, with their variations after the first of them. @param {StudyNode} from @param {boolean} startsNumbered @returns {unknown[]} */
  const line = (from, startsNumbered) => {
    const parts = [];
    let [node, hasNumber] = [from, startsNumbered];
    while (node.children.length > 0) {
      const [main, ...others] = node.children.map(getNode);
      parts.push(move(main, hasNumber || main.ply % 2 === 0));
      if (others.length > 0) {
        parts.push(html`<div class="variations">${others.map((other) => html`<div class="variation"><span aria-hidden="true">(</span>${move(other, true)}${line(other, other.comment !== "")}<span aria-hidden="true">)</span></div>`)}</div>`);
      }
      hasNumber = others.length > 0 || main.comment !== "";
      node = main;
    }
    return parts;
  };

  return html`<div class="tree" role="group" aria-label=${t("page.moves")} tabindex="0">
    <button type="button" class="turn start" aria-current=${current === 0 ? "true" : nothing} @click=${() => onSelect(0)}>${t("replay.start")}</button>
    ${start.comment ? html`<span class="comment">${start.comment}</span>` : nothing}
    ${line(start, true)}</div>`;
}
