// Notifications that it is the visitor's turn. The browser shows them while a tab of the page is open but not in sight.
import { findGameInfo } from "../app/game-info.js";
import { t } from "../app/i18n.js";
import { getAbsoluteUrl, link } from "../app/router.js";
import { readItem, writeItem } from "../app/storage.js";
import { getSeatNames } from "../components/game-summary.js";

/** Not among the settings, since those follow an account to other browsers, and each browser has its own permission. */
const STORAGE_KEY = "notifications";

/** Whether the browser can show notifications. */
export const canNotify = "Notification" in globalThis;

/** Whether the visitor wants notifications and the browser allows them. */
export function isNotifying() {
  return canNotify && readItem(STORAGE_KEY, false) && Notification.permission === "granted";
}

/** Whether the visitor wants notifications and the browser does not allow them. */
export function isBlocked() {
  return canNotify && readItem(STORAGE_KEY, false) && Notification.permission === "denied";
}

/** Turns notifications on or off. The browser asks the visitor for permission. @param {boolean} isOn */
export async function setNotifications(isOn) {
  writeItem(STORAGE_KEY, isOn);
  if (isOn && Notification.permission === "default") await Notification.requestPermission();
}

/** Shows a notification about a game, unless the page is in sight. @param {string} title @param {string} body @param {string} game The game's id. */
export function notify(title, body, game) {
  if (!isNotifying() || !document.hidden) return;
  const url = getAbsoluteUrl(link(["game", game]));
  const options = { body, tag: game, icon: new URL("images/icon-192.png", document.baseURI).href, data: url };
  // Phones show notifications only for a service worker.
  void (navigator.serviceWorker?.getRegistration() ?? Promise.resolve(undefined)).then((registration) => {
    if (registration?.active) return registration.showNotification(title, options);
    const notification = new Notification(title, options);
    notification.onclick = () => { focus(); location.href = url; notification.close(); };
    return undefined;
  });
}

/** Notifies the visitor that it is their turn in a game. @param {import("./api.js").GameSummary} summary */
export function notifyTurn(summary) {
  const opponent = getSeatNames(summary)[1 - (summary.yours ?? 0)];
  notify(t("notify-turn", { game: findGameInfo(summary.game)?.name ?? "" }), t("notify-moved", { name: opponent }), summary.id);
}
