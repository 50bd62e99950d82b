// The pages, by the first part of their address. Each is loaded when it is first visited.
import { ServerPage } from "./server-page.js";

/** @typedef {(app: import("../app/app.js").App, parts: string[], query: URLSearchParams) => import("../app/app.js").Page} PageFactory */

/** Loads what makes a page. @type {Record<string, () => Promise<PageFactory>>} */
export const pages = {
  analysis: async () => (await import("./analysis.js")).openAnalysis,
  editor: async () => {
    const { EditorPage } = await import("./editor.js");
    return (app, parts, query) => new EditorPage(app, parts[0] ?? "", query);
  },
  home: async () => {
    const { HomePage } = await import("./home.js");
    return (app) => new HomePage(app);
  },
  new: async () => {
    const { NewGamePage } = await import("./new-game.js");
    return (app, parts, query) => new NewGamePage(app, parts[0] ?? "", query);
  },
  play: async () => {
    const { PlayPage } = await import("./play.js");
    return (app, parts) => new PlayPage(app, parts[0] ?? "");
  },
  learn: async () => {
    const { LearnPage } = await import("./learn.js");
    return (_app, parts) => new LearnPage(parts[0] ?? "");
  },
  lesson: async () => {
    const { LessonPage } = await import("./lesson.js");
    return (app, parts) => new LessonPage(app, parts[0] ?? "", parts[1] ?? "");
  },
  rules: async () => {
    const { RulesPage } = await import("./rules.js");
    return (app, parts) => new RulesPage(app, parts[0] ?? "");
  },
  puzzles: async () => {
    const { PuzzlesPage } = await import("./puzzles.js");
    return (app, parts) => new PuzzlesPage(app, parts[0] ?? "");
  },
  puzzle: async () => {
    const { PuzzlePage } = await import("./puzzle.js");
    return (app, parts) => new PuzzlePage(app, parts[0] ?? "", parts[1] ?? "");
  },
  settings: async () => {
    const { SettingsPage } = await import("./settings.js");
    return (app) => new SettingsPage(app);
  },
  lobby: onServer(async (app, _parts, query) => new (await import("./lobby.js")).LobbyPage(app, query)),
  game: onServer(loadOnlineGame),
  // The former name, in old links.
  table: onServer(loadOnlineGame),
  watch: onServer(async (app) => new (await import("./watch.js")).WatchPage(app)),
  account: onServer(async (app) => new (await import("./account.js")).AccountPage(app)),
  player: onServer(async (app, parts) => (await import("./player-profile.js")).openPlayerProfile(app, parts[0] ?? "")),
  leaders: onServer(async (app, parts) => (await import("./leaderboard.js")).openLeaderboard(app, parts[0] ?? "")),
  games: onServer(async (app, _parts, query) => new (await import("./finished-games.js")).FinishedGamesPage(app, query)),
};

/** @param {import("../app/app.js").App} app @param {string[]} parts */
async function loadOnlineGame(app, parts) {
  return (await import("./online-game.js")).openOnlineGame(app, parts[0] ?? "");
}

/**
 * A page that needs the server.
 * @param {(app: import("../app/app.js").App, parts: string[], query: URLSearchParams) => Promise<import("../app/app.js").Page>} load
 * @returns {() => Promise<PageFactory>}
 */
function onServer(load) {
  return async () => (app, parts, query) => new ServerPage(app, () => load(app, parts, query));
}
