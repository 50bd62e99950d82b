// Opens the page: the rules first, then whatever the address asks for.
import { App } from "./app/app.js";
import { offerNewVersions } from "./app/offline.js";
import { chooseLanguage, settings } from "./app/settings.js";
import { openWords, speak } from "./app/i18n.js";

async function open() {
  await openWords();
  chooseLanguage();
  speak(settings.language);
  const app = new App(/** @type {HTMLElement} */ (document.getElementById("page")));
  app.start();
  offerNewVersions(app);
}

open().catch((error) => {
  console.error(error);
  const place = document.querySelector(".opening");
  if (place) place.textContent = `Sanban could not be opened: ${error.message ?? error}`;
});
