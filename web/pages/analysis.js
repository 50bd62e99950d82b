// The start page of the analysis: opens a study from a start position, a text, a file or a saved game.
import { html, nothing } from "../lib/lit-html.js";
import { Game, Study, splitRecords } from "../wasm/rules.js";
import { getErrorMessage } from "../app/format.js";
import { onFileDrop, readTextFile } from "../app/files.js";
import { findGameInfo, getGameInfo, listGames } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { link, navigate, replaceAddress } from "../app/router.js";
import { listSavedGames } from "../app/saved-games.js";
import { deleteStudy, findOrCreateStudyId, listSavedStudies, loadStudy, saveStudy } from "../app/saved-studies.js";
import { boardThumbnail } from "../board/board-thumbnail.js";
import { radioGroup } from "../components/form.js";
import { summarizeRecord } from "../components/saved-summary.js";
import { StudyPage } from "./study.js";

/** How many saved studies and games are listed at first. */
const [MAX_LISTED_STUDIES, MAX_LISTED_GAMES] = [4, 6];

/**
 * Opens a saved study, a study that the address contains, or the start page.
 * @param {import("../app/app.js").App} app
 * @param {string[]} parts
 * @param {URLSearchParams} query
 */
export function openAnalysis(app, parts, query) {
  if (parts[0]) {
    const saved = loadStudy(parts[0]);
    if (!saved) throw new Error(t("study-not-saved"));
    return new StudyPage(app, parts[0], Study.fromRecord(saved.record));
  }
  const [record, game] = [query.get("record"), query.get("game")];
  if (record === null && game === null) return new AnalysisPage(app);
  try {
    const study = record === null ? Study.begin(game ?? "", query.get("rules") ?? "", query.get("position") ?? "") : Study.fromRecord(record);
    const { id, isSaved } = saveNewStudy(study, false);
    // Give the study its own address, so that changes survive a reload.
    if (isSaved) replaceAddress(link(["analysis", id]));
    return new StudyPage(app, id, study);
  } catch (error) {
    return new AnalysisPage(app, record ?? query.get("position") ?? "", getErrorMessage(error));
  }
}

/** Saves a new study that shows its last position. Returns its id and whether there was room. @param {Study} study @param {boolean} own Whether it has something that exists nowhere else. */
function saveNewStudy(study, own) {
  study.goTo(study.findLineEnd(0));
  getGameInfo(study.game);
  const record = study.record();
  const id = findOrCreateStudyId(record);
  return { id, isSaved: saveStudy(id, { flipped: false, review: null, own, ...loadStudy(id), record, path: study.path, entered: "" }) };
}

export class AnalysisPage {
  /** The records of a text with more than one. @type {string[]} */
  records = [];
  #showsAll = false;
  #stopDrops;

  /** @param {import("../app/app.js").App} app @param {string} [text] @param {string} [error] */
  constructor(app, text = "", error = "") {
    this.app = app;
    this.text = text;
    this.error = error;
    this.game = listGames()[0].id;
    this.#stopDrops = onFileDrop((droppedText) => this.#openText(droppedText), (error) => this.#showError(error));
  }

  title() {
    return t("analysis");
  }

  leave() {
    this.#stopDrops();
  }

