// Lets the page work without a network, and offers a new version when there is one; it is never forced on anybody.
import { t } from "./words.js";

/** @param {import("./app.js").App} app */
export function offerNewVersions(app) {
  if (!("serviceWorker" in navigator)) return;
  let wanted = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (wanted) location.reload(); });
  navigator.serviceWorker.register("service-worker.js").then((registration) => {
    const offer = () => {
      const waiting = registration.waiting;
      // The first version of all replaces nothing.
      if (!waiting || !navigator.serviceWorker.controller) return;
      app.propose(t("page.new-version"), t("page.take-new-version"), () => {
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
