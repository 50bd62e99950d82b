// The server behind the page, if there is one, and who the visitor is there.
import { Refused, request } from "./api.js";
import { connection } from "./connection.js";
import { changeSettings, onSettingsChange, settings } from "../app/settings.js";
import { onItemChange, readItem, writeItem } from "../app/storage.js";
import { applyLanguage } from "../app/i18n.js";

/** @typedef {import("./api.js").Me} Me */

/** What the server adds to every file of the page. */
const HEADER = "sanban-server";
/** Where it is kept that the server has not heard of a change of the settings. */
const UNSENT = "settings.unsent";
/** Where it is kept since when the visitor is who the server knows. */
const SINCE = "server.since";

/** @type {{ isAvailable: boolean, me: Me | null }} */
export const server = {
  /** Whether there is a server; what was found last time is taken for granted at first. */
  isAvailable: readItem("server", false),
  me: null,
};

let looked = false;

/** Looks whether there is a server. Any host has this page, so that looking disturbs none. */
export async function findServer() {
  // Without a network there is nothing new to be found.
  if (looked || !navigator.onLine) return server.isAvailable;
  try {
    const answer = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
    // A proxy whose server is away tells nothing.
    if (answer.status >= 500) return server.isAvailable;
    server.isAvailable = answer.headers.has(HEADER);
    looked = true;
    writeItem("server", server.isAvailable);
  } catch {
    // It is as it was.
  }
  return server.isAvailable;
}

/** Whether the visitor is known to the server that is here. */
export function hasMet() {
  return server.isAvailable && navigator.onLine && readItem(SINCE, 0) > 0;
}

/** Who the visitor is: made a guest on the first visit. */
export async function meet() {
  if (!server.me) {
    become(await request("POST", "me"));
    if (readItem(SINCE, 0) === 0) writeItem(SINCE, Date.now());
  }
  return /** @type {Me} */ (server.me);
}

/** The visitor is somebody from now on. @param {Me} me */
function become(me) {
  const kept = Object.entries(me.settings ?? {}).filter(([key, value]) => typeof value === typeof Reflect.get(settings, key));
  if (me.account && kept.length > 0 && !readItem(UNSENT, false)) {
    changeSettings(Object.fromEntries(kept));
    applyLanguage(settings.language);
    writeItem(UNSENT, false);
  }
  server.me = me;
  // What was changed without the server's knowledge counts more than what it has kept.
  if (me.account && (kept.length === 0 || readItem(UNSENT, false))) void sendSettings();
}

/** Signs up or logs in. @param {"account" | "session"} way @param {string} name @param {string} passphrase */
export async function enter(way, name, passphrase) {
  const me = await request("POST", way, { body: { name, passphrase } });
  // What another account has kept is not mixed with what a guest has set.
  if (way === "session") writeItem(UNSENT, false);
  become(me);
  writeItem(SINCE, Date.now());
  connection.renew();
}

/** Logs out; the visitor is a guest again. */
export async function logOut() {
  try {
    await request("DELETE", "session");
  } catch (error) {
    // In another tab it has been done already.
    if (!(error instanceof Refused && error.code === "no-account")) throw error;
  }
  server.me = null;
  await meet();
  writeItem(SINCE, Date.now());
  connection.renew();
}

async function sendSettings() {
  try {
    await request("PUT", "me/settings", { body: settings });
    writeItem(UNSENT, false);
  } catch {
    // Next time.
  }
}

onSettingsChange(() => {
  writeItem(UNSENT, true);
  if (server.me?.account) void sendSettings();
});

/** @type {Set<() => void>} */
const hearers = new Set();

/** Hears that the visitor has become somebody else in another tab. What it gives stops that. @param {() => void} hear */
export function hearWho(hear) {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

onItemChange(SINCE, () => {
  server.me = null;
  connection.renew();
  for (const hear of hearers) hear();
});
