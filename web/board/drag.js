// Dragging pieces. A drag grabs the piece where it starts, and picks the square where it ends.

/** A pointer drags once it has moved this far. */
const DRAG_THRESHOLD_PX = 7;
/** A click this soon after a drag, in the same place, belongs to the drag. */
const CLICK_AFTER_DRAG_MS = 60;

export class DragHandler {
  /** @type {import("./board.js").BoardElement} */
  #board;
  /** @type {{ pointer: number, square: string, x: number, y: number, item: import("./pieces.js").Item, isDragging: boolean } | null} */
  #drag = null;
  /** Where and when the last drag ended. */
  #end = { x: 0, y: 0, time: 0 };

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
    const { x, y, time } = this.#end;
    return event.detail > 0 && event.clientX === x && event.clientY === y && event.timeStamp - time < CLICK_AFTER_DRAG_MS;
  }

  /** @param {PointerEvent} event */
  #onPointerDown(event) {
    const square = this.#board.findSquareAt(event.clientX, event.clientY);
    const { grabbable = [], disabled } = this.#board.props;
    if (event.button !== 0 || disabled || !grabbable.includes(square)) return;
    const item = this.#board.pieceLayer.findTop(square);
    if (item) this.#drag = { pointer: event.pointerId, square, x: event.clientX, y: event.clientY, item, isDragging: false };
  }

  /** @param {PointerEvent} event */
  #onPointerMove(event) {
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    const { piece, element } = drag.item;
    const svg = /** @type {SVGSVGElement} */ (this.#board.querySelector("svg"));
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    const isStart = !drag.isDragging;
    if (isStart && Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return;
    drag.isDragging = true;
    this.#board.pieceLayer.dragTo(element, { x: piece.x + dx * scale, y: piece.y + dy * scale });
    if (!isStart) return;
    this.#board.setPointerCapture(drag.pointer);
    this.#board.grabPiece(drag.square);
  }

  /** @param {PointerEvent} event */
  #onPointerUp(event) {
    const drag = this.#drag;
    this.#release();
    if (!drag?.isDragging) return;
    this.#end = { x: event.clientX, y: event.clientY, time: event.timeStamp };
    const square = this.#board.findSquareAt(event.clientX, event.clientY);
    // A piece that had moved there before may return to where the drag started.
    if (square && (square !== drag.square || this.#board.props.next.includes(square))) this.#board.pickSquare(square);
    else this.#board.onstepundo();
  }

  #release() {
    this.#board.pieceLayer.drop();
    this.#drag = null;
  }
}
