// Lets the page work without a network, and offers a new version when there is one; it is never forced on anybody.
import { t } from "./i18n.js";

/** @param {import("./app.js").App} app */
export function registerServiceWorker(app) {
  if (!("serviceWorker" in navigator)) return;
  let isUpdateAccepted = false;
  const showUpdate = (/** @type {() => void} */ action) => app.showNotice({ text: t("page.new-version"), label: t("page.take-new-version"), action: action });
  // The first version of all replaces nothing.
  let hadController = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isUpdateAccepted) location.reload();
    // It was taken in another tab.
    else if (hadController) showUpdate(() => location.reload());
    hadController = true;
  });
  navigator.serviceWorker.register("service-worker.js").then((registration) => {
    const offerUpdate = () => {
      const waiting = registration.waiting;
      if (!waiting || !navigator.serviceWorker.controller) return;
      showUpdate(() => {
        isUpdateAccepted = true;
        waiting.postMessage("take over");
      });
    };
    offerUpdate();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", offerUpdate);
    });
  }).catch(() => {
    // Without it the page works as long as there is a network.
  });
}
