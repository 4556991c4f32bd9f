"""An email's HTML without its style: in mail programs that drop CSS, in quotes, and converted to text."""

import re
from html.parser import HTMLParser
from typing import Final

from tests.notifications.post_office import Received

INLINE: Final = frozenset({"a", "b", "strong", "span", "font", "em", "i"})
"""Elements between which only a space separates words."""
NO_TEXT: Final = frozenset({"style", "title"})
_OF_TIME: Final = re.compile(r"time\sbank|grace\speriod|played\sfor\syou")
"""Phrases about a turn's time, which an email about one game contains once."""
_JOINED: Final = re.compile(r"[\w.,:;!?…)]\ue000[\w(]")
"""A tag between the end of a word and the beginning of another."""


class _Words(HTMLParser):
    """The words of a page with a mark for each inline tag, and a line for each block.

    Spaces at the edges of an inline element are ignored: programs that convert HTML to text drop them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self._is_silent = False
        self._is_at_edge = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.words += "\ue000" if tag in INLINE else "\n"
        self._is_at_edge, self._is_silent = tag in INLINE, tag in NO_TEXT

    def handle_endtag(self, tag: str) -> None:
        self.words = f"{self.words.rstrip(' ')}\ue000" if tag in INLINE else f"{self.words}\n"
        self._is_at_edge = self._is_silent = False

    def handle_data(self, data: str) -> None:
        if not self._is_silent:
            self.words += data.lstrip(" ") if self._is_at_edge else data
        self._is_at_edge = False


def joined_words(html: str) -> list[str]:
    """Return the places, with context, where words run together without the style."""
    read = _Words()
    read.feed(html)
    words = re.sub("\ue000+", "\ue000", read.words)
    places = (found.span() for found in _JOINED.finditer(words))
    return [words[max(0, start - 20) : end + 20].replace("\ue000", "|") for start, end in places]


def assert_reads_unstyled(mail: Received) -> None:
    """Check that an email is readable without its style, and mentions a turn's time once."""
    if mail.message.get_body(("html",)) is not None:
        joined = joined_words(mail.html)
        assert not joined, joined
        assert not re.search(r"float\s*:|<main\b|<section\b", mail.html)
    if "digest." not in str(mail.message["References"]):
        told = [part for part in mail.text.split("\n\n") if _OF_TIME.search(part)]
        twice = {part for part in told if told.count(part) > 1}
        assert not twice, twice
