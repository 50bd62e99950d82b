// The board: it draws what it is handed and says what was pointed at. It knows no rules.
import { html, nothing, render, svg } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { Pieces } from "./pieces.js";
import { Drag } from "./drag.js";

/** @typedef {import("./board-props.js").Shown} Shown */

export class BoardElement extends HTMLElement {
  /** @type {Shown | null} */
  #shown = null;
  /** Hears what was pointed at. @type {(square: string) => void} */
  ontouched = () => {};
  /** Hears that the last step is to be taken back. */
  ontakeback = () => {};
  #focused = "";
  #pieces = new Pieces();
  #drag = new Drag(this);

  /** @param {Shown} shown */
  set shown(shown) {
    this.#shown = shown;
    this.#draw();
  }

  get shown() {
    if (!this.#shown) throw new Error("nothing is shown yet");
    return this.#shown;
  }

  get pieces() {
    return this.#pieces;
  }

  constructor() {
    super();
    this.#drag.listen();
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Points at a square, as a click does. @param {string} square */
  point(square) {
    if (this.#shown?.quiet) return;
    this.#focused = square;
    this.ontouched(square);
  }

  /** The square under a point of the screen. @param {number} x @param {number} y */
  squareAt(x, y) {
    const at = document.elementsFromPoint(x, y).find((element) => element instanceof HTMLElement && element.dataset.square);
    return at instanceof HTMLElement && this.contains(at) ? at.dataset.square ?? "" : "";
  }

  #draw() {
    const { board, flipped, next, through = [], touched, last, proposed = [], quiet, label } = this.shown;
    const marks = (/** @type {string[]} */ names, /** @type {string} */ kind) =>
      board.squares.filter((square) => names.includes(square.name)).map((square) => svg`
        <rect class=${kind} x=${square.x + 3} y=${square.y + 3} width="94" height="94" rx="10" />`);
    const dots = board.squares.filter(() => !quiet).map((square) => {
      const taken = board.pieces.some((piece) => piece.square === square.name);
      const [x, y] = [square.x + 50, square.y + 50];
      if (through.includes(square.name)) return svg`<path class="choice plus" d=${`M${x - 11} ${y}H${x + 11}M${x} ${y - 11}V${y + 11}`} />`;
      if (!next.includes(square.name)) return nothing;
      return taken
        ? svg`<rect class="choice" x=${square.x + 6} y=${square.y + 6} width="88" height="88" rx="12" />`
        : svg`<circle class="choice dot" cx=${x} cy=${y} r="13" />`;
    });
    render(html`
      <svg viewBox="0 0 ${board.width} ${board.height}" aria-hidden="true">
        <g class="ground"></g>
        <g>${marks(last, "last")}${marks(proposed, "proposed")}${marks(touched, "touched")}</g>
        <g class="pieces"></g>
        <g>${dots}</g>
      </svg>
      <div class="squares" role="grid" aria-label=${label}>${this.#rows(flipped)}</div>`, this);
    const [ground, pieces] = this.querySelectorAll(":scope > svg > .ground, :scope > svg > .pieces");
    if (ground.getAttribute("data-drawn") !== board.ground) {
      ground.innerHTML = board.ground;
      ground.setAttribute("data-drawn", board.ground);
    }
    this.#pieces.show(/** @type {SVGGElement} */ (pieces), board.pieces);
    this.style.setProperty("--board-shape", `${board.width} / ${board.height}`);
    const squares = /** @type {HTMLElement} */ (this.querySelector(".squares"));
    const first = board.squares[0];
    const edge = Math.min(...board.squares.map((square) => square.x));
    squares.style.inset = `${(100 * Math.min(...board.squares.map((s) => s.y))) / board.height}% ${(100 * edge) / board.width}%`;
    if (first && !board.squares.some((square) => square.name === this.#focused)) this.#focused = first.name;
  }

  /** Squares in the order in which they are seen. @param {boolean} flipped */
  #rows(flipped) {
    const { board, next, through = [], touched, quiet } = this.shown;
    const rows = [];
    for (let row = 0; row < board.rows; row += 1) {
      rows.push(board.squares.slice(row * board.cols, (row + 1) * board.cols));
    }
    const seen = flipped ? rows.map((row) => [...row].reverse()) : [...rows].reverse();
    const focused = board.squares.some((square) => square.name === this.#focused) ? this.#focused : seen[0][0].name;
    return seen.map((row) => html`<div role="row">${row.map((square) => {
      const may = !quiet && (next.includes(square.name) || through.includes(square.name));
      const label = square.label + (touched.includes(square.name) ? `, ${t("page.chosen")}` : "") + (may ? `, ${t("page.may-choose")}` : "");
      return html`<button role="gridcell" type="button" data-square=${square.name} aria-label=${label}
        tabindex=${square.name === focused ? 0 : -1} class=${may ? "may" : square.name === touched.at(-1) ? "taken" : nothing}
        @click=${(/** @type {MouseEvent} */ event) => { if (!this.#drag.justDragged(event)) this.point(square.name); }}
        @focus=${() => this.#focus(square.name)}></button>`;
    })}</div>`);
  }

  /** @param {string} square */
  #focus(square) {
    if (this.#focused === square) return;
    this.#focused = square;
    for (const button of this.querySelectorAll("button[data-square]")) {
      button.setAttribute("tabindex", button instanceof HTMLElement && button.dataset.square === square ? "0" : "-1");
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      this.ontakeback();
      return;
    }
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const buttons = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("button[data-square]")]);
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (at < 0) return;
    const { cols, rows } = this.shown.board;
    const [row, col] = [Math.floor(at / cols), at % cols];
    let to = null;
    if (step) to = [Math.max(0, Math.min(rows - 1, row + step[0])), Math.max(0, Math.min(cols - 1, col + step[1]))];
    else if (event.key === "Home") to = [row, 0];
    else if (event.key === "End") to = [row, cols - 1];
    else if (event.key === "PageUp") to = [0, col];
    else if (event.key === "PageDown") to = [rows - 1, col];
    if (!to) return;
    event.preventDefault();
    buttons[to[0] * cols + to[1]].focus();
  }
}

customElements.define("sanban-board", BoardElement);
