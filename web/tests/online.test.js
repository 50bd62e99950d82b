// Games on the server: full games, lost connections, offers between players, and the lobby.
import assert from "node:assert/strict";
import { countTurns, createRandom, getButton, getEntryText, pickWithMouse, playTurn, startGame, startTurn, waitForChoices } from "./game-helpers.js";
import { PHONE, getPath, getSiteUrl, goTo, listGames, startServer, testPage, testPages, waitForPage } from "./harness.js";
import { joinGame, playTurns, proposeGame, startOnlineGame, waitForResult } from "./online-helpers.js";

/** Browsers log connections that the test cuts. */
const CUT_CONNECTION = { ignoredErrors: /WebSocket|ERR_INTERNET_DISCONNECTED|Failed to load resource/ };
/** While a service worker takes over, Playwright doesn't see all requests of a page. @type {import("./harness.js").Visitor} */
const WITHOUT_SERVICE_WORKER = { serviceWorkers: "block", ignoredErrors: /Service Worker registration blocked/ };
const game = listGames()[1];

for (const [index, { id, name }] of listGames().entries()) {
  testPages(`plays ${name} with a spectator, and keeps an unfinished turn when the connection is lost`, [{}, { ...CUT_CONNECTION, ...(index === 0 ? PHONE : {}) }, {}], async (pages) => {
    const [first, second, third] = pages;
    const gamePath = await proposeGame(first, id, { pace: "" });
    await goTo(second, "/lobby");
    await second.locator(`.game-list li:has(a[href$="${gamePath}"])`).getByRole("button", { name: /Join/ }).click();
    await second.waitForSelector("sanban-board [data-square]");
    await goTo(third, "/lobby");
    await third.locator(`.game-list li:has(a[href$="${gamePath}"])`).getByRole("link", { name: /Watch/ }).click();
    await third.waitForSelector("sanban-board [data-square]");
    assert.equal(await getButton(third, "Resign").count() + (await getButton(third, "Abort game").count()), 0, "spectators cannot end the game");

    const random = createRandom(3);
    await playTurn(first, random);
    let entered = await startTurn(second);
    // The first turns of some games are complete with one choice.
    while (entered === null) {
      await playTurn(first, random);
      entered = await startTurn(second);
    }
    await second.context().setOffline(true);
    await second.waitForSelector(".connection .warning");
    assert.equal(await getEntryText(second), entered, "the entered steps are still there");
    await second.context().setOffline(false);
    await second.waitForSelector(".connection .warning", { state: "detached" });
    assert.equal(await getEntryText(second), entered);
    await second.reload();
    await second.waitForSelector("sanban-board .touched, button.supply.selected");
    assert.equal(await getEntryText(second), entered, "the steps survive a reload");
    await playTurn(second, random);
    await playTurns([first, second], 3);

    const results = await Promise.all(pages.map(waitForResult));
    assert.match(results.slice(0, 2).sort().join(" / "), /^(You lost.* \/ You won|Draw.* \/ Draw)/s, "players are addressed");
    assert.match(results[2], /^(.+ \(\w+\) won|Draw)/, "spectators read who won");
    const turnTexts = await Promise.all(pages.map((page) => page.locator(".turns .turn").allInnerTexts()));
    assert.deepEqual(turnTexts[1], turnTexts[0]);
    assert.deepEqual(turnTexts[2], turnTexts[0]);
  });
}

testPages("lists games where it is your turn on the home page", [{}, {}], async ([first, second]) => {
  await goTo(second, "/");
  assert.equal(await second.locator(".game-list").count(), 0, "a new visitor has no games");
  // The turn is still on its way to the server when its player opens the home page.
  await first.routeWebSocket(/api\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => void setTimeout(() => server.send(message), 300));
  });
  await first.reload();
  const gamePath = await startOnlineGame([first, second], game.id);
  await playTurns([first, second], 9, 1);
  await goTo(first, "/");
  await first.locator(`.game-list li:has(a[href$="${gamePath}"])`).waitFor();
  await first.locator(".game-list .turn-mark").waitFor({ state: "detached" });
  await goTo(second, "/");
  await second.locator(`.game-list li:has(a[href$="${gamePath}"]) .turn-mark`).waitFor();
  await second.locator(`.game-list a[href$="${gamePath}"]`).click();
  await waitForChoices(second);
});

