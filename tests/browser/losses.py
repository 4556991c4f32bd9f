"""Content that cannot be reached or read in a small window, or with large text (WCAG 1.4.4 and 1.4.10)."""

from typing import Final

from playwright.sync_api import Page, ViewportSize

from tests.browser.axe import NOT_OURS

RUN: Final = """
notOurs => {
  const losses = new Set(), wide = document.documentElement.clientWidth;
  const isWider = document.documentElement.scrollWidth > wide;
  const scrolls = node => {
    for (let parent = node.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(parent).overflowX)) return true;
    }
    return false;
  };
  const describe = node => node.outerHTML.slice(0, 160).replace(/\\s+/g, " ");
  if (isWider) losses.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const node of document.querySelectorAll("body *")) {
    if (node.closest(`svg, .unseen, ${notOurs}`)) continue;
    const box = node.getBoundingClientRect(), style = getComputedStyle(node);
    const hasMore = node.matches("table") && style.overflowX === "auto" && node.scrollWidth > node.clientWidth + 1;
    if (hasMore && style.backgroundImage === "none") losses.add(`scrolls without a sign: ${describe(node)}`);
    if (box.width <= 1 || style.visibility === "hidden" || scrolls(node)) continue;
    const spills = node.matches(".button, button") && node.scrollWidth > node.clientWidth + 1;
    if (spills) losses.add(`spills: ${describe(node)}`);
    if (isWider && box.right > wide + 1) losses.add(`beyond the edge: ${describe(node)}`);
    const cut = style.overflowY === "hidden" && node.scrollHeight > node.clientHeight + 2 && node.clientHeight > 1;
    if (cut && node.textContent.trim() && node.tagName !== "TEXTAREA") losses.add(`cut off: ${describe(node)}`);
  }
  return Array.from(losses);
}
"""


def losses(page: Page, size: ViewportSize) -> list[str]:
    """Return the open page's elements that lie outside this window, are cut off, overflow, or scroll invisibly."""
    page.set_viewport_size(size)
    elements: list[str] = page.evaluate(RUN, NOT_OURS)
    return [f"{size['width']} px: {element}" for element in elements]
