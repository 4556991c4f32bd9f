"""The layout of an HTML page as text: which elements begin a line, and the marks before list items."""

import re
from typing import Final

from notifications.inbox.reading.errors import UnreadableEmail

MOST_TEXT: Final = 60_000
"""The most characters of text."""
_LINES: Final = frozenset(
    [
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dir", "div"),
        *("dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("header", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary"),
        *("table", "tbody", "tfoot", "thead", "tr", "ul"),
    ]
)
"""Elements on lines of their own."""
_CELLS: Final = frozenset({"td", "th"})
_LISTS: Final = frozenset({"ol", "ul"})
_BLANKS: Final = re.compile(r"\s+")


class Layout:
    """The text laid out so far, and the lists that are open."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = self.preformatted = 0
        self.numbers: list[int | None] = []
        """The item count of each open list; None for an unnumbered one."""

    def begin(self, tag: str) -> None:
        """Begin an element. Raises UnreadableEmail if there is too much text."""
        if tag in _LINES or tag == "br":
            self._add("\n")
        elif tag in _CELLS:
            self._add(" ")
        if tag == "li":
            self._add(self._item())
        elif tag in _LISTS:
            self.numbers.append(0 if tag == "ol" else None)
        self.preformatted += tag == "pre"

    def end(self, tag: str) -> None:
        """End an element. Raises UnreadableEmail if there is too much text."""
        if tag in _LINES:
            self._add("\n")
        if tag in _LISTS:
            self.numbers.pop()
        self.preformatted -= tag == "pre"

    def write(self, text: str) -> None:
        """Add text. Raises UnreadableEmail if there is too much."""
        self._add(text if self.preformatted else _BLANKS.sub(" ", text))

    @property
    def text(self) -> str:
        """The text so far, without spaces at the ends of lines."""
        return "\n".join(" ".join(line.split()) for line in "".join(self.pieces).split("\n"))

    def _item(self) -> str:
        number = self.numbers[-1] if self.numbers else None
        if number is None:
            return "* "
        self.numbers[-1] = number + 1
        return f"{number + 1}. "

    def _add(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)
        if self.length > MOST_TEXT:
            raise UnreadableEmail("too_long")