testPages("keeps a turn that starts with its second step after a reload", [{}, {}], async ([first, second]) => {
  await startOnlineGame([first, second], "mitsudomoe", { rules: { turn: "either" } });
  for (const [page, move] of /** @type {const} */ ([[first, "@c2/b1c2"], [second, "@c4/d5c4"]])) {
    await waitForChoices(page);
    await page.fill("input[name=move]", move);
    await page.press("input[name=move]", "Enter");
  }
  await waitForChoices(first);
  await pickWithMouse(first, "[data-square=a1]");
  assert.match(await getEntryText(first), /: \/a1$/);
  await first.reload();
  await first.waitForSelector("sanban-board .touched");
  assert.match(await getEntryText(first), /: \/a1$/);
});

testPages("sends a turn entered offline when the connection is back", [CUT_CONNECTION, {}], async ([first, second]) => {
  await startOnlineGame([first, second], game.id);
  await playTurns([first, second], 5, 2);
  await waitForChoices(first);
  await first.context().setOffline(true);
  await first.waitForSelector(".connection .warning");
  const move = await playTurn(first, createRandom(5));
  assert.match(await getEntryText(first), /Sending your turn/);
  assert.equal(await countTurns(second), 2);
  await first.context().setOffline(false);
  await second.locator(".turns .turn").nth(2).waitFor();
  assert.equal(await second.locator(".turns .turn").nth(2).innerText(), move);
  await waitForChoices(second);
});

/** @type {Awaited<ReturnType<typeof startServer>> | null} */
let restartableServer = null;
const restartableVisitor = { ...CUT_CONNECTION, getUrl: async () => (restartableServer ??= await startServer()).address };
testPages("continues a game after a server restart", [restartableVisitor, restartableVisitor], async ([first, second]) => {
  await startOnlineGame([first, second], game.id, { pace: "10m" });
  await playTurns([first, second], 5, 2);
  const entered = await startTurn(first);
  await restartableServer?.stop();
  for (const page of [first, second]) await page.waitForSelector(".connection .warning");
  assert.equal(await getEntryText(first), entered);
  await restartableServer?.restart();
  for (const page of [first, second]) await page.waitForSelector(".connection .warning", { state: "detached" });
  assert.equal(await getEntryText(first), entered, "the entered steps are still there");
  await playTurns([first, second], 5);
  const results = await Promise.all([first, second].map(waitForResult));
  assert.match(results.sort().join(" / "), /^(You lost.* \/ You won|Draw.* \/ Draw)/s);
});

/**
 * Runs in the page, and gives it the global `simulatedTime`: time passes only from timer to timer, in `pass`.
 * @typedef {{ now: () => number, pass: (isOver: () => boolean) => Promise<void> }} SimulatedTime
 */
function simulateTime() {
  let [now, nextTimer] = [0, 1];
  /** @type {Map<number, { at: number, every: number | undefined, run: () => void }>} */
  const timers = new Map();
  const clear = (/** @type {number} */ id) => void timers.delete(id);
  const pass = async (/** @type {() => boolean} */ isOver) => {
    for (let count = 0; !isOver() && count < 10_000; count += 1) {
      const [id, timer] = [...timers].reduce((first, other) => (other[1].at < first[1].at ? other : first));
      now = Math.max(now, timer.at);
      if (timer.every) timer.at = now + timer.every;
      else timers.delete(id);
      timer.run();
      await Promise.resolve();
    }
  };
  Object.assign(window, {
    simulatedTime: { now: () => now, pass },
    setTimeout: (/** @type {() => void} */ run, ms = 0) => { timers.set(nextTimer, { at: now + ms, every: undefined, run }); return nextTimer++; },
    setInterval: (/** @type {() => void} */ run, ms = 0) => { timers.set(nextTimer, { at: now + ms, every: ms, run }); return nextTimer++; },
    clearTimeout: clear,
    clearInterval: clear,
  });
  performance.now = () => now;
}

