"""Emails about games that close because nobody plays them: the warning before, and the news afterwards."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.models import Game, Player
from notifications.letters import endings, places, subjects
from notifications.letters.document import Element, Link, Paragraph
from notifications.letters.registry import Body, Occasion, letter
from notifications.policy import kinds
from notifications.times import spell


@letter(kinds.CLOSING_SOON, subject=subjects.CLOSING, body=Body.NEWS, leads=places.to_left_game)
def closing_soon(occasion: Occasion) -> Iterator[Element]:
    """Warn everyone who can still prevent it, seated or not, that the game will close."""
    yield Paragraph(closing_sentence(occasion.game, occasion.reader))
    if occasion.game.status == Game.Status.RUNNING and occasion.seat_context is None:
        yield places.back(occasion.reader, occasion.game.pk, occasion.batch.now)


def _to_table(occasion: Occasion) -> Iterator[Link]:
    """Link to the table for who may still look at it: an invitation to a private one ends with it."""
    seats = occasion.batch.seats[occasion.game.pk].values()
    if occasion.game.public or any(seat.player_id == occasion.reader.pk for seat in seats):
        yield from places.to_game(occasion)


@letter(kinds.GAME_CLOSED, subject=subjects.CLOSED, leads=_to_table)
def game_closed(occasion: Occasion) -> Iterator[Element]:
    """Tell those who were waiting for the game to start, or had been replaced in it, that it has closed."""
    yield Paragraph(endings.closed_sentence(occasion.game))


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
