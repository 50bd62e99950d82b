// The visitor's settings.
import { html, nothing } from "../lib/lit-html.js";
import { themes } from "../wasm/rules.js";
import { listGames } from "../app/game-info.js";
import { applyLanguage, listLanguages, t } from "../app/i18n.js";
import { changeSettings, settings } from "../app/settings.js";
import { boardThumbnail } from "../board/board-thumbnail.js";
import { radioGroup } from "../components/form.js";
import { notificationSwitch } from "../components/notification-switch.js";
import { server } from "../online/server.js";

export class SettingsPage {
  /** @param {import("../app/app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  title() {
    return t("settings");
  }

  template() {
    const set = (/** @type {Partial<import("../app/settings.js").Settings>} */ changes) => { changeSettings(changes); this.app.refresh(); };
    const checkbox = (/** @type {"sound" | "evaluation" | "animation" | "warnings"} */ key) => html`<label class="checkbox"><input type="checkbox"
      .checked=${settings[key]} @change=${() => set({ [key]: !settings[key] })}><span>${t(`setting-${key}`)}</span></label>`;
    return html`<section class="narrow settings"><h1 tabindex="-1">${t("settings")}</h1>
      ${radioGroup(t("language"), listLanguages(), settings.language, (language) => { applyLanguage(language); set({ language }); })}
      ${radioGroup(t("appearance"), ["auto", "light", "dark"].map((id) => ({ id, name: t(`appearance-${id}`) })), settings.appearance,
        (appearance) => set({ appearance: /** @type {"auto" | "light" | "dark"} */ (appearance) }))}
      ${radioGroup(t("theme"), ["suited", ...themes()].map((id) => ({ id, name: t(`theme-${id}`) })), settings.theme, (theme) => set({ theme }))}
      <div class="thumbnails">${listGames().map((info) => boardThumbnail(info.id))}</div>
      ${checkbox("warnings")} ${checkbox("evaluation")} ${checkbox("sound")} ${checkbox("animation")}
      ${server.isAvailable ? notificationSwitch(this.app) : nothing}
      <p class="muted">${t(server.isAvailable ? "privacy-server" : "privacy-local")}</p></section>`;
  }
}
