"""The text typed in an email, without quotes, signatures and footers. Pure.

`parts` finds the text among the parts in bounded time, without Python's own parser, which can be made to take seconds.
`flowed` joins lines that a mail program has wrapped, and `page` converts HTML to text without what it marks as quoted.
`armor` unwraps text signed inline, `quotes` finds the typed lines above, between or below quoted ones with the
`phrases` of many languages, and `automatic` recognizes emails by machines. A line that may be quoted is left out: a
missed move is asked for again, but a quoted move would be played.
"""

from dataclasses import dataclass

from notifications.inbox.reading import automatic, page, parts, quotes
from notifications.inbox.reading.errors import UnreadableEmail
from notifications.inbox.reading.parts import ShownText
from notifications.inbox.sender.headers import RawEmail

__all__ = ["Typed", "UnreadableEmail", "typed_text"]


@dataclass(frozen=True, slots=True)
class Typed:
    """The text that a person typed, as lines without blank ones, and the subject."""

    text: str
    lines: tuple[str, ...]
    subject: str
    is_automatic: bool


def typed_text(message: RawEmail) -> Typed:
    """Return what was typed in this email, always in well under a second. Raises UnreadableEmail."""
    header = message.header
    if automatic.is_automatic(header) or parts.is_reaction(leaves := parts.leaves(message)):
        return Typed("", (), header.subject, is_automatic=True)
    lines = quotes.typed_lines(_extract_text(parts.body_of(leaves)))
    return Typed("\n".join(lines), tuple(lines), header.subject, is_automatic=False)


def _extract_text(body: ShownText) -> str:
    return page.text_of(body.text) if body.is_html else body.text
