"""Running games that the reader has left, for the list of their games; and what has become of their seat."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.lobby import departures, selectors
from games.models import Game, Player, Seat
from games.web.listed import ListedGame, with_seats

MOST: Final = 10
"""How many are listed, the newest first."""


@dataclass(frozen=True)
class LeftGame:
    """A game that the reader has left, and why it still concerns them."""

    listed: ListedGame
    sentence: str


def list_left(player: Player) -> list[LeftGame]:
    """Return the games that the player has left, without those where somebody else has the seat.

    Of ended ones only those in which a stand-in played for them: others are in the list of ended games.
    """
    has_stand_in = Exists(Seat.objects.filter(game=OuterRef("pk"), player__kind=Player.Kind.HOUSE))
    begun = Q(status__in=[Game.Status.RUNNING, Game.Status.ENDED])
    given_up = Q(pk__in=selectors.given_up(player), status=Game.Status.RUNNING)
    has_left = Q(has_stand_in, begun, pk__in=player.departures.values("game")) | given_up
    games = Game.objects.filter(has_left, practice=False).order_by("-started_at")
    listed = with_seats(games.select_related("host")[:MOST])
    return [LeftGame(game, sentence) for game in listed if (sentence := _say_why(game, player))]


def _say_why(listed: ListedGame, player: Player) -> str:
    own = next((seat for seat in listed.seats if seat.player_id == player.pk), None)
    if own is not None and listed.game.status == Game.Status.ENDED:
        return ""
    if own is not None and own.status == Seat.Status.RESIGNED:
        return _("You have left this game.")
    if own is not None and own.status == Seat.Status.FORFEITED:
        removed = departures.is_put_out(listed.game, player)
        return _("An admin removed you from this game.") if removed else _("You lost on time, and can come back.")
    if own is None and departures.stand_in_of(listed.game, listed.seats, player) is not None:
        is_over = listed.game.status == Game.Status.ENDED
        if is_over:
            return _("Over: a stand-in played for you.")
        waits = listed.game.closes_at is not None
        return _("The game waits for you.") if waits else _("A stand-in plays for you. You can come back.")
    return ""
