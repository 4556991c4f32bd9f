"""What mail programs keep of an email's HTML: the part that Gmail, Outlook and Apple Mail all show.

Outlook for Windows lays out with Word, which knows tables and little else. Gmail drops a style sheet that is too long,
and ends an email that is. Whatever one of them drops must be listed here as no loss, with the reason.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

from tests.notifications.post_office import Received

ELEMENTS: Final = frozenset(
    {"table", "tr", "td", "th", "p", "ul", "li", "h1", "h2", "pre", "a", "b", "strong", "span", "font", "br", "img"}
)
EVERYWHERE: Final = frozenset(
    {
        "background",
        "color",
        "font",
        "font-family",
        "font-size",
        "font-weight",
        "line-height",
        "text-align",
        "text-decoration",
        "vertical-align",
        "white-space",
    }
)
"""Properties that all of them know, of any element."""
OF_BLOCKS: Final = frozenset({"margin", "border", "border-top", "border-bottom", "border-color", "padding-top"})
OF_CELLS: Final = frozenset({"padding", "padding-left", "padding-top", "width", "height", "border", "border-bottom"})
NO_LOSS: Final = {
    ("td", "border-radius"): "its corners are square",
    ("td", "mso-padding-alt"): "only Outlook has it: the padding of a button's link, which it drops",
    ("a", "padding"): "only in a button",
    ("a", "display"): "only in a button: the words stay a link, the rest of the button is none",
    ("table", "max-width"): "it has a width as an attribute",
    ("table", "width"): "it has one as an attribute",
    ("table", "border-top"): "a line above a heading",
    ("td", "overflow-wrap"): "long words of players are broken elsewhere",
    ("th", "overflow-wrap"): "long words of players are broken elsewhere",
    ("table", "overflow-wrap"): "long words of players are broken elsewhere",
    ("pre", "overflow-wrap"): "long words of players are broken elsewhere",
    ("ul", "padding-left"): "the list is indented by the program",
    ("span", "display"): "a chip is as wide as its words",
    ("span", "width"): "a chip is as wide as its words",
    ("span", "margin"): "a space stands between chips",
    ("span", "padding"): "its border keeps its edge",
    ("span", "border"): "its background or its letter remains",
    ("span", "border-color"): "its background or its letter remains",
    ("span", "border-radius"): "its corners are square",
    ("span", "word-break"): "a hash runs on",
    ("img", "display"): "some pixels below",
    ("img", "max-width"): "it has a width as an attribute",
    ("img", "width"): "it has one as an attribute",
    ("img", "height"): "it has one as an attribute",
    ("img", "border"): "there is none without a link",
}
LONGEST_STYLE: Final = 8192
"""Characters. Gmail drops a longer style sheet, and with it the night and the phone."""
LONGEST: Final = 102_000
"""Bytes. Gmail ends a longer email with "Message clipped"."""


class _Elements(HTMLParser):
    """The elements of a page, each with its attributes, and the innermost cell around it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str], str]] = []
        self._cells: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.found.append((tag, given, self._cells[-1] if self._cells else ""))
        if tag == "td":
            self._cells.append(given.get("class", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "td":
            self._cells.pop()


def losses(html: str) -> Iterator[str]:
    """Yield what some of the mail programs would drop, with a loss that shows."""
    head, _, body = html.partition("<body")
    read = _Elements()
    read.feed(re.sub(r'<div class="preheader".*?</div>', "", f"<body{body}"))
    for tag, given, cell in read.found[1:]:
        if tag not in ELEMENTS:
            yield f"<{tag}>"
        yield from (f"{name} of <{tag}>" for name in _properties(given) if not _is_kept(tag, name, cell))
        yield from (f"<{tag}> without {name}" for name in _missing(tag, given))
        if "url(" in given.get("style", "") or not given.get("src", "cid:").startswith("cid:"):
            yield f"<{tag}> loads something"
    style = head.partition("<style>")[2].partition("</style>")[0]
    if len(style) > LONGEST_STYLE or "@import" in style or "url(" in style:
        yield "the style sheet"
    if len(html.encode()) > LONGEST:
        yield "the end"


def _properties(given: dict[str, str]) -> list[str]:
    return [
        name.strip() for name, colon, _ in (part.partition(":") for part in given.get("style", "").split(";")) if colon
    ]


def _is_kept(tag: str, name: str, cell: str) -> bool:
    if tag == "a" and name in {"padding", "display"}:
        return cell == "button"
    known = OF_CELLS if tag in {"td", "th"} else OF_BLOCKS if tag in {"p", "ul", "pre", "h1", "h2", "table"} else ()
    return name in EVERYWHERE or name in known or (tag, name) in NO_LOSS


def _missing(tag: str, given: dict[str, str]) -> Iterator[str]:
    """Yield attributes that stand in for CSS, or for the picture, where a program has none."""
    wanted = {"table": ("cellpadding", "cellspacing"), "img": ("width", "alt")}.get(tag, ())
    yield from (name for name in wanted if name not in given)
    if given.get("role") == "presentation" and "width" not in given:
        yield "width"
    if tag in {"td", "table"} and "background" in _properties(given) and "bgcolor" not in given:
        yield "bgcolor"


def assert_loses_nothing(mail: Received) -> None:
    """Check that an email looks as meant in all of these programs."""
    if mail.message.get_body(("html",)) is not None:
        found = sorted(set(losses(mail.html)))
        assert not found, found