  /** @param {unknown} error */
  #showError(error) {
    this.error = getErrorMessage(error);
    this.app.refresh();
    this.app.root.querySelector(".paste-form .warning")?.scrollIntoView({ block: "nearest" });
  }

  /** Opens a text: a link, one or more records, moves, or a position. @param {string} text */
  #openText(text) {
    this.text = text;
    this.error = "";
    this.records = [];
    if (text.trim() === "") return this.#showError(t("paste-first"));
    const analysisLink = /\/analysis\?(\S+)/.exec(text);
    if (analysisLink) return navigate(link(["analysis"], Object.fromEntries(new URLSearchParams(analysisLink[1]))));
    const records = splitRecords(text);
    if (records.length > 1) {
      this.records = records;
      return this.app.refresh();
    }
    return this.#startStudy(() => Study.fromText(text, this.game, ""), true);
  }

  /** @param {() => Study} createStudy @param {boolean} [own] */
  #startStudy(createStudy, own = false) {
    try {
      const study = createStudy();
      const { id, isSaved } = saveNewStudy(study, own);
      // Without room in the browser, the address contains the study.
      navigate(isSaved ? link(["analysis", id]) : link(["analysis"], { record: study.record() }));
      study.free();
    } catch (error) {
      this.#showError(error);
    }
  }

  template() {
    return html`<section class="narrow analysis-start"><h1 tabindex="-1">${t("analysis")}</h1>
      <p class="muted">${t("analysis-instructions")}</p>
      ${this.#studyList()}
      <section><h2>${t("new-study")}</h2><div class="start-cards">${listGames().map((info) => html`<div class="start-card">
        <button type="button" class="secondary start-button" @click=${() => this.#startStudy(() => Study.begin(info.id, "", ""))}>${boardThumbnail(info.id)}<span>${info.name}</span></button>
        <a href=${link(["editor", info.id])}>${t("set-up-position")}<span class="visually-hidden"> ${info.name}</span></a></div>`)}</div></section>
      ${this.#textForm()}
      ${this.#recordList()}
      ${this.#gameList()}</section>`;
  }

  #textForm() {
    const onInput = (/** @type {Event} */ event) => { this.text = /** @type {HTMLTextAreaElement} */ (event.currentTarget).value; };
    const onFile = (/** @type {Event} */ event) => {
      const [file] = /** @type {HTMLInputElement} */ (event.currentTarget).files ?? [];
      if (file) readTextFile(file).then((text) => this.#openText(text), (error) => this.#showError(error));
    };
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#openText(this.text);
    };
    return html`<section><h2>${t("import-text")}</h2><form class="paste-form" @submit=${submit}>
      <label class="field"><span>${t("paste-here")}</span>
        <textarea rows="6" spellcheck="false" autocomplete="off" .value=${this.text} @input=${onInput}></textarea></label>
      ${this.error ? html`<p class="warning" role="alert">${this.error}</p>` : nothing}
      ${radioGroup(t("game-of-text"), listGames().map(({ id, name }) => ({ id, name })), this.game, (game) => { this.game = game; this.app.refresh(); })}
      <div class="row"><button class="button" type="submit">${t("open-text")}</button>
        <label class="button secondary file">${t("choose-file")}<input type="file" accept=".txt,.rec,.pgn,text/plain" @change=${onFile}></label>
        <span class="muted">${t("drop-file")}</span></div></form></section>`;
  }

  #recordList() {
    if (this.records.length === 0) return nothing;
    const line = (/** @type {string} */ record, /** @type {number} */ at) => {
      const tag = (/** @type {string} */ name) => new RegExp(`^\\[${name} "(.*)"\\]`, "m").exec(record)?.[1] ?? "";
      const info = findGameInfo(tag("Game"));
      const title = [info?.name ?? tag("Game"), ...(info?.playerTags ?? []).map(tag), tag("Result")].filter(Boolean).join(", ");
      return html`<li><button type="button" class="secondary" @click=${() => this.#startStudy(() => Study.fromRecord(record), true)}>${at + 1}. ${title}</button></li>`;
    };
    return html`<section class="record-list"><h2>${t("several-games", { count: this.records.length })}</h2><ol>${this.records.map(line)}</ol></section>`;
  }

  #studyList() {
    const all = listSavedStudies();
    if (all.length === 0) return nothing;
    return html`<section class="saved-list"><h2>${t("resume-study")}</h2><ul>${all.slice(0, this.#showsAll ? all.length : MAX_LISTED_STUDIES).map((entry) => {
      const summary = summarizeRecord(entry.record);
      if (!summary) return nothing;
      return html`<li><a href=${link(["analysis", entry.id])}>${summary.picture}<span><strong>${summary.name}</strong>
        <span>${summary.players}</span><span class="muted">${summary.state}</span></span></a>
        <button type="button" class="secondary small" aria-label=${t("delete-game", { game: `${summary.name}, ${summary.state}` })}
          @click=${() => { deleteStudy(entry.id); this.app.refresh(); }}>${t("delete")}</button></li>`;
    })}</ul>${!this.#showsAll && all.length > MAX_LISTED_STUDIES ? this.#showAllButton(all.length) : nothing}</section>`;
  }

  #gameList() {
    const all = listSavedGames();
    if (all.length === 0) return nothing;
    return html`<section class="saved-list"><h2>${t("analyse-saved-game")}</h2><ul>${all.slice(0, this.#showsAll ? all.length : MAX_LISTED_GAMES).map((entry) => {
      const summary = summarizeRecord(entry.record);
      if (!summary) return nothing;
      const open = (/** @type {Event} */ event) => {
        event.preventDefault();
        const game = Game.resume(entry.record);
        const record = game.record();
        game.free();
        this.#startStudy(() => Study.fromRecord(record));
      };
      return html`<li><a href=${link(["play", entry.id])} @click=${open}>${summary.picture}<span><strong>${summary.name}</strong>
        <span>${summary.players}</span><span class="muted">${summary.state}</span></span></a></li>`;
    })}</ul>${!this.#showsAll && all.length > MAX_LISTED_GAMES ? this.#showAllButton(all.length) : nothing}</section>`;
  }

  /** @param {number} count */
  #showAllButton(count) {
    return html`<button type="button" class="secondary" @click=${() => { this.#showsAll = true; this.app.refresh(); }}>${t("show-all", { count })}</button>`;
  }
}
