"""Rulings about clocks: extensions and pauses, by which nobody loses time."""

from datetime import timedelta

import pytest

from games.errors import Refused, Unprocessable
from games.lobby import departures
from games.models import Entry, Game, Heartbeat, Turn
from games.table.clocks import heartbeats
from games.table.play import deadlines
from games.table.rulings import Extend, Pause, Resume, TakeBack, of_itself
from notifications.policy import reminders
from tests.games.courts import agree, anybody, as_row, last, preview, rule, undo
from tests.games.stories import DAY, NOON, chosen, players, post, prompts, started

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def game() -> Game:
    return chosen(started(players(2)))


def deadline(game: Game) -> object:
    return Turn.objects.get(game=game, closed_at=None).deadline_at


class TestMoreTime:
    def test_until_then(self, game: Game) -> None:
        rule(game, Extend(deadline_at=NOON + 3 * DAY))
        assert deadline(game) == NOON + 3 * DAY
        assert last(game)["deadlines"] == {"3.0": "2026-03-05T12:00:00.000000Z"}
        assert last(game)["deadlines_before"] == {"3.0": "2026-03-03T12:00:00.000000Z"}

    def test_so_many_hours_more(self, game: Game) -> None:
        rule(game, Extend(hours=6))
        assert deadline(game) == NOON + DAY + 6 * HOUR

    def test_hours_count_from_now_where_the_time_is_over(self, game: Game) -> None:
        rule(game, Extend(hours=6), now=NOON + 2 * DAY)
        assert deadline(game) == NOON + 2 * DAY + 6 * HOUR

    def test_the_prompt_keeps_its_name(self, game: Game) -> None:
        before = prompts(game)
        rule(game, Extend(hours=6))
        assert prompts(game) == before
        post(game, 0, "draw deck", "draw deck")

    def test_one_prompt_of_several(self) -> None:
        game = started(players(3))
        rule(game, Extend(hours=6, prompt="1.1"))
        times = dict(Turn.objects.filter(game=game).values_list("seat", "deadline_at"))
        assert times == {0: NOON + DAY, 1: NOON + DAY + 6 * HOUR, 2: NOON + DAY}

    def test_the_sweep_waits(self, game: Game) -> None:
        rule(game, Extend(hours=6))
        turn = Turn.objects.get(game=game, closed_at=None)
        assert not deadlines.expire_turn(turn_id=turn.pk, now=NOON + DAY + 5 * HOUR)
        assert deadlines.expire_turn(turn_id=turn.pk, now=NOON + DAY + 6 * HOUR)

    @pytest.mark.parametrize(
        ("order", "code"),
        [
            (Extend(deadline_at=NOON + HOUR), "deadline_not_later"),
            (Extend(deadline_at=NOON - HOUR), "deadline_in_the_past"),
            (Extend(hours=24 * 90), "deadline_too_far"),
            (Extend(), "deadline_or_hours"),
            (Extend(hours=1, deadline_at=NOON + 2 * DAY), "deadline_or_hours"),
            (Extend(hours=1, prompt="3.1"), "prompt_not_open"),
        ],
        ids=str,
    )
    def test_what_makes_no_sense(self, game: Game, order: Extend, code: str) -> None:
        with pytest.raises(Refused, match=code):
            rule(game, order)
        assert Entry.objects.filter(game=game, kind="ruled").count() == 0

    def test_undone_the_deadline_is_what_it_was(self, game: Game) -> None:
        given = rule(game, Extend(hours=48))
        undo(game, given)
        assert deadline(game) == NOON + DAY

    def test_undone_it_leaves_half_a_day_at_least(self, game: Game) -> None:
        given = rule(game, Extend(hours=48))
        undo(game, given, now=NOON + 36 * HOUR)
        assert deadline(game) == NOON + 48 * HOUR

    def test_of_a_turn_that_was_played_nothing_is_left_to_undo(self, game: Game) -> None:
        given = rule(game, Extend(hours=48))
        post(game, 0, "draw deck", "draw deck")
        with pytest.raises(Refused, match="nothing_to_undo"):
            undo(game, given)

    def test_the_preview_shows_both_deadlines(self, game: Game) -> None:
        seen = preview(game, Extend(hours=6))
        assert seen.deadlines == {"3.0": (NOON + DAY, NOON + DAY + 6 * HOUR)}


