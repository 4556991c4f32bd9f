"""Play again: the same people at a new table, which any of them can open and all of them find.

An ended game has one such table at a time, so two players who ask at the same moment meet there, and asking twice makes
no second one.
"""

from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from games import store
from games.clocks import mapping
from games.errors import NotFound, Refused
from games.models import Game, Player
from games.people.suspension import present, refuse_guest
from games.play.moves import seat_of
from games.seats import lobby, practice
from games.seats.lobby import Wishes


class Again(NamedTuple):
    """The new table; whether it was opened just now."""

    game: Game
    made: bool


def play_again(*, player: Player, game_id: str, now: datetime) -> Again:
    """A table like that of this ended game, by invitation to all who sat there; stand-ins come along.

    If somebody has opened it already, the player sits down there.

    Raises NotFound, Forbidden (not_in_this_game, account_suspended), Refused (game_not_ended, and what
    `lobby.create_game`, `lobby.invite` and `lobby.join_game` refuse).
    """
    with transaction.atomic():
        player = present(player, now)
        before = _ended(game_id)
        seat_of(before, player)
        if before.practice:
            return Again(practice.start(player=player, ruleset=before.ruleset, now=now), made=True)
        refuse_guest(player)
        there = Game.objects.filter(again_of=before).first()
        if there is not None and there.status != Game.Status.CLOSED:
            return Again(_joined(there, player, now), made=False)
        Game.objects.filter(again_of=before).update(again_of=None)
        return Again(_opened(before, player, now), made=True)


def _ended(game_id: str) -> Game:
    try:
        game = store.lock(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    if game.ended_at is None or game.started_at is None:
        raise Refused("game_not_ended", game_status=game.status)
    return game


def _joined(game: Game, player: Player, now: datetime) -> Game:
    if game.status != Game.Status.OPEN:
        seat_of(game, player)
        return game
    return lobby.join_game(player=player, game_id=game.pk, now=now)


def _opened(before: Game, host: Player, now: datetime) -> Game:
    seats = list(before.seats.select_related("player").order_by("number"))
    others = [seat.player for seat in seats if seat.player and seat.player_id != host.pk]
    people = [one.name for one in others if one.kind != Player.Kind.HOUSE and one.is_active]
    stand_ins = sum(one.kind == Player.Kind.HOUSE for one in others)
    game = lobby.create_game(host=host, wishes=_like(before, 1 + len(people), stand_ins), now=now)
    game.again_of = before
    game.save(update_fields=["again_of"])
    return lobby.invite(host=host, game_id=game.pk, names=people, now=now) if people else game


def _like(before: Game, people: int, stand_ins: int) -> Wishes:
    """Nobody has to be as reliable as before: they know each other."""
    return Wishes(
        ruleset=before.ruleset,
        seats=max(lobby.FEWEST_SEATS, people + stand_ins),
        name=before.name,
        access=Game.Access.INVITATION,
        public=before.public,
        order=before.order,
        pause_on_dispute=before.pause_on_dispute,
        options=before.options,
        clock=mapping.terms(before),
        stand_ins=stand_ins,
    )
