"""A player's yes or no to a question in our email; only the first typed line counts."""

import re
from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from games import languages
from notifications.inbox import orders
from notifications.inbox.orders import words, yes_no
from notifications.inbox.orders.yes_no import YesNo
from notifications.inbox.reading import Typed


class Consent(Enum):
    """A player's decision: `ONCE` to do it, `ALWAYS` to also trust that address from now on, `NOT` to refuse."""

    NOT = auto()
    ONCE = auto()
    ALWAYS = auto()


_NO = ("no", "no thanks", "no, thanks", "no thank you", "no, thank you")
_SAID = {
    **dict.fromkeys(_NO, Consent.NOT),
    "yes": Consent.ONCE,
    "yes always": Consent.ALWAYS,
    "yes, always": Consent.ALWAYS,
}
_PLAIN: Final = re.compile(r"[a-z ,.!;:-]+")
_COURTESY: Final = r"(?: (?:please|indeed|of course|sure|thanks|thank you))*"
_WAS_ME: Final = re.compile(
    rf"yes{_COURTESY}(?: (?:i did|i do|it is|(?:that|it|this) (?:was|is) (?:me|mine)|its me|thats me"
    rf"|i (?:did )?(?:wrote|write|sent|send) (?:it|that|this)))+{_COURTESY}"
)
"""“Did you write this email?” answered in more words, as `words.plain` leaves them, without marks; a “yes please” may
answer something else.
"""
_WAS_NOT: Final = re.compile(
    rf"no(?: (?:(?:that|it|this) (?:was|is)(?: not|nt) (?:me|mine)|i did(?: not|nt)|not me))+{_COURTESY}"
)


def read(typed: Typed | None, *, in_words: bool = False) -> Consent | None:
    """Return the yes or no in the first typed line, in English or the active language; None if it contains neither.

    `in_words`: also a line that says it in more words, for a question about what the player has proved to have written.
    """
    if typed is None:
        return None
    first = orders.languages.translate_answers(typed.lines[:1], languages.active())
    return consent_in(first) or (_read_words(first[0]) if in_words and first else None)


def consent_in(lines: Sequence[str]) -> Consent | None:
    """Return the yes or no in the first of these typed lines; None if it contains neither."""
    if not lines:
        return None
    line = lines[0].lower()
    return _SAID.get(line.removesuffix(".").removesuffix("!")) or _read_was_me(lines[0])


def _read_was_me(line: str) -> Consent | None:
    if not _PLAIN.fullmatch(plain := words.plain(line)):
        return None
    spoken = " ".join(re.sub(r"[,.!;:-]", " ", plain).split())
    if _WAS_ME.fullmatch(spoken):
        return Consent.ONCE
    return Consent.NOT if _WAS_NOT.fullmatch(spoken) else None


def _read_words(line: str) -> Consent | None:
    """Return the decision of a line such as “yes, I do”: a no whatever it goes on with, since that changes nothing."""
    first, answer = words.plain(line).partition(" ")[0].strip(",.!"), yes_no.read_line(line)
    if first == "no" and answer is not None:
        return Consent.NOT
    return Consent.ONCE if first == "yes" and answer is YesNo.YES and yes_no.is_whole(line) else None
