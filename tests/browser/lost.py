"""What of a page somebody cannot reach or read in a small window, or with large letters (WCAG 1.4.4 and 1.4.10)."""

from typing import Final

from playwright.sync_api import Page, ViewportSize

from tests.browser.axe import NOT_OURS

RUN: Final = """
notOurs => {
  const found = new Set(), wide = document.documentElement.clientWidth;
  const scrolls = one => {
    for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  };
  const told = one => one.outerHTML.slice(0, 160).replace(/\\s+/g, " ");
  for (const one of document.querySelectorAll("body *")) {
    if (one.closest(`svg, .unseen, ${notOurs}`)) continue;
    const box = one.getBoundingClientRect(), look = getComputedStyle(one);
    if (box.width <= 1 || look.visibility === "hidden" || scrolls(one)) continue;
    if (document.documentElement.scrollWidth > wide && box.right > wide + 1) found.add(`beyond the edge: ${told(one)}`);
    const cut = look.overflowY === "hidden" && one.scrollHeight > one.clientHeight + 2 && one.clientHeight > 1;
    if (cut && one.textContent.trim() && one.tagName !== "TEXTAREA") found.add(`cut off: ${told(one)}`);
  }
  return Array.from(found);
}
"""


def lost(page: Page, size: ViewportSize) -> list[str]:
    """What of the page that is open lies beyond the edge of a window of this size, or is cut off."""
    page.set_viewport_size(size)
    found: list[str] = page.evaluate(RUN, NOT_OURS)
    return [f"{size['width']} px: {one}" for one in found]
