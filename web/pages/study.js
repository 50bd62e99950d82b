// A game or a position being studied: the board, the moves as a tree, the engine beside it, and a review of the game.
import "../board/board.js";
import { html, nothing } from "../lib/lit-html.js";
import { Study } from "../wasm/rules.js";
import { announce, handleShortcut, scrollToCurrent } from "../app/dom.js";
import { getGameInfo } from "../app/game-info.js";
import { getErrorMessage } from "../app/errors.js";
import { link } from "../app/router.js";
import { getBoardStyle, settings } from "../app/settings.js";
import { playSound } from "../app/sound.js";
import { readItem, writeItem } from "../app/storage.js";
import { onStudyChange, saveStudy, loadStudy } from "../app/saved-studies.js";
import { t, tGame } from "../app/i18n.js";
import { makeBoardProps, parseSquares } from "../board/board-props.js";
import { EngineClient } from "../engine/engine-client.js";
import { evaluationGraph } from "../components/evaluation-graph.js";
import { confirmAction, openDialog } from "../components/dialog.js";
import { entryButtons, moveInput } from "../components/turn-entry.js";
import { evaluateOutcome, evaluationBar } from "../components/evaluation-bar.js";
import { enginePanel } from "../components/engine-panel.js";
import { MISTAKE_RATINGS, reviewSummary } from "../components/review-summary.js";
import { playerBar } from "../components/player-bar.js";
import { openShareDialog } from "../components/share-dialog.js";
import { downloadFile } from "../app/files.js";
import { turnNavigation } from "../components/turn-navigation.js";
import { moveTree } from "../components/move-tree.js";

/** @typedef {import("../wasm/rules.js").StudyNode} StudyNode */

/** How often what the engine finds is shown, in milliseconds. */
const SHOWN = 150;
/** How long a review looks at each position, in milliseconds. */
const PACES = [100, 400, 1500];

export class StudyPage {
  why = "";
  /** Whether the browser has no room to keep it. */
  unkept = false;
  /** @type {import("../wasm/engine.js").Report | null} */
  report = null;
  /** Whether the engine has found all there is. */
  settled = false;
  failed = "";
  /** Whether the game is being reviewed. */
  reviewing = false;
  /** What a review that goes on has found so far. @type {import("../wasm/engine.js").Review | null} */
  found = null;
  #shownAt = 0;
  /** @type {Map<number, StudyNode>} */
  #nodes = new Map();
  /** What the board shows, as long as it is the same. @type {{ view: unknown, best: string, shown: import("../board/board-props.js").BoardProps } | null} */
  #drawn = null;

  /** @param {import("../app/app.js").App} app @param {string} id @param {Study} study */
  constructor(app, id, study) {
    this.app = app;
    this.id = id;
    this.study = study;
    const kept = loadStudy(id);
    this.flipped = kept?.flipped ?? false;
    this.review = kept?.review ?? null;
    this.unkept = !kept;
    this.own = kept?.own ?? false;
    /** The record as it was last read or written here. */
    this.known = study.record();
    this.engine = { on: true, lines: 3, pace: PACES[1], ...readItem("engine", {}) };
    study.go(kept ? study.find(kept.path) : study.endOf(0));
    if (kept?.entered) this.#enterAgain(kept.entered);
    this.view = this.#look();
    this.info = getGameInfo(this.view.game);
    this.mind = new EngineClient();
    this.#endHearing = onStudyChange(id, () => this.#takeUp());
    queueMicrotask(() => {
      this.#think();
      this.#showMove();
    });
  }

  title() {
    return `${t("page.analysis")}: ${this.info.name}`;
  }

  leave() {
    if (this.#stopReview()) this.#keep();
    this.#endHearing();
    this.mind.terminate();
    this.study.free();
  }
  #endHearing;

  /** Goes on with what was changed in another tab, as near as possible to the same place. */
  #takeUp() {
    const kept = loadStudy(this.id);
    if (!kept || kept.record === this.known) return;
    this.reviewing = false;
    this.found = null;
    this.review = kept.review;
    this.own = kept.own;
    this.known = kept.record;
    this.#replace(kept.record);
    this.#think();
    this.app.refresh();
    this.#showMove();
  }

  /** Studies another record, as near as possible to the same place. @param {string} record */
  #replace(record) {
    const [path, entered] = [this.#path, this.#entered];
    const study = Study.read(record);
    this.study.free();
    this.study = study;
    study.go(study.find(path));
    if (entered) this.#enterAgain(entered);
    this.view = this.#look();
  }

