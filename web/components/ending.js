// The end of a game: who won, the score and why.
import { html, nothing } from "../lib/lit-html.js";

/** @param {import("../wasm/rules.js").EndingView} ending @param {unknown} [note] More about the result, such as a change of rating. */
export function endingTexts({ headline, reason, score }, note = nothing) {
  return html`<p class="ending"><strong>${headline}</strong>${score ? html` <span class="final-score">${score}</span>` : nothing}</p>
    <p>${reason} ${note}</p>`;
}
