// Opens the page: the rules first, then whatever the address asks for.
import { App } from "./app/app.js";
import { registerServiceWorker } from "./app/offline.js";
import { detectLanguage, settings } from "./app/settings.js";
import { loadMessages, applyLanguage } from "./app/i18n.js";

async function open() {
  await loadMessages();
  detectLanguage();
  applyLanguage(settings.language);
  const app = new App(/** @type {HTMLElement} */ (document.getElementById("page")));
  app.start();
  registerServiceWorker(app);
}

open().catch((error) => {
  console.error(error);
  const place = document.querySelector(".opening");
  if (place) place.textContent = `Sanban could not be opened: ${error.message ?? error}`;
});
