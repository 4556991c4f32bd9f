"""The page, linked from emails, where signed-in players agree to a pause or refuse it."""

from collections.abc import Mapping
from typing import ClassVar

from django.utils import timezone

from games.models import Game, Player, Seat
from games.table.rulings import pauses
from notifications import links
from notifications.web.frame import AccountPage, Act


def _agree(player: Player, game: Game, _form: Mapping[str, str]) -> None:
    if _is_asked(player, game):
        pauses.wish(player=player, game_id=game.pk, now=timezone.now())


def _refuse(player: Player, game: Game, _form: Mapping[str, str]) -> None:
    if _is_asked(player, game):
        pauses.refuse(player=player, game_id=game.pk, now=timezone.now())


class PausePage(AccountPage):
    """The page that names the players who ask for a pause, with the possible answers.

    A stale page starts no new request.
    """

    kind = links.PAUSE
    template = "notifications/pause.html"
    acts: ClassVar[Mapping[str, Act]] = {"agree": _agree, "refuse": _refuse}

    def context(self, player: Player, game: Game) -> dict[str, object]:
        """Return the players who have asked for a pause, and the reader's answer."""
        return {
            "wishing": [seat.player.display_name for seat in _find_wishing(game) if seat.player],
            "asked": _is_asked(player, game),
            "agreed": any(seat.player_id == player.pk for seat in _find_wishing(game)),
            "paused": pauses.AGREEMENT in game.pauses,
        }


def _find_wishing(game: Game) -> list[Seat]:
    return list(game.seats.filter(wants_pause=True).select_related("player").order_by("number"))


def _is_asked(player: Player, game: Game) -> bool:
    """Check whether somebody else has asked for a pause that the reader has not answered."""
    if game.status != Game.Status.RUNNING or pauses.AGREEMENT in game.pauses:
        return False
    own = game.seats.filter(player=player, status=Seat.Status.PLAYING).first()
    return own is not None and not own.wants_pause and bool(_find_wishing(game))
