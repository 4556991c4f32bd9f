"""Playing again: the same people at a new table, which any of them can open and all of them find.

Two players who ask at the same moment meet at one table, and asking twice does not open a second one. Only players whom
the opener has blocked are not invited; they find their own table, and do not learn of another.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from games.errors import Forbidden, NotFound, Refused
from games.lobby import challenges, club_tables, departures, lobby, practice, selectors
from games.lobby.lobby import Wishes
from games.models import Game, Player, Seat
from games.people import blocks
from games.people.suspension import is_suspended, present, refuse_guest
from games.table import store
from games.table.clocks import mapping
from games.table.play.moves import seat_of


class Again(NamedTuple):
    """A table for playing again, and whether it was opened just now."""

    game: Game
    made: bool


def play_again(*, player: Player, game_id: str, now: datetime) -> Again:
    """Open a table like that of this ended game and invite all who sat there, or for whom a stand-in played to the end;
    other stand-ins come along.

    If somebody has already opened it, the player sits down there. The player who was second in the order of turns
    begins. The seats of players who are gone, suspended or blocked are free.

    Raises NotFound, Forbidden (not_in_this_game, account_suspended), Refused (game_not_ended, and what
    `lobby.create_game`, `lobby.invite` and `lobby.join_game` refuse).
    """
    with transaction.atomic():
        challenges.lock(player, _bots_at(game_id))
        player = present(player, now)
        before = _lock_ended(game_id)
        _refuse_outsider(before, player)
        if before.practice:
            return Again(practice.start(player=player, ruleset=before.ruleset, now=now), made=True)
        refuse_guest(player)
        new_game = selectors.table_again(before, player)
        if new_game is not None:
            return Again(_join(new_game, player, now), made=False)
        return Again(_open_new(before, player, now), made=True)


def may_play_again(game: Game, seats: Sequence[Seat], player: Player) -> bool:
    """Check whether the player has a seat of this game, or a stand-in has it for them."""
    if any(seat.player_id == player.pk for seat in seats):
        return True
    return departures.has_departed(game.pk, player) and departures.stand_in_of(game, seats, player) is not None


def _refuse_outsider(game: Game, player: Player) -> None:
    if not may_play_again(game, list(game.seats.select_related("player").order_by("number")), player):
        raise Forbidden("not_in_this_game")


def _bots_at(game_id: str) -> list[Player]:
    """Return the bots that would come along."""
    seats = Seat.objects.filter(game=game_id, player__owner__isnull=False).select_related("player")
    return [seat.player for seat in seats if seat.player]


def _lock_ended(game_id: str) -> Game:
    try:
        game = store.lock(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    if game.ended_at is None or game.started_at is None:
        raise Refused("game_not_ended", game_status=game.status)
    return game


def _join(game: Game, player: Player, now: datetime) -> Game:
    if game.status != Game.Status.OPEN:
        seat_of(game, player)
        return game
    return lobby.join_game(player=player, game_id=game.pk, now=now)


def _open_new(before: Game, host: Player, now: datetime) -> Game:
    others = departures.find_people(before, list(before.seats.select_related("player").order_by("number")))
    stand_ins = sum(other.kind == Player.Kind.HOUSE for other in others)
    game = lobby.create_game(host=host, wishes=_wish_for_same(before, host, stand_ins), now=now)
    people = [other.name for other in others if other != host and _is_welcome(other, game, now)]
    return lobby.invite(host=host, game_id=game.pk, names=people, now=now) if people else game


def _is_welcome(player: Player, game: Game, now: datetime) -> bool:
    """Check whether a player can come along; a bot can if its policy accepts the challenge."""
    person = player.is_active and player.kind != Player.Kind.HOUSE
    if not person or is_suspended(player, now) or blocks.has_blocked(game.host, player):
        return False
    return challenges.would_accept(game, game.host, player, now)


def _wish_for_same(before: Game, host: Player, stand_ins: int) -> Wishes:
    """Return the settings for a table like the one before.

    The minimum reliability is dropped, because the players know each other. A club goes on seeing its tables as long as
    the host is in it.
    """
    club = before.club_id if before.club_id and club_tables.is_member(host, before.club_id) else None
    return Wishes(
        ruleset=before.ruleset,
        seats=before.seats_wanted,
        name=before.name,
        access=Game.Access.INVITATION,
        public=before.public,
        club=club,
        bots=before.bots,
        order=Game.Order.CONTINUED,
        pause_on_dispute=before.pause_on_dispute,
        rated=before.rated,
        options=before.options,
        clock=mapping.terms(before),
        stand_ins=stand_ins,
        again_of=before,
    )
