// Whether the page has a server, and who the visitor is there.
import { isFromServer } from "../app/host.js";
import { applyLanguage } from "../app/i18n.js";
import { changeSettings, onSettingsChange, settings } from "../app/settings.js";
import { onItemChange, readItem, writeItem } from "../app/storage.js";
import { ApiError, isMyTurn, request } from "./api.js";
import { connection } from "./connection.js";

/** @typedef {import("./api.js").CurrentUser} CurrentUser */

/** A header that only our server adds to the page's files. */
const SERVER_HEADER = "sanban-server";
/** The storage key of the flag that the server lacks the latest settings. */
const UNSENT_SETTINGS_KEY = "settings.unsent";
/** The storage key of the time when the session started. Other tabs notice a login by it. */
const SESSION_START_KEY = "server.since";

/** @type {{ isAvailable: boolean, me: CurrentUser | null }} */
export const server = {
  /** Whether there is a server: what was found last time, until it is checked. */
  isAvailable: isFromServer || readItem("server", false),
  me: null,
};

let isDetected = isFromServer;

/** Checks for a server behind another host by requesting the page itself, which every host has. */
export async function detectServer() {
  // Offline, the last result stands.
  if (isDetected || !navigator.onLine) return server.isAvailable;
  try {
    const response = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
    // A proxy answers although the server behind it is down.
    if (response.status >= 500) return server.isAvailable;
    server.isAvailable = response.headers.has(SERVER_HEADER);
    isDetected = true;
    writeItem("server", server.isAvailable);
  } catch {
    // The last result stands.
  }
  return server.isAvailable;
}

/** Whether the visitor has a session on the server. */
export function hasSession() {
  return server.isAvailable && navigator.onLine && readItem(SESSION_START_KEY, 0) > 0;
}

/** Fetches the visitor's unfinished games, those where it is the visitor's turn first. */
export async function fetchMyGames() {
  // A turn that is on its way to the server belongs to the list.
  await connection.whenAnswered();
  const responses = await Promise.all(["waiting", "running"].map((state) => request("GET", "games", { query: { state, player: "me", limit: "100" } })));
  /** @type {import("./api.js").GameSummary[]} */
  const games = responses.flatMap((response) => response.games);
  return games.sort((one, other) => Number(isMyTurn(other)) - Number(isMyTurn(one)));
}

/** Gets the current user. The server creates a guest on the first visit. */
export async function ensureSession() {
  if (!server.me) {
    setCurrentUser(await request("POST", "me"));
    if (readItem(SESSION_START_KEY, 0) === 0) writeItem(SESSION_START_KEY, Date.now());
  }
  return /** @type {CurrentUser} */ (server.me);
}

/** Sets the current user, and syncs the settings of an account. @param {CurrentUser} me */
function setCurrentUser(me) {
  const validSettings = Object.entries(me.settings ?? {}).filter(([key, value]) => typeof value === typeof Reflect.get(settings, key));
  if (me.account && validSettings.length > 0 && !readItem(UNSENT_SETTINGS_KEY, false)) {
    changeSettings(Object.fromEntries(validSettings));
    applyLanguage(settings.language);
    writeItem(UNSENT_SETTINGS_KEY, false);
  }
  server.me = me;
  // Local changes that the server lacks win over its copy.
  if (me.account && (validSettings.length === 0 || readItem(UNSENT_SETTINGS_KEY, false))) void sendSettings();
}

/** Signs up or logs in. @param {"account" | "session"} endpoint @param {string} name @param {string} passphrase */
export async function authenticate(endpoint, name, passphrase) {
  const me = await request("POST", endpoint, { body: { name, passphrase } });
  // The settings of the account win over those of the guest.
  if (endpoint === "session") writeItem(UNSENT_SETTINGS_KEY, false);
  setCurrentUser(me);
  writeItem(SESSION_START_KEY, Date.now());
  connection.reconnect();
}

/** Logs out. The visitor becomes a guest. */
export async function logOut() {
  try {
    await request("DELETE", "session");
  } catch (error) {
    // Another tab has logged out already.
    if (!(error instanceof ApiError && error.code === "no-account")) throw error;
  }
  await becomeGuest();
}

/** Ends all sessions of the account, this one too. */
export async function logOutEverywhere() {
  await request("DELETE", "sessions");
  await becomeGuest();
}

/** Changes the passphrase. All other sessions end. @param {string} current @param {string} next */
export async function changePassphrase(current, next) {
  await request("PUT", "account/passphrase", { body: { current, new: next } });
}

/** Deletes the account. Its games stay. @param {string} passphrase */
export async function deleteAccount(passphrase) {
  await request("POST", "account/deletion", { body: { passphrase } });
  await becomeGuest();
}

/** Starts a new session as a guest. */
async function becomeGuest() {
  server.me = null;
  await ensureSession();
  writeItem(SESSION_START_KEY, Date.now());
  connection.reconnect();
}

async function sendSettings() {
  try {
    await request("PUT", "me/settings", { body: settings });
    writeItem(UNSENT_SETTINGS_KEY, false);
  } catch {
    // The next change or visit tries again.
  }
}

onSettingsChange(() => {
  writeItem(UNSENT_SETTINGS_KEY, true);
  if (server.me?.account) void sendSettings();
});

/** @type {Set<() => void>} */
const listeners = new Set();

/** Calls the listener when the visitor logs in or out in another tab. Returns a function that stops it. @param {() => void} listener */
export function onUserChange(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

onItemChange(SESSION_START_KEY, () => {
  server.me = null;
  connection.reconnect();
  for (const listener of listeners) listener();
});
