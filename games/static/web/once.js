// A form is sent once, however often its button is pressed: codes and links work once, and the second answer would win.
// It can be sent again when sending has failed, when the page is seen again, and after ten seconds: a network fails, and
// people press Stop. That nothing is done twice then is the server's work.
const once = (() => {
  "use strict";
  const AGAIN = 10000, timers = new Map();
  function free(form) {
    clearTimeout(timers.get(form));
    timers.delete(form);
    form.removeAttribute("aria-busy");
  }
  function hold(form) {
    if (timers.has(form)) return false;
    timers.set(form, setTimeout(free, AGAIN, form));
    form.setAttribute("aria-busy", "true");
    return true;
  }
  const freeAll = () => [...timers.keys()].forEach(free);
  document.addEventListener("submit", event => {
    if (!event.defaultPrevented && !hold(event.target)) event.preventDefault();
  });
  addEventListener("pageshow", freeAll);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) freeAll(); });
  if (window.navigation) navigation.addEventListener("navigateerror", freeAll);
  return { hold, free };
})();
