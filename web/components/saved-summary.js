// The summary of a saved game or study in a list.
import { Game } from "../wasm/rules.js";
import { getGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { boardThumbnail } from "../board/board-thumbnail.js";

/** Summarizes a record; null if it cannot be read. @param {string} record */
export function summarizeRecord(record) {
  try {
    const game = Game.resume(record);
    const view = game.view(false);
    game.free();
    const { name } = getGameInfo(view.game);
    const players = t("between", { first: view.sides[0].name, second: view.sides[1].name });
    const state = view.result ?? t("turn-count", { count: view.turns.length });
    return { name, players, state, picture: boardThumbnail(view.game, { rules: view.rules, position: view.position }) };
  } catch {
    return null;
  }
}
