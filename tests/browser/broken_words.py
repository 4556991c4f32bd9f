"""Words that a page breaks in the middle, because a column is too narrow."""

from typing import Final

from playwright.sync_api import Page, ViewportSize

from tests.browser.axe import NOT_OURS, PHONE

LONGEST: Final = 12
"""Letters; a longer word may be broken where it would not fit at all."""
RUN: Final = """
([longest, notOurs]) => {
  const broken = new Set(), range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.parentElement.closest(`svg, pre, ${notOurs}`) || text.parentElement.offsetWidth <= 1) continue;
    for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      if (word[0].length > longest) continue;
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set(Array.from(range.getClientRects(), one => one.top)).size > 1) broken.add(word[0]);
    }
  }
  return Array.from(broken, word => `breaks “${word}”`);
}
"""


def broken_words(page: Page, size: ViewportSize = PHONE) -> list[str]:
    """Return a message for each broken word on the open page, in a phone's window."""
    page.set_viewport_size(size)
    found: list[str] = page.evaluate(RUN, [LONGEST, NOT_OURS])
    return found
