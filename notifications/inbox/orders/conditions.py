"""Conditions and doubts on lines of their own: "2", and below it "if Ben has not moved". Pure.

Talk may have conditions, too. A sentence counts if it begins as one, says by itself that an order waits for something,
or is nothing but a doubt; to ask once too often costs less than a move that nobody wanted.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from games import names
from notifications.inbox.orders import clauses
from notifications.inbox.orders.vocabulary import LANGUAGES

MOST_LINES: Final = 40
LONGEST: Final = 200
"""Characters of a sentence; a longer one is a story."""
_FULL: Final = 55
"""Characters of a line that a mail program may have broken, so that the next one begins within a sentence."""
_ENDS: Final = re.compile(r"[.!?;:…)]$")


def find(lines: Sequence[str]) -> str | None:
    """Return the first of these lines that makes what other lines order depend on something, or doubts it."""
    return next((line for line, sentence in _find_sentences(lines) if _is_condition(sentence)), None)


def _find_sentences(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each sentence with the line in which it begins, of broken lines as if they were whole."""
    above = ""
    for line in islice(lines, MOST_LINES):
        parts = clauses.sentences(line[: clauses.LONGEST].strip())
        yield from ((line, part) for part in parts[bool(above) :])
        above = parts[-1] if len(line) >= _FULL and not _ENDS.search(line.rstrip()) else ""


def _is_condition(sentence: str) -> bool:
    plain = " ".join(names.plain(sentence).split())
    return 0 < len(plain) <= LONGEST and any(
        phrases.conditional.search(phrases.unconditional.sub(" ", plain)) for phrases in LANGUAGES
    )
