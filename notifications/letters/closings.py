"""What emails say of games that are closed since nobody plays them: before it, and when it is so."""

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Player
from notifications.letters import places, subjects
from notifications.letters.document import Element, Paragraph
from notifications.letters.registry import Body, Occasion, letter
from notifications.policy import kinds
from notifications.times import spell


@letter(kinds.CLOSING_SOON, subject=subjects.CLOSING, body=Body.NEWS, leads=places.to_game)
def closing_soon(occasion: Occasion) -> Iterator[Element]:
    """For whoever could still change it, with a seat or without."""
    yield Paragraph(_soon(occasion.game, occasion.reader))


@letter(kinds.GAME_CLOSED, subject=subjects.CLOSED, leads=places.to_game)
def game_closed(occasion: Occasion) -> Iterator[Element]:
    """For whoever waited for its beginning, or was replaced."""
    yield Paragraph(_closed(occasion.game))


def _soon(game: Game, reader: Player) -> str:
    """That the game will be closed, and what keeps it from that."""
    when = {"when": spell(game.closes_at, reader.time_zone) if game.closes_at else ""}
    if game.status == Game.Status.OPEN:
        return (
            _(
                "This game waits for its beginning, and nothing has changed for long. Unless it begins, or somebody "
                "joins or is invited, it is closed: %(when)s."
            )
            % when
        )
    return (
        _(
            "Nobody who plays is left at this table. Unless somebody comes back or takes a seat, the game is closed, "
            "without a winner: %(when)s."
        )
        % when
    )


def _closed(game: Game) -> str:
    """That it was closed, and why."""
    if game.status != Game.Status.CLOSED:
        return _("A game in which you had a seat is closed, without a winner: nobody who plays was left at the table.")
    if not game.never_started:
        return _("The host has called this game off.")
    days = settings.UNSTARTED_GAMES_CLOSE_AFTER_DAYS
    return ngettext(
        "This game is closed: it has not begun, and nothing has changed for %(days)d day.",
        "This game is closed: it has not begun, and nothing has changed for %(days)d days.",
        days,
    ) % {"days": days}
