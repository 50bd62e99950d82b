// The server behind the page, if there is one, and who the visitor is there.
import { ApiError, request } from "./api.js";
import { connection } from "./connection.js";
import { changeSettings, onSettingsChange, settings } from "../app/settings.js";
import { onItemChange, readItem, writeItem } from "../app/storage.js";
import { applyLanguage } from "../app/i18n.js";

/** @typedef {import("./api.js").CurrentUser} CurrentUser */

/** What the server adds to every file of the page. */
const SERVER_HEADER = "sanban-server";
/** Where it is kept that the server has not heard of a change of the settings. */
const UNSENT_SETTINGS_KEY = "settings.unsent";
/** Where it is kept since when the visitor is who the server knows. */
const SESSION_START_KEY = "server.since";

/** @type {{ isAvailable: boolean, me: CurrentUser | null }} */
export const server = {
  /** Whether there is a server; what was found last time is taken for granted at first. */
  isAvailable: readItem("server", false),
  me: null,
};

let isDetected = false;

/** Looks whether there is a server. Any host has this page, so that looking disturbs none. */
export async function detectServer() {
  // Without a network there is nothing new to be found.
  if (isDetected || !navigator.onLine) return server.isAvailable;
  try {
    const response = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
    // A proxy whose server is away tells nothing.
    if (response.status >= 500) return server.isAvailable;
    server.isAvailable = response.headers.has(SERVER_HEADER);
    isDetected = true;
    writeItem("server", server.isAvailable);
  } catch {
    // It is as it was.
  }
  return server.isAvailable;
}

/** Whether the visitor is known to the server that is here. */
export function hasSession() {
  return server.isAvailable && navigator.onLine && readItem(SESSION_START_KEY, 0) > 0;
}

/** Who the visitor is: made a guest on the first visit. */
export async function ensureSession() {
  if (!server.me) {
    setCurrentUser(await request("POST", "me"));
    if (readItem(SESSION_START_KEY, 0) === 0) writeItem(SESSION_START_KEY, Date.now());
  }
  return /** @type {CurrentUser} */ (server.me);
}

/** The visitor is somebody from now on. @param {CurrentUser} me */
function setCurrentUser(me) {
  const known = Object.entries(me.settings ?? {}).filter(([key, value]) => typeof value === typeof Reflect.get(settings, key));
  if (me.account && known.length > 0 && !readItem(UNSENT_SETTINGS_KEY, false)) {
    changeSettings(Object.fromEntries(known));
    applyLanguage(settings.language);
    writeItem(UNSENT_SETTINGS_KEY, false);
  }
  server.me = me;
  // What was changed without the server's knowledge counts more than what it has kept.
  if (me.account && (known.length === 0 || readItem(UNSENT_SETTINGS_KEY, false))) void sendSettings();
}

/** Signs up or logs in. @param {"account" | "session"} endpoint @param {string} name @param {string} passphrase */
export async function authenticate(endpoint, name, passphrase) {
  const me = await request("POST", endpoint, { body: { name, passphrase } });
  // What another account has kept is not mixed with what a guest has set.
  if (endpoint === "session") writeItem(UNSENT_SETTINGS_KEY, false);
  setCurrentUser(me);
  writeItem(SESSION_START_KEY, Date.now());
  connection.reconnect();
}

/** Logs out; the visitor is a guest again. */
export async function logOut() {
  try {
    await request("DELETE", "session");
  } catch (error) {
    // In another tab it has been done already.
    if (!(error instanceof ApiError && error.code === "no-account")) throw error;
  }
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
    // Next time.
  }
}

onSettingsChange(() => {
  writeItem(UNSENT_SETTINGS_KEY, true);
  if (server.me?.account) void sendSettings();
});

/** @type {Set<() => void>} */
const listeners = new Set();

/** Hears that the visitor has become somebody else in another tab. What it gives stops that. @param {() => void} listener */
export function onUserChange(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

onItemChange(SESSION_START_KEY, () => {
  server.me = null;
  connection.reconnect();
  for (const listener of listeners) listener();
});
