"""Open seats that a game's host offers to someone by name; while the host does not play, anyone who does can.

An offered seat is kept for that player for three days; then it is open to all again, and the offer stands until it is
answered or withdrawn, or somebody has the seat (`open_seats`). In a game that is not public, or that players joined by
invitation, only those to whom a seat is offered can take it. `takeovers` handles taking it.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games import signals
from games.errors import Forbidden, NotFound, Refused
from games.instants import rfc3339
from games.lobby import bots, club_tables, eligibility, invitation_limits, succession, takeovers
from games.models import Game, Player, Seat, SeatOffer, Turn
from games.people import blocks, player_rows, reliability
from games.people.suspension import awake
from games.ratings import rating_table
from games.table import store
from games.table.play import open_seats
from games.table.play.participation import course

RESERVED: Final = timedelta(days=3)
MOST_OFFERS: Final = 20
"""The maximum number of offers in a game."""


def of_game(*, game: Game, reader: Player) -> QuerySet[SeatOffer]:
    """Return the game's open offers: all of them for whoever may offer seats, their own for other players."""
    open_offers = SeatOffer.objects.filter(game=game, closed_at=None).select_related("player").order_by("seat")
    offers_them = succession.may_offer(game, list(game.seats.select_related("player")), reader)
    return open_offers if offers_them else open_offers.filter(player=reader)


def offer(*, host: Player, game_id: str, seat: int, name: str, now: datetime) -> SeatOffer:
    """Offer an open seat to a player by name, who gets an email. Offering it again changes nothing.

    Raises NotFound (no_such_game, no_such_player), Unprocessable("no_such_seat"), Forbidden (only_the_host,
    account_suspended, reliability_too_low), Refused (game_not_running, game_of_competition, seat_not_open,
    seat_reserved, has_held_another_seat, put_out, for_members_only, not_in_the_club, you_blocked, too_many_offers,
    too_many_invitations_today, too_many_invitations_to_one).
    """
    with transaction.atomic():
        host = awake(host, now)
        table = takeovers.running(game_id)
        game, row = table.game, takeovers.seat_of(table, seat)
        if not succession.may_offer(game, table.seats, host):
            raise Forbidden("only_the_host")
        if game.of_competition:
            raise Refused("game_of_competition")
        player = _find_player(game, row, name)
        club_tables.refuse_outsiders(game, host, [player])
        blocks.refuse_blocked(host, [player])
        reliability.refuse_unreliable(game, player, now)
        rating_table.refuse_outside(game, [player])
        before = SeatOffer.objects.filter(game=game, seat=seat, closed_at=None).first()
        if before is not None and before.player_id == player.pk:
            return before
        invitation_limits.refuse_too_many(host, [player], (), now)
        _refuse_more(game, before, now)
        new_offer = SeatOffer.objects.create(
            game=game, seat=seat, player=player, created_at=now, reserved_until=now + RESERVED
        )
        if not blocks.has_blocked(player, host):
            signals.seat_offered.send(sender=Game, game=game, player=player)
    return new_offer


def _find_player(game: Game, seat: Seat, name: str) -> Player:
    """Return the player the host means.

    What that player has seen as an admin is not disclosed to the host; it is checked when the seat is taken.
    """
    if not open_seats.is_open(game, seat):
        raise Refused("seat_not_open", seat=seat.number)
    (player,) = player_rows.find_players([name])
    if open_seats.is_stand_in(player):
        raise NotFound("no_such_player", names=[name])
    bots.refuse_bot(game, player)
    history = course(store.public_log(game))
    eligibility.refuse_put_out(history, seat.number, player)
    eligibility.refuse_who_knows_another(history, seat.number, player)
    return player


def _refuse_more(game: Game, before: SeatOffer | None, now: datetime) -> None:
    """Refuse another offer while the seat is kept for a player; close an earlier offer that no longer keeps it."""
    if before is not None:
        if before.reserved_until > now:
            raise Refused("seat_reserved", until=rfc3339(before.reserved_until))
        _close(before, now)
    if SeatOffer.objects.filter(game=game).count() >= MOST_OFFERS:
        raise Refused("too_many_offers", most=MOST_OFFERS)


def withdraw(*, player: Player, game_id: str, seat: int, now: datetime) -> None:
    """Withdraw an offer for the table, or decline it for its player. Raises NotFound (no_such_game, no_such_offer)."""
    with transaction.atomic():
        game, seats, _turns = _lock_game(game_id)
        open_offer = SeatOffer.objects.filter(game=game, seat=seat, closed_at=None)
        own_offer = open_offer.first()
        if own_offer is None or not (own_offer.player_id == player.pk or succession.may_offer(game, seats, player)):
            raise NotFound("no_such_offer")
        _close(own_offer, now)


def _close(offer: SeatOffer, now: datetime) -> None:
    offer.closed_at = now
    offer.save(update_fields=["closed_at"])


def _lock_game(game_id: str) -> tuple[Game, list[Seat], list[Turn]]:
    try:
        return store.lock_whole(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