testPage("tries to reconnect at least every five seconds", {}, async (page) => {
  await page.evaluate(simulateTime);
  const begun = await page.evaluate(async () => {
    const { simulatedTime: time } = /** @type {Window & { simulatedTime: SimulatedTime }} */ (/** @type {unknown} */ (window));
    /** @type {number[]} */
    const attempts = [];
    // Every connection fails at once.
    const failing = class {
      static OPEN = 1;
      readyState = 3;
      /** @type {(() => void) | null} */
      onclose = null;
      constructor() {
        attempts.push(time.now());
        queueMicrotask(() => this.onclose?.());
      }
      close() {}
    };
    Object.assign(window, { WebSocket: failing });
    const { connection } = await import(new URL("online/connection.js", document.baseURI).href);
    connection.watchLobby(() => undefined);
    await time.pass(() => attempts.length >= 20);
    return attempts;
  });
  const gaps = begun.slice(1).map((at, index) => at - begun[index]);
  assert.equal(gaps.length, 19);
  assert.ok(gaps.every((ms) => ms <= 5000), `${gaps}`);
  assert.ok(Math.max(...gaps) > 2000, "the delay grows");
});

testPage("tries again at least every five seconds when connections hang", {}, async (page) => {
  await page.evaluate(simulateTime);
  const { begun, mostOpen } = await page.evaluate(async () => {
    const { simulatedTime: time } = /** @type {Window & { simulatedTime: SimulatedTime }} */ (/** @type {unknown} */ (window));
    let [open, mostOpen] = [0, 0];
    /** @type {number[]} */
    const begun = [];
    const hanging = class {
      static CONNECTING = 0;
      static OPEN = 1;
      readyState = 0;
      constructor() {
        begun.push(time.now());
        open += 1;
        mostOpen = Math.max(mostOpen, open);
      }
      close() {
        if (this.readyState === 0) open -= 1;
        this.readyState = 3;
      }
    };
    Object.assign(window, { WebSocket: hanging });
    const { connection } = await import(new URL("online/connection.js", document.baseURI).href);
    connection.watchLobby(() => undefined);
    await time.pass(() => begun.length >= 20);
    return { begun, mostOpen };
  });
  const gaps = begun.slice(1).map((at, index) => at - begun[index]);
  assert.equal(gaps.length, 19);
  assert.ok(gaps.every((ms) => ms <= 5000), `${gaps}`);
  assert.equal(mostOpen, 1, "a connection that hangs is closed before the next attempt");
});

testPage("notices within three seconds that the network is gone", {}, async (page) => {
  await page.evaluate(simulateTime);
  const { before, lostAfter } = await page.evaluate(async () => {
    const { simulatedTime: time } = /** @type {Window & { simulatedTime: SimulatedTime }} */ (/** @type {unknown} */ (window));
    // Its server never answers.
    const silent = class {
      static CONNECTING = 0;
      static OPEN = 1;
      readyState = 0;
      /** @type {(() => void) | null} */
      onopen = null;
      constructor() {
        queueMicrotask(() => {
          this.readyState = 1;
          this.onopen?.();
        });
      }
      send() {}
      close() { this.readyState = 3; }
    };
    Object.assign(window, { WebSocket: silent });
    const { connection } = await import(new URL("online/connection.js", document.baseURI).href);
    connection.watchLobby(() => undefined);
    // Between two checks of the connection.
    setTimeout(() => undefined, 5700);
    await time.pass(() => time.now() >= 5700);
    const before = connection.state;
    Object.defineProperty(navigator, "onLine", { value: false });
    dispatchEvent(new Event("offline"));
    const offlineAt = time.now();
    await time.pass(() => connection.state === "lost");
    return { before, lostAfter: time.now() - offlineAt };
  });
  assert.equal(before, "open");
  assert.ok(lostAfter <= 3000, `${lostAfter}`);
});

testPage("gives up a connection that never finishes closing", {}, async (page) => {
  await page.evaluate(simulateTime);
  const lostAt = await page.evaluate(async () => {
    const { simulatedTime: time } = /** @type {Window & { simulatedTime: SimulatedTime }} */ (/** @type {unknown} */ (window));
    // The server begins to close it, and goes.
    const closing = class {
      static CONNECTING = 0;
      static OPEN = 1;
      readyState = 0;
      /** @type {(() => void) | null} */
      onopen = null;
      constructor() {
        queueMicrotask(() => {
          this.readyState = 1;
          this.onopen?.();
          this.readyState = 2;
        });
      }
      send() {}
      close() {}
    };
    Object.assign(window, { WebSocket: closing });
    const { connection } = await import(new URL("online/connection.js", document.baseURI).href);
    connection.watchLobby(() => undefined);
    await time.pass(() => connection.state === "lost" || time.now() > 100_000);
    return time.now();
  });
  assert.ok(lostAt < 30_000, `${lostAt}`);
});

