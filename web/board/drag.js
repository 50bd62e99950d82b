// Dragging pieces. A drag picks two squares: the one where it starts and the one where it ends.

/** A pointer drags once it has moved this far. */
const DRAG_THRESHOLD_PX = 7;
/** A click this soon after a drag belongs to the drag. */
const CLICK_AFTER_DRAG_MS = 60;

export class DragHandler {
  /** @type {import("./board.js").BoardElement} */
  #board;
  /** @type {{ pointer: number, square: string, x: number, y: number, piece: SVGGElement | null, isDragging: boolean } | null} */
  #drag = null;
  #endTime = 0;

  /** @param {import("./board.js").BoardElement} board */
  constructor(board) {
    this.#board = board;
  }

  listen() {
    const board = this.#board;
    board.addEventListener("pointerdown", (event) => this.#onPointerDown(event));
    board.addEventListener("pointermove", (event) => this.#onPointerMove(event));
    board.addEventListener("pointerup", (event) => this.#onPointerUp(event));
    board.addEventListener("pointercancel", () => this.#release());
  }

  /** Whether a click only ends a drag. @param {MouseEvent} event */
  isEndOfDrag(event) {
    return event.detail > 0 && event.timeStamp - this.#endTime < CLICK_AFTER_DRAG_MS;
  }

  /** @param {PointerEvent} event */
  #onPointerDown(event) {
    const square = this.#board.findSquareAt(event.clientX, event.clientY);
    const { next, touched, disabled } = this.#board.props;
    // A piece that has been picked can still be dragged.
    if (event.button !== 0 || disabled || !(next.includes(square) || touched.at(-1) === square)) return;
    const piece = this.#board.pieceLayer.findTop(square);
    if (piece) this.#drag = { pointer: event.pointerId, square, x: event.clientX, y: event.clientY, piece, isDragging: false };
  }

  /** @param {PointerEvent} event */
  #onPointerMove(event) {
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isDragging) {
      if (Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return;
      drag.isDragging = true;
      this.#board.setPointerCapture(drag.pointer);
      if (this.#board.props.touched.at(-1) !== drag.square) this.#board.pickSquare(drag.square);
      drag.piece = this.#board.pieceLayer.findTop(drag.square);
      drag.piece?.classList.add("dragged");
    }
    const svg = /** @type {SVGSVGElement} */ (this.#board.querySelector("svg"));
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    if (drag.piece) drag.piece.style.translate = `${dx * scale}px ${dy * scale}px`;
  }

  /** @param {PointerEvent} event */
  #onPointerUp(event) {
    const drag = this.#drag;
    this.#release();
    if (!drag?.isDragging) return;
    this.#endTime = event.timeStamp;
    const square = this.#board.findSquareAt(event.clientX, event.clientY);
    if (square && square !== drag.square) this.#board.pickSquare(square);
    else this.#board.onstepundo();
  }

  #release() {
    const piece = this.#drag?.piece;
    if (piece) {
      piece.classList.remove("dragged");
      piece.style.translate = "";
    }
    this.#drag = null;
  }
}
