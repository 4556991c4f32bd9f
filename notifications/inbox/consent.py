"""A player's yes or no to a question in our email: the first typed line, unless one below it takes that back."""

import re
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Final

from games import languages
from notifications.inbox import orders
from notifications.inbox.orders import talk, words, yes_no
from notifications.inbox.orders.yes_no import YesNo
from notifications.inbox.reading import Typed


class Consent(Enum):
    """A player's decision: `ONCE` to do it, `ALWAYS` to also trust that address from now on, `NOT` to refuse.

    `UNSURE` is a yes that a line below it may take back.
    """

    NOT = auto()
    UNSURE = auto()
    ONCE = auto()
    ALWAYS = auto()


_NO = ("no", "no thanks", "no, thanks", "no thank you", "no, thank you")
_SAID = {
    **dict.fromkeys(_NO, Consent.NOT),
    "yes": Consent.ONCE,
    "yes always": Consent.ALWAYS,
    "yes, always": Consent.ALWAYS,
}
_YES: Final = frozenset({Consent.ONCE, Consent.ALWAYS})
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


def read(typed: Typed | None) -> Consent | None:
    """Return the yes or no in the first typed line, in English or the active language; None if it contains neither."""
    return _read(typed, consent_in)


def read_sentence(typed: Typed | None) -> Consent | None:
    """Return the same where the first line may also go on, as in “yes, I do”.

    It is for questions about what the player has proved to have written.
    """
    return _read(typed, lambda first: consent_in(first) or (_read_words(first[0]) if first else None))


def _read(typed: Typed | None, decide: Callable[[Sequence[str]], Consent | None]) -> Consent | None:
    if typed is None:
        return None
    decision = decide(orders.languages.translate_answers(typed.lines[:1], languages.active()))
    return Consent.UNSURE if decision in _YES and find_doubt(typed.lines, languages.active()) else decision


def find_doubt(lines: Sequence[str], code: str) -> str | None:
    """Return the first line below a yes that may take it back: any that is not surely friendly or a signature.

    What is done cannot be undone, so of a language that is read only in part, it is any line that is not known, even
    below a signature; and in any language, a line below all that are read.
    """
    below, beyond = lines[1:][: yes_no.MOST_BELOW], lines[1:][yes_no.MOST_BELOW :]
    english = orders.languages.translate_beside_answer(below, code)
    is_read_in_part = code in orders.languages.LANGUAGES
    spoken = {*talk.find_in(english, yes_no.MOST_BELOW)}
    is_friendly = yes_no.is_whole if is_read_in_part else yes_no.is_friendly

    def is_said(meant: str) -> bool:
        return meant in spoken or (is_read_in_part and talk.is_prose(meant) and not talk.is_empty(meant))

    doubts = (
        line
        for line, meant in zip(below, english, strict=True)
        if yes_no.is_doubted(YesNo.YES, meant) or (is_said(meant) and not is_friendly(meant))
    )
    return next(doubts, next(iter(beyond), None))


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
