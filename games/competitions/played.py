"""The results of games, for standings: two queries, however many games there are. Running games have no result."""

from collections.abc import Iterable
from typing import Final

from games.competitions.results import How, Result
from games.models import Game, Seat

HOW: Final = {Game.Status.ENDED: How.RANKED, Game.Status.VOID: How.VOID, Game.Status.ABANDONED: How.LEFT}
NONE: Final = Result(How.RUNNING)


def results(games: Iterable[str]) -> dict[str, Result]:
    """Return the results of these games, by id."""
    ids = list(games)
    statuses = dict(Game.objects.filter(pk__in=ids).values_list("pk", "status"))
    ended = [game for game, status in statuses.items() if status == Game.Status.ENDED]
    ranked: dict[str, list[tuple[int, int]]] = {game: [] for game in ended}
    seats = Seat.objects.filter(game__in=ended).order_by("game", "number")
    for game, rank, points in seats.values_list("game_id", "rank", "points"):
        ranked[game].append((rank or 0, points or 0))
    return {
        game: _make_result(HOW.get(Game.Status(status), How.RUNNING), ranked.get(game, []))
        for game, status in statuses.items()
    }


def _make_result(how: How, seats: list[tuple[int, int]]) -> Result:
    if how != How.RANKED:
        return Result(how)
    return Result(how, [rank for rank, _ in seats], [points for _, points in seats])
