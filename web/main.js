// Loads the rules and messages, then opens the page of the address.
import { App } from "./app/app.js";
import { applyLanguage, loadMessages } from "./app/i18n.js";
import { registerServiceWorker } from "./app/offline.js";
import { detectLanguage, settings } from "./app/settings.js";

async function start() {
  await loadMessages();
  detectLanguage();
  applyLanguage(settings.language);
  const app = new App(/** @type {HTMLElement} */ (document.getElementById("page")));
  app.start();
  registerServiceWorker(app);
}

start().catch((error) => {
  console.error(error);
  const placeholder = document.querySelector(".splash");
  if (placeholder) placeholder.textContent = `Sanban could not be opened: ${error.message ?? error}`;
});
