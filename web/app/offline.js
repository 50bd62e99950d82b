// Registers the service worker, so that the page works without a network, and offers new versions to the visitor.
import { t } from "./i18n.js";

/** @param {import("./app.js").App} app */
export function registerServiceWorker(app) {
  if (!("serviceWorker" in navigator)) return;
  let isUpdateAccepted = false;
  const showUpdate = (/** @type {() => void} */ action) => app.showNotice({ text: t("update-available"), label: t("install-update"), action });
  // The first version replaces nothing.
  let hadController = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isUpdateAccepted) location.reload();
    // The visitor accepted the update in another tab.
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
    // Without a service worker, the page needs the network.
  });
}
