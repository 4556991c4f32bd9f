// The replay works by links; with this the arrow keys step, and there is a slider.
(() => {
  "use strict";
  const by = id => document.getElementById(id);
  const KEYS = { ArrowLeft: "step-before", ArrowRight: "step-after", Home: "to-start", End: "to-end" };
  const TURNS = { ArrowLeft: "turn-before", ArrowRight: "turn-after" };

  function begin() {
    const slide = by("slide"), verify = by("verify");
    if (slide) slide.hidden = false;
    if (verify) verify.hidden = false;
  }
  // The link stays until the answer takes the place of the page: htmx asks it then what to put where.
  function go(href) {
    const link = document.createElement("a");
    link.href = href;
    link.hidden = true;
    by("replay").append(link);
    if (window.htmx) htmx.process(link);
    link.click();
  }
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.matches("input, textarea, select, summary")) return;
    const link = by((event.shiftKey ? TURNS : KEYS)[event.key] || "");
    if (!link) return;
    event.preventDefault();
    link.click();
  });
  document.addEventListener("input", event => {
    if (event.target.id === "slide") document.querySelector(".step-number b").textContent = event.target.value;
  });
  document.addEventListener("change", event => {
    if (event.target.id === "slide") go(event.target.dataset.address.replace(/0$/, event.target.value));
  });
  document.addEventListener("htmx:afterSettle", () => {
    begin();
    const live = by("live"), step = by("step");
    if (live && step) live.textContent = step.textContent.trim();
  });
  begin();
})();
