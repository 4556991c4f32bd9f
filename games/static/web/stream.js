// The game's stream, while the table can be seen: it only says that there is something to ask for. Where there is none,
// or it fails, the table asks by itself, and the stream is tried again ever more rarely.
(() => {
  "use strict";
  const MOST_FAILURES = 3, LASTING = 10000, FIRST_PAUSE = 30000, LONGEST_PAUSE = 900000;
  const root = document.documentElement, table = () => document.getElementById("table");
  let source = null, failures = 0, pause = FIRST_PAUSE, timer = 0, since = 0;

  function tell(kind) { document.dispatchEvent(new Event(`stream:${kind}`)); }
  function close() {
    clearTimeout(timer);
    if (source) source.close();
    source = null;
    root.dataset.stream = "";
  }
  function open() {
    const now = table();
    if (source || document.hidden || !window.EventSource || !now || !now.dataset.stream || now.dataset.over) return;
    failures = 0;
    source = new EventSource(now.dataset.stream);
    for (const kind of ["game", "entry", "talk"]) source.addEventListener(kind, hear);
    source.addEventListener("open", begin);
    source.addEventListener("error", fail);
  }
  function begin() {
    since = Date.now();
    root.dataset.stream = "open";
  }
  function hear() {
    pause = FIRST_PAUSE;
    tell("news");
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
  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else open(); });
  document.addEventListener("htmx:afterSettle", () => { if (!table() || table().dataset.over) close(); });
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
})();
