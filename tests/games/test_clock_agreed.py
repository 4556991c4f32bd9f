"""Games with more than a plain clock: bank, grace, and the consequences when all time is over."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.errors import Unprocessable
from games.lobby import departures, lobby
from games.models import Entry, Game, Heartbeat, Player, Seat, Turn
from games.signals import time_is_over
from games.table import store
from games.table.clocks import heartbeats, terms, vacations
from games.table.clocks.terms import PRESETS, Bank, Terms
from games.table.play import deadlines, participation, seat_changes, stand_ins
from games.table.rulings import Extend, Pause, Resume
from tests.games.courts import rule
from tests.games.stories import DAY, NOON, chosen, play_on, players, post, prompts, started

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
BANKED = Terms(DAY, Bank(2 * DAY, 2 * HOUR, 3 * DAY), grace=4 * HOUR)


def sweep(now: datetime) -> int:
    Heartbeat.objects.update_or_create(source=heartbeats.SWEEP, defaults={"at": now - MINUTE})
    return deadlines.sweep(now=now)


def log(game: Game, kind: str | None = None) -> list[Any]:
    return store.public_log(Game.objects.get(id=game.id), kind)


def last(game: Game) -> Any:
    return log(game)[-1]


def open_turn(game: Game) -> Turn:
    return Turn.objects.get(game=game, closed_at=None)


def seat(game: Game, number: int) -> Seat:
    return Seat.objects.select_related("player").get(game=game, number=number)


def replayed() -> None:
    call_command("replay")


class TestAgreeing:
    @pytest.mark.parametrize("name", PRESETS)
    def test_the_log_begins_with_the_clock(self, name: str) -> None:
        game = started(players(2), clock=PRESETS[name])

        assert log(game)[0]["clock"] == terms.write(PRESETS[name])
        replayed()

    def test_a_plain_clock_is_all_there_is_to_say(self) -> None:
        game = started(players(2))

        assert game.clock == {}
        assert log(game)[0]["clock"] == terms.write(Terms(DAY))

    @pytest.mark.parametrize("wishes", [{"clock": None}, {"clock": BANKED, "time_per_move": DAY}])
    def test_a_game_has_one_clock(self, wishes: Any) -> None:
        (host,) = players(1)
        with pytest.raises(ValueError, match="either a clock or a time per move"):
            lobby.create_game(host=host, wishes=lobby.Wishes(ruleset="usa@1", seats=2, **wishes), now=NOON)

    def test_what_would_run_for_ever_is_refused(self) -> None:
        (host,) = players(1)
        wishes = lobby.Wishes(ruleset="usa@1", seats=2, clock=Terms(DAY, grace=2 * DAY))
        with pytest.raises(Unprocessable, match="grace_out_of_range"):
            lobby.create_game(host=host, wishes=wishes, now=NOON)


class TestTheLogTells:
    def test_when_every_question_is_due(self) -> None:
        game = started(players(2), clock=BANKED)

        first = log(game)[0]
        assert first["deadlines"] == {f"1.{seat}": "2026-03-05T12:00:00.000000Z" for seat in range(2)}
        assert first["expires"] == {f"1.{seat}": "2026-03-05T16:00:00.000000Z" for seat in range(2)}

    def test_no_grace_where_there_is_none(self) -> None:
        first = log(started(players(2)))[0]

        assert "expires" not in first
        assert first["deadlines"] == {f"1.{seat}": "2026-03-03T12:00:00.000000Z" for seat in range(2)}

    def test_what_a_move_leaves_in_the_bank(self) -> None:
        game = chosen(started(players(2), clock=BANKED))
        before = seat(game, 0).bank

        post(game, 0, "draw deck", "draw deck", now=NOON + DAY + 5 * HOUR)

        assert seat(game, 0).bank == before - 5 * HOUR + 2 * HOUR
        left = (before - 3 * HOUR) / timedelta(seconds=1)
        assert [entry.get("banks") for entry in log(game)[-2:]] == [{"0": left}, None]
        replayed()

    def test_the_second_card_of_a_turn_fills_no_bank(self) -> None:
        game = chosen(started(players(2), clock=BANKED))
        post(game, 0, "draw deck")
        before = seat(game, 0).bank

        post(game, 0, "draw deck")

        assert seat(game, 0).bank == before

    def test_a_row_that_differs_from_it_is_found(self) -> None:
        game = started(players(2), clock=BANKED)
        Seat.objects.filter(game=game, number=1).update(bank=DAY)
        with pytest.raises(CommandError):
            replayed()

    def test_a_long_game_with_rulings_is_replayed(self) -> None:
        game = chosen(started(players(3), clock=BANKED))
        now = NOON
        for round_ in range(4):
            now += DAY + 3 * HOUR
            play_on(game, 5, seed=round_, now=now)
            rule(game, Extend(hours=6), now=now)
            rule(game, Pause(), now=now)
            now += 5 * DAY
            rule(game, Resume(), now=now)
        replayed()

    def test_logs_from_before_it_told_deadlines_are_read(self) -> None:
        old: Any = [dict(entry) for entry in log(started(players(2)))]
        for entry in old:
            entry.pop("deadlines", None)
            entry.pop("clock", None)

        course = participation.course(old)

        assert (course.deadlines, course.clock, course.opened_at) == ({}, {}, {1: "2026-03-02T12:00:00.000000Z"})


class TestGrace:
    @pytest.fixture
    def announcements(self) -> Any:
        heard: list[str] = []

        def hear(turn: Turn, **_: Any) -> None:
            heard.append(turn.prompt_id)

        time_is_over.connect(hear)
        yield heard
        time_is_over.disconnect(hear)

    def test_all_are_told_once_that_it_runs(self, announcements: list[str]) -> None:
        game = chosen(started(players(2), clock=BANKED))
        due = open_turn(game).deadline_at

        for minute in range(-1, 5):
            sweep(due + minute * HOUR / 2)

        assert announcements == [open_turn(game).prompt_id]

    def test_one_can_still_play(self) -> None:
        game = chosen(started(players(2), clock=BANKED))
        late = open_turn(game).deadline_at + HOUR
        sweep(late)

        post(game, 0, "draw deck", "draw deck", now=late)

        assert seat(game, 0).bank == 0 * HOUR + 2 * HOUR
        assert not Turn.objects.filter(game=game, in_time=False).exists()

    def test_then_it_is_acted_on(self) -> None:
        game = chosen(started(players(2), clock=BANKED))
        turn = open_turn(game)

        assert sweep(turn.expires_at - MINUTE) == 0
        assert sweep(turn.expires_at) == 1
        turn.refresh_from_db()
        assert turn.closed_at == turn.expires_at
        assert Turn.objects.filter(game=game, in_time=False).count() == 1
        assert turn.player == seat(game, 0).player
        replayed()

    def test_a_deadline_that_moves_is_announced_again(self, announcements: list[str]) -> None:
        game = chosen(started(players(2), clock=BANKED))
        late = open_turn(game).deadline_at + HOUR
        sweep(late)
        rule(game, Extend(hours=12), now=late)

        sweep(late + 11 * HOUR)
        assert len(announcements) == 1
        sweep(late + 12 * HOUR)
        assert len(announcements) == 2

    def test_a_grace_that_ends_later_is_announced_again(self, announcements: list[str]) -> None:
        """The deadline has passed and stayed the same: only the end of the grace has moved."""
        people = players(2)
        game = chosen(started(people, clock=BANKED))
        before = open_turn(game)
        sweep(before.deadline_at)
        vacations.take(player=people[0], begin=None, end=before.deadline_at + 3 * DAY, now=before.deadline_at + HOUR)

        sweep(before.deadline_at + 2 * HOUR)

        assert announcements == [before.prompt_id] * 2
        assert open_turn(game).deadline_at == before.deadline_at
        assert open_turn(game).expires_at == before.expires_at + 3 * DAY - HOUR

    def test_nobody_is_told_while_the_game_is_paused(self, announcements: list[str]) -> None:
        game = chosen(started(players(2), clock=BANKED))
        rule(game, Pause())

        sweep(open_turn(game).deadline_at + HOUR)

        assert announcements == []


class TestWhenOver:
    def test_a_stand_in_plays_as_it_plays_for_itself(self) -> None:
        game = chosen(started(players(2), clock=Terms(DAY, when_over="stand_in")))
        would = stand_ins.chosen(store.load(store.read(game.id)), seat(game, 0))

        sweep(NOON + DAY)

        entries = log(game, "timeout")
        assert {entry["played_by"] for entry in entries} == {"stand_in"}
        assert entries[0]["move"]["type"] == would.tag
        assert seat(game, 0).timeouts_in_a_row == 1

    def test_after_three_in_a_row_it_has_the_seat(self) -> None:
        people = players(2)
        game = chosen(started(people, clock=Terms(DAY, when_over="stand_in")))
        now = NOON
        while log(game)[-1]["kind"] != "taken_over":
            now += DAY
            sweep(now)
            if prompts(game)[0]["seat"] == 1 and not log(game, "taken_over"):
                post(game, 1, "draw deck", "draw deck", now=now)

        told, now_there = log(game, "taken_over")[0], seat(game, 0)
        assert (told["before"], told["player"]) == (people[0].pk, now_there.player_id)
        assert now_there.player is not None
        assert now_there.player.kind == Player.Kind.HOUSE
        assert (now_there.status, now_there.timeouts_in_a_row) == ("playing", 0)
        assert log(game, "absent") == []
        replayed()

    def test_the_player_who_left_learns_nothing_more(self) -> None:
        people = players(2)
        game = chosen(started(people, clock=Terms(DAY, when_over="stand_in")))
        loaded = store.load(store.read(game.id))
        seat_changes.hand_over(loaded, loaded.seats[0], stand_ins.free_for(game), NOON)

        assert not Seat.objects.filter(game=game, player=people[0]).exists()
        assert open_turn(game).player == seat(game, 0).player

    def test_the_game_is_lost_where_that_was_agreed(self) -> None:
        game = chosen(started(players(3), clock=Terms(DAY, when_over="forfeit")))

        sweep(NOON + DAY)

        assert seat(game, 0).status == Seat.Status.FORFEITED
        assert last(game)["kind"] == "forfeited"
        assert Turn.objects.filter(game=game, in_time=False).count() == 1
        assert prompts(game)[0]["seat"] == 1
        replayed()

    def test_the_last_one_left_has_won(self) -> None:
        game = chosen(started(players(2), clock=Terms(DAY, when_over="forfeit")))

        sweep(NOON + DAY)

        assert Game.objects.get(id=game.id).status == Game.Status.ENDED
        assert seat(game, 1).rank == 1

    def test_anyone_who_has_resigned_has_no_clock(self) -> None:
        people = players(3)
        game = chosen(started(people, clock=BANKED))
        departures.resign(player=people[0], game_id=game.id, now=NOON)

        assert open_turn(game).seat == 1
        replayed()


def test_a_pause_gives_back_bank_and_grace() -> None:
    game = chosen(started(players(2), clock=BANKED))
    turn = open_turn(game)
    rule(game, Pause(), now=turn.deadline_at + HOUR)
    rule(game, Resume(), now=turn.deadline_at + 100 * HOUR)

    again = open_turn(game)

    assert (again.deadline_at, again.expires_at) == (turn.deadline_at, turn.deadline_at + 103 * HOUR)
    assert Entry.objects.filter(game=game, kind="ruled").count() == 2
    replayed()
