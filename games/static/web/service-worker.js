// Shows the last table while there is no network, and what a push tells. What may be kept, and for whom:
// games/web/offline/__init__.py. The names in capitals that are not below stand before this, put there by the server.
"use strict";
const TABLE = /^\/games\/[0-9a-hjkmnp-tv-z]{12}$/, NEEDED = /(?:href|src)="(\/(?:static|boards)\/[^"#]+)"/g;
const KEPT = "kept-table", SHELL = "offline-page", OWNER = "push-owner";
const NOBODY = "-", SEEN = "Night-Mail-Seen", LONGEST = 14 * 24 * 3600 * 1000, FRESH = 60 * 1000;

self.addEventListener("install", event => event.waitUntil(install()));
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));
async function install() {
  await keep(SHELL, PAGE, await fetch(PAGE, { credentials: "omit", cache: "no-cache" }));
  await self.skipWaiting();
}

self.addEventListener("fetch", event => {
  const request = event.request, url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === SIGN_OUT) event.waitUntil(signOut());
  if (request.method !== "GET") return;
  if (request.mode === "navigate" || TABLE.test(url.pathname)) event.respondWith(page(event, url));
  else if (/^\/(static|boards)\//.test(url.pathname)) event.respondWith(file(request));
});
async function file(request) {
  try { return await fetch(request); } catch { return await caches.match(request) || Response.error(); }
}
async function page(event, url) {
  let answer;
  try { answer = await current(await fetch(event.request)); }
  catch { return event.request.mode === "navigate" ? offline(url) : Response.error(); }
  const copy = answer.clone();
  event.waitUntil(look(url, copy).catch(() => drop()));
  return answer;
}

// Firefox's own cache answers while it is offline, and any browser's when one goes back. Such an answer's date is old, or
// the clock of this device is wrong: only an address that no cache has can tell. Rejects where the network is away.
async function current(answer) {
  const age = Math.abs(Date.now() - Date.parse(answer.headers.get("Date")));
  if (age > FRESH && /no-cache/.test(answer.headers.get("Cache-Control"))) {
    await fetch(`${PAGE}?${Date.now()}`, { method: "HEAD", cache: "no-store", credentials: "omit" });
  }
  return answer;
}

// A page that has come: whoever it is for, nobody else's table stays.
async function look(url, answer) {
  const viewer = answer.headers.get(VIEWER);
  if (!viewer) return;
  const kept = await keptOne();
  if (kept && kept.headers.get(VIEWER) !== viewer) await drop();
  if (viewer !== NOBODY) await belongsTo(viewer);
  const free = !/no-store/.test(answer.headers.get("Cache-Control") || ""), plain = !answer.redirected && !url.search;
  if (viewer === NOBODY || !free || !plain || !TABLE.test(url.pathname)) return;
  await keep(KEPT, url.pathname, answer, { [SEEN]: Date.now() });
}
async function keptPath() {
  const every = (await (await caches.open(KEPT)).keys()).map(one => new URL(one.url).pathname);
  return every.find(one => TABLE.test(one));
}
async function keptOne() {
  const path = await keptPath();
  return path && (await caches.open(KEPT)).match(path);
}
function drop() { return caches.delete(KEPT); }

// A page with all that it needs, in place of what was kept under this name. Files whose names stay the same stay.
async function keep(name, address, answer, more = {}) {
  const text = await answer.text(), headers = new Headers(answer.headers);
  for (const one of ["Content-Encoding", "Content-Length", "Set-Cookie"]) headers.delete(one);
  for (const [header, value] of Object.entries(more)) headers.set(header, value);
  const cache = await caches.open(name), needed = new Set(Array.from(text.matchAll(NEEDED), found => found[1]));
  for (const old of await cache.keys()) if (!needed.has(new URL(old.url).pathname)) await cache.delete(old);
  await cache.put(address, new Response(text, { headers }));
  await Promise.allSettled([...needed].map(async one => await cache.match(one) || cache.add(one)));
}

async function offline(url) {
  return TABLE.test(url.pathname) && await table(url.pathname) || await shell() || Response.error();
}
async function table(path) {
  const found = await (await caches.open(KEPT)).match(path), seen = found && Number(found.headers.get(SEEN));
  if (!found) return null;
  if (Date.now() - seen > LONGEST) { await drop(); return null; }
  return new Response((await found.text()).replace("<html ", `<html data-seen="${seen}" `), { headers: found.headers });
}
async function shell() {
  const found = await caches.match(PAGE), path = await keptPath();
  if (!found || !path) return found;
  const text = (await found.text()).replace('id="kept" hidden', 'id="kept"').replace('"#kept"', `"${path}"`);
  return new Response(text, { headers: found.headers });
}

// What a push shows, and where it leads: on this site, to a few places. One browser tells one player.
self.addEventListener("push", event => event.waitUntil(show(event.data)));
async function show(sent) {
  let told = {};
  try { told = sent.json(); } catch { /* not ours: it shows that there is something */ }
  const body = String(told.body || ""), tag = String(told.tag || ""), renotify = Boolean(tag), data = own(told.url);
  const title = String(told.title || "Night Mail");
  await self.registration.showNotification(title, { body, tag, renotify, icon: ICON, badge: BADGE, data });
}
function own(address) {
  try {
    const url = new URL(String(address), location.origin);
    return url.origin === location.origin && TABLE.test(url.pathname) ? url.pathname : GAMES;
  } catch { return GAMES; }
}
self.addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(open(own(event.notification.data)));
});
async function open(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find(one => new URL(one.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}
async function belongsTo(viewer) {
  const owner = await caches.match(`/${OWNER}`, { cacheName: OWNER });
  if (owner && await owner.text() !== viewer) await unsubscribe();
}
async function unsubscribe() {
  await caches.delete(OWNER);
  const found = self.registration.pushManager && await self.registration.pushManager.getSubscription();
  if (found) await found.unsubscribe();
}
async function signOut() { await Promise.allSettled([drop(), unsubscribe()]); }
