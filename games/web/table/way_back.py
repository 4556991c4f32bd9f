"""The way back to a seat for a player who is away, has lost it or has left it; or why there is none."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.lobby import departures
from games.models import Game, Player, Seat
from games.presentation import words
from games.web.table.sight import Sight


@dataclass(frozen=True)
class WayBack:
    """What has become of the viewer's seat; `is_open`: whether a button brings them back."""

    title: str
    sentence: str
    is_open: bool


def find(sight: Sight) -> WayBack | None:
    """Return the viewer's way back; None for a player who is not away, and for anyone who never sat there."""
    if sight.player is None or sight.alone or not sight.running or sight.game.practice:
        return None
    if sight.seat is None:
        return _find_from_outside(sight)
    if sight.seats[sight.seat].status == Seat.Status.RESIGNED:
        return _left_for_good()
    if sight.seats[sight.seat].status == Seat.Status.FORFEITED:
        return _find_after_forfeit(sight.game, sight.player)
    if sight.seats[sight.seat].status == Seat.Status.ABSENT:
        return WayBack(_("You are away"), _("Your turns are skipped until you are back."), is_open=True)
    return None


def _find_from_outside(sight: Sight) -> WayBack | None:
    if sight.player is None or not departures.has_departed(sight.game.pk, sight.player):
        return None
    if departures.has_left_for_good(sight.game, sight.player):
        return _left_for_good()
    if departures.stand_in_of(sight.game, sight.seats, sight.player) is None:
        return WayBack(_("Your seat has a new player"), _("You cannot come back to it."), is_open=False)
    return WayBack(_("A stand-in has your seat"), words.coming_back(sight.game), is_open=True)


def _find_after_forfeit(game: Game, player: Player) -> WayBack:
    if departures.is_put_out(game, player):
        return WayBack(_("An admin removed you from this game"), _("Only an admin can bring you back."), is_open=False)
    return WayBack(
        _("You lost on time"), _("You can come back until another player takes your seat over."), is_open=True
    )


def _left_for_good() -> WayBack:
    return WayBack(_("You have left this game for good"), _("You cannot come back."), is_open=False)