testPage("repeats a command for longer than eight seconds while the server can't store it", {}, async (page) => {
  await page.evaluate(simulateTime);
  const { answer, sends } = await page.evaluate(async () => {
    const { simulatedTime: time } = /** @type {Window & { simulatedTime: SimulatedTime }} */ (/** @type {unknown} */ (window));
    /** @type {{ id: string, at: number }[]} */
    const sends = [];
    const failing = class {
      static CONNECTING = 0;
      static OPEN = 1;
      readyState = 0;
      /** @type {(() => void) | null} */
      onopen = null;
      /** @type {((event: { data: string }) => void) | null} */
      onmessage = null;
      constructor() {
        queueMicrotask(() => {
          this.readyState = 1;
          this.onopen?.();
        });
      }
      send(/** @type {string} */ text) {
        const { type, id } = JSON.parse(text);
        if (type !== "command") return;
        sends.push({ id, at: time.now() });
        const answer = time.now() <= 8000 ? { type: "refused", id, code: "store-failed", sentence: "" } : { type: "done", id, number: 7 };
        queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(answer) }));
      }
      close() { this.readyState = 3; }
    };
    Object.assign(window, { WebSocket: failing });
    const { connection } = await import(new URL("online/connection.js", document.baseURI).href);
    /** @type {unknown} */
    let answer;
    connection.sendCommand("a game", { type: "resign" }).then((/** @type {number} */ number) => { answer = number; }, (/** @type {Error} */ error) => { answer = `${error}`; });
    await time.pass(() => answer !== undefined);
    return { answer, sends };
  });
  assert.equal(answer, 7);
  assert.equal(new Set(sends.map(({ id }) => id)).size, 1, "the server can see that it is the same command");
  assert.ok(sends.length > 5 && sends.length < 10, `${sends.map(({ at }) => at)}`);
});

testPages("handles takebacks, draw offers and a rematch with sides swapped", [{}, {}], async ([first, second]) => {
  const gamePath = await startOnlineGame([first, second], game.id);
  await playTurns([first, second], 2, 3);
  await getButton(first, "Request a takeback").click();
  assert.match(await second.locator(".offer").innerText(), /requests a takeback/);
  await getButton(second, "Decline").click();
  await first.waitForFunction(() => document.getElementById("announcer")?.textContent?.includes("declined"));
  assert.match(await first.locator(".refusal").innerText(), /takeback request was declined/);
  assert.ok(await first.locator(".refusal").isVisible());
  await getButton(first, "Request a takeback").click();
  await first.locator(".warning").getByText("already").waitFor();
  await playTurn(second, createRandom(5));
  await first.locator(".turns .turn").nth(3).waitFor();
  assert.equal(await first.locator(".refusal").count(), 0, "the next turn ends the notice");
  await getButton(first, "Request a takeback").click();
  await getButton(second, "Accept").click();
  await first.waitForFunction(() => document.querySelectorAll(".turns .turn").length === 2);
  await waitForChoices(first);
  assert.equal(await countTurns(second), 2);

  await getButton(first, "Offer a draw").click();
  assert.match(await second.locator(".offer").innerText(), /offers a draw/);
  await getButton(second, "Decline").click();
  await second.waitForSelector(".offer", { state: "detached" });
  assert.match(await first.locator(".refusal").innerText(), /draw offer was declined/);
  await getButton(second, "Offer a draw").click();
  await getButton(first, "Accept the draw").click();
  assert.match(await waitForResult(second), /^Draw\s+The players agreed/);

  await getButton(second, "Rematch").click();
  await first.locator("main").getByText("wants a rematch").waitFor();
  await getButton(first, "Rematch").click();
  for (const page of [first, second]) await page.waitForFunction((old) => !location.href.endsWith(old) && document.querySelector(".status:not(.over)"), gamePath);
  await playTurns([second, first], 2, 2);
  await goTo(first, gamePath);
  await first.getByRole("link", { name: "Go to the next game" }).waitFor();
});

