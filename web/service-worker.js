// Caches the page, so that it works without a network. The build fills in the version and the list of files. A new version
// is downloaded beside the old one and takes over when the visitor accepts it.
const VERSION = "/* version */";
/** @type {string[]} */
const FILES = [/* files */];
const CACHE_PREFIX = "sanban-";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  const requests = FILES.map((file) => new Request(file === "index.html" ? "./" : file, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE_PREFIX + VERSION).then((cache) => cache.addAll(requests)));
});

worker.addEventListener("activate", (event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_PREFIX + VERSION;
  const deleteOldCaches = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(deleteOldCaches());
});

worker.addEventListener("message", (event) => {
  if (event.data === "take over") void worker.skipWaiting();
});

// A notification leads to its game, in a tab that is open already if there is one.
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = event.notification.data;
  const open = async () => {
    const tabs = await worker.clients.matchAll({ type: "window" });
    const tab = tabs.find((client) => client.url === url) ?? tabs[0];
    if (!tab) return worker.clients.openWindow(url);
    await tab.focus();
    return tab.url === url ? tab : tab.navigate(url);
  };
  event.waitUntil(open());
});

worker.addEventListener("fetch", (event) => {
  const scope = worker.registration.scope;
  if (event.request.method !== "GET" || !event.request.url.startsWith(scope)) return;
  // The server answers its own paths.
  if (/^(api\/|previews\/|healthz|metrics)/.test(event.request.url.slice(scope.length))) return;
  const respond = async () => {
    const cache = await caches.open(CACHE_PREFIX + VERSION);
    const url = new URL(event.request.url);
    const file = await cache.match(url.origin + url.pathname.replace(/\/index\.html$/, "/"));
    if (file || event.request.mode !== "navigate") return file ?? fetch(event.request);
    // The document loads its files from its own folder, so other addresses lead there; the page restores them.
    return Response.redirect(`${scope}#/${url.href.slice(scope.length)}`);
  };
  event.respondWith(respond());
});
