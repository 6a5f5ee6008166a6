// Keeps the pages of the books that were opened, for tables without a network. It stands at the root of the site, for it answers
// for the folder that it stands in; a page that is opened from a folder has none and needs none.
"use strict";

const ROOT = new URL("./", self.location);
const CACHE = `rulestone ${ROOT.pathname}`;
/** What a book needs: {"files": {path from the root: a hash of its content}}. */
const LIST = /^[\w-]+\/[\w-]+\/offline\.json$/;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** Where the hash of a kept file is kept: an address that no page has. */
const hashOf = (path) => new URL(`${path}?rulestone-hash`, ROOT);

/** Keeps everything on a list; true if a file that had been kept is another one now. */
async function keep(list) {
  const cache = await caches.open(CACHE);
  const answer = await fetch(new URL(list, ROOT), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${list}: ${answer.status}`);
  const { files } = await answer.json();
  let changed = false;
  const left = Object.entries(files);
  const next = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      const [path, hash] = file;
      const known = await cache.match(hashOf(path));
      if (known && (await known.text()) === hash && (await cache.match(new URL(path, ROOT)))) continue;
      const fresh = await fetch(new URL(path, ROOT), { cache: "no-cache" });
      if (!fresh.ok) throw new Error(`${path}: ${fresh.status}`);
      await cache.put(new URL(path, ROOT), fresh);
      await cache.put(hashOf(path), new Response(hash));
      changed ||= Boolean(known);
    }
  };
  await Promise.all([next(), next(), next(), next()]);
  await clear(cache, list, files);
  return changed;
}

/** Leaves out the parts of older search indexes of a language: their names tell of their content, so no new file takes their place. */
async function clear(cache, list, files) {
  const head = `assets/search-${list.split("/")[0]}`;
  for (const { url } of await cache.keys()) {
    const path = url.slice(ROOT.href.length).replace(/\?rulestone-hash$/, "");
    if (path.startsWith(head) && /^-[a-z]\d+-[0-9a-f]{8}\.js$/.test(path.slice(head.length)) && !Object.hasOwn(files, path)) await cache.delete(url);
  }
}

self.addEventListener("message", (event) => {
  const list = event.data?.keep;
  if (typeof list !== "string" || !LIST.test(list)) return;
  const tell = (state) => event.source?.postMessage({ list, state });
  event.waitUntil(keep(list).then((changed) => tell(changed ? "changed" : "ready"), () => tell("failed")));
});

/** What was kept, at once; else from the network, and then it is kept as well. What is typed into an address changes no page. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const address = new URL(request.url);
  address.search = "";
  address.hash = "";
  if (address.pathname.endsWith("/")) address.pathname += "index.html";
  const kept = await cache.match(address);
  // A page that belongs to no book which was opened may have changed since.
  if (kept && ((await cache.match(hashOf(address.href.slice(ROOT.href.length)))) || !self.navigator.onLine)) return kept;
  try {
    const fresh = await fetch(request);
    if (fresh.ok && fresh.type === "basic") await cache.put(address, fresh.clone());
    return fresh;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = request.method === "GET" && request.url.startsWith(ROOT.href) && !request.url.endsWith("/offline.json");
  if (isOurs) event.respondWith(answer(request));
});
