// Without a network: how old the table is that is shown, and that nothing was sent. And what makes the site installable.
(() => {
  "use strict";
  const root = document.documentElement, by = id => document.getElementById(id);
  const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
  if (navigator.serviceWorker) navigator.serviceWorker.register(document.currentScript.dataset.worker).catch(() => {});

  // A notice has no words before it is shown: who reads the page as text would take it for what is so now.
  function show(notice) {
    if (!notice.firstChild) notice.innerHTML = notice.dataset.notice;
    notice.hidden = false;
  }

  // The worker says in this page when it was seen, if it has kept it.
  function age() {
    const seconds = Math.max(60, (Date.now() - Number(root.dataset.seen)) / 1000);
    const [unit, length] = UNITS.find(one => seconds >= one[1]);
    return new Intl.RelativeTimeFormat(root.lang).format(-Math.floor(seconds / length), unit);
  }
  function tell() {
    const told = by("kept");
    if (!told || !root.dataset.seen) return;
    show(told);
    const words = told.querySelector("[data-words]");
    words.textContent = words.dataset.words.replace("*", age());
  }
  document.addEventListener("htmx:afterSettle", event => { if (event.detail.target && event.detail.target.id === "table") delete root.dataset.seen; });
  tell();
  setInterval(tell, 60000);

  // The table as it is after a move, or without the choice in its address, is what is to be kept of it.
  const plain = () => { if (by("table") && navigator.serviceWorker && navigator.serviceWorker.controller) fetch(location.pathname, { credentials: "same-origin" }).catch(() => {}); };
  document.addEventListener("htmx:afterRequest", event => { if (event.detail.successful && event.detail.requestConfig.verb === "post") plain(); });
  if (location.search) plain();

  // A form that the browser would send itself, and lose; the table's own are sent by htmx, and say so themselves.
  document.addEventListener("submit", event => {
    const form = event.target, told = by("not-sent");
    if (navigator.onLine || form.method !== "post" || form.closest("[hx-boost=true]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    show(told);
    told.scrollIntoView({ block: "nearest" });
  }, true);
  addEventListener("online", () => { by("not-sent").hidden = true; });

  // Whoever looks at the table needs no notification of it any more.
  const seen = async () => {
    const found = by("table") && !document.hidden && navigator.serviceWorker && await navigator.serviceWorker.getRegistration();
    if (found && found.getNotifications) for (const one of await found.getNotifications({ tag: location.pathname })) one.close();
  };
  document.addEventListener("visibilitychange", seen);
  seen();
})();
