// Dragging a piece: taking it up points at its square, and letting it go points at the square below.

/** How far a pointer moves before it drags, in pixels. */
const FAR = 7;

export class Drag {
  /** @type {import("./board.js").BoardElement} */
  #board;
  /** @type {{ pointer: number, square: string, x: number, y: number, piece: SVGGElement | null, dragging: boolean } | null} */
  #held = null;
  #ended = 0;

  /** @param {import("./board.js").BoardElement} board */
  constructor(board) {
    this.#board = board;
  }

  listen() {
    const board = this.#board;
    board.addEventListener("pointerdown", (event) => this.#down(event));
    board.addEventListener("pointermove", (event) => this.#move(event));
    board.addEventListener("pointerup", (event) => this.#up(event));
    board.addEventListener("pointercancel", () => this.#let());
  }

  /** Whether a click is only the end of a drag. @param {MouseEvent} event */
  justDragged(event) {
    return event.detail > 0 && event.timeStamp - this.#ended < 60;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const square = this.#board.squareAt(event.clientX, event.clientY);
    const { next, touched, quiet } = this.#board.shown;
    // A piece that was pointed at can still be dragged.
    if (event.button !== 0 || quiet || !(next.includes(square) || touched.at(-1) === square)) return;
    const piece = this.#board.pieces.top(square);
    if (piece) this.#held = { pointer: event.pointerId, square, x: event.clientX, y: event.clientY, piece, dragging: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.#held;
    if (!held || held.pointer !== event.pointerId) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.dragging) {
      if (Math.hypot(dx, dy) < FAR) return;
      held.dragging = true;
      this.#board.setPointerCapture(held.pointer);
      if (this.#board.shown.touched.at(-1) !== held.square) this.#board.point(held.square);
      held.piece = this.#board.pieces.top(held.square);
      held.piece?.classList.add("dragged");
    }
    const svg = /** @type {SVGSVGElement} */ (this.#board.querySelector("svg"));
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    if (held.piece) held.piece.style.translate = `${dx * scale}px ${dy * scale}px`;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const held = this.#held;
    this.#let();
    if (!held?.dragging) return;
    this.#ended = event.timeStamp;
    const square = this.#board.squareAt(event.clientX, event.clientY);
    if (square && square !== held.square) this.#board.point(square);
    else this.#board.ontakeback();
  }

  #let() {
    const piece = this.#held?.piece;
    if (piece) {
      piece.classList.remove("dragged");
      piece.style.translate = "";
    }
    this.#held = null;
  }
}
