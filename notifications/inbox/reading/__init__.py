"""What somebody typed in an email: its text without quotes, signatures and footers. Pure.

`parts` finds the text among the parts, bounded, without Python's own parser, which can be made to take seconds.
`flowed` joins lines that a mail program has parted, `page` makes text of HTML without what it marks as quoted. `armor`
takes what is signed in the text out of its signature, `quotes` the lines that somebody typed, above, between or below
what is quoted, by the `phrases` of many languages; `automatic` knows what a machine wrote. Where it is unsure whether a
line is quoted, it is left out: a move that is missed is asked for again, a move from a quote would be played.
"""

from dataclasses import dataclass

from notifications.inbox.reading import automatic, page, parts, quotes
from notifications.inbox.reading.errors import UnreadableEmail
from notifications.inbox.reading.parts import ShownText
from notifications.inbox.sender import headers

__all__ = ["Typed", "UnreadableEmail", "typed_text"]


@dataclass(frozen=True, slots=True)
class Typed:
    """The text that a person typed, its lines without those that say nothing, and the subject above it."""

    text: str
    lines: tuple[str, ...]
    subject: str
    is_automatic: bool


def typed_text(raw: bytes) -> Typed:
    """Return what was typed in this email, always in well under a second. Raises UnreadableEmail."""
    try:
        header = headers.read(raw)
    except headers.TooMuch:
        raise UnreadableEmail("header_too_large") from None
    if automatic.is_automatic(header) or parts.is_reaction(leaves := parts.leaves(raw, header)):
        return Typed("", (), header.subject, is_automatic=True)
    lines = quotes.typed_lines(_extract_text(parts.body_of(leaves)))
    return Typed("\n".join(lines), tuple(lines), header.subject, is_automatic=False)


def _extract_text(body: ShownText) -> str:
    return page.text_of(body.text) if body.is_html else body.text
