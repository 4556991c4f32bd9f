"""Regrets: what a player can do who writes “sorry, I meant ...” after a move that was played."""

import re
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.models import Game, Seat, Turn
from games.table.agreements import own_move
from notifications.inbox.orders import numbers
from notifications.inbox.reply import Reply
from notifications.order_words import order_words

_REGRET: Final = re.compile(
    r"\b(?:i meant|meant to|mistake|mistyped|oops|oh no|change my mind"
    r"|wrong (?:number|move|one|card|route|line|ticket)|undo|take (?:\w+ ){0,3}back|take back|instead"
    r"|only wanted|didn['’]?t (?:mean|want)|not what i)\b",
    re.IGNORECASE,
)
ASKS_THE_OTHERS: Final = frozenset({"not_your_last_move", "something_was_learned", "taken_back_before"})
"""Codes of refusals to take back one's own move that the others can still agree to."""


def name_ways_back(reply: Reply, lines: Sequence[str]) -> list[str]:
    """Return how the player can still take back their last move, if the lines regret it; nothing otherwise.

    The lines of a player with an open question may be about that. Where none is open, a number may be the move that was
    meant.
    """
    is_number = any(numbers.read(line, 0) is not None for line in lines)
    if not is_number and not any(map(_is_regret, lines)):
        return []
    seat = Seat.objects.filter(game=reply.game, player=reply.player).values_list("number", flat=True).first()
    if reply.game.status != Game.Status.RUNNING or seat is None:
        return []
    is_asked = Turn.objects.filter(game=reply.game, seat=seat, closed_at=None).exists()
    if is_number and is_asked and not any(map(_is_regret, lines)):
        return []
    if own_move.last_move(reply.game, seat, reply.now) is not None:
        return [_("To take back your last move, reply “%(take_back)s” before anybody else moves.") % order_words()]
    return [] if is_asked or not any(map(_is_regret, lines)) else [ask_the_others()]


def _is_regret(line: str) -> bool:
    return _REGRET.search(line) is not None or numbers.take_back(line) is not None


def ask_the_others() -> str:
    """Return how the others are asked to agree."""
    return _("To ask the others to take your move back, reply “%(propose_take_back)s”.") % order_words()
