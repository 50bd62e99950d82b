// The custom element `<sanban-board>`. It draws its properties and reports which squares are picked. It knows no rules.
import { html, nothing, render, svg } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { DragHandler } from "./drag.js";
import { lastArrows, suggestedMoves } from "./move-marks.js";
import { PieceLayer } from "./pieces.js";

/** @typedef {import("./board-props.js").BoardProps} BoardProps */

/** The corners of a square, which mark a piece that can be picked. A picked one has a full frame. */
const CORNERS = "M7 31V13Q7 7 13 7H31M69 7H87Q93 7 93 13V31M93 69V87Q93 93 87 93H69M31 93H13Q7 93 7 87V69";

export class BoardElement extends HTMLElement {
  /** @type {BoardProps | null} */
  #props = null;
  /** Called when a square is picked. @type {(square: string) => void} */
  onsquarepick = () => {};
  /** Called when the piece on a square is dragged. @type {(square: string) => void} */
  onpiecegrab = () => {};
  /** Called when the visitor takes back the last step. */
  onstepundo = () => {};
  #focusedSquare = "";
  #drawnBackground = "";
  #pieceLayer = new PieceLayer();
  #drag = new DragHandler(this);

  /** @param {BoardProps} props */
  set props(props) {
    this.#props = props;
    this.#render();
  }