  #showMove() {
    scrollToCurrent(this.app.root.querySelector(".tree"));
  }

  /** A step that makes no sense any more is no loss. @param {string} entered */
  #enterAgain(entered) {
    try {
      this.study.enter(entered);
    } catch {
      // The turn is entered anew.
    }
  }

  /** All that is to be seen. */
  #look() {
    const view = this.study.view(this.flipped);
    this.#nodes = new Map(view.nodes.map((node) => [node.id, node]));
    return view;
  }

  /** @param {number} id */
  #node(id) {
    return /** @type {StudyNode} */ (this.#nodes.get(id));
  }

  /** What has been touched of a turn, as it can be entered again. */
  get #entered() {
    return this.view.entry.touched.join(" ");
  }

  /** The moves that lead to where it stands. */
  get #path() {
    return this.view.path.map((id) => this.#node(id).text);
  }

  /** The numbers of the main line, the start first. */
  get #main() {
    const main = [0];
    for (let [next] = this.#node(0).children; next !== undefined; [next] = this.#node(next).children) main.push(next);
    return main;
  }

  #keep() {
    const record = this.study.record();
    this.own ||= record !== this.known;
    this.known = record;
    const { own, flipped, review } = this;
    this.unkept = !saveStudy(this.id, { record, path: this.#path, entered: this.#entered, flipped, review, own });
  }

  /** Something has changed: look at it anew, keep it and show it. @param {boolean} [anew] Whether the engine begins anew in any case. */
  #changed(anew = false) {
    const before = this.view.at;
    this.view = this.#look();
    this.#keep();
    if (anew || this.view.at !== before) this.#think();
    this.app.refresh();
    this.#showMove();
  }

  /** Lets the engine look for lines where the study stands. */
  #think() {
    if (this.reviewing) return;
    this.mind.stop();
    this.report = null;
    this.settled = false;
    this.failed = "";
    if (!this.engine.on || this.view.outcome) {
      this.app.refresh();
      return;
    }
    this.mind.start({ task: "lines", record: this.study.recordHere(), lines: this.engine.lines, time: null }, (update) => {
      this.report = update.report ?? this.report;
      this.settled = update.done;
      this.#showSoon(update.done);
    }, (error) => this.#fails(error));
    this.app.refresh();
  }

  /** @param {string} error */
  #fails(error) {
    const stopped = this.#stopReview();
    this.failed = t("page.engine-failed", { why: error });
    if (stopped) this.#changed();
    else this.app.refresh();
  }

  /** Shows what is new, but not more often than can be read. @param {boolean} now */
  #showSoon(now) {
    if (!now && performance.now() - this.#shownAt < SHOWN) return;
    this.#shownAt = performance.now();
    this.app.refresh();
  }

  /** @param {Partial<StudyPage["engine"]>} changes */
  #setEngine(changes) {
    Object.assign(this.engine, changes);
    writeItem("engine", this.engine);
    this.#think();
    this.app.refresh();
  }

  /** Rates the moves of the main line. */
  #beginReview() {
    this.mind.stop();
    this.report = null;
    this.failed = "";
    this.reviewing = true;
    this.found = null;
    this.mind.start({ task: "review", record: this.study.record(), time: this.engine.pace }, (update) => {
      if (update.review) this.found = update.review;
      if (update.done) {
        this.#stopReview();
        announce(t("page.review-done"));
        this.#changed(true);
        this.app.root.querySelector(".mistakes")?.scrollIntoView({ block: "nearest" });
      } else if (update.review) {
        this.#showSoon(false);
      }
    }, (error) => this.#fails(error));
    this.app.refresh();
  }

  /** Ends a review: what it has found becomes part of the study. Whether there was one. */
  #stopReview() {
    if (!this.reviewing) return false;
    this.mind.stop();
    this.reviewing = false;
    const { found } = this;
    this.found = null;
    if (!found || found.rated === 0) return true;
    this.review = { moves: found.moves, accuracy: found.accuracy, rated: found.rated };
    this.#replace(found.record);
    return true;
  }

  /** @param {() => boolean} act Whether it made a turn. */
  #enter(act) {
    const stopped = this.#stopReview();
    try {
      const made = act();
      this.why = "";
      playSound(made ? "turn" : "step");
    } catch (error) {
      this.why = getErrorMessage(error);
      playSound("refused");
      announce(this.why);
    }
    const before = this.view.at;
    this.#changed(stopped);
    if (this.view.at !== before) this.#announcePlace();
  }

  #announcePlace() {
    const node = this.#node(this.view.at);
    announce(node.text ? `${node.number} ${node.text}` : t("replay.start"));
  }

  #takeBack() {
    if (!this.study.takeBack()) return;
    this.why = "";
    this.#changed();
  }

  /** Goes to a place. @param {number} id */
  #go(id) {
    this.why = "";
    if (id === this.view.at || !this.study.go(id)) return;
    this.#changed();
    this.#announcePlace();
  }

  /** Goes to another variation of the move that led here. @param {number} step */
  #beside(step) {
    const { at } = this.view;
    if (at === 0) return;
    const { children } = this.#node(this.#node(at).parent);
    const to = children[children.indexOf(at) + step];
    if (to !== undefined) this.#go(to);
  }

  /** Plays moves of a line. @param {string[]} moves */
  #play(moves) {
    this.#enter(() => {
      moves.forEach((move) => this.study.play(move));
      return true;
    });
  }

  #promote() {
    this.#rearrange(() => this.study.promote(this.view.at));
  }

  #remove() {
    const node = this.#node(this.view.at);
    const remove = () => this.#rearrange(() => this.study.remove(this.study.find(path)));
    const path = this.#path;
    if (node.children.length === 0) remove();
    else confirmAction(t("page.remove-moves"), t("page.remove-sure", { move: `${node.number} ${node.text}` }), t("page.remove-moves"), remove);
  }

  /** Changes the tree without making a move. @param {() => unknown} act */
  #rearrange(act) {
    const stopped = this.#stopReview();
    try {
      act();
      this.why = "";
    } catch (error) {
      this.why = getErrorMessage(error);
    }
    this.#changed(stopped);
  }

  #comment() {
    const node = this.#node(this.view.at);
    const path = this.#path;
    const title = node.text ? t("page.comment-on", { move: `${node.number} ${node.text}` }) : t("page.comment-start");
    const dialog = openDialog(title, (close) => html`<form @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      const text = dialog.querySelector("textarea")?.value ?? "";
      close();
      this.#rearrange(() => this.study.comment(this.study.find(path), text));
    }}><label class="field"><span>${t("page.comment")}</span><textarea rows="4" .value=${node.comment}></textarea></label>
      <div class="row"><button class="button" type="submit">${t("page.keep-comment")}</button></div></form>`);
    dialog.querySelector("textarea")?.focus();
  }

  #flip() {
    this.flipped = !this.flipped;
    this.#changed();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const { at } = this.view;
    handleShortcut(event, {
      ArrowLeft: () => { if (at !== 0) this.#go(this.#node(at).parent); },
      ArrowRight: () => { const [next] = this.#node(at).children; if (next !== undefined) this.#go(next); },
      ArrowUp: () => this.#beside(-1),
      ArrowDown: () => this.#beside(1),
      Home: () => this.#go(0),
      End: () => this.#go(this.study.endOf(at)),
      f: () => this.#flip(),
      e: () => this.#setEngine({ on: !this.engine.on }),
      c: () => this.#comment(),
      Escape: () => this.#takeBack(),
    });
  }

  template() {
    const { view, info } = this;
    const seats = this.flipped ? [0, 1] : [1, 0];
    const line = (/** @type {number} */ seat) => {
      const name = view.tags[info.tags[seat]];
      return playerBar({
        side: { player: info.players[seat], name: name && name !== "?" ? name : info.players[seat], left: null },
        seat,
        counters: view.counters[seat],
        isToMove: !view.outcome && view.toMove === seat,
        canTakeSupply: view.toMove === seat && view.entry.next.includes("@"),
        isSupplyTaken: view.toMove === seat && view.entry.touched.at(-1) === "@",
        onTakeSupply: () => this.#enter(() => this.study.touch("@")),
      });
    };
    return html`<section class="table study" .style=${getBoardStyle(view.game)}>
      <h1 class="unseen" tabindex="-1">${this.title()}</h1>
      <div class="board-side">
        ${line(seats[0])}
        <div class="board-and-bar">
          ${evaluationBar(this.#judged, this.flipped)}
          <sanban-board .props=${this.#board} .onsquarepick=${(/** @type {string} */ square) => this.#enter(() => this.study.touch(square))}
            .onstepundo=${() => this.#takeBack()}></sanban-board>
        </div>
        ${line(seats[1])}
        ${this.#steps()}
      </div>
      <div class="beside">
        ${this.#state()}
        ${enginePanel({
          isOn: this.engine.on,
          count: this.engine.lines,
          report: this.report,
          isDone: this.settled,
          placeholder: this.#engineState,
          onToggle: (on) => this.#setEngine({ on }),
          onCountChange: (count) => this.#setEngine({ lines: count }),
          onPlay: (moves) => this.#play(moves),
        })}
        ${moveTree(view.nodes, view.at, this.#marks, (id) => this.#go(id))}
        ${this.#treeTools()}
        ${moveInput(view.outcome === null, (text) => { this.#enter(() => this.study.enter(text)); return this.why === ""; })}
        ${this.#tools()}
      </div>
      <div class="below">${this.#review()}</div></section>`;
  }

  /** The board, with the move that the engine would make. */
  get #board() {
    const { view } = this;
    const best = view.entry.touched.length === 0 ? this.report?.lines[0]?.moves[0] ?? "" : "";
    if (this.#drawn?.view !== view || this.#drawn.best !== best) {
      const shown = makeBoardProps(view, { info: this.info, flipped: this.flipped, isOpen: view.outcome === null, proposed: parseSquares(best) });
      this.#drawn = { view, best, shown };
    }
    return this.#drawn.shown;
  }

  /** Who is ahead here, as far as it is known. */
  get #judged() {
    const { outcome } = this.view;
    if (outcome) return evaluateOutcome(outcome);
    const line = this.report?.lines[0];
    if (line) return { share: line.share, score: line.score };
    const node = this.#node(this.view.at);
    return node.share !== null && node.eval !== null ? { share: node.share, score: node.eval } : null;
  }

  get #engineState() {
    if (this.failed) return this.failed;
    if (!this.engine.on) return t("page.engine-off");
    if (this.reviewing) return t("page.engine-reviews");
    return this.view.outcome ? t("page.game-over-here") : t("page.engine-begins");
  }

  /** What the review says of moves, by their numbers. */
  get #marks() {
    const moves = (this.found ?? this.review)?.moves ?? [];
    /** @type {Record<number, { kind: string, word: string }>} */
    const marks = {};
    let at = 0;
    for (const move of moves) {
      const next = this.#node(at).children.find((id) => this.#node(id).text === move.text);
      if (next === undefined) break;
      at = next;
      if (move.rating && MISTAKE_RATINGS.includes(move.rating)) marks[at] = { kind: move.rating, word: t(`rating.${move.rating}`) };
    }
    return marks;
  }

  #state() {
    const { view, info } = this;
    const { outcome, entry } = view;
    let told = t("page.your-turn", { name: info.players[view.toMove] });
    if (outcome) {
      told = outcome.winner === null ? tGame(view.game, "play.drawn", { reason: outcome.reason })
        : tGame(view.game, "play.won-side", { player: info.players[outcome.winner], reason: outcome.reason });
    } else if (entry.text) {
      told = t("page.entered", { entered: entry.text });
    }
    const node = this.#node(view.at);
    // A game may have ended otherwise than by its rules.
    const ended = !outcome && view.result !== "*" && view.at === this.#main.at(-1);
    return html`<div class="state ${outcome ? "over" : ""}">
      <p>${view.notice && !outcome ? tGame(view.game, "page.notice", { player: info.players[view.toMove], notice: view.notice }) : nothing} ${told}</p>
      ${ended ? html`<p>${t("page.recorded-result", { result: view.result })} ${this.#termination}</p>` : nothing}
      ${this.unkept ? html`<p class="warning">${t("page.no-room-study")}</p>` : nothing}
      ${this.why ? html`<p class="warning">${this.why}</p>` : nothing}
      ${node.comment ? html`<p class="comment">${node.comment}</p>` : nothing}
      ${entryButtons(entry, () => this.#enter(() => this.study.endTurn()), () => this.#takeBack())}
    </div>`;
  }

  /** Why the recorded game ended, in words where there are some. */
  get #termination() {
    const { Termination: told } = this.view.tags;
    if (!told) return "";
    const key = `reason.${told.replaceAll(" ", "-")}`;
    const words = tGame(this.view.game, key);
    return `(${words === key ? told : words})`;
  }

  #steps() {
    const { at } = this.view;
    const node = this.#node(at);
    const [next] = node.children;
    const to = (/** @type {number} */ there, /** @type {boolean} */ off) => (off ? null : () => this.#go(there));
    return turnNavigation(to(0, at === 0), to(node.parent, at === 0), to(next, next === undefined), to(this.study.endOf(at), next === undefined));
  }

  #treeTools() {
    const { at } = this.view;
    const isMain = this.#main.includes(at);
    const button = (/** @type {string} */ key, /** @type {boolean} */ off, /** @type {() => void} */ act) => html`
      <button type="button" class="quiet small" ?disabled=${off} @click=${act}>${t(key)}</button>`;
    return html`<div class="row" role="group" aria-label=${t("page.moves")}>
      ${button("page.comment", false, () => this.#comment())}
      ${button("page.make-main", isMain, () => this.#promote())}
      ${button("page.remove-moves", at === 0, () => this.#remove())}</div>`;
  }

  #tools() {
    const { view } = this;
    const { game, rules, position } = view;
    return html`<div class="row tools" role="group" aria-label=${t("page.tools")}>
      <button type="button" class="quiet" @click=${() => this.#flip()}>${t("page.flip")}</button>
      <button type="button" class="quiet" @click=${() => openShareDialog(this.app, { game, rules, position, record: this.study.record(), flipped: this.flipped })}>${t("page.share")}</button>
      <button type="button" class="quiet" @click=${() => downloadFile(`${game}.txt`, new Blob([this.study.record()], { type: "text/plain" }))}>${t("page.export-record")}</button>
      <a class="button quiet" href=${link(["editor", game], { rules, position })}>${t("page.edit-position")}</a>
      <a class="button quiet" href=${link(["new", game], { rules, position })}>${t("page.play-from-here")}</a>
      <a class="button quiet" href=${link(["analysis"])}>${t("page.other-study")}</a></div>`;
  }

  #review() {
    const main = this.#main;
    const { info, reviewing } = this;
    const shown = this.found ?? this.review;
    const points = this.#points(shown);
    const go = (/** @type {number} */ at) => {
      const moves = (shown?.moves.map((move) => move.text) ?? main.slice(1).map((id) => this.#node(id).text)).slice(0, at);
      this.#go(this.study.find(moves));
    };
    const at = this.#path.every((text, n) => (shown?.moves[n]?.text ?? (shown ? undefined : this.#node(main[n + 1] ?? 0).text)) === text) ? this.view.path.length : -1;
    return html`<section class="review" aria-labelledby="review-title"><div class="row between"><h2 id="review-title">${t("page.review")}</h2>
      <div class="row">${reviewing ? html`<progress max=${main.length - 1} .value=${this.found?.rated ?? 0} aria-label=${t("page.review-progress")}></progress>
        <span>${this.found?.rated ?? 0} / ${main.length - 1}</span>
        <button type="button" class="quiet" @click=${() => { this.#stopReview(); this.#changed(true); }}>${t("page.review-stop")}</button>` : html`
        <label class="count">${t("page.review-pace")} <select @change=${(/** @type {Event} */ event) => this.#setPace(Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value))}>${PACES.map((pace, n) => html`
          <option value=${pace} ?selected=${pace === this.engine.pace}>${t(`page.review-pace-${n + 1}`)}</option>`)}</select></label>
        <button type="button" class="button" ?disabled=${main.length < 2} @click=${() => this.#beginReview()}>${t("page.review-begin")}</button>`}</div></div>
      ${points ? evaluationGraph(points, at, info.players[0], go) : html`<p class="faint">${main.length < 2 ? t("page.review-no-moves") : t("page.review-what")}</p>`}
      ${shown && shown.rated > 0 ? reviewSummary(shown, info.players, go) : nothing}</section>`;
  }

  /** @param {number} pace */
  #setPace(pace) {
    Object.assign(this.engine, { pace });
    writeItem("engine", this.engine);
  }

  /** The points of the curve: what a review has found, or what is noted in the record. @param {import("../components/evaluation-graph.js").SavedReview | null} review */
  #points(review) {
    const label = (/** @type {string} */ move, /** @type {string | null} */ score, /** @type {string | null} */ word) => [move, score, word].filter(Boolean).join(", ");
    const start = { share: /** @type {number | null} */ (null), label: t("replay.start"), kind: null };
    if (review) {
      const [first] = review.moves;
      const points = review.moves.map((move) => ({
        share: move.share,
        label: label(`${move.number} ${move.text}`, move.told[settings.language]?.score ?? null, move.rating && MISTAKE_RATINGS.includes(move.rating) ? t(`rating.${move.rating}`) : null),
        kind: move.turning,
      }));
      return [{ ...start, share: first?.before ?? null }, ...points];
    }
    const nodes = this.#main.slice(1).map((id) => this.#node(id));
    if (nodes.filter((node) => node.share !== null).length < 2) return null;
    return [start, ...nodes.map((node) => ({ share: node.share, label: label(`${node.number} ${node.text}`, node.eval, null), kind: null }))];
  }
}
