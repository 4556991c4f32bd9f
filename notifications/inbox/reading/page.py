"""HTML as text (`layout`), without what its mail program marks as quoted by elements, classes, names or borders."""

import re
from html.parser import HTMLParser
from typing import Final

from notifications.inbox.reading.errors import UnreadableEmail
from notifications.inbox.reading.layout import Layout
from notifications.inbox.reading.styles import Hidden, hidden_by, hides

MOST_TAGS: Final = 20_000
"""The limit for opening tags, and likewise for closing tags."""
DEEPEST: Final = 300
QUOTE: Final = "> ."
"""A quoted line that is certainly complete (`notifications.inbox.reading.quotes`)."""
_VOID: Final = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "wbr"})
_CLOSED_BY_THE_NEXT: Final = frozenset({"p", "li", "td", "tr", "dt", "dd", "option"})
_UNSEEN: Final = frozenset({"head", "style", "script", "title", "template", "noscript", "textarea", "select", "svg"})
_NAMED: Final = re.compile(
    r"quot|cite|gmail_(attr|extra)|signature|reply-?intro|forward|original|history", re.IGNORECASE
)
_ENDS: Final = re.compile(
    r"divrplyfwdmsg|appendonsend|stopspelling|reference-message-container|outlookmessageheader|replyforward"
    r"|zmail_extra",
    re.IGNORECASE,
)
_BEGINS_A_TAG: Final = re.compile(r"[A-Za-z/!?]")
_QUOTED_VALUE: Final = re.compile(r"\"[^\"]*\"|'[^']*'")


def text_of(page: str) -> str:
    """Return the text that is not marked as quoted. Raises UnreadableEmail."""
    pruner = _Pruner(hidden_by(page))
    try:
        pruner.feed(_whole_tags(page))
        pruner.close()
        return pruner.layout.text
    except (AssertionError, ValueError, IndexError, KeyError) as error:
        raise UnreadableEmail("bad_html") from error


def _whole_tags(page: str) -> str:
    """Return the page up to its first broken tag, since Python's parser searches the whole page for a tag's end."""
    pieces: list[str] = []
    for piece in _without_comments(page).split("<"):
        inside, end, after = piece.partition(">")
        if not pieces or not _BEGINS_A_TAG.match(piece):
            pieces.append(piece if not pieces else f"&lt;{piece}")
        elif not end or any(mark in _QUOTED_VALUE.sub("", inside) for mark in "\"'"):
            break
        else:
            pieces.append(after if inside[0] in "!?" else f"<{piece}")
    return "".join(pieces)


def _without_comments(page: str) -> str:
    """Return the text outside of comments; an unclosed comment extends to the end."""
    first, *others = page.split("<!--")
    return "".join([first, *(piece.partition("-->")[2] for piece in others)])


class _Pruner(HTMLParser):
    """A parser that keeps what is not quoted, up to an element after which everything is quoted."""

    def __init__(self, hidden: Hidden) -> None:
        super().__init__(convert_charrefs=True)
        self.hidden = hidden
        self.layout = Layout()
        self.open: list[str] = []
        self.dropped_at: int | None = None
        self.is_over = False
        self.tags = self.ends = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element, and drop it if it is quoted or hidden."""
        self.tags += 1
        if self.tags > MOST_TAGS or len(self.open) > DEEPEST:
            raise UnreadableEmail("too_many_tags")
        if tag in _CLOSED_BY_THE_NEXT and self.open[-1:] == [tag]:
            self._close(len(self.open) - 1)
        if self._is_kept and _ends_here(tag, attrs):
            self.is_over = True
        if self._is_kept and not _is_quoted(tag, attrs, self.hidden):
            self.layout.begin(tag)
        elif self.dropped_at is None and tag not in _VOID:
            self._mark_quote(tag)
            self.dropped_at = len(self.open)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost open element with this tag, and everything still open in it."""
        self.ends += 1
        if self.ends > MOST_TAGS:
            raise UnreadableEmail("too_many_tags")
        if tag in self.open:
            self._close(len(self.open) - 1 - self.open[::-1].index(tag))

    def handle_data(self, data: str) -> None:
        if self._is_kept:
            self.layout.write(data)

    def _mark_quote(self, tag: str) -> None:
        """Mark the place of a quote in the text, so that text after an introduction is known to follow its quote."""
        if tag == "blockquote" and not self.is_over and self.layout.pieces[-2:-1] != [QUOTE]:
            self.layout.begin(tag)
            self.layout.write(QUOTE)
            self.layout.end(tag)

    @property
    def _is_kept(self) -> bool:
        return self.dropped_at is None and not self.is_over

    def _close(self, place: int) -> None:
        for tag in () if self.is_over else reversed(self.open[place : self.dropped_at]):
            self.layout.end(tag)
        del self.open[place:]
        if self.dropped_at is not None and place <= self.dropped_at:
            self.dropped_at = None


def _is_quoted(tag: str, attrs: list[tuple[str, str | None]], hidden: Hidden) -> bool:
    labels = " ".join(value for name, value in attrs if name in ("class", "id", "name", "type") and value)
    style = next((value for name, value in attrs if name == "style" and value), "")
    return (
        tag in _UNSEEN
        or tag == "blockquote"
        or _NAMED.search(labels) is not None
        or _has_border(style, "left")
        or "hidden" in dict(attrs)
        or hides(style)
        or hidden.has(tag, labels)
    )


def _ends_here(tag: str, attrs: list[tuple[str, str | None]]) -> bool:
    labels = " ".join(value for name, value in attrs if name in ("class", "id", "name") and value)
    style = next((value for name, value in attrs if name == "style" and value), "")
    return tag == "hr" or _ENDS.search(labels) is not None or _has_border(style, "top", "solid")


def _has_border(style: str, side: str, kind: str = "") -> bool:
    """Check whether CSS declarations give an element a border of this kind on this side."""
    declarations = (declaration.partition(":") for declaration in style.lower().split(";"))
    return any(f"border-{side}" in name and colon and kind in value for name, colon, value in declarations)
