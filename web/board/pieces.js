// The pieces on the board, which glide from where they were to where they are.
import { shouldAnimate } from "../app/settings.js";

/** @typedef {import("../wasm/rules.js").Piece} Piece */

/** How long a piece is on its way, in milliseconds. */
const GLIDE = 220;
const SVG = "http://www.w3.org/2000/svg";

export class Pieces {
  /** What stands on the board, each with its element. @type {{ piece: Piece, element: SVGGElement }[]} */
  #standing = [];

  /**
   * Shows these pieces in place of those that stood before.
   * @param {SVGGElement} place
   * @param {Piece[]} pieces
   */
  show(place, pieces) {
    const left = [...this.#standing];
    /** @param {(old: Piece) => boolean} fits */
    const take = (fits) => {
      const at = left.findIndex(({ piece }) => fits(piece));
      return at < 0 ? undefined : left.splice(at, 1)[0];
    };
    // Those that stayed first, so that only what moved is sought among the rest.
    const stayed = pieces.map((piece) => take((old) => old.kind === piece.kind && old.x === piece.x && old.y === piece.y));
    this.#standing = pieces.map((piece, at) => {
      const same = stayed[at] ?? this.#nearest(left, piece);
      const element = same?.element ?? /** @type {SVGGElement} */ (document.createElementNS(SVG, "g"));
      if (same?.piece.drawn !== piece.drawn) element.innerHTML = piece.drawn;
      element.style.transform = `translate(${piece.x}px, ${piece.y}px)`;
      if (shouldAnimate() && place.isConnected) this.#move(element, same?.piece, piece);
      return { piece, element };
    });
    place.replaceChildren(...this.#standing.map(({ element }) => element));
  }

  /**
   * The nearest of the pieces that are left and look alike, which is taken out of them.
   * @param {{ piece: Piece, element: SVGGElement }[]} left
   * @param {Piece} piece
   */
  #nearest(left, piece) {
    const alike = left.filter((old) => old.piece.kind === piece.kind);
    const distance = (/** @type {Piece} */ old) => Math.hypot(old.x - piece.x, old.y - piece.y);
    alike.sort((a, b) => distance(a.piece) - distance(b.piece));
    if (alike[0]) left.splice(left.indexOf(alike[0]), 1);
    return alike[0];
  }

  /** @param {SVGGElement} element @param {Piece | undefined} from @param {Piece} to */
  #move(element, from, to) {
    const there = `translate(${to.x}px, ${to.y}px)`;
    if (!from) {
      if (this.#standing.length > 0) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE });
    } else if (from.x !== to.x || from.y !== to.y) {
      element.animate([{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: there }],
        { duration: GLIDE, easing: "ease-in-out" });
    }
  }

  /** The topmost piece on a square, if there is one. @param {string} square */
  top(square) {
    return this.#standing.findLast(({ piece }) => piece.square === square)?.element ?? null;
  }
}
