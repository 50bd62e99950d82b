// A study of a game or position: the board, the tree of moves, the engine's analysis, and a review of the game.
import "../board/board.js";
import { html, nothing } from "../lib/lit-html.js";
import { announce, scrollToCurrent } from "../app/dom.js";
import { getErrorMessage } from "../app/format.js";
import { downloadFile } from "../app/files.js";
import { getGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link } from "../app/router.js";
import { onStudyChange } from "../app/saved-studies.js";
import { playSound } from "../app/sound.js";
import { StudySession } from "../app/study-session.js";
import { makeBoardProps, markMoves } from "../board/board-props.js";
import { boardLayout, statusBox } from "../components/board-layout.js";
import { confirmAction } from "../components/dialog.js";
import { enginePanel } from "../components/engine-panel.js";
import { evaluateOutcome, evaluationBar } from "../components/evaluation-bar.js";
import { MoveRetry } from "../components/move-retry.js";
import { moveTree, openCommentDialog } from "../components/move-tree.js";
import { playerBar } from "../components/player-bar.js";
import { listMistakes, makeReviewMarks, reviewPanel } from "../components/review-panel.js";
import { openShareDialog } from "../components/share-dialog.js";
import { entryButtons, moveInput, nextStep } from "../components/turn-entry.js";
import { turnNavigation } from "../components/turn-navigation.js";
import { StudyEngine } from "../engine/study-engine.js";

export class StudyPage {
  error = "";
  /** The mistake that the visitor tries to better. @type {MoveRetry | null} */
  retry = null;
  /** The board's properties, kept as long as they stay the same. @type {{ view: unknown, moves: string, props: import("../board/board-props.js").BoardProps } | null} */
  #boardCache = null;
  #stopListening;

  /** @param {import("../app/app.js").App} app @param {string} id @param {import("../wasm/rules.js").Study} study */
  constructor(app, id, study) {
    this.app = app;
    this.session = new StudySession(id, study);
    this.info = getGameInfo(this.view.game);
    this.engine = new StudyEngine(() => this.app.refresh(), () => this.#onReviewDone(), () => this.#onEngineError());
    this.#stopListening = onStudyChange(id, () => this.#loadFromOtherTab());
    queueMicrotask(() => {
      this.#analyse();
      this.#scrollTree();
    });
  }

  get study() {
    return this.session.study;
  }

  get view() {
    return this.session.view;
  }

  get tree() {
    return this.session.tree;
  }

  title() {
    return `${t("analysis")}: ${this.info.name}`;
  }

  leave() {
    if (this.#stopReview()) this.session.save();
    this.#stopListening();
    this.retry?.free();
    this.engine.terminate();
    this.session.free();
  }

  #loadFromOtherTab() {
    if (!this.session.reload()) return;
    this.#closeRetry();
    this.engine.stopReview();
    this.#analyse();
    this.app.refresh();
    this.#scrollTree();
  }

  #scrollTree() {
    scrollToCurrent(this.app.root.querySelector(".tree"));
  }