class TestPauses:
    def test_nobody_can_move_meanwhile(self, game: Game) -> None:
        rule(game, Pause())
        with pytest.raises(Refused, match="game_paused"):
            post(game, 0, "draw deck")

    def test_no_time_runs_out_and_nobody_is_reminded(self, game: Game) -> None:
        rule(game, Pause())
        turn = Turn.objects.get(game=game, closed_at=None)
        Heartbeat.objects.create(source=heartbeats.SWEEP, at=NOON + 9 * DAY)
        assert reminders.note_due(now=NOON + 23 * HOUR) == 0
        assert deadlines.sweep(now=NOON + 9 * DAY) == 0
        assert not deadlines.expire_turn(turn_id=turn.pk, now=NOON + 9 * DAY)

    def test_afterwards_there_is_as_much_time_as_before(self, game: Game) -> None:
        rule(game, Pause(), now=NOON + 5 * HOUR)
        rule(game, Resume(), now=NOON + 5 * DAY)
        assert deadline(game) == NOON + 5 * DAY + 19 * HOUR
        post(game, 0, "draw deck", now=NOON + 5 * DAY)
        agree(game)

    def test_the_clocks_run_when_no_reason_is_left(self, game: Game) -> None:
        rule(game, Pause("ruling"))
        rule(game, Pause("dispute:k3x9"), now=NOON + HOUR)
        rule(game, Resume("ruling"), now=NOON + 2 * HOUR)
        assert as_row(game)["pauses"] == ["dispute:k3x9"]
        assert as_row(game)["paused_at"] == NOON
        assert deadline(game) == NOON + DAY
        rule(game, Resume(), now=NOON + 3 * HOUR)
        assert as_row(game)["paused_at"] is None
        assert deadline(game) == NOON + DAY + 3 * HOUR

    def test_a_turn_that_was_opened_meanwhile_loses_no_time_either(self, game: Game) -> None:
        post(game, 0, "draw deck", "draw deck")
        rule(game, Pause(), now=NOON + HOUR)
        rule(game, TakeBack(3), now=NOON + 10 * HOUR)
        rule(game, Resume(), now=NOON + 12 * HOUR)
        assert deadline(game) == NOON + 12 * HOUR + DAY

    def test_one_may_leave_meanwhile(self, game: Game) -> None:
        rule(game, Pause())
        player = game.seats.get(number=1).player
        assert player is not None
        departures.resign(player=player, game_id=game.id, now=NOON)
        row = as_row(game)
        assert (row["status"], row["pauses"], row["paused_at"]) == ("ended", [], None)
        agree(game)

    def test_a_reason_is_given_once_and_is_a_code(self, game: Game) -> None:
        rule(game, Pause())
        with pytest.raises(Refused, match="already_paused"):
            rule(game, Pause())
        with pytest.raises(Refused, match="not_paused"):
            rule(game, Resume("other"))
        with pytest.raises(Unprocessable, match="bad_reason"):
            rule(game, Pause("Because of Bob"))

    def test_undone_it_is_the_opposite(self, game: Game) -> None:
        stopped = rule(game, Pause())
        going = undo(game, stopped)
        assert as_row(game)["pauses"] == []
        undo(game, going)
        assert as_row(game)["pauses"] == ["ruling"]

    def test_players_can_bring_a_pause_about(self, game: Game) -> None:
        of_itself(game_id=game.id, order=Pause("agreement"), by=game.host, now=NOON)
        agree(game)
        assert (last(game)["ruling"], last(game)["by"]) == ("paused", game.host_id)
        with pytest.raises(TypeError):
            of_itself(game_id=game.id, order=TakeBack(1), by=anybody(), now=NOON)
