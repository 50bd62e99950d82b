// The summary of a saved game or study in a list.
import { Game } from "../wasm/rules.js";
import { getGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { boardThumbnail } from "../board/board-thumbnail.js";

/** Summarizes a record; null if it cannot be read. @param {string} record */
export function summarizeRecord(record) {
  try {
    const game = Game.resume(record);
    const summary = game.summary();
    game.free();
    const { name } = getGameInfo(summary.game);
    const players = t("between", { first: summary.names[0], second: summary.names[1] });
    const state = summary.result ?? t("turn-count", { count: summary.turnCount });
    return { name, players, state, picture: boardThumbnail(summary.game, summary) };
  } catch {
    return null;
  }
}
