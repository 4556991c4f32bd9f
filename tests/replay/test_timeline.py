"""A log as steps: counted entries, ends of turns, answer times, growth of points."""

from datetime import timedelta

import pytest

import engine
from games.models import Game
from games.presentation.replay import past, timeline
from games.presentation.replay.timeline import Timeline
from games.table import store
from games.table.rulings import Pause, Resume
from tests.games.courts import rule, undo
from tests.games.stories import NOON, chosen, players, post, prompts, started
from tests.games.worlds import deal
from tests.replay.games import HOUR, taken_back, under_way
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db


def line_of(game: Game) -> Timeline:
    game = store.read(game.pk)
    return timeline.make(game.seats_wanted, store.log_for(game, None))


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["usa@1", "old_west@1", "card_game@1"]))
def test_the_points_are_those_of_each_position_also_where_play_was_taken_back(ruleset: str) -> None:
    game = under_way(ruleset)
    taken_back(game, game.head - 4)
    line, game = line_of(game), store.read(game.pk)
    for number in range(1, game.head + 1):
        seats = past.after(game, None, number, NOON).view["seats"]
        assert line.points(number) == tuple(seat["points"] for seat in seats)
    assert [one.entry for one in line.scores][0 :: max(1, len(line.scores) - 1)] == [1, game.head]


def test_what_was_taken_back_says_by_which_entry_and_counts_again_when_that_is_undone() -> None:
    game = under_way()
    as_of = game.head - 3
    ruling = taken_back(game, as_of)
    line = line_of(game)
    assert ruling.entry is not None
    assert line.restored == {ruling.entry: as_of}
    by = [line.taken_back_by(number) for number in range(as_of, ruling.entry + 1)]
    assert by == [None, *[ruling.entry] * 3, None]
    again = undo(game, ruling)
    line = line_of(game)
    assert line.taken_back_by(as_of + 1) is None
    assert line.taken_back_by(ruling.entry) == again.entry


def test_a_turn_on_and_back_stops_where_turns_end() -> None:
    game = chosen(started(players(2)))
    seat, head = prompts(game)[0]["seat"], store.read(game.pk).head
    post(game, seat, "draw deck", "draw deck")
    post(game, 1 - seat, "draw deck", "draw deck")
    line = line_of(game)
    assert line.head == head + 4
    assert [line.turn_after(number) for number in (head, head + 1, head + 2, head + 4)] == [
        head + 2,
        head + 2,
        head + 4,
        head + 4,
    ]
    assert [line.turn_before(number) for number in (head + 4, head + 3, head + 1)] == [head + 2, head + 2, head]
    assert line.turn_before(1) == 1


def test_time_runs_from_the_question_to_the_answer_and_not_in_a_pause() -> None:
    game = chosen(started(players(2)))
    seat = prompts(game)[0]["seat"]
    rule(game, Pause(), now=NOON + HOUR)
    rule(game, Resume(), now=NOON + 5 * HOUR)
    post(game, seat, "draw deck", "draw deck", now=NOON + 6 * HOUR)
    post(game, 1 - seat, "draw deck", now=NOON + 6 * HOUR + timedelta(minutes=5))
    line = line_of(game)
    assert line.took(1) is None
    assert [line.took(number) for number in range(line.head - 2, line.head + 1)] == [
        2 * HOUR,
        timedelta(),
        timedelta(minutes=5),
    ]
    used = line.used(line.head)
    assert (used[seat], used[1 - seat]) == (2 * HOUR, timedelta(minutes=5))


def test_a_claim_is_a_score() -> None:
    game = chosen(started(players(2)))
    seat = prompts(game)[0]["seat"]
    deal(game, seat, purple=4)
    post(game, seat, "claim denver-omaha purple 4")
    line = line_of(game)
    points = [0, 0]
    points[seat] = 7
    assert [one.points for one in line.scores] == [(0, 0), tuple(points)]


def test_there_is_no_entry_before_the_first_and_after_the_last() -> None:
    line = line_of(chosen(started(players(2))))
    for number in (0, -1, line.head + 1):
        with pytest.raises(IndexError):
            line.entry(number)
