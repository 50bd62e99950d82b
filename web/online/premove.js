// A turn that the visitor enters while the opponent is to move. The page holds it and plays it once the opponent has moved.
import { Editor, Game, moveMarks } from "../wasm/rules.js";
import { t } from "../app/i18n.js";

export class Premove {
  /** The whole turn, once it is complete. */
  move = "";
  /** The position as if it were the visitor's turn, with the steps entered so far. @type {Game | null} */
  #game = null;
  /** The text of that position. */
  #position = "";

  /** @param {import("./remote-game.js").RemoteGame} remote */
  constructor(remote) {
    this.remote = remote;
    this.seat = remote.mySeat;
  }

  /** The seat that it is for. @type {number | null} */
  seat;

  /** Whether a turn can be entered in advance: the opponent is to move, and none is held. */
  get isOpen() {
    const { state, summary, mySeat, isOver } = this.remote;
    return !this.move && mySeat !== null && summary.state === "running" && !isOver && state.toMove !== mySeat && state.pie !== "asked";
  }

  /** Whether some steps of the turn are entered. */
  get isEntering() {
    return Boolean(this.#game?.enteredText);
  }

  /** The position with the entered steps; null if there are none. @param {boolean} flipped */
  view(flipped) {
    return this.isEntering && this.#game ? this.#game.view(flipped) : null;
  }

  /** The arrows and ghosts of the turn that is held, for the board's suggestions. @param {boolean} flipped */
  marks(flipped) {
    const { game, rules } = this.remote.summary;
    return this.move ? [moveMarks(game, rules, this.#position, this.move, [], flipped)] : [];
  }

  /** Picks a square, or the supply. Returns whether that completed the turn. @param {string} square */
  touch(square) {
    return this.#enter((game) => game.touch(square));
  }

  /** Picks up the piece on a square to drag it. @param {string} square */
  grab(square) {
    return this.#enter((game) => game.grab(square));
  }

  /** @param {string} text */
  enter(text) {
    return this.#enter((game) => game.enter(text));
  }

  endTurn() {
    return this.#enter((game) => game.endTurn());
  }

  undoStep() {
    return this.#game?.undoStep() ?? false;
  }

  /** @param {(game: Game) => boolean} perform */
  #enter(perform) {
    this.#game ??= this.#open();
    if (!perform(this.#game)) return false;
    this.move = this.#game.lastMove ?? "";
    this.#close();
    return true;
  }

  /** Opens the current position with the visitor to move. */
  #open() {
    const { game, summary, mySeat } = this.remote;
    const impossible = () => new Error(t("premove-impossible"));
    if (!game) throw impossible();
    const { position, rules } = game.view(false);
    const editor = Editor.begin(summary.game, rules, position);
    editor.setToMove(mySeat ?? 0);
    const { text, reasons, outcome } = editor.view(false);
    editor.free();
    if (reasons.length > 0 || outcome) throw impossible();
    this.#position = text;
    return Game.begin(summary.game, rules, text, ["human", "human"], ["", ""], false, "", 0, "");
  }

  #close() {
    this.#game?.free();
    this.#game = null;
  }

  /** Gives up the turn. */
  clear() {
    this.move = "";
    this.seat = this.remote.mySeat;
    this.#close();
  }

  /** Hands over the whole turn, or the steps entered so far, and forgets them. */
  take() {
    const taken = { move: this.move, entered: this.#game?.enteredText ?? "" };
    this.clear();
    return taken;
  }
}
