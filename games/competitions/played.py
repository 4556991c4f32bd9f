"""The results of games, for standings: two queries, however many games there are. Running games have no result.

Places that a host has corrected count as corrected, until the game changes (`outdated_corrections`).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models import FilteredRelation, Q

from games.competitions.results import How, Result
from games.models import Game, Seat

HOW: Final = {Game.Status.ENDED: How.RANKED, Game.Status.VOID: How.VOID, Game.Status.ABANDONED: How.LEFT}
NONE: Final = Result(How.RUNNING)


def results(games: Iterable[str]) -> dict[str, Result]:
    """Return the results of these games, by id."""
    ids = list(games)
    in_force = FilteredRelation("corrections", condition=Q(corrections__undone_at=None))
    found = Game.objects.filter(pk__in=ids).annotate(in_force=in_force)
    rows = list(found.values_list("pk", "status", "in_force__ranks"))
    ended = [game for game, status, _corrected in rows if status == Game.Status.ENDED]
    ranked: dict[str, list[tuple[int, int]]] = {game: [] for game in ended}
    seats = Seat.objects.filter(game__in=ended).order_by("game", "number")
    for game, rank, points in seats.values_list("game_id", "rank", "points"):
        ranked[game].append((rank or 0, points or 0))
    return {
        game: _make_result(HOW.get(Game.Status(status), How.RUNNING), ranked.get(game, []), corrected)
        for game, status, corrected in rows
    }


def correct(result: Result, ranks: Sequence[int]) -> Result:
    """Return the result of a game that is over with these ranks; its points stay."""
    return Result(How.RANKED, ranks, result.points or [0] * len(ranks))


def _make_result(how: How, seats: list[tuple[int, int]], corrected: list[int] | None) -> Result:
    played = Result(how, [rank for rank, _ in seats], [points for _, points in seats])
    return played if corrected is None or how == How.RUNNING else correct(played, corrected)
