// Loads the rules and messages, then opens the page of the address.
import { App } from "./app/app.js";
import { painted, showFailure } from "./app/first-paint.js";
import { applyLanguage, loadMessages } from "./app/i18n.js";
import { registerServiceWorker } from "./app/offline.js";
import { detectLanguage, settings } from "./app/settings.js";

async function start() {
  await painted;
  const app = new App(/** @type {HTMLElement} */ (document.getElementById("page")));
  app.preload();
  await loadMessages();
  detectLanguage();
  applyLanguage(settings.language);
  await app.start();
  registerServiceWorker(app);
}

start().catch((error) => {
  console.error(error);
  showFailure();
});
