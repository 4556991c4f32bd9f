// A map that was put away stays away while the page around it changes, but not on paper. A map that was zoomed stays so.
(() => {
  "use strict";
  const MOST = 6, STEP = 2, PART = .25, SLACK = 6;
  const phone = matchMedia("(max-width: 47.5rem), (max-height: 30rem)");
  const board = () => document.querySelector(".map svg.board");
  const numbers = text => text.split(" ").map(Number);
  let away = false, part = null, dragged = false;
  const fingers = new Map();

  document.addEventListener("click", event => {
    const summary = event.target.closest(".map > summary");
    if (summary) away = summary.parentNode.open;
  });
  function show(open) {
    const map = document.querySelector(".map");
    if (map) map.open = open;
  }
  addEventListener("beforeprint", () => { show(true); draw(numbers(board()?.dataset.whole || "0 0 1 1")); });
  addEventListener("afterprint", () => { show(!away); apply(); });

  // What is shown: the part that was zoomed to, else on a phone the part around what is chosen, else everything.
  function begin() {
    const map = board();
    if (!map) return;
    map.dataset.whole ||= map.getAttribute("viewBox");
    if (part && map.dataset.crop && !contains(part, numbers(map.dataset.crop))) part = null;
    listen(map.closest(".map-frame"));
    document.querySelectorAll(".map-tools button").forEach(button => { button.hidden = false; });
    apply();
  }
  function contains([x, y, wide, high], [left, top, width, height]) {
    const [across, down] = [left + width / 2 - x, top + height / 2 - y];
    return across >= 0 && across <= wide && down >= 0 && down <= high;
  }
  function apply() {
    const map = board();
    if (!map || !map.dataset.whole) return;
    draw(part || numbers(phone.matches && map.dataset.crop || map.dataset.whole));
    map.closest(".map-view").classList.toggle("zoomed", Boolean(part));
    document.querySelectorAll("[data-zoom=out],[data-zoom=all]").forEach(button => {
      if (!part && button === document.activeElement) document.querySelector("[data-zoom=in]").focus();
      button.disabled = !part;
    });
  }
  function draw(box) {
    const map = board();
    if (!map) return;
    map.setAttribute("viewBox", box.map(value => Math.round(value * 10) / 10).join(" "));
    const whole = numbers(map.dataset.whole || map.getAttribute("viewBox"));
    map.dispatchEvent(new CustomEvent("map:drawn", { bubbles: true, detail: { whole, zoomed: Boolean(part) } }));
  }
  function now() { return numbers(board().getAttribute("viewBox")); }
  function set(x, y, wide) {
    const [, , width, height] = numbers(board().dataset.whole);
    const across = Math.max(wide, width / MOST), down = across * height / width;
    const within = (value, most) => Math.min(Math.max(value, 0), most);
    part = across > width * .99 ? null : [within(x, width - across), within(y, height - down + below()), across, down];
    apply();
  }
  // What the buttons cover can be moved out from under them.
  function below() {
    const tools = document.querySelector("[data-zoom=in]").getBoundingClientRect(), { top, bottom } = board().getBoundingClientRect();
    return part && tools.top > top && tools.top < bottom ? (bottom - tools.top + SLACK) / board().getScreenCTM().a : 0;
  }
  function zoom(factor, at) {
    const [x, y, wide, high] = now(), [, , width] = numbers(board().dataset.whole);
    const to = Math.min(Math.max(wide / factor, width / MOST), width), left = at || { x: x + wide / 2, y: y + high / 2 };
    set(left.x - (left.x - x) * to / wide, left.y - (left.y - y) * to / wide, to);
  }
  function move(across, down) {
    const [x, y, wide] = now();
    set(x + across, y + down, wide);
  }
  function point(x, y) { return new DOMPoint(x, y).matrixTransform(board().getScreenCTM().inverse()); }

  // Buttons and keys.
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-zoom]");
    if (!button || !board()) return;
    if (button.dataset.zoom === "all") { part = null; apply(); } else zoom(button.dataset.zoom === "in" ? STEP : 1 / STEP);
  });
  const KEYS = {
    "+": () => zoom(STEP), "=": () => zoom(STEP), "-": () => zoom(1 / STEP), "0": () => { part = null; apply(); },
    ArrowLeft: () => move(-PART * now()[2], 0), ArrowRight: () => move(PART * now()[2], 0),
    ArrowUp: () => move(0, -PART * now()[3]), ArrowDown: () => move(0, PART * now()[3]),
  };
  function press(event) {
    const act = KEYS[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.key.startsWith("Arrow") && !part) return;
    event.preventDefault();
    act();
  }

  // The wheel zooms with Ctrl or ⌘, or while the map has the focus; it scrolls the page where the map can't follow.
  function wheel(event) {
    if (!event.ctrlKey && !event.metaKey && !event.currentTarget.contains(document.activeElement)) return;
    const before = String(part);
    zoom(Math.exp(-Math.max(-50, Math.min(50, event.deltaY)) / 100), point(event.clientX, event.clientY));
    if (event.ctrlKey || event.metaKey || String(part) !== before) event.preventDefault();
  }

  // Two fingers zoom; one finger, or the mouse, moves a map that is zoomed.
  function touch(event) {
    if (!event.isPrimary && !fingers.size) return;
    if (event.isPrimary) { fingers.clear(); dragged = false; }
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  }
  function slide(event) {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    if (!event.buttons) return lift(event);
    const to = [event.clientX, event.clientY], others = [...fingers].filter(([id]) => id !== event.pointerId);
    if (!others.length && (!part || !dragged && Math.hypot(to[0] - from[0], to[1] - from[1]) < SLACK)) return;
    dragged = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    const before = point(...from), after = point(...to);
    if (others.length) {
      const [x, y] = others[0][1], far = Math.hypot(from[0] - x, from[1] - y) || 1;
      zoom(Math.hypot(to[0] - x, to[1] - y) / far, point((to[0] + x) / 2, (to[1] + y) / 2));
    }
    if (part) move((before.x - after.x) / (others.length + 1), (before.y - after.y) / (others.length + 1));
    fingers.set(event.pointerId, to);
  }
  function lift(event) { fingers.delete(event.pointerId); }
  function listen(frame) {
    if (!frame || frame.dataset.listens) return;
    frame.dataset.listens = "yes";
    frame.addEventListener("keydown", press);
    frame.addEventListener("wheel", wheel, { passive: false });
    const view = frame.querySelector(".map-view");
    view.addEventListener("pointerdown", touch);
    view.addEventListener("pointermove", slide);
    view.addEventListener("pointerup", lift);
    view.addEventListener("pointercancel", lift);
    view.addEventListener("touchmove", event => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
    view.addEventListener("dragstart", event => event.preventDefault());
    view.addEventListener("click", event => { if (dragged) event.preventDefault(); dragged = false; }, true);
  }

  document.addEventListener("htmx:afterSwap", () => { show(!away); begin(); });
  phone.addEventListener("change", apply);
  addEventListener("resize", apply);
  begin();
})();
