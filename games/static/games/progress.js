// A page that shows how far something is looks again while it is at work. Without this, one reloads it oneself.
"use strict";

const EVERY = 2000;

async function look() {
  const shown = document.querySelector("[data-at-work]");
  if (!shown) return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.querySelector("#content-main");
    if (answer.ok && now) document.querySelector("#content-main").replaceWith(now);
  } finally {
    setTimeout(look, EVERY);
  }
}

setTimeout(look, EVERY);
