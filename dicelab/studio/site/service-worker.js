// Keeps the exported studio for times without a network. `dicelab web --export` fills in a version made from its
// files, those that are fetched at once, and large ones that are kept when they are first used.
const SITE = { version: "", first: [], later: [] };
// Other folders of the same host may have a studio of their own.
const OWN = `dicelab ${self.registration.scope} `;
const CACHE = OWN + SITE.version;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const file = fileOf(event.request);
  // A studio with a server has taken the place of this one.
  if (event.request.mode === "navigate" && event.request.url.includes("?token=")) {
    event.respondWith(self.registration.unregister().then(() => fetch(event.request)));
  } else if (SITE.first.includes(file) || SITE.later.includes(file)) event.respondWith(answer(file, event.request));
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SITE.first.map((file) => new Request(file, { cache: "no-cache" })));
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The name of the file that is asked for; null where it is none of this site. */
function fileOf(request) {
  const { origin, pathname, searchParams } = new URL(request.url);
  const address = origin + pathname;
  if (request.method !== "GET" || searchParams.size || !address.startsWith(self.registration.scope)) return null;
  return address.slice(self.registration.scope.length) || "index.html";
}

async function answer(file, request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(file, { ignoreVary: true });
  // A browser takes no page that a redirection led to.
  if (kept) return kept.redirected ? new Response(kept.body, kept) : kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(file, response.clone());
  return response;
}
