"""Emails about games that close because nobody plays them: the warning before, and the news afterwards."""

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


@letter(kinds.CLOSING_SOON, subject=subjects.CLOSING, body=Body.NEWS, leads=places.to_left_game)
def closing_soon(occasion: Occasion) -> Iterator[Element]:
    """Warn everyone who can still prevent it, seated or not, that the game will close."""
    yield Paragraph(closing_sentence(occasion.game, occasion.reader))
    if occasion.game.status == Game.Status.RUNNING and occasion.seat_context is None:
        yield places.back(occasion.reader, occasion.game.pk, occasion.batch.now)


@letter(kinds.GAME_CLOSED, subject=subjects.CLOSED, leads=places.to_game)
def game_closed(occasion: Occasion) -> Iterator[Element]:
    """Tell those who were waiting for the game to start, or had been replaced in it, that it has closed."""
    yield Paragraph(_closed_sentence(occasion.game))


def closing_sentence(game: Game, reader: Player) -> str:
    """Return when the game closes, and what would prevent it."""
    when = {"when": spell(game.closes_at, reader.time_zone) if game.closes_at else ""}
    if game.status == Game.Status.OPEN:
        return (
            _(
                "This game hasn’t started, and nothing has changed for a long time. It closes on %(when)s, unless it "
                "starts, or someone joins or is invited."
            )
            % when
        )
    return (
        _(
            "Nobody is left playing this game. It closes without a winner on %(when)s, unless someone comes back or "
            "takes a seat."
        )
        % when
    )


def _closed_sentence(game: Game) -> str:
    """Return a sentence saying that the game was closed, and why."""
    if game.status != Game.Status.CLOSED:
        return _("A game you had a seat in was closed without a winner: nobody was left playing.")
    if not game.never_started:
        return _("The host called this game off.")
    days = settings.UNSTARTED_GAMES_CLOSE_AFTER_DAYS
    return ngettext(
        "This game was closed: it hadn’t started, and nothing had changed for %(days)d day.",
        "This game was closed: it hadn’t started, and nothing had changed for %(days)d days.",
        days,
    ) % {"days": days}
