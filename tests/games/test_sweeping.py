"""Behavior common to all sweeps: order, locks, quarantine, and the time limit."""

from datetime import datetime

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import InternalError, OperationalError

from games.models import Game
from games.table import store
from games.table.play.batches import Batches, nothing
from games.table.play.quarantine import QUARANTINE
from games.table.play.sweeps import DueRow
from tests.games.stories import NOON, players, started
from tests.locks import held

pytestmark = pytest.mark.django_db


class Visits:
    """A sweep over all games that records its visits and raises where it is told to, after which each game of the
    batch is visited again by itself."""

    def __init__(self, **trouble: Exception) -> None:
        self.seen: dict[str, None] = {}
        self.failed: list[DueRow] = []
        self._trouble = trouble
        self.sweep = Batches(
            name="visit",
            due=lambda now: Game.objects.all(),
            read=nothing,
            act=self._visit,
            at="created_at",
            game="id",
            on_failure=self._failed,
        )

    def _visit(self, held: store.HeldGame, key: str, _now: datetime, _known: None) -> int:
        self.seen[key] = None
        if held.game.name in self._trouble:
            raise self._trouble[held.game.name]
        return 1

    def _failed(self, row: DueRow, error: Exception) -> int:
        self.failed.append(row)
        return 1


@pytest.fixture
def games() -> list[str]:
    """Return the ids of five games, all made at the same instant."""
    return sorted(started(players(2, f"P{number}x"), name=f"game{number}").id for number in range(5))


def game_number(number: int) -> Game:
    """Return one of the five games."""
    return Game.objects.get(name=f"game{number}")


@pytest.mark.parametrize("batch", [1, 2, 5, 200])
def test_each_row_is_met_once_whatever_the_batch(games: list[str], batch: int) -> None:
    visits = Visits()
    assert visits.sweep.run(NOON, batch=batch) == 5
    assert list(visits.seen) == games


def test_so_many_at_most(games: list[str]) -> None:
    visits = Visits()
    assert visits.sweep.run(NOON, most=2) == 2
    assert list(visits.seen) == games[:2]


def test_one_game_s_error_puts_it_aside_and_stops_no_other(games: list[str]) -> None:
    visits = Visits(game2=KeyError("a secret"))
    assert visits.sweep.run(NOON) == 5
    assert list(visits.seen) == games
    broken = game_number(2)
    assert visits.failed == [DueRow(broken.id, broken.id)]
    assert broken.quarantined_until == NOON + QUARANTINE
    assert broken.quarantine_error.startswith("KeyError at _visit:")
    assert Game.objects.filter(quarantined_until__isnull=False).count() == 1


@pytest.mark.parametrize("trouble", [OperationalError("deadlock"), InternalError("received 2 results")])
def test_trouble_of_the_database_is_not_the_game_s(games: list[str], trouble: Exception) -> None:
    visits = Visits(game2=trouble)
    assert visits.sweep.run(NOON) == 4
    assert list(visits.seen) == games
    assert game_number(2).quarantined_until is None


def test_the_time_limit_is_the_sweep_s_and_not_the_game_s(games: list[str]) -> None:
    visits = Visits(game2=SoftTimeLimitExceeded())
    with pytest.raises(SoftTimeLimitExceeded):
        visits.sweep.run(NOON)
    assert list(visits.seen)[-1] == game_number(2).id
    assert not Game.objects.filter(quarantined_until__isnull=False).exists()


@pytest.mark.django_db(transaction=True)
def test_a_game_that_somebody_holds_is_left_to_the_next_sweep(games: list[str]) -> None:
    taken, visits = games[3], Visits()
    with held(Game.objects.filter(pk=taken)):
        assert visits.sweep.run(NOON) == 4
    assert list(visits.seen) == [game for game in games if game != taken]
    assert visits.sweep.one(DueRow(taken, taken), NOON) == 1
