// The pages, by the first part of their address.
import { openAnalysis } from "./analysis.js";
import { EditorPage } from "./editor.js";
import { HomePage } from "./home.js";
import { LearnPage } from "./learn.js";
import { LessonPage } from "./lesson.js";
import { NewGamePage } from "./new-game.js";
import { NotFoundPage } from "./not-found.js";
import { PlayPage } from "./play.js";
import { PuzzlePage } from "./puzzle.js";
import { PuzzlesPage } from "./puzzles.js";
import { RulesPage } from "./rules.js";
import { ServerPage } from "./server-page.js";
import { SettingsPage } from "./settings.js";

/** @typedef {(app: import("../app/app.js").App, parts: string[], query: URLSearchParams) => import("../app/app.js").Page} PageFactory */

/** @type {Record<string, PageFactory>} */
export const pages = {
  analysis: openAnalysis,
  editor: (app, parts, query) => new EditorPage(app, parts[0] ?? "", query),
  home: (app) => new HomePage(app),
  new: (app, parts, query) => new NewGamePage(app, parts[0] ?? "", query),
  play: (app, parts) => new PlayPage(app, parts[0] ?? ""),
  learn: (_app, parts) => new LearnPage(parts[0] ?? ""),
  lesson: (app, parts) => new LessonPage(app, parts[0] ?? "", parts[1] ?? ""),
  rules: (app, parts) => new RulesPage(app, parts[0] ?? ""),
  puzzles: (app, parts) => new PuzzlesPage(app, parts[0] ?? ""),
  puzzle: (app, parts) => new PuzzlePage(app, parts[0] ?? "", parts[1] ?? ""),
  settings: (app) => new SettingsPage(app),
  // Pages that need a server are loaded on demand.
  lobby: (app, _parts, query) => new ServerPage(app, async () => new (await import("./lobby.js")).LobbyPage(app, query)),
  table: (app, parts) => new ServerPage(app, async () => (await import("./online-game.js")).openOnlineGame(app, parts[0] ?? "")),
  account: (app) => new ServerPage(app, async () => new (await import("./account.js")).AccountPage(app)),
  player: (app, parts) => new ServerPage(app, async () => (await import("./player-profile.js")).openPlayerProfile(app, parts[0] ?? "")),
  leaders: (app, parts) => new ServerPage(app, async () => (await import("./leaderboard.js")).openLeaderboard(app, parts[0] ?? "")),
  games: (app, _parts, query) => new ServerPage(app, async () => new (await import("./finished-games.js")).FinishedGamesPage(app, query)),
  missing: (_app, parts) => new NotFoundPage(parts[0] ?? ""),
};
