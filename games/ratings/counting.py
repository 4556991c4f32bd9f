"""Whom the result of a game counts for, and where each of them came in.

1. A game counts if people sat on all its seats when it began, and it ended with ranks.
2. Those who have kept their seats come in by these ranks, among each other.
3. Whoever left or was put out after the game had properly begun, each seat having moved twice, is last: several share
   that place. Whoever left before has none.
4. Nor has a stand-in, or anybody who took a seat over: what they play changes nobody's rating.

Whom the clock, or the table, has taken a seat from has lost it by an absence. Games that one absence has lost count
once, which `derivation` sees to.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from math import inf
from typing import Any, Final, NamedTuple

from games import instants, store
from games.kinds import EntryKind
from games.models import Entry, Game, Player, Seat
from games.play import participation

MOVES: Final = frozenset({EntryKind.MOVE, EntryKind.PLANNED, EntryKind.TIMEOUT, EntryKind.STAND_IN})
"""A seat's move is made, by whomever."""
PROPER: Final = 2
"""So many moves of each seat are a proper beginning."""
BY_ABSENCE: Final = frozenset({EntryKind.FORFEITED, EntryKind.TAKEN_OVER})


class RatedPlayer(NamedTuple):
    """Where a player came in; `lost_at`: when an absence cost them their seat."""

    player: str
    rank: int
    lost_at: datetime | None = None


def rated_players(games: Collection[Game]) -> dict[str, list[RatedPlayer]]:
    """Whom each of these games counts for, by the game's id. All of them have ended."""
    seats: dict[str, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=seats).order_by("game", "number"):
        seats[seat.game_id].append(seat)
    started = Entry.objects.filter(game__in=seats, kind=EntryKind.STARTED)
    began = dict(started.values_list("game_id", "public__players"))
    known = Player.objects.filter(pk__in={player for players in began.values() for player in players if player})
    people = set(known.filter(kind__in=Player.PEOPLE).values_list("pk", flat=True))
    return {
        game.pk: _rated_players(game, seats[game.pk], began[game.pk])
        for game in games
        if people.issuperset(began[game.pk]) and all(seat.rank for seat in seats[game.pk])
    }


def _rated_players(game: Game, seats: Iterable[Seat], began: Sequence[str]) -> list[RatedPlayer]:
    kept = {
        player: seat.rank
        for player, seat in zip(began, seats, strict=True)
        if seat.rank and seat.player_id == player and seat.status not in Seat.GONE
    }
    ranks = sorted(kept.values())
    stayed = [RatedPlayer(player, 1 + ranks.index(rank)) for player, rank in kept.items()]
    if len(stayed) == len(began):
        return stayed
    return stayed + [RatedPlayer(player, len(stayed) + 1, lost_at) for player, lost_at in _left(game, began, kept)]


def _left(game: Game, began: Sequence[str], kept: Collection[str]) -> Iterator[tuple[str, datetime | None]]:
    """Who left after a proper beginning, and when it was by an absence."""
    log = store.public_log(game)
    proper, course = _proper_from(log, len(began)), participation.course(log)
    for seat, player in enumerate(began):
        if player in kept:
            continue
        last = max(entry["number"] for entry in log if _sits(course, entry["number"], seat, player))
        gone = log[last]  # the entry after it: they count from one
        if gone["number"] > proper:
            absent = EntryKind(gone["kind"]) in BY_ABSENCE or "agreed" in gone
            yield player, instants.read(gone["at"]) if absent else None


def _proper_from(log: Iterable[Mapping[str, Any]], seats: int) -> float:
    """The entry by which every seat had moved twice; infinite if there is none."""
    moves = Counter[int]()
    for entry in log:
        if EntryKind(entry["kind"]) in MOVES:
            moves[entry["seat"]] += 1
            if all(moves[seat] >= PROPER for seat in range(seats)):
                return float(entry["number"])
    return inf


def _sits(course: participation.Course, number: int, seat: int, player: str) -> bool:
    """Whether the player had the seat after this entry."""
    left = course.standings[number].statuses[seat] in participation.LEFT
    return course.players[number][seat] == player and not left
