// Keeps the page on the visitor's machine, so that it works without a network. The build fills in the version and the
// files. A new version is fetched beside the old one and takes over only when the visitor says so.
const VERSION = "/* version */";
/** @type {string[]} */
const FILES = [/* files */];
const PREFIX = "sanban-";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  const fetched = FILES.map((file) => new Request(file === "index.html" ? "./" : file, { cache: "no-cache" }));
  event.waitUntil(caches.open(PREFIX + VERSION).then((cache) => cache.addAll(fetched)));
});

worker.addEventListener("activate", (event) => {
  const old = (/** @type {string} */ name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION;
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter(old).map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener("message", (event) => {
  if (event.data === "take over") void worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const scope = worker.registration.scope;
  if (event.request.method !== "GET" || !event.request.url.startsWith(scope)) return;
  // What a server says is never the page's to answer.
  if (/^(api\/|healthz|metrics)/.test(event.request.url.slice(scope.length))) return;
  const answer = async () => {
    const cache = await caches.open(PREFIX + VERSION);
    const url = new URL(event.request.url);
    // Every address of the page is the page itself; what follows the # never gets here.
    const wanted = event.request.mode === "navigate" ? scope : url.origin + url.pathname;
    return (await cache.match(wanted)) ?? fetch(event.request);
  };
  event.respondWith(answer());
});