testPages("ends games by resignation, on time, and when they are aborted", [{}, {}], async ([first, second]) => {
  await startOnlineGame([first, second], game.id, { pace: "10m" });
  await getButton(first, "Abort game").waitFor();
  await playTurns([first, second], 1, 2);
  assert.equal(await first.locator(".clock").count(), 2);
  await getButton(second, "Resign").click();
  await second.locator("dialog .button").click();
  assert.match(await waitForResult(first), /^You won\s+Black resigned/);
  assert.match(await waitForResult(second), /^You lost\s+You resigned/);

  await startOnlineGame([first, second], game.id, { pace: "8s" });
  await playTurns([first, second], 1, 2);
  assert.match(await waitForResult(second), /^You won\s+White ran out of time/);
  assert.match(await waitForResult(first), /^You lost\s+You ran out of time/);

  await startOnlineGame([first, second], game.id);
  await getButton(second, "Abort game").click();
  await second.locator("dialog .button").click();
  assert.match(await waitForResult(first), /cancelled/);
});

/** @type {ReturnType<typeof startServer> | null} */
let strictServer = null;
const strictVisitor = { getUrl: async () => (await (strictServer ??= startServer({ SANBAN_GRACE: "2s" }))).address };
testPages("lets a player claim the game when the opponent is away", [strictVisitor, strictVisitor], async ([first, second]) => {
  const gamePath = await startOnlineGame([first, second], game.id, { pace: "10m" });
  await playTurns([first, second], 1, 2);
  await goTo(first, "/");
  await second.waitForSelector(".player .away");
  await getButton(second, "Claim the win").click();
  assert.match(await waitForResult(second), /^You won\s+White left the game/);
  await goTo(first, gamePath);
  assert.match(await waitForResult(first), /^You lost\s+You left the game/);
});

testPages("starts a game by link, and asks the second player under the pie rule", [{}, PHONE], async ([first, second]) => {
  const names = (/** @type {import("./harness.js").Page} */ page) => page.locator(".player:has(.you)").getAttribute("class");
  await proposeGame(first, game.id, { opponent: "link", pie: true });
  const link = await first.inputValue("input[name=link]");
  await second.goto("about:blank");
  await second.goto(link);
  await second.waitForSelector("sanban-board [data-square]");
  await getButton(second, "Join").click();
  await playTurn(first, createRandom(1));
  await first.locator("main").getByText("deciding whether to swap sides").waitFor();
  await getButton(second, "Swap sides").click();
  await first.waitForSelector(".player.seat-1 .you");
  await second.waitForSelector(".player.seat-0 .you");
  assert.match((await names(first)) ?? "", /to-move/);
  await playTurn(first, createRandom(2));
  await playTurn(second, createRandom(2));
  assert.equal(await second.evaluate(() => document.documentElement.scrollWidth), PHONE.viewport?.width, "the page fits the width of the screen");
});

testPages("plays a position that was set up against another player", [{}, {}], async ([first, second]) => {
  // Without the computer, whose reply would change the position that is shared.
  await startGame(first, game.id, { mode: "people" });
  await playTurn(first, createRandom(1));
  await getButton(first, "Share").click();
  const position = await first.locator("dialog .share input").nth(2).inputValue();
  await first.keyboard.press("Escape");
  await goTo(first, `/new/${game.id}?position=${encodeURIComponent(position)}`);
  await first.locator("main").getByRole("link", { name: "Play online" }).click();
  await first.getByText("starts from this position").waitFor();
  assert.ok(await first.isDisabled("input[name=rated]"), "only games from the usual start can be rated");
  for (const value of ["link", "first"]) await first.check(`.proposal-form input[type=radio][value=${value}]`, { force: true });
  await first.click(".proposal-form button[type=submit]");
  await first.waitForSelector("sanban-board [data-square]");
  assert.match(await first.locator(".game-terms").innerText(), /Custom position/);
  await joinGame(second, await getPath(first));
  // It is the second player's turn in the position.
  await playTurn(second, createRandom(2));
  await waitForChoices(first);
  await goTo(first, `/lobby?game=${game.id}&position=nonsense`);
  await first.locator(".proposal-form [role=alert]").waitFor();
});

