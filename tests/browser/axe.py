"""axe-core in a page: accessibility barriers by WCAG 2.2, A and AA."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize

SCRIPT: Final = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
TAGS: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
BESIDES: Final = ["page-has-heading-one"]
WIDE: Final[ViewportSize] = {"width": 1440, "height": 900}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
Look = tuple[str, ViewportSize]
"""A color scheme and a window."""
LOOKS: Final[Mapping[str, tuple[Look, ...]]] = {
    "two": (("light", WIDE), ("dark", PHONE)),
    "all": (("light", WIDE), ("dark", PHONE), ("light", PHONE), ("dark", WIDE)),
}
"""With two, every layout rule is checked in each window and every color in each scheme; only "all" combines them."""
NOT_OURS: Final = "#swagger-ui"
"""The part of the API's documentation page that a library draws; the page around it is ours."""
RUN: Final = """
async ([rules, notOurs]) => {
  const sticky = [...document.querySelectorAll("body *")].filter(one => getComputedStyle(one).position === "sticky");
  sticky.forEach(one => { one.style.position = "static"; });
  document.getAnimations().filter(one => one instanceof CSSTransition).forEach(one => one.finish());
  const options = {runOnly: {type: 'rule', values: rules}, resultTypes: ['violations']};
  const found = await axe.run({exclude: [[notOurs]]}, options);
  sticky.forEach(one => { one.style.position = ""; });
  const told = (rule, node) => `${rule.id}: ${node.html.slice(0, 200).replace(/\\s+/g, " ")}`;
  return found.violations.flatMap(rule => rule.nodes.map(node => told(rule, node)));
}
"""
"""Makes sticky elements static meanwhile, since content covered by them can be scrolled into view."""


@cache
def script() -> str:
    """Return the axe-core script, which `make test-browser` fetches."""
    assert SCRIPT.exists(), "axe-core is missing: make test-browser fetches it (it needs npm)"
    return SCRIPT.read_text()


def trouble(page: Page, looks: str = "two") -> list[str]:
    """Return the open page's problems in these of `LOOKS`, each once."""
    page.evaluate(script())
    rules = page.evaluate("tags => axe.getRules(tags).map(rule => rule.ruleId)", list(TAGS)) + BESIDES
    found: dict[str, None] = {}
    for scheme, size in LOOKS[looks]:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.set_viewport_size(size)
        found |= dict.fromkeys(page.evaluate(RUN, [rules, NOT_OURS]))
    return list(found)
