"""An email's HTML where its style is lost: in mail programs that drop CSS, in quotes, and where text is made of it."""

import re
from html.parser import HTMLParser
from typing import Final

from tests.notifications.post_office import Received

INLINE: Final = frozenset({"a", "b", "strong", "span", "font", "em", "i"})
"""Elements between which nothing but a space keeps words apart."""
NO_TEXT: Final = frozenset({"style", "title"})
_OF_TIME: Final = re.compile(r"time\sbank|grace\speriod|played\sfor\syou")
"""What is said of a turn's time, in an email about one game once."""
_JOINED: Final = re.compile(r"[\w.,:;!?…)]\ue000[\w(]")
"""Where a tag stands between the end of a word and the beginning of another."""


class _Words(HTMLParser):
    """The words of a page with a mark wherever an inline tag stands, and a line for each block.

    Spaces at the edges of an inline element are no part of it: programs that make text of HTML drop them.
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
    """Return where words run together that only the style kept apart, each with what stands around it."""
    read = _Words()
    read.feed(html)
    words = re.sub("\ue000+", "\ue000", read.words)
    places = (found.span() for found in _JOINED.finditer(words))
    return [words[max(0, start - 20) : end + 20].replace("\ue000", "|") for start, end in places]


def assert_reads_unstyled(mail: Received) -> None:
    """Check that an email needs no style to be read, and says what it says of a turn's time once."""
    if mail.message.get_body(("html",)) is not None:
        joined = joined_words(mail.html)
        assert not joined, joined
        assert not re.search(r"float\s*:|<main\b|<section\b", mail.html)
    if "digest." not in str(mail.message["References"]):
        told = [part for part in mail.text.split("\n\n") if _OF_TIME.search(part)]
        twice = {part for part in told if told.count(part) > 1}
        assert not twice, twice
