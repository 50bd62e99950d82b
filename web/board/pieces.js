// The pieces on the board. They move with an animation.
import { shouldAnimate } from "../app/settings.js";

/** @typedef {import("../wasm/rules.js").PieceView} Piece */

const ANIMATION_MS = 220;
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

export class PieceLayer {
  /** @type {{ piece: Piece, element: SVGGElement }[]} */
  #items = [];

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
    // Match the pieces that stayed first, so that only moved ones are left.
    const unmoved = pieces.map((piece) => takeFirst((old) => old.kind === piece.kind && old.x === piece.x && old.y === piece.y));
    this.#items = pieces.map((piece, index) => {
      const previous = unmoved[index] ?? this.#takeNearest(unmatched, piece);
      const element = previous?.element ?? /** @type {SVGGElement} */ (document.createElementNS(SVG_NAMESPACE, "g"));
      if (previous?.piece.svg !== piece.svg) element.innerHTML = piece.svg;
      element.style.transform = `translate(${piece.x}px, ${piece.y}px)`;
      if (shouldAnimate() && layer.isConnected) this.#animate(element, previous?.piece, piece);
      return { piece, element };
    });
    layer.replaceChildren(...this.#items.map(({ element }) => element));
  }

  /**
   * Removes and returns the nearest unmatched piece of the same kind.
   * @param {{ piece: Piece, element: SVGGElement }[]} unmatched
   * @param {Piece} piece
   */
  #takeNearest(unmatched, piece) {
    const candidates = unmatched.filter((old) => old.piece.kind === piece.kind);
    const distance = (/** @type {Piece} */ old) => Math.hypot(old.x - piece.x, old.y - piece.y);
    candidates.sort((a, b) => distance(a.piece) - distance(b.piece));
    if (candidates[0]) unmatched.splice(unmatched.indexOf(candidates[0]), 1);
    return candidates[0];
  }

  /** @param {SVGGElement} element @param {Piece | undefined} from @param {Piece} to */
  #animate(element, from, to) {
    const target = `translate(${to.x}px, ${to.y}px)`;
    if (!from) {
      if (this.#items.length > 0) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ANIMATION_MS });
    } else if (from.x !== to.x || from.y !== to.y) {
      element.animate([{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: target }],
        { duration: ANIMATION_MS, easing: "ease-in-out" });
    }
  }

  /** The element of the topmost piece on a square. @param {string} square */
  findTop(square) {
    return this.#items.findLast(({ piece }) => piece.square === square)?.element ?? null;
  }
}
