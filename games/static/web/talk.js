// The talk's page: what others say comes by itself, in place of the lines that are there. It says nothing by itself.
(() => {
  "use strict";
  const EVERY = 5000, HIDDEN = 30000, lines = () => document.getElementById("talk-lines");
  if (!lines() || location.search) return;
  let busy = "";
  async function ask() {
    const answer = await fetch(location.pathname, { cache: "no-store", credentials: "same-origin" });
    if (answer.status !== 200) return;
    const whole = new DOMParser().parseFromString(await answer.text(), "text/html"), now = whole.getElementById("talk-lines");
    busy = document.querySelector("#talk-lines details[open]");
    if (!now || busy || now.dataset.last === lines().dataset.last) return;
    lines().replaceWith(document.adoptNode(now));
    if (window.htmx) htmx.process(lines());
  }
  function wait() {
    setTimeout(() => ask().catch(() => {}).finally(wait), document.hidden ? HIDDEN : EVERY);
  }
  wait();
})();
