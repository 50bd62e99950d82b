// The pages by the first part of their address.
import { openAnalysis } from "./analysis.js";
import { EditorPage } from "./editor.js";
import { Home } from "./home.js";
import { Learn } from "./learn.js";
import { LessonPage } from "./lesson.js";
import { Missing } from "./not-found.js";
import { NewGame } from "./new-game.js";
import { Online } from "./server-page.js";
import { Play } from "./play.js";
import { PuzzlePage } from "./puzzle.js";
import { PuzzlesPage } from "./puzzles.js";
import { RulesPage } from "./rules.js";
import { SettingsPage } from "./settings.js";

/** @typedef {(app: import("../app/app.js").App, parts: string[], query: URLSearchParams) => import("../app/app.js").Page} Make */

/** @type {Record<string, Make>} */
export const pages = {
  analysis: openAnalysis,
  editor: (app, parts, query) => new EditorPage(app, parts[0] ?? "", query),
  home: (app) => new Home(app),
  new: (app, parts, query) => new NewGame(app, parts[0] ?? "", query),
  play: (app, parts) => new Play(app, parts[0] ?? ""),
  learn: (_app, parts) => new Learn(parts[0] ?? ""),
  lesson: (app, parts) => new LessonPage(app, parts[0] ?? "", parts[1] ?? ""),
  rules: (app, parts) => new RulesPage(app, parts[0] ?? ""),
  puzzles: (app, parts) => new PuzzlesPage(app, parts[0] ?? ""),
  puzzle: (app, parts) => new PuzzlePage(app, parts[0] ?? "", parts[1] ?? ""),
  settings: (app) => new SettingsPage(app),
  // What needs a server is loaded only where it is wanted.
  lobby: (app, _parts, query) => new Online(app, async () => new (await import("./lobby.js")).Lobby(app, query)),
  table: (app, parts) => new Online(app, async () => (await import("./online-game.js")).openTable(app, parts[0] ?? "")),
  account: (app) => new Online(app, async () => new (await import("./account.js")).Account(app)),
  player: (app, parts) => new Online(app, async () => (await import("./player-profile.js")).openPlayer(app, parts[0] ?? "")),
  leaders: (app, parts) => new Online(app, async () => (await import("./leaderboard.js")).openLeaders(app, parts[0] ?? "")),
  games: (app, _parts, query) => new Online(app, async () => new (await import("./finished-games.js")).Finished(app, query)),
  missing: (_app, parts) => new Missing(parts[0] ?? ""),
};