  get props() {
    if (!this.#props) throw new Error("the board has no properties yet");
    return this.#props;
  }

  get pieceLayer() {
    return this.#pieceLayer;
  }

  constructor() {
    super();
    this.#drag.listen();
    this.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Picks a square, as a click does. @param {string} square */
  pickSquare(square) {
    if (this.#props?.disabled) return;
    this.#focusedSquare = square;
    this.onsquarepick(square);
  }

  /** Picks up the piece on a square, to drag it. @param {string} square */
  grabPiece(square) {
    if (this.#props?.disabled) return;
    this.#focusedSquare = square;
    this.onpiecegrab(square);
  }

  /** The name of the square at a point of the screen, or an empty string. @param {number} x @param {number} y */
  findSquareAt(x, y) {
    const hit = document.elementsFromPoint(x, y).find((element) => element instanceof HTMLElement && element.dataset.square);
    return hit instanceof HTMLElement && this.contains(hit) ? hit.dataset.square ?? "" : "";
  }

  #render() {
    const { board, flipped, next, supplyTargets = [], touched, lastMove, hintSquares = [], suggestions = [], losingSquares = [], disabled, label } = this.props;
    const markSquares = (/** @type {string[]} */ squareNames, /** @type {string} */ className) =>
      board.squares.filter((square) => squareNames.includes(square.name)).map((square) => svg`
        <rect class=${className} x=${square.x + 3} y=${square.y + 3} width="94" height="94" rx="10" />`);
    const choices = board.squares.filter(() => !disabled).map((square) => {
      const isOccupied = board.pieces.some((piece) => piece.square === square.name);
      const [x, y] = [square.x + 50, square.y + 50];
      if (losingSquares.includes(square.name)) {
        return svg`<circle class="losing-badge" cx=${square.x + 80} cy=${square.y + 20} r="17" />
          <path class="losing-cross" d=${`M${square.x + 73} ${square.y + 13}l14 14m0 -14l-14 14`} />`;
      }
      if (supplyTargets.includes(square.name)) return svg`<path class="choice plus" d=${`M${x - 11} ${y}H${x + 11}M${x} ${y - 11}V${y + 11}`} />`;
      if (!next.includes(square.name)) return nothing;
      return isOccupied
        ? svg`<path class="choice corners" transform=${`translate(${square.x} ${square.y})`} d=${CORNERS} />`
        : svg`<circle class="choice dot" cx=${x} cy=${y} r="13" />`;
    });
    render(html`
      <svg viewBox="0 0 ${board.width} ${board.height}" aria-hidden="true">
        <g class="background"></g>
        <g>${markSquares(lastMove, "last-move")}${markSquares(hintSquares, "hint-square")}${markSquares(touched, "touched")}${lastArrows(board, this.props.lastArrows ?? [])}</g>
        <g class="pieces"></g>
        <g>${choices}</g>
        <g>${suggestedMoves(board, suggestions)}</g>
      </svg>
      <div class="squares" role="grid" aria-label=${label}>${this.#renderRows(flipped)}</div>`, this);
    const [background, pieces] = this.querySelectorAll(":scope > svg > .background, :scope > svg > .pieces");
    if (this.#drawnBackground !== board.svg) {
      background.innerHTML = board.svg;
      this.#drawnBackground = board.svg;
    }
    this.#pieceLayer.update(/** @type {SVGGElement} */ (pieces), board.pieces);
    this.style.setProperty("--board-shape", `${board.width} / ${board.height}`);
    const squares = /** @type {HTMLElement} */ (this.querySelector(".squares"));
    const first = board.squares[0];
    const edge = Math.min(...board.squares.map((square) => square.x));
    squares.style.inset = `${(100 * Math.min(...board.squares.map((s) => s.y))) / board.height}% ${(100 * edge) / board.width}%`;
    if (first && !board.squares.some((square) => square.name === this.#focusedSquare)) this.#focusedSquare = first.name;
  }

  /** The buttons of the squares, row by row from the top. @param {boolean} flipped */
  #renderRows(flipped) {
    const { board, next, supplyTargets = [], grabbable = [], losingSquares = [], touched, disabled } = this.props;
    const rows = [];
    for (let row = 0; row < board.rows; row += 1) {
      rows.push(board.squares.slice(row * board.cols, (row + 1) * board.cols));
    }
    const visibleRows = flipped ? rows.map((row) => [...row].reverse()) : [...rows].reverse();
    const focusedName = board.squares.some((square) => square.name === this.#focusedSquare) ? this.#focusedSquare : visibleRows[0][0].name;
    return visibleRows.map((row) => html`<div role="row">${row.map((square) => {
      const isSelectable = !disabled && (next.includes(square.name) || supplyTargets.includes(square.name));
      const label = square.label + (touched.includes(square.name) ? `, ${t("selected")}` : "") + (isSelectable ? `, ${t(losingSquares.includes(square.name) ? "selectable-losing" : "selectable")}` : "");
      return html`<button role="gridcell" type="button" data-square=${square.name} aria-label=${label}
        tabindex=${square.name === focusedName ? 0 : -1} class=${isSelectable ? "selectable" : !disabled && grabbable.includes(square.name) ? "grabbable" : nothing}
        @click=${(/** @type {MouseEvent} */ event) => { if (!this.#drag.isEndOfDrag(event)) this.pickSquare(square.name); }}
        @focus=${() => this.#moveFocus(square.name)}></button>`;
    })}</div>`);
  }

  /** @param {string} square */
  #moveFocus(square) {
    if (this.#focusedSquare === square) return;
    this.#focusedSquare = square;
    for (const button of this.querySelectorAll("button[data-square]")) {
      button.setAttribute("tabindex", button instanceof HTMLElement && button.dataset.square === square ? "0" : "-1");
    }
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      this.onstepundo();
      return;
    }
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const buttons = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("button[data-square]")]);
    const index = buttons.findIndex((button) => button === document.activeElement);
    if (index < 0) return;
    const { cols, rows } = this.props.board;
    const [row, col] = [Math.floor(index / cols), index % cols];
    let target = null;
    if (step) target = [Math.max(0, Math.min(rows - 1, row + step[0])), Math.max(0, Math.min(cols - 1, col + step[1]))];
    else if (event.key === "Home") target = [row, 0];
    else if (event.key === "End") target = [row, cols - 1];
    else if (event.key === "PageUp") target = [0, col];
    else if (event.key === "PageDown") target = [rows - 1, col];
    if (!target) return;
    event.preventDefault();
    buttons[target[0] * cols + target[1]].focus();
  }
}

customElements.define("sanban-board", BoardElement);
