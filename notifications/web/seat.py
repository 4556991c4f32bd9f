"""The page, linked from emails, where players answer the offer of a seat or return to theirs.

Anyone who holds the email can answer in the player's name.
"""

from collections.abc import Mapping
from typing import ClassVar

from django.utils import timezone

from games.lobby import club_tables, departures, offers, takeovers
from games.models import Block, Game, Player, Seat, SeatOffer, Turn
from games.people import relations
from games.ratings import results
from games.table import store
from notifications import links
from notifications.web.frame import Act, GamePage
from notifications.web.invitation import block, unblock


def _load_offers(player: Player, game: Game) -> list[SeatOffer]:
    open_offers = SeatOffer.objects.filter(game=game, player=player, closed_at=None)
    return list(open_offers.filter(club_tables.is_open_to(player, "game__")).order_by("seat"))


def _can_come_back(player: Player, game: Game) -> bool:
    if game.status != Game.Status.RUNNING:
        return False
    seats = store.look(game.pk)[1]
    own = next((seat for seat in seats if seat.player_id == player.pk), None)
    if own is None:
        return departures.stand_in_of(game, seats, player) is not None
    return own.status in (Seat.Status.ABSENT, Seat.Status.FORFEITED) and not departures.is_put_out(game, player)


def _take(player: Player, game: Game, form: Mapping[str, str]) -> None:
    for offer in _find_meant(player, game, form):
        takeovers.take_over(player=player, game_id=game.pk, seat=offer.seat, now=timezone.now(), rated="rated" in form)


def _decline(player: Player, game: Game, form: Mapping[str, str]) -> None:
    for offer in _find_meant(player, game, form):
        offers.withdraw(player=player, game_id=game.pk, seat=offer.seat, now=timezone.now())


def _find_meant(player: Player, game: Game, form: Mapping[str, str]) -> list[SeatOffer]:
    """Return the offer of exactly the seat that the page showed; none if it is no longer open."""
    return [offer for offer in _load_offers(player, game) if str(offer.seat) == form.get("seat")]


def _come_back(player: Player, game: Game, _form: Mapping[str, str]) -> None:
    if not game.seats.filter(player=player, status=Seat.Status.PLAYING).exists():
        departures.come_back(player=player, game_id=game.pk, now=timezone.now())


class LinkedSeatPage(GamePage):
    """The page for answering the offer of a seat, or returning to one's own; repeating an act does no harm."""

    kind = links.SEAT
    template = "notifications/seat.html"
    acts: ClassVar[Mapping[str, Act]] = {
        "take": _take,
        "decline": _decline,
        "return": _come_back,
        "block": block,
        "unblock": unblock,
    }

    def context(self, player: Player, game: Game) -> dict[str, object]:
        """Return the offers, or the way back to the player's seat."""
        return {
            "offers": _load_offers(player, game),
            "can_count": results.can_count(game),
            "asked": Turn.objects.filter(game=game, player=player, closed_at=None).exists(),
            "sits": game.seats.filter(player=player, status=Seat.Status.PLAYING).exists(),
            "blocked": relations.exists(Block, player, game.host),
            "back": _can_come_back(player, game),
        }
