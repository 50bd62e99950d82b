// The pieces on the board. They move with an animation, and one of them can be dragged.
import { shouldAnimate } from "../app/settings.js";

/** @typedef {import("../wasm/rules.js").PieceView} Piece */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ piece: Piece, element: SVGGElement }} Item */

const ANIMATION_MS = 220;
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

export class PieceLayer {
  /** @type {Item[]} */
  #items = [];
  /** The piece that is dragged, and where it is drawn. @type {{ element: SVGGElement, at: Point, isDropped: boolean } | null} */
  #drag = null;

  /**
   * Replaces the pieces.
   * @param {SVGGElement} layer
   * @param {Piece[]} pieces
   */
  update(layer, pieces) {
    const unmatched = [...this.#items];
    /** @param {(old: Piece) => boolean} matches */
    const takeFirst = (matches) => {
      const index = unmatched.findIndex(({ piece }) => matches(piece));
      return index < 0 ? undefined : unmatched.splice(index, 1)[0];
    };
    const wasEmpty = this.#items.length === 0;
    // Match the pieces that stayed first, so that only moved ones are left.
    const unmoved = pieces.map((piece) => takeFirst((old) => old.kind === piece.kind && old.x === piece.x && old.y === piece.y));
    this.#items = pieces.map((piece, index) => {
      const previous = unmoved[index] ?? this.#takeNearest(unmatched, piece);
      const element = previous?.element ?? /** @type {SVGGElement} */ (document.createElementNS(SVG_NAMESPACE, "g"));
      if (previous?.piece.svg !== piece.svg) element.innerHTML = piece.svg;
      element.style.transform = `translate(${piece.x}px, ${piece.y}px)`;
      if (this.#drag?.element === element) this.#updateDragged({ piece, element });
      else if (layer.isConnected && !(wasEmpty && !previous)) animate(element, previous?.piece, piece);
      return { piece, element };
    });
    layer.replaceChildren(...this.#items.map(({ element }) => element));
  }

  /**
   * Removes and returns the nearest unmatched piece of the same kind.
   * @param {Item[]} unmatched
   * @param {Piece} piece
   */
  #takeNearest(unmatched, piece) {
    const candidates = unmatched.filter((old) => old.piece.kind === piece.kind);
    const distance = (/** @type {Piece} */ old) => Math.hypot(old.x - piece.x, old.y - piece.y);
    candidates.sort((a, b) => distance(a.piece) - distance(b.piece));
    if (candidates[0]) unmatched.splice(unmatched.indexOf(candidates[0]), 1);
    return candidates[0];
  }

  /** The topmost piece on a square. @param {string} square */
  findTop(square) {
    return this.#items.findLast(({ piece }) => piece.square === square) ?? null;
  }

  /** Draws a dragged piece at a point, wherever it belongs. @param {SVGGElement} element @param {Point} at */
  dragTo(element, at) {
    element.classList.add("dragged");
    if (element.nextSibling) element.parentNode?.append(element);
    this.#drag = { element, at, isDropped: false };
    const item = this.#items.find((other) => other.element === element);
    if (item) this.#updateDragged(item);
  }

  /** Drops the dragged piece. It glides from there to where the next update puts it, or back if there is none. */
  drop() {
    const drag = this.#drag;
    if (!drag) return;
    drag.isDropped = true;
    requestAnimationFrame(() => {
      const item = this.#items.find(({ element }) => element === drag.element);
      if (item && this.#drag === drag) this.#updateDragged(item);
    });
  }

  /** @param {Item} item */
  #updateDragged({ piece, element }) {
    if (!this.#drag) return;
    const { at, isDropped } = this.#drag;
    element.style.translate = isDropped ? "" : `${at.x - piece.x}px ${at.y - piece.y}px`;
    if (!isDropped) return;
    this.#drag = null;
    element.classList.remove("dragged");
    animate(element, at, piece);
  }
}

/** Moves an element from a point, or fades it in if it is new. @param {SVGGElement} element @param {Point | undefined} from @param {Point} to */
function animate(element, from, to) {
  if (!shouldAnimate()) return;
  if (!from) {
    element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ANIMATION_MS });
  } else if (from.x !== to.x || from.y !== to.y) {
    element.animate([{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }],
      { duration: ANIMATION_MS, easing: "ease-in-out" });
  }
}
