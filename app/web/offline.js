// Service worker: keeps the page's files, so that a second visit begins at once and needs no server. scripts/pack_web.py
// fills in the names. A build's files stay together: a new build is kept whole, and takes over once no page of the previous
// build is open.
'use strict';
const build = '{{build}}';
const core = '{{core}}';  // without these the page does not begin
const data = '{{data}}';  // kept once the page has loaded them
const home = new URL('./', self.location).pathname;
const names = {core: 'spillway:' + home + ':' + build, data: 'spillway:' + home + ':data'};

/// Name of the page's own file; null for other addresses.
function fileOf(request) {
  const {origin, pathname} = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || !pathname.startsWith(home)) return null;
  return pathname.slice(home.length) || 'index.html';
}

async function fetched(file) {
  // A file with a hash in its name never changes; the others are checked for a newer version.
  const reply = await fetch(file, {cache: core.hashed.includes(file) ? 'default' : 'no-cache'});
  if (!reply.ok) throw new Error(file + ': ' + reply.status);
  // Browsers reject a page that a worker got through a redirect (some hosts redirect index.html to its folder).
  return reply.redirected ? new Response(reply.body, {status: reply.status, headers: reply.headers}) : reply;
}

async function keepCore() {
  const cache = await caches.open(names.core);
  for (const file of core.plain) await cache.put(file, await fetched(file));
  for (const file of core.hashed) await cache.put(file, await caches.match(file) || await fetched(file));
  const listed = await (await cache.match('files.json')).json();
  if (listed.build !== build) {
    await caches.delete(names.core);
    throw new Error('the folder holds another build by now');
  }
  for (const [, file] of listed.own || []) await cache.put(file, await fetched(file));
}

/// Removes other builds, and data that this build does not have.
async function tidy() {
  const others = (await caches.keys()).filter((name) => name.startsWith('spillway:' + home + ':') && !Object.values(names).includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
  const cache = await caches.open(names.data);
  for (const request of await cache.keys()) if (!data.includes(fileOf(request))) await cache.delete(request);
  await self.clients.claim();
}

async function answer(file, request) {
  const kept = await caches.match(file, {cacheName: data.includes(file) ? names.data : names.core});
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok && data.includes(file)) {
    const copy = reply.clone();
    try {
      await (await caches.open(names.data)).put(file, copy);
    } catch {  // the storage is full: the next visit fetches it again
    }
  }
  return reply;
}

self.addEventListener('install', (event) => event.waitUntil(keepCore()));
self.addEventListener('activate', (event) => event.waitUntil(tidy()));
self.addEventListener('fetch', (event) => {
  const file = fileOf(event.request);
  // The plain pages come from the server. So do requests that bypass all caches, because they look for the current build.
  if (file === null || file.startsWith('lessons/') || event.request.cache === 'no-store') return;
  event.respondWith(answer(file, event.request));
});