  /** Saves and shows a change. @param {boolean} [mustAnalyse] Whether the engine restarts even if the position is the same. */
  #update(mustAnalyse = false) {
    const before = this.view.current;
    this.session.updateView();
    this.session.save();
    if (mustAnalyse || this.view.current !== before) this.#analyse();
    this.app.refresh();
    this.#scrollTree();
  }

  #analyse() {
    this.engine.analyse(this.view.outcome ? null : this.study.pathRecord());
  }

  /** @param {Partial<StudyEngine["settings"]>} changes */
  #changeEngine(changes) {
    this.engine.changeSettings(changes);
    this.#analyse();
    this.app.refresh();
  }

  #onEngineError() {
    if (this.#stopReview()) this.#update();
    else this.app.refresh();
  }

  #onReviewDone() {
    this.#stopReview();
    announce(t("review-done"));
    this.#update(true);
    this.app.root.querySelector(".mistakes")?.scrollIntoView({ block: "nearest" });
  }

  /** Ends a running review and keeps its results. Returns whether there was one. */
  #stopReview() {
    if (!this.engine.isReviewing) return false;
    const review = this.engine.stopReview();
    if (!review || review.rated === 0) return true;
    this.session.review = { moves: review.moves, accuracy: review.accuracy, rated: review.rated };
    this.session.replaceRecord(review.record);
    return true;
  }

  /** Enters a step or a turn. @param {() => boolean} enter Returns whether it finished a turn. */
  #enter(enter) {
    const isReviewStopped = this.#stopReview();
    try {
      const isTurnMade = enter();
      this.error = "";
      playSound(isTurnMade ? "turn" : "step");
    } catch (error) {
      this.error = getErrorMessage(error);
      playSound("rejected");
      announce(this.error);
    }
    const before = this.view.current;
    this.#update(isReviewStopped);
    if (this.view.current !== before) this.#announceMove();
  }

  #announceMove() {
    const { node } = this.session;
    announce(node.text ? `${node.number} ${node.text}` : t("start"));
  }

  #undoStep() {
    if (!this.study.undoStep()) return;
    this.error = "";
    this.#update();
  }

  /** Shows the position of a node. @param {number} id */
  #go(id) {
    this.error = "";
    if (id === this.view.current || !this.study.goTo(id)) return;
    this.#update();
    this.#announceMove();
  }

  /** Shows another variation of the last move. @param {number} step */
  #goToSibling(step) {
    const { current } = this.view;
    if (current === 0) return;
    const { children } = this.tree.get(this.tree.get(current).parent);
    const sibling = children[children.indexOf(current) + step];
    if (sibling !== undefined) this.#go(sibling);
  }

  /** Shows a position of the review, and the board with it. @param {string[]} moves */
  #select(moves) {
    this.#go(this.study.findNode(moves));
    this.app.root.querySelector("sanban-board")?.scrollIntoView({ block: "nearest" });
  }

  /** Lets the visitor look for a better move than a mistake. @param {number} index The index of the mistake in the review. */
  #startRetry(index) {
    const { review } = this.session;
    if (!review) return;
    const moves = review.moves.map((move) => move.text);
    const next = listMistakes(review).find((mistake) => mistake.index > index);
    this.#select(moves.slice(0, index));
    this.#closeRetry();
    // The visitor may have deleted the reviewed moves.
    if (this.session.path.length !== index) return;
    // The engine must not show the better move.
    this.engine.analyse(null);
    this.retry = new MoveRetry({
      before: this.view,
      mistake: review.moves[index],
      engine: this.engine,
      flipped: this.session.flipped,
      onChange: () => this.app.refresh(),
      onNext: next ? () => this.#startRetry(next.index) : null,
      onEnd: () => { this.#closeRetry(); this.#select(moves.slice(0, index + 1)); },
    });
    this.app.refresh();
  }

  #closeRetry() {
    this.retry?.free();
    this.retry = null;
  }

  /** Plays moves of an engine line. @param {string[]} moves */
  #playLine(moves) {
    this.#enter(() => {
      moves.forEach((move) => this.study.play(move));
      return true;
    });
  }

  #promote() {
    this.#edit(() => this.study.promote(this.view.current));
  }

  #remove() {
    const { node, path } = this.session;
    const remove = () => this.#edit(() => this.study.remove(this.study.findNode(path)));
    if (node.children.length === 0) remove();
    else confirmAction(t("delete-moves"), t("delete-moves-question", { move: `${node.number} ${node.text}` }), t("delete-moves"), remove);
  }

  /** Changes the tree without entering a move. @param {() => unknown} change */
  #edit(change) {
    const isReviewStopped = this.#stopReview();
    try {
      change();
      this.error = "";
    } catch (error) {
      this.error = getErrorMessage(error);
    }
    this.#update(isReviewStopped);
  }

  #comment() {
    const { node, path } = this.session;
    openCommentDialog(node, (text) => this.#edit(() => this.study.setComment(this.study.findNode(path), text)));
  }

  #flip() {
    this.session.flipped = !this.session.flipped;
    this.retry?.flip();
    this.#update();
  }

  get shortcuts() {
    const { current } = this.view;
    const { retry } = this;
    if (retry) {
      return [
        { key: "f", label: t("flip"), action: () => this.#flip() },
        { key: "Escape", label: t("undo-step"), action: () => retry.entry.undoStep() },
      ];
    }
    return [
      { key: "ArrowLeft", label: t("previous-turn"), action: () => { if (current !== 0) this.#go(this.tree.get(current).parent); } },
      { key: "ArrowRight", label: t("next-turn"), action: () => { const [next] = this.tree.get(current).children; if (next !== undefined) this.#go(next); } },
      { key: "ArrowUp", label: t("previous-variation"), action: () => this.#goToSibling(-1) },
      { key: "ArrowDown", label: t("next-variation"), action: () => this.#goToSibling(1) },
      { key: "Home", label: t("go-to-start"), action: () => this.#go(0) },
      { key: "End", label: t("go-to-end"), action: () => this.#go(this.study.findLineEnd(current)) },
      { key: "f", label: t("flip"), action: () => this.#flip() },
      { key: "e", label: t("toggle-engine"), action: () => this.#changeEngine({ on: !this.engine.settings.on }) },
      { key: "c", label: t("comment"), action: () => this.#comment() },
      { key: "Escape", label: t("undo-step"), action: () => this.#undoStep() },
    ];
  }

  template() {
    const { view, info, retry } = this;
    const { flipped } = this.session;
    const [onPick, onGrab] = retry ? [(/** @type {string} */ square) => retry.entry.touch(square), (/** @type {string} */ square) => retry.entry.grab(square)]
      : [(/** @type {string} */ square) => this.#enter(() => this.study.touch(square)), (/** @type {string} */ square) => this.#enter(() => this.study.grab(square))];
    return boardLayout({
      game: view.game,
      shape: view.board,
      className: "study",
      head: html`<h1 class="visually-hidden" tabindex="-1">${this.title()}</h1>`,
      bars: flipped ? [this.#player(0), this.#player(1)] : [this.#player(1), this.#player(0)],
      board: html`<sanban-board .props=${retry ? retry.boardProps(info) : this.#boardProps} .onsquarepick=${onPick} .onpiecegrab=${onGrab}
        .onstepundo=${() => (retry ? retry.entry.undoStep() : this.#undoStep())}></sanban-board>`,
      evaluation: evaluationBar(retry ? null : this.#evaluation, flipped),
      status: retry ? retry.status() : this.#status(),
      tools: retry ? retry.tools() : this.#navigation(),
      more: retry ? retry.entry.input() : this.#panels(),
    });
  }

  /** The review, the engine's lines, the tree of moves and the tools. */
  #panels() {
    const { view, info, engine, tree } = this;
    const review = engine.partialReview ?? this.session.review;
    const reviewPart = reviewPanel({
      players: info.players,
      tree,
      path: this.session.path,
      review,
      engine,
      onSelect: (moves) => this.#select(moves),
      onRetry: (index) => this.#startRetry(index),
      onStart: () => engine.startReview(this.study.record()),
      onStop: () => { this.#stopReview(); this.#update(true); },
    });
    const enginePart = enginePanel({
      isOn: engine.settings.on,
      count: engine.settings.lines,
      report: engine.report,
      isDone: engine.isDone,
      placeholder: engine.describeStatus(view.outcome !== null),
      onToggle: (on) => this.#changeEngine({ on }),
      onCountChange: (lines) => this.#changeEngine({ lines }),
      onPlay: (moves) => this.#playLine(moves),
    });
    return html`${review || engine.isReviewing ? [reviewPart, enginePart] : [enginePart, reviewPart]}
      ${moveTree(tree, view.current, makeReviewMarks(review, tree), (id) => this.#go(id))}
      ${this.#treeTools()}
      ${moveInput(view.outcome === null, (text) => { this.#enter(() => this.study.enter(text)); return this.error === ""; })}
      ${this.#tools()}`;
  }

  /** @param {number} seat */
  #player(seat) {
    const { info, retry } = this;
    const view = retry?.view ?? this.view;
    const name = this.view.tags[info.playerTags[seat]];
    return playerBar({
      side: { player: info.players[seat], name: name && name !== "?" ? name : info.players[seat], timeLeft: null },
      seat,
      counters: view.counters[seat],
      isToMove: !view.outcome && view.toMove === seat,
      canTakeSupply: (retry?.entry.isOpen() ?? true) && view.toMove === seat && view.entry.next.includes("@"),
      isSupplyTaken: view.toMove === seat && view.entry.touched.at(-1) === "@",
      onTakeSupply: () => (retry ? retry.entry.touch("@") : this.#enter(() => this.study.touch("@"))),
    });
  }

  /** The board, with the first moves of the engine's lines. */
  get #boardProps() {
    const { view, info } = this;
    const { flipped } = this.session;
    const best = (this.engine.report?.lines ?? []).flatMap(({ moves: [move] }) => move ?? []);
    const moves = best.join(" ");
    if (this.#boardCache?.view !== view || this.#boardCache.moves !== moves) {
      const props = makeBoardProps(view, { info, flipped, isOpen: view.outcome === null, suggestions: markMoves(view, best, flipped) });
      this.#boardCache = { view, moves, props };
    }
    return this.#boardCache.props;
  }

  /** From the result, the engine or the record, whichever is there first. */
  get #evaluation() {
    const { outcome } = this.view;
    if (outcome) return evaluateOutcome(outcome);
    const line = this.engine.report?.lines[0];
    if (line) return { share: line.share, score: line.score };
    const { node } = this.session;
    return node.share !== null && node.eval !== null ? { share: node.share, score: node.eval } : null;
  }

  #status() {
    const { view, info } = this;
    const { outcome, entry } = view;
    const status = outcome === null ? nextStep(entry, info.players[view.toMove]) : outcome.sentence;
    const { node } = this.session;
    // A recorded game may have ended by resignation or time, which the position does not show.
    const hasRecordedResult = !outcome && view.result !== "*" && node === this.tree.mainLine.at(-1);
    return statusBox(html`
      <p>${status}</p>
      ${hasRecordedResult ? html`<p>${t("recorded-result", { result: view.result })} ${this.session.termination}</p>` : nothing}
      ${this.session.isUnsaved ? html`<p class="warning">${t("storage-full-study")}</p>` : nothing}
      ${this.error ? html`<p class="warning">${this.error}</p>` : nothing}
      ${node.comment ? html`<p class="comment">${node.comment}</p>` : nothing}`,
    entryButtons(entry, outcome === null, () => this.#enter(() => this.study.endTurn()), () => this.#undoStep()), outcome ? "over" : "");
  }

  #navigation() {
    const { current } = this.view;
    const { parent, children: [next] } = this.tree.get(current);
    const action = (/** @type {number} */ id, /** @type {boolean} */ isDisabled) => (isDisabled ? null : () => this.#go(id));
    return turnNavigation(action(0, current === 0), action(parent, current === 0), action(next, next === undefined), action(this.study.findLineEnd(current), next === undefined));
  }

  #treeTools() {
    const { current } = this.view;
    const isMainLine = this.tree.mainLine.some((node) => node.id === current);
    const button = (/** @type {string} */ key, /** @type {boolean} */ isDisabled, /** @type {() => void} */ action) => html`
      <button type="button" class="secondary small" ?disabled=${isDisabled} @click=${action}>${t(key)}</button>`;
    return html`<div class="row" role="group" aria-label=${t("moves")}>
      ${button("comment", false, () => this.#comment())}
      ${button("make-main-line", isMainLine, () => this.#promote())}
      ${button("delete-moves", current === 0, () => this.#remove())}</div>`;
  }

  #tools() {
    const { game, rules, position } = this.view;
    return html`<div class="row tools" role="group" aria-label=${t("tools")}>
      <button type="button" class="secondary" @click=${() => this.#flip()}>${t("flip")}</button>
      <button type="button" class="secondary" @click=${() => openShareDialog(this.app, { game, rules, position, record: this.study.record(), flipped: this.session.flipped })}>${t("share")}</button>
      <button type="button" class="secondary" @click=${() => downloadFile(`${game}.txt`, new Blob([this.study.record()], { type: "text/plain" }))}>${t("download-record")}</button>
      <a class="button secondary" href=${link(["editor", game], { rules, position })}>${t("edit-position")}</a>
      <a class="button secondary" href=${link(["new", game], { rules, position })}>${t("play-from-here")}</a>
      <a class="button secondary" href=${link(["analysis"])}>${t("open-other-study")}</a></div>`;
  }
}
