"""An entry's consequences are one value, computed before anything is changed."""

from datetime import timedelta
from typing import Any

import pytest

import engine
from engine.codec import canonical
from games.kinds import EntryKind
from games.models import Game, Seat
from games.table import store
from games.table.play import consequences, log_entries
from games.table.play.consequences import Consequences, Departed
from tests.games.stories import DAY, NOON, chosen, players, started

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


def followed(table: store.LoadedGame, move: engine.Move, kind: EntryKind, seat: int) -> Consequences:
    """Return the consequences of a move."""
    decision = log_entries.decided(table, seat, move, table.chance())
    return consequences.consequences_of(table, log_entries.common_facts(kind, seat, LATER), decision.state, LATER)


def rows(table: store.LoadedGame) -> list[dict[str, Any]]:
    """Return every column of the game, its seats and its open turns, as they are in memory."""
    return [
        {name: value for name, value in vars(row).items() if name != "_state"}
        for row in (table.game, *table.seats, *table.turns)
    ]


def test_it_is_pure(django_assert_num_queries: Any) -> None:
    table = store.load(*store.lock_whole(chosen(started(players(3))).id))
    asked = table.state.prompts[0].seat
    before, position = rows(table), canonical(table.codec.position(table.state))
    with django_assert_num_queries(0):
        followed(table, engine.default_move(table.state, asked), EntryKind.MOVE, asked)
        followed(table, engine.Resign(), EntryKind.RESIGNED, 0)
    assert rows(table) == before
    assert canonical(table.codec.position(table.state)) == position


def test_a_card_drawn_closes_its_turn_and_opens_that_of_the_second_card() -> None:
    table = store.load(*store.lock_whole(chosen(started(players(3))).id))
    asked = table.state.prompts[0].seat
    follows = followed(table, engine.default_move(table.state, asked), EntryKind.MOVE, asked)
    assert (list(follows.turns.closed), follows.turns.counted) == ([asked], None)
    (turn,) = follows.turns.opened
    assert (turn.seat, turn.deadline_at) == (asked, LATER + DAY)
    assert follows.facts["deadlines"].keys() == {turn.prompt_id}
    assert follows.heard == [turn]
    assert (follows.departed, follows.ends_plans, follows.vacancies, follows.results) == (None, False, {}, {})


def test_the_last_but_one_to_leave_ends_the_game() -> None:
    table = store.load(*store.lock_whole(chosen(started(players(2))).id))
    table.seats[0].status = Seat.Status.RESIGNED
    follows = followed(table, engine.Resign(), EntryKind.RESIGNED, 0)
    assert follows.game["status"] == Game.Status.ENDED
    assert (follows.game["ended_at"], follows.game["secrets_open_at"]) == (LATER, LATER + timedelta(hours=72))
    assert follows.results.keys() == {0, 1}
    assert follows.departed == Departed(str(table.seats[0].player_id), EntryKind.RESIGNED)
    assert follows.ends_plans
    assert follows.vacancies == {}
