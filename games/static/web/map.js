// A map that was put away stays away while the page around it changes, but not on paper.
(() => {
  "use strict";
  let away = false;
  document.addEventListener("click", event => {
    const summary = event.target.closest(".map > summary");
    if (summary) away = summary.parentNode.open;
  });
  function show(open) {
    const map = document.querySelector(".map");
    if (map) map.open = open;
  }
  document.addEventListener("htmx:afterSwap", () => show(!away));
  addEventListener("beforeprint", () => show(true));
  addEventListener("afterprint", () => show(!away));
})();
