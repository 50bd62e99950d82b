// The moves of a study with all their variations.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { openDialog } from "./dialog.js";

/** @typedef {import("../wasm/rules.js").StudyNode} StudyNode */

/** The nodes of a study by their ids. The start has the id 0. */
export class StudyTree {
  /** @type {Map<number, StudyNode>} */
  #nodes;

  /** @param {StudyNode[]} nodes */
  constructor(nodes) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
  }

  /** @param {number} id */
  get(id) {
    return /** @type {StudyNode} */ (this.#nodes.get(id));
  }

  /** The main line, from the start on. */
  get mainLine() {
    const line = [this.get(0)];
    for (let [next] = line[0].children; next !== undefined; [next] = this.get(next).children) line.push(this.get(next));
    return line;
  }
}

/**
 * @param {StudyTree} tree
 * @param {number} current
 * @param {Record<number, { kind: string, word: string }>} marks The marks of moves, by the ids of their nodes.
 * @param {(id: number) => void} onSelect
 */
export function moveTree(tree, current, marks, onSelect) {
  const start = tree.get(0);

  const move = (/** @type {StudyNode} */ node, /** @type {boolean} */ hasNumber) => {
    const mark = marks[node.id];
    return html`<span class="move">${hasNumber ? html`<span class="number">${node.number}</span>` : nothing}<button type="button" class="turn"
      aria-current=${node.id === current ? "true" : nothing} @click=${() => onSelect(node.id)}>${node.text}</button>${mark
        ? html`<span class="mark ${mark.kind}">${mark.word}</span>` : nothing}${node.eval
        ? html`<span class="eval">${node.eval}</span>` : nothing}</span>${node.comment ? html` <span class="comment">${node.comment}</span>` : nothing} `;
  };

  /** The moves after a node. Variations follow the move that they replace. @param {StudyNode} from @param {boolean} startsNumbered @returns {unknown[]} */
  const line = (from, startsNumbered) => {
    const parts = [];
    let [node, hasNumber] = [from, startsNumbered];
    while (node.children.length > 0) {
      const [main, ...others] = node.children.map((id) => tree.get(id));
      parts.push(move(main, hasNumber || main.ply % 2 === 0));
      if (others.length > 0) {
        parts.push(html`<div class="variations">${others.map((other) => html`<div class="variation"><span aria-hidden="true">(</span>${move(other, true)}${line(other, other.comment !== "")}<span aria-hidden="true">)</span></div>`)}</div>`);
      }
      hasNumber = others.length > 0 || main.comment !== "";
      node = main;
    }
    return parts;
  };

  return html`<div class="tree" role="group" aria-label=${t("moves")} tabindex="0">
    <button type="button" class="turn start" aria-current=${current === 0 ? "true" : nothing} @click=${() => onSelect(0)}>${t("start")}</button>
    ${start.comment ? html`<span class="comment">${start.comment}</span>` : nothing}
    ${line(start, true)}</div>`;
}

/** Lets the visitor edit the comment of a move or the start. @param {StudyNode} node @param {(text: string) => void} onSave */
export function openCommentDialog(node, onSave) {
  const title = node.text ? t("comment-on", { move: `${node.number} ${node.text}` }) : t("comment-start");
  const dialog = openDialog(title, (close) => html`<form @submit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    const text = dialog.querySelector("textarea")?.value ?? "";
    close();
    onSave(text);
  }}><label class="field"><span>${t("comment")}</span><textarea rows="4" .value=${node.comment}></textarea></label>
    <div class="row"><button class="button" type="submit">${t("save-comment")}</button></div></form>`);
  dialog.querySelector("textarea")?.focus();
}
