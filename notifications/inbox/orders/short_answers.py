"""A yes or a no in any words, alone in an email, where its question has a move for it. Pure.

The yes plays the move that the email suggests; the no plays the one of the email's list that declines what is offered,
if that gives nothing away. Beside them only greetings and a name may stand, or the words may be about anything.
"""

import re
from collections.abc import Callable, Sequence
from itertools import dropwhile
from typing import Final

from notifications.inbox.orders import yes_no
from notifications.inbox.orders.kinds import Offered, PlayMove
from notifications.inbox.orders.lines import greets
from notifications.inbox.orders.yes_no import YesNo

_ABOUT_ELSE: Final = re.compile(
    r"problem|worr|objection|why not|accept|invit|propos|offer|deal|join|play|count me|\bin\b|love|happy|glad|\bidea\b",
    re.IGNORECASE,
)
"""Words of a yes that answers something else than “did you mean this?”."""
_COSTLY: Final = ("keep ", "complete ")
"""How moves begin with which a “none” gives tickets away."""
_NAME: Final = 2
"""How many words somebody signs with."""


def read(lines: Sequence[str], offered: Offered, is_order: Callable[[str], bool]) -> PlayMove | None:
    """Return the move that the only line answers the question with; None if it is no such answer.

    `is_order` checks whether a line is meant as an order.
    """
    said = list(dropwhile(lambda line: greets(line) and not yes_no.read_line(line), lines))
    said[1:] = [line for line in said[1:] if not greets(line)]
    if not said or any(len(line.split()) > _NAME or any(map(str.isdigit, line)) for line in said[1:]):
        return None
    line, *below = said
    answer = yes_no.read_line(line) if yes_no.is_whole(line) else None
    if answer is None or any(is_order(other) or yes_no.read_line(other) for other in below):
        return None
    if any(yes_no.is_doubted(answer, other) for other in below):
        return None
    move = _find_suggested(line, offered) if answer is YesNo.YES else _find_declining(offered)
    return PlayMove(move, line) if move else None


def _find_suggested(line: str, offered: Offered) -> str | None:
    if (
        not offered.is_open
        or offered.suggested is None
        or _ABOUT_ELSE.search(line)
        or not 0 < offered.suggested <= len(offered.listed)
    ):
        return None
    moves = offered.listed[offered.suggested - 1]
    return moves[0] if len(moves) == 1 else None


def _find_declining(offered: Offered) -> str | None:
    if not offered.is_open or offered.suggested is not None:
        return None
    declining = [move for move in offered.moves or () if move.endswith(" none") and not move.startswith(_COSTLY)]
    return next((move for move in declining if [move] in offered.listed), None)
