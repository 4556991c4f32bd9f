// "Your games" follows the stream: list, header, title and icon are taken from the page as it is now, but never under a
// thumb: only when nobody has touched anything for a moment.
(() => {
  "use strict";
  const CALM = 1500, SEEN = 300, UNSEEN = 5000, by = id => document.getElementById(id);
  let touched = 0, timer = 0, begun = false;

  for (const kind of ["pointerdown", "keydown", "wheel", "scroll"]) addEventListener(kind, () => { touched = Date.now(); }, { capture: true, passive: true });
  function soon() {
    timer ||= setTimeout(() => { timer = 0; look().catch(() => {}); }, document.hidden ? UNSEEN : SEEN);
  }
  async function look() {
    if (Date.now() - touched < CALM || by("games").querySelector("select:focus,input:focus")) { soon(); return; }
    const answer = await fetch(location.pathname, { cache: "no-store", credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (answer.status !== 200 || !page.getElementById("games")) return;
    if (Date.now() - touched < CALM) { soon(); return; }
    swap(page);
  }
  const waiting = () => [...document.querySelectorAll(".departures h2 a")];
  const key = one => one && (one.getAttribute("href") || (one.form && one.form.getAttribute("action")));
  function swap(page) {
    const focus = by("games").contains(document.activeElement) && key(document.activeElement), old = waiting().map(key);
    for (const id of ["nav", "games", "icon"]) by(id).replaceWith(document.adoptNode(page.getElementById(id)));
    document.title = page.title;
    const fresh = waiting().filter(one => !old.includes(key(one)));
    if (fresh.length) by("live").textContent = `${document.querySelector(".departures").getAttribute("aria-label")}: ${fresh.map(one => one.textContent).join(", ")}`;
    const again = focus && [...by("games").querySelectorAll("a,button")].find(one => key(one) === focus);
    if (again) again.focus({ preventScroll: true });
  }

  // The stream begins with the games as they are; what has changed since the page was made is seen by their heads.
  function same(told) {
    return by("games").dataset.heads === told.games.map(one => `${one.game}.${one.head}`).concat(told.invitations).join(" ");
  }
  document.addEventListener("stream:news", ({ detail }) => {
    if (detail.type !== "account" || begun || !same(detail)) soon();
    begun = true;
  });
})();
