"""Players who cannot play any longer, or do not, and who takes their seats.

1. `find_lost`: players who are suspended or inactive leave the cup, and so do those who are away from a running game of
   the round: absent after three turns in a row, or without the seat. If nothing depends on the game, nobody needs to
   play it. A player who resigns from a game of a knockout leaves the cup, too. In other cups resigning gives up only
   that game, also at a table of two, where it ends the game: the seat stays away, in last place (P1), and its
   player plays the next round.
2. `settle`: the seats of the players' running games go to stand-ins, each in its own transaction; those of somebody who
   plays in another's place go to them.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.competitions import fixtures
from games.competitions.cups import bracket, course, creation, exits
from games.competitions.cups.course import CupCourse
from games.models import Cup, CupEntrant, CupGame, Game, Seat
from games.signals import cup_changed
from games.table import store
from games.table.play import seat_changes, stand_ins

STAYS: Final[Mapping[str, Collection[str]]] = {
    Cup.Kind.KNOCKOUT: (Seat.Status.PLAYING,),
    Cup.Kind.SWISS: (Seat.Status.PLAYING, Seat.Status.RESIGNED),
    Cup.Kind.ROUND_ROBIN: (Seat.Status.PLAYING, Seat.Status.RESIGNED),
}
"""The statuses of a seat at a running game that keep its player in the cup."""


def find_lost(*, cup: Cup, now: datetime) -> int:
    """Take players out of the cup who are inactive, suspended or away; return their number."""
    cup_course = course.current_course(cup)
    away = set(_find_away(cup_course))
    lost = 0
    for seed in sorted(bracket.still_in(cup_course)):
        entrant = cup_course.players[seed]
        if not fixtures.can_play(entrant.player, now):
            lost += _drop_lost(entrant, CupEntrant.Why.GONE, now)
        elif seed in away:
            lost += _drop_lost(entrant, CupEntrant.Why.ABSENT, now)
    return lost


def _find_away(cup_course: CupCourse) -> Iterator[int]:
    """Yield the seeds of players who are away from a game of the newest round on which something depends."""
    last = cup_course.last
    if last is None or last.round.closed_at is not None:
        return
    tables = {table.game.game_id: table for table in last.tables if not bracket.is_done(cup_course, last, table)}
    running = Seat.objects.filter(game__in=[table for table in tables if table], game__status=Game.Status.RUNNING)
    for game_id, number, player, status in running.values_list("game_id", "number", "player_id", "status"):
        seed = tables[game_id].seeds[number]
        if cup_course.players[seed].unsettled:  # the seat is not handed over yet
            continue
        if player != cup_course.players[seed].player_id or status not in STAYS[cup_course.cup.kind]:
            yield seed


def _drop_lost(entrant: CupEntrant, why: CupEntrant.Why, now: datetime) -> bool:
    with transaction.atomic():
        cup = creation.locked(entrant.cup_id)
        current = CupEntrant.objects.get(pk=entrant.pk)
        if current.left_at is not None:
            return False
        exits.drop(current, why, now)
        cup_changed.send(sender=Cup, cup=cup, what="lost", round=None, entrant=current, now=now)
    return True


def settle(*, entrant_id: int, now: datetime) -> int:
    """Hand over the player's seats in running games of the cup; return their number."""
    entrant = CupEntrant.objects.get(pk=entrant_id)
    running = _games_of(entrant).filter(game__status=Game.Status.RUNNING).order_by("game")
    handed_over = sum(_hand_over_seat(entrant, fixture, now) for fixture in running)
    if not running.filter(game__quarantined_until__gt=now).exists():
        # Whoever has left meanwhile was marked again, for a stand-in.
        CupEntrant.objects.filter(pk=entrant_id, left_at=entrant.left_at).update(unsettled=False)
    return handed_over


def _games_of(entrant: CupEntrant) -> QuerySet[CupGame]:
    return CupGame.objects.filter(round__cup=entrant.cup_id, seeds__contains=entrant.seed)


def _hand_over_seat(entrant: CupEntrant, fixture: CupGame, now: datetime) -> bool:
    """Give the seat to the entrant who has come for it or, of one who has left, to a stand-in.

    Return False if that is so already, or the game is over.
    """
    number = fixture.seeds.index(entrant.seed)
    with transaction.atomic():
        available = fixtures.lock_players([entrant.player_id] if entrant.left_at is None else [], now)
        game, seats, turns = store.lock_whole(fixture.game_id or "")
        seat = seats[number]
        is_holder = seat.player_id == entrant.player_id
        if game.status != Game.Status.RUNNING or is_holder == (entrant.left_at is None):
            return False
        if entrant.left_at is None and entrant.player_id not in available:
            return False
        table = store.load(game, seats, turns)
        seat_changes.hand_over(table, seat, available.get(entrant.player_id) or stand_ins.free_for(game), now)
    return True
