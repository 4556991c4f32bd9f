"""What a page's style sheets hide, by names and tags of elements: readers of the page do not see it.

A rule counts if anything in it hides, whatever it applies to (small screens, print): text that some readers cannot see
must not be taken for an order. Of a selector only the last part counts, which names the elements themselves.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_STYLE: Final = re.compile(r"<style\b", re.IGNORECASE)
_END: Final = re.compile(r"</style", re.IGNORECASE)
_HIDES: Final = re.compile(
    r"(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|mso-hide:all|color:transparent"
    r"|(?:font-size|max-height|opacity):0(?:\.0*)?(?:px|pt|em|rem|%)?(?:;|$|!))"
)
_NAMES: Final = re.compile(r"[.#]([\w-]+)|=[\"']?([\w-]+)")
_TAG: Final = re.compile(r"[a-z][a-z0-9]*")


@dataclass(frozen=True, slots=True)
class Hidden:
    """Classes, ids and tags of hidden elements, all in lowercase."""

    names: frozenset[str]
    tags: frozenset[str]

    def has(self, tag: str, labels: str) -> bool:
        """Check whether an element with this tag, classes and ids is hidden."""
        return tag in self.tags or not self.names.isdisjoint(labels.lower().split())


def hides(style: str) -> bool:
    """Check whether CSS declarations hide their elements."""
    return _HIDES.search("".join(style.split()).lower()) is not None


def hidden_by(page: str) -> Hidden:
    """Return what the style sheets in a page hide."""
    names: set[str] = set()
    tags: set[str] = set()
    for selector in _find_hiding(page):
        last = (selector.lower().replace(">", " ").replace("+", " ").replace("~", " ").split() or [""])[-1]
        selector_names = {name for pair in _NAMES.findall(last) for name in pair if name}
        tag = _TAG.match(last)
        names |= selector_names
        tags |= {tag[0]} if tag and not selector_names else set()
    return Hidden(frozenset(names), frozenset(tags - {"html", "body"}))


def _find_hiding(page: str) -> Iterator[str]:
    """Yield the selectors of rules that hide elements."""
    for sheet in _STYLE.split(page)[1:]:
        for rule in _strip_comments(_END.split(sheet, maxsplit=1)[0].partition(">")[2]).split("}"):
            selectors, _brace, declared = rule.rpartition("{")
            if hides(declared):
                yield from selectors.rpartition("{")[2].split(",")


def _strip_comments(sheet: str) -> str:
    """Return a style sheet without comments, including those that hide it from old browsers."""
    first, *others = sheet.replace("<!--", " ").replace("-->", " ").split("/*")
    return "".join([first, *(piece.partition("*/")[2] for piece in others)])
