// The switch for notifications. Only turning it on makes the browser ask for permission.
import { html, nothing } from "../lib/lit-html.js";
import { t } from "../app/i18n.js";
import { canNotify, isBlocked, isNotifying, setNotifications } from "../online/notifications.js";
import { isChecked } from "./form.js";

/** @param {import("../app/app.js").App} app */
export function notificationSwitch(app) {
  if (!canNotify) return nothing;
  const set = (/** @type {Event} */ event) => void setNotifications(isChecked(event)).then(() => app.refresh());
  return html`<label class="checkbox"><input type="checkbox" name="notifications" .checked=${isNotifying()} @change=${set}><span>${t("notify-turns")}
    ${isBlocked() ? html`<span class="warning" role="alert">${t("notify-blocked")}</span>` : nothing}</span></label>`;
}
