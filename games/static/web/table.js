// The table: whatever works without it works better with it. It plays nothing by itself.
(() => {
  "use strict";
  const SOON = 1000, EVERY = 5000, RARELY = 30000, AT_ONCE = 50, LONGEST = 10000, NEAR = 22, FRAME = "#nav,#bar";
  const table = () => document.getElementById("table");
  const by = id => document.getElementById(id);
  const phone = matchMedia("(max-width: 47.5rem), (max-height: 30rem)");
  let tag = "", head = "", timer = 0, pause = SOON, due = 0, sent = 0, asking = false;

  // Buttons that say what is chosen.
  function label(form) {
    const chosen = form.querySelector("input[type=radio]:checked");
    const button = form.querySelector("button[data-label]");
    if (chosen && button) button.firstElementChild.textContent = chosen.dataset.button;
  }
  function count(form) {
    const button = form.querySelector("button[data-labels]");
    const ticked = [...form.querySelectorAll("input[name=ticket]:checked")];
    const sum = name => ticked.reduce((total, one) => total + Number(one.dataset[name]), 0);
    button.disabled = ticked.length < Number(form.dataset.least);
    const label = button.dataset.labels.split("|")[ticked.length];
    button.firstElementChild.textContent = label.replace("#", sum("gain")).replace("@", sum("loss"));
  }
  function begin() {
    bring();
    document.querySelectorAll("form.pays").forEach(label);
    document.querySelectorAll("form.keeps").forEach(count);
    const now = table();
    if (now && now.dataset.head !== head) { head = now.dataset.head; tag = ""; pause = SOON; wait(); }
    show();
  }
  function show() {
    const icon = by("icon"), now = table();
    if (icon && now) icon.href = now.dataset.asks ? icon.dataset.turn : icon.dataset.calm;
  }
  document.addEventListener("change", event => {
    const form = event.target.form;
    if (form && form.matches(".pays")) label(form);
    if (form && form.matches(".keeps")) count(form);
  });

  // What was picked on the board goes the way of a link. The link stays until the answer takes the table's place: htmx
  // asks it then what to put where.
  function go(href) {
    const link = document.createElement("a");
    link.href = href;
    link.hidden = true;
    table().append(link);
    htmx.process(link);
    link.click();
  }
  // A finger means the track or city that is nearest to it, even where the touch of another lies under it.
  function nearest(event) {
    const matrix = by("board").getScreenCTM(), at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    let best = null, least = NEAR / matrix.a;
    for (const touch of by("board").querySelectorAll("a.pick > .touch")) {
      const far = distance(at, points(touch));
      if (far < least) { least = far; best = touch.parentNode; }
    }
    return best;
  }
  function points(touch) {
    const [x, y, path] = ["cx", "cy", "d"].map(name => touch.getAttribute(name));
    return path ? path.slice(1).split("L").map(point => point.split(" ").map(Number)) : [[Number(x), Number(y)]];
  }
  function distance(at, points) {
    return Math.min(...points.map(([x, y], place) => {
      const [toX, toY] = points[place + 1] || [x, y], wide = toX - x, high = toY - y;
      const along = ((at.x - x) * wide + (at.y - y) * high) / (wide * wide + high * high) || 0;
      const part = Math.min(Math.max(along, 0), 1);
      return Math.hypot(at.x - x - part * wide, at.y - y - part * high);
    }));
  }
  document.addEventListener("click", event => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const board = event.target.closest && event.target.closest("#board");
    if (!board || !window.htmx) return;
    const link = nearest(event) || event.target.closest("a.pick");
    if (!link) return;
    event.preventDefault();
    go(link.getAttribute("href"));
  });

  // Refusals come with a page that says why; after a swap the keyboard is at the question. An answer that lacks the part
  // asked for is another page (a sign-in, a link that has ended): all of it is shown, never nothing.
  document.addEventListener("htmx:beforeSwap", event => {
    const answer = event.detail, status = answer.xhr.status;
    if (!(answer.xhr.getResponseHeader("Content-Type") || "").startsWith("text/html")) return;
    if (status >= 400 && status < 500) { answer.shouldSwap = true; answer.isError = false; }
    const whole = new DOMParser().parseFromString(answer.serverResponse, "text/html");
    const table = whole.getElementById("table");
    if (table && (status >= 400 || !whole.getElementById(answer.target.id))) instead(answer, by("table"), "#table");
    else if (!table && whole.querySelector("main")) {
      reframe(whole);
      instead(answer, document.querySelector("main"), "main");
    }
  });
  // Another page brings its own frame: the old one may name a player who is signed out.
  function reframe(whole) {
    for (const part of ["header.top", "footer.foot"]) {
      const old = document.querySelector(part), now = whole.querySelector(part);
      if (old && now) old.replaceWith(document.importNode(now, true));
    }
  }
  function instead(answer, target, select) {
    answer.target = target;
    answer.selectOverride = select;
    answer.swapOverride = "outerHTML show:none";
  }
  document.addEventListener("htmx:afterSettle", event => {
    begin();
    if (event.detail.target && ["note", "talk", "talk-lines", "again"].includes(event.detail.target.id)) return;
    const notice = document.querySelector(".game-notice"), question = by("question");
    if (notice) notice.scrollIntoView({ block: "nearest" });
    if (document.activeElement === document.body && question) question.focus({ preventScroll: true });
    if (document.activeElement === question && !phone.matches && !notice) question.scrollIntoView({ block: "nearest" });
    if (phone.matches && !notice) scrollTo({ top: 0 });
    if (notice) say(notice.textContent);
  });
  document.addEventListener("htmx:sendError", () => { const told = by("offline"); if (told) { fill(told); told.scrollIntoView({ block: "nearest" }); } });
  const online = () => { const told = by("offline"); if (told) told.hidden = true; };
  document.addEventListener("htmx:afterOnLoad", online);
  addEventListener("online", online);

  // Escape closes what is open, but for the map: what has the focus first.
  document.addEventListener("keydown", event => {
    if (event.key !== "Escape" || event.defaultPrevented || !table()) return;
    const all = [...document.querySelectorAll("#table details[open]:not(.map)")];
    const open = all.filter(one => one.contains(document.activeElement)).pop() || all.pop();
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });

  // News: asked for with the tag of the last answer, so that nothing new costs next to nothing.
  function say(words) { const live = by("live"); if (live) live.textContent = words; }
  async function ask() {
    if (asking) return;
    asking = true;
    try { await news(); } finally { asking = false; }
  }
  async function news() {
    const now = table();
    if (!now || now.dataset.over && !by("again")) return;
    const path = `${now.dataset.news}?entry=${now.dataset.head}&line=${line()}`;
    const answer = await fetch(path, { cache: "no-store", credentials: "same-origin", headers: tag ? { "If-None-Match": tag } : {}, signal: AbortSignal.timeout(LONGEST) });
    if (answer.status !== 200) return;
    tag = answer.headers.get("ETag") || "";
    const news = await answer.json();
    if (table() !== now) return;
    if (now.dataset.over) { if (by("again") && news.again !== by("again").dataset.words) rematch(news.again); return; }
    const before = Number(now.dataset.proposals);
    if (news.proposals > before) news.told.push(...news.proposed);
    if (String(news.head) !== now.dataset.head || news.proposals !== before) heard(now, news);
    else if (news.line > line()) talked(news);
  }
  // A notice has no words before it is shown: see offline.js.
  function fill(notice) {
    if (!notice.firstChild) { notice.innerHTML = notice.dataset.notice; if (window.htmx) htmx.process(notice); }
    notice.hidden = false;
  }
  function line() {
    const lines = by("talk-lines");
    return lines ? Number(lines.dataset.last) : 0;
  }
  // What is being written or chosen stays under the hand that does so.
  function writes() {
    const now = table(), at = document.activeElement;
    if (at && now.contains(at) && at.matches("textarea,select,input:not([type=hidden])")) return true;
    return [...now.querySelectorAll("textarea,select,input:not([type=hidden])")].some(touched);
  }
  function touched(field) {
    if (field.options) return field.selectedIndex !== Math.max(0, [...field.options].findIndex(one => one.defaultSelected));
    return /^(radio|checkbox)$/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  }
  // It stays, too, when its reader asks for what is new, as does what is chosen in the address.
  let mine = [];
  document.addEventListener("click", event => {
    if (!event.target.closest("#news a") || !window.htmx) return;
    event.preventDefault();
    event.stopPropagation();
    mine = [...table().querySelectorAll("textarea,select,input:not([type=hidden])")].filter(touched);
    go(location.pathname + location.search);
  }, true);
  function bring() {
    for (const old of mine) {
      const many = /^(radio|checkbox)$/.test(old.type);
      const now = [...table().querySelectorAll(`[name="${old.name}"]`)].find(one => one.type === old.type && (!many || one.value === old.value));
      if (!now) continue;
      if (many) now.checked = old.checked; else now.value = old.value;
      if (now.closest("details")) now.closest("details").open = true;
    }
    mine = [];
  }
  function talked(news) {
    const lines = by("talk-lines");
    if (!lines || !window.htmx) return;
    say(news.said.join(" "));
    htmx.ajax("GET", lines.dataset.talk, { target: "#talk-lines", select: "#talk-lines", swap: "outerHTML show:none" });
  }
  // The page of a reader who is asked stays while that question is open: an answer from elsewhere closes it.
  function heard(now, news) {
    const words = [...news.told, ...news.said].join(" ");
    const same = news.asks === now.dataset.asks;
    const busy = now.dataset.asks && same || writes() || location.search.match(/route|take|keep|city|place|tickets|list/);
    say(words);
    if (!busy && window.htmx) {
      htmx.ajax("GET", location.pathname, { target: "#table", select: "#table", swap: "outerHTML show:none", selectOOB: FRAME });
      return;
    }
    if (news.line > line()) talked(news);
    if (!news.told.length && same) {
      now.dataset.head = news.head;
      now.dataset.proposals = news.proposals;
      return;
    }
    const notice = by("news");
    fill(notice);
    notice.querySelector("[data-told]").textContent = news.told.join(" ");
  }
  // A rematch that somebody has opened stands where "Play again" stood.
  function rematch(words) {
    say(words);
    if (window.htmx) htmx.ajax("GET", location.pathname, { target: "#again", select: "#again", swap: "outerHTML show:none" });
  }
  // Soon after a move, for stand-ins answer within a second; then ever more rarely.
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => ask().catch(() => {}).finally(wait), rarely() ? RARELY : pause);
    pause = Math.min(pause * 1.5, EVERY);
  }
  function rarely() { return document.hidden || document.documentElement.dataset.stream || (table() && table().dataset.over); }

  // The stream calls as soon as anything happens, a move of this page's own, too: its answer comes first.
  function soon() {
    due ||= setTimeout(() => {
      due = 0;
      if (asking || Date.now() - sent < LONGEST) soon();
      else ask().catch(() => {}).finally(wait);
    }, AT_ONCE);
  }
  document.addEventListener("htmx:beforeRequest", () => { sent = Date.now(); });
  document.addEventListener("htmx:afterRequest", () => { sent = 0; });
  document.addEventListener("stream:news", ({ detail }) => { if (!detail.game || table().dataset.news.includes(`/${detail.game}/`)) soon(); });
  document.addEventListener("stream:lost", () => { pause = SOON; wait(); });
  document.addEventListener("visibilitychange", () => { pause = SOON; wait(); });

  begin();
})();
