// A map that was put away stays away while the page around it changes.
(() => {
  "use strict";
  let away = false;
  document.addEventListener("click", event => {
    const summary = event.target.closest(".map > summary");
    if (summary) away = summary.parentNode.open;
  });
  document.addEventListener("htmx:afterSwap", () => {
    const map = document.querySelector(".map");
    if (map) map.open = !away;
  });
})();
