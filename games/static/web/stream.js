// The stream of the reader's account, or of a game that is watched: it only says that there is something to ask for. Where
// there is none, or it fails, pages ask by themselves or stay as they are, and it is tried again ever more rarely. Of the
// windows that nobody sees, one listens on, for an hour: HTTP/1.1 has six connections for all of them.
(() => {
  "use strict";
  const MOST_FAILURES = 3, LASTING = 10000, FIRST_PAUSE = 30000, LONGEST_PAUSE = 900000, LONGEST_UNSEEN = 3600000, SOON = 300, LONGEST_RING = 2000;
  const QUIET = "reset talk proposal";
  const KINDS = "account reset game entry talk your_turn paused resumed game_over invitation seat_offered seat_taken seat_passed_on ruling " +
    "dispute_opened dispute_comment dispute_closed proposal proposal_over nudge time_is_over somebody_is_late closing_soon " +
    "game_closed series_over secrets_opened";
  const root = document.documentElement, page = () => document.querySelector("body [data-stream]");
  let source = null, failures = 0, pause = FIRST_PAUSE, timer = 0, since = 0, unseen = 0, release = null, asking = 0;

  function tell(kind, detail) { document.dispatchEvent(new CustomEvent(`stream:${kind}`, { detail })); }
  function close() {
    clearTimeout(timer);
    clearTimeout(unseen);
    if (release) release();
    if (source) source.close();
    source = release = null;
    root.dataset.stream = "";
  }
  function open() {
    const now = page();
    if (source || document.hidden || !window.EventSource || !now || now.dataset.over) return;
    failures = 0;
    source = new EventSource(now.dataset.stream);
    for (const kind of KINDS.split(" ")) source.addEventListener(kind, hear);
    source.addEventListener("open", begin);
    source.addEventListener("error", fail);
  }
  function begin() {
    since = Date.now();
    root.dataset.stream = "open";
  }
  function hear(event) {
    pause = FIRST_PAUSE;
    const data = JSON.parse(event.data), type = event.type;
    if (type === "your_turn" && data.seat !== data.your_seat) ring();
    tell("news", { ...data, type });
    const stale = type === "account" ? data.games.filter(one => one.waiting).length !== counted() : !QUIET.includes(type);
    if (stale) asking ||= setTimeout(count, SOON);
  }
  // If it is wanted, and the browser lets a page that nobody has touched; in one of several windows.
  function ring() {
    const play = () => new Audio(root.dataset.sound).play().then(() => new Promise(then => setTimeout(then, LONGEST_RING)));
    if (!root.dataset.sound) return;
    (navigator.locks ? navigator.locks.request("ring", { ifAvailable: true }, lock => lock && play()) : play()).catch(() => {});
  }
  function counted() {
    const shown = document.querySelector("#nav a:first-of-type .count");
    return shown ? Number(shown.lastChild.textContent) : 0;
  }
  // The browser itself comes back after a break; not after a refusal.
  function fail() {
    const lasted = root.dataset.stream && Date.now() - since > LASTING;
    if (lasted) failures = 0;
    root.dataset.stream = "";
    tell("lost");
    if (source.readyState !== EventSource.CLOSED && ++failures < MOST_FAILURES) return;
    close();
    timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  // What the header counts; the list of one's games comes with a header of its own.
  async function count() {
    asking = 0;
    const nav = document.getElementById("nav");
    if (!nav || document.getElementById("games") || nav.contains(document.activeElement)) return;
    const answer = await fetch("/header", { cache: "no-store", credentials: "same-origin" }).catch(() => null);
    if (!answer || answer.status !== 200) return;
    const here = nav.querySelector("[aria-current]");
    nav.innerHTML = await answer.text();
    for (const link of nav.children) if (here && link.href === here.href) link.setAttribute("aria-current", "page");
    const back = document.querySelector("#bar>a"), old = back && back.querySelector(".count"), count = nav.querySelector("a:first-child .count");
    if (old) old.remove();
    if (back && count) back.append(" ", count.cloneNode(true));
  }

  function hide() {
    if (!source) return;
    if (!navigator.locks) { close(); return; }
    unseen = setTimeout(close, LONGEST_UNSEEN);
    navigator.locks.request("unseen", { ifAvailable: true }, lock => {
      if (document.hidden && !lock) close();
      return lock && document.hidden ? new Promise(then => { release = then; }) : null;
    }).catch(() => {});
  }
  function show() {
    clearTimeout(unseen);
    if (release) release();
    release = null;
    open();
  }
  document.addEventListener("visibilitychange", () => { if (document.hidden) hide(); else show(); });
  document.addEventListener("htmx:afterSettle", () => { if (!page() || page().dataset.over) close(); });
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
})();