testPage("plays against the computer on the server, with takebacks", {}, async (page) => {
  await proposeGame(page, game.id, { opponent: "computer" });
  await playTurn(page, createRandom(4));
  await page.waitForFunction(() => document.querySelectorAll(".turns .turn").length === 2);
  await getButton(page, "Request a takeback").click();
  await page.waitForFunction(() => document.querySelectorAll(".turns .turn").length === 0);
  await playTurn(page, createRandom(5));
  await page.waitForFunction(() => document.querySelectorAll(".turns .turn").length === 2);
  await getButton(page, "Resign").click();
  await page.locator("dialog .button").click();
  await waitForResult(page);
  await getButton(page, "Rematch").click();
  await page.waitForSelector(".status:not(.over)");
  await waitForChoices(page);
  assert.equal(await countTurns(page), 1);
});

testPage("lists a waiting game and withdraws it", {}, async (page) => {
  const gamePath = await proposeGame(page, game.id, { pace: "3d" });
  assert.match(await page.inputValue("input[name=link]"), new RegExp(`${gamePath}$`));
  await goTo(page, "/lobby");
  const line = page.locator(`.game-list li:has(a[href$="${gamePath}"])`);
  assert.match(await line.innerText(), /3 days per turn/);
  await line.getByRole("button", { name: "Cancel game" }).click();
  await line.waitFor({ state: "detached" });
  await goTo(page, gamePath);
  assert.match(await waitForResult(page), /cancelled/);
  // There is nothing to replay or analyse.
  await goTo(page, "/games?player=me");
  await page.getByText("No games found").waitFor();
});

testPages("shows a notice in the lobby when a game starts, until the player opens it", [{}, {}], async ([first, second]) => {
  const gamePath = await proposeGame(first, game.id, { pace: "3d" });
  await goTo(first, "/lobby");
  await first.locator(`.game-list a[href$="${gamePath}"]`).first().waitFor();
  await joinGame(second, gamePath);
  await first.waitForSelector(".notice");
  await first.locator(`.game-list a[href$="${gamePath}"]`).first().click();
  await first.waitForSelector("sanban-board [data-square]");
  assert.equal(await first.locator(".notice").count(), 0);
});

testPages("keeps the newer lobby from the connection when an older response arrives", [{}, WITHOUT_SERVICE_WORKER], async ([first, second]) => {
  const gamePath = await proposeGame(first, game.id, { pace: "3d" });
  const line = second.locator(`.game-list li:has(a[href$="${gamePath}"])`);
  await second.route(/api\/lobby$/, async (route) => {
    // The connection has sent the lobby with the game.
    await line.waitFor();
    await route.fulfill({ json: { seeks: [], running: [] } });
  });
  const response = second.waitForResponse(/api\/lobby$/);
  await goTo(second, "/lobby");
  await (await response).finished();
  await second.waitForTimeout(300);
  assert.equal(await line.count(), 1);
});

testPage("shows no online pages without a server", { getUrl: getSiteUrl }, async (page) => {
  await page.waitForTimeout(300);
  assert.equal(await page.getByText("Play online").count(), 0);
  await goTo(page, "/lobby");
  await page.getByText("has no game server").waitFor();
  await goTo(page, "/settings");
  assert.equal(await page.locator("header .nav-lobby").count(), 0);
});

testPage("never caches responses of the server's API", {}, async (page, base) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await waitForPage(page);
  const answers = await page.evaluate(async () => {
    const lobby = await fetch("api/lobby");
    const cachedUrls = [];
    for (const name of await caches.keys()) cachedUrls.push(...(await (await caches.open(name)).keys()).map((request) => request.url));
    return { status: lobby.status, cachedUrls };
  });
  assert.equal(answers.status, 200);
  assert.ok(answers.cachedUrls.length > 20);
  assert.deepEqual(answers.cachedUrls.filter((url) => /^(api\/|healthz|metrics)/.test(url.slice(base.length))), []);
});

testPages("plays online games in Portuguese", [{ locale: "pt-PT" }, { locale: "pt-PT" }], async ([first, second]) => {
  const gamePath = await proposeGame(first, game.id, { opponent: "link" });
  assert.match(await first.locator(".status").innerText(), /À espera de adversário/);
  await goTo(second, gamePath);
  await second.locator(".status .button").click();
  await playTurn(first, createRandom(1));
  await waitForChoices(second);
  await second.waitForFunction(() => document.getElementById("announcer")?.textContent?.includes(": cavalo "));
});
