"""Warnings and news about time running out, according to the clock that the players agreed on."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _

from engine.parts.market import DrawBlind
from engine.parts.turns import TakeTurn
from games.models import Seat
from games.ratings import results
from games.table.clocks import mapping
from games.table.clocks.terms import DEFAULT, FORFEIT, STAND_IN
from games.table.play.closing_times import AWAY_AFTER
from notifications.context import Context
from notifications.letters import subjects
from notifications.letters.document import Element, Paragraph
from notifications.letters.registry import Body, Occasion, letter
from notifications.policy import kinds

TWO: Final = 2
"""The cards drawn in a whole turn."""


def ahead(context: Context) -> Iterator[Element]:
    """Say what will happen if the reader does not answer the open question in time."""
    yield from _AHEAD[mapping.terms(context.game).when_over](context, context.seats[context.seat])


def _warn_of_default(context: Context, seat: Seat) -> Iterator[Element]:
    move = _("take two cards from the deck") if _draws_two(context) else context.describe(context.default)
    yield Paragraph(_("If your time runs out, this move is played for you: %(move)s.") % {"move": move})
    if not _is_last(seat):
        return
    if any(other.status == Seat.Status.PLAYING for other in context.seats.values() if other.number != seat.number):
        yield Paragraph(
            _("That would be the third time in a row: you would count as absent, and your turns would be skipped.")
        )
    else:
        yield Paragraph(
            _(
                "That would be the third time in a row, and nobody else is here. The game would wait for all of you, "
                "and be closed if nobody comes."
            )
        )


def _draws_two(context: Context) -> bool:
    """Check whether the default move is a whole turn of two cards, the second drawn by default as well."""
    is_whole_turn = context.prompt is not None and context.prompt["type"] == TakeTurn.tag
    return is_whole_turn and isinstance(context.default, DrawBlind) and context.view["deck"] >= TWO


def _warn_of_stand_in(context: Context, seat: Seat) -> Iterator[Element]:
    if _is_last(seat):
        yield Paragraph(
            _(
                "If your time runs out, a stand-in plays. That would be the third time in a row, so it would keep "
                "your seat."
            )
        )
        yield from _warn_if_rated(context)
    else:
        yield Paragraph(
            _(
                "If your time runs out, a stand-in plays for you as it sees fit. After three times in a row, it keeps "
                "your seat."
            )
        )


def _warn_of_forfeit(context: Context, seat: Seat) -> Iterator[Element]:
    yield Paragraph(_("If your time runs out, you lose the game. Nothing is played for you."))
    yield from _warn_if_rated(context)


def _warn_if_rated(context: Context) -> Iterator[Element]:
    """Warn that losing the seat of a rated game counts as last place, so that nobody gains by abandoning it."""
    if results.can_count_for(context.game, context.reader.pk):
        yield Paragraph(
            _("This game is rated: once everyone has moved twice, losing your seat counts as the last place.")
        )


def _is_last(seat: Seat) -> bool:
    return seat.timeouts_in_a_row == AWAY_AFTER - 1


_AHEAD: Final[Mapping[str, Callable[[Context, Seat], Iterator[Element]]]] = {
    DEFAULT: _warn_of_default,
    STAND_IN: _warn_of_stand_in,
    FORFEIT: _warn_of_forfeit,
}


@letter(kinds.PLAYED_FOR_YOU, subject=subjects.PLAYED_FOR_YOU, body=Body.NEWS)
def played_for_you(occasion: Occasion) -> Iterator[Element]:
    """Say what was played for the reader when their time ran out."""
    yield Paragraph(_tell_timeout(occasion.context))


@letter(kinds.FORFEITED, subject=subjects.FORFEITED, body=Body.NEWS)
def forfeited(_occasion: Occasion) -> Iterator[Element]:
    """Say that the reader has lost on time."""
    lost = _("Your time ran out, so you have lost, as agreed for this game. Your seat stays on the board.")
    yield Paragraph(lost + " " + _("You can come back until another player takes it over."))


def _tell_timeout(context: Context) -> str:
    if mapping.terms(context.game).when_over == STAND_IN:
        return _("Your time ran out, so a stand-in played for you.")
    played = _("Your time ran out, so your turn was played for you.")
    if context.seats[context.seat].status != Seat.Status.ABSENT:
        return played
    absent = _(
        "That has happened too many times in a row: you now count as absent, and your turns are skipped until you "
        "come back."
    )
    return f"{played} {absent}"
