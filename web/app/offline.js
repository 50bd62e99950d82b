// Lets the page work without a network, and offers a new version when there is one; it is never forced on anybody.
import { t } from "./i18n.js";

/** @param {import("./app.js").App} app */
export function offerNewVersions(app) {
  if (!("serviceWorker" in navigator)) return;
  let wanted = false;
  const offered = (/** @type {() => void} */ act) => app.propose({ text: t("page.new-version"), label: t("page.take-new-version"), act });
  // The first version of all replaces nothing.
  let replaces = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (wanted) location.reload();
    // It was taken in another tab.
    else if (replaces) offered(() => location.reload());
    replaces = true;
  });
  navigator.serviceWorker.register("service-worker.js").then((registration) => {
    const offer = () => {
      const waiting = registration.waiting;
      if (!waiting || !navigator.serviceWorker.controller) return;
      offered(() => {
        wanted = true;
        waiting.postMessage("take over");
      });
    };
    offer();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", offer);
    });
  }).catch(() => {
    // Without it the page works as long as there is a network.
  });
}
