"""Deadlines: default moves, and times when the server itself was down."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.management import CommandError, call_command
from django.db import connection

import engine
from engine.parts.tickets import TicketView
from games.lobby import closure, departures
from games.models import Entry, Game, Heartbeat, Outage, Seat, Turn
from games.table import store
from games.table.clocks import heartbeats, outages
from games.table.play import deadlines, quarantine, seat_changes
from tests import database
from tests.games.stories import DAY, NOON, chosen, play_on, players, post, prompts, started
from tests.locks import held, wait_for_a_lock

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
LATER = NOON + DAY + MINUTE


def sweep(now: datetime) -> int:
    """Sweep at this time, after sweeps every minute before it."""
    Heartbeat.objects.update_or_create(source=heartbeats.SWEEP, defaults={"at": now - MINUTE})
    return deadlines.sweep(now=now)


def kinds(game: Game) -> list[str]:
    return list(Entry.objects.filter(game=game).order_by("number").values_list("kind", flat=True))


def test_before_the_deadline_nothing_is_played() -> None:
    game = chosen(started(players(2)))

    assert sweep(NOON + DAY - MINUTE) == 0
    assert prompts(game)[0]["seat"] == 0


def test_at_the_deadline_a_whole_turn_is_played_by_default() -> None:
    game = chosen(started(players(2)))

    assert sweep(NOON + DAY) == 1

    drawn = Entry.objects.filter(game=game, kind="timeout").order_by("number")
    assert [entry.public["events"][0]["type"] for entry in drawn] == ["card_drawn", "card_drawn"]
    assert prompts(game)[0]["seat"] == 1
    assert Turn.objects.get(game=game, closed_at=None).deadline_at == NOON + 2 * DAY


def test_first_tickets_are_kept_by_default_for_all_who_let_the_time_run_out() -> None:
    game = started(players(3))
    post(game, 1, "keep " + " ".join(str(t["number"]) for t in _offer(game, 1)))

    assert sweep(LATER) == 2
    assert [len(engine.own(store.view_for(store.read(game.id), seat))["tickets"]) for seat in range(3)] == [2, 3, 2]


def _offer(game: Game, seat: int) -> list[TicketView]:
    shown = store.view_for(store.read(game.id), seat)["prompts"]
    return next(prompt["offer"] for prompt in shown if prompt["seat"] == seat)


def test_a_deadline_is_acted_on_once() -> None:
    game = chosen(started(players(2)))
    turn = Turn.objects.get(game=game, closed_at=None)

    assert deadlines.expire_turn(turn_id=turn.pk, now=LATER) is True
    assert deadlines.expire_turn(turn_id=turn.pk, now=LATER) is False
    assert kinds(game).count("timeout") == 2


def test_after_three_turns_in_a_row_the_seat_is_absent_and_its_turns_go_by() -> None:
    game = chosen(started(players(2)))
    now = NOON
    for _ in range(3):
        now += DAY
        sweep(now)
        if prompts(game)[0]["seat"] == 1:
            post(game, 1, "draw deck", "draw deck", now=now)

    assert Seat.objects.get(game=game, number=0).status == Seat.Status.ABSENT
    assert kinds(game).count("absent") == 1
    post(game, 1, "draw deck", "draw deck", now=now)
    assert prompts(game)[0]["seat"] == 1


def test_a_move_of_the_players_ends_the_count() -> None:
    game = chosen(started(players(2)))
    sweep(NOON + DAY)
    post(game, 1, "draw deck", "draw deck", now=NOON + DAY)
    assert Seat.objects.get(game=game, number=0).timeouts_in_a_row == 1

    post(game, 0, "draw deck", "draw deck", now=NOON + DAY)

    assert Seat.objects.get(game=game, number=0).timeouts_in_a_row == 0


def test_anyone_who_was_absent_is_waited_for_again_from_the_next_turn_on() -> None:
    people = players(2)
    game = chosen(started(people))
    table = store.load(store.read(game.id))
    seat_changes.mark_absent(table, Seat.objects.get(game=game, number=0), NOON)
    assert prompts(game)[0]["seat"] == 1

    departures.come_back(player=people[0], game_id=game.id, now=NOON)
    post(game, 1, "draw deck", "draw deck")

    assert prompts(game)[0]["seat"] == 0


def test_a_game_that_everybody_has_left_alone_waits_for_them_and_is_closed_without_ranks() -> None:
    game = chosen(started(players(2)))
    for day in range(1, 8):
        sweep(NOON + day * DAY)
    waits = Game.objects.get(id=game.id)
    since = max(Entry.objects.filter(game=game, kind="timeout").values_list("at", flat=True))
    assert (waits.status, waits.closes_at) == (Game.Status.RUNNING, since + 7 * DAY)
    head = waits.head
    assert not closure.close_due(now=since + 3 * DAY)
    sweep(since + 3 * DAY)
    told = Game.objects.get(id=game.id)
    assert (told.head, told.closing_told_at) == (head, since + 3 * DAY), "nobody's time runs out, and all are warned"
    assert closure.close_due(now=since + 7 * DAY) == 1

    assert Game.objects.get(id=game.id).status == Game.Status.ABANDONED
    assert set(Seat.objects.filter(game=game).values_list("rank", flat=True)) == {None}


@pytest.mark.parametrize("absent", [True, False])
def test_whoever_comes_back_in_time_keeps_it_alive(absent: bool) -> None:
    game = chosen(started(players(2)))
    for day in range(1, 8):
        sweep(NOON + day * DAY)
    (away,) = Seat.objects.filter(game=game, status=Seat.Status.ABSENT)
    (last,) = Seat.objects.filter(game=game, status=Seat.Status.PLAYING)
    now = NOON + 10 * DAY
    if absent:
        assert away.player
        departures.come_back(player=away.player, game_id=game.id, now=now)
    else:
        post(game, last.number, "draw deck", "draw deck", now=now)
    assert Game.objects.get(id=game.id).closes_at is None
    closure.close_due(now=now + 30 * DAY)
    assert Game.objects.get(id=game.id).status == Game.Status.RUNNING


def test_an_outage_costs_nobody_the_turn() -> None:
    game = chosen(started(players(2)))
    heartbeats.beat(source=heartbeats.WEB, now=NOON + DAY - 10 * MINUTE)
    heartbeats.beat(source=heartbeats.WEB, now=NOON + DAY + 50 * MINUTE)
    assert Outage.objects.get().ended_at == NOON + DAY + 50 * MINUTE

    assert sweep(NOON + DAY + 51 * MINUTE) == 0
    for minute in range(51, 61):
        heartbeats.beat(source=heartbeats.WEB, now=NOON + DAY + minute * MINUTE)
    assert sweep(NOON + DAY + 59 * MINUTE) == 0
    assert sweep(NOON + DAY + 60 * MINUTE) == 1
    assert "timeout" in kinds(game)


def test_while_the_web_is_silent_nothing_expires() -> None:
    chosen(started(players(2)))
    heartbeats.beat(source=heartbeats.WEB, now=NOON)

    assert sweep(LATER) == 0


def test_a_turn_that_runs_out_at_the_beginning_of_an_outage_is_not_lost() -> None:
    """Check that nothing expires before a real request has succeeded after the turn's end."""
    game = chosen(started(players(2)))
    turn = Turn.objects.get(game=game, closed_at=None)
    heartbeats.beat(source=heartbeats.WEB, now=turn.expires_at - MINUTE / 2)
    for seconds in (1, 30, 60, 89):
        assert sweep(turn.expires_at + timedelta(seconds=seconds)) == 0
    heartbeats.beat(source=heartbeats.WEB, now=turn.expires_at + 60 * MINUTE)
    assert sweep(turn.expires_at + 60 * MINUTE) == 0, "the outage's time is added"
    for minute in range(61, 122):
        heartbeats.beat(source=heartbeats.WEB, now=turn.expires_at + minute * MINUTE)
    assert sweep(turn.expires_at + 121 * MINUTE) == 1
    assert "timeout" in kinds(game)


def test_a_turn_expires_as_soon_as_a_request_has_succeeded_after_its_end() -> None:
    game = chosen(started(players(2)))
    turn = Turn.objects.get(game=game, closed_at=None)
    heartbeats.beat(source=heartbeats.WEB, now=turn.expires_at - MINUTE)
    assert sweep(turn.expires_at + MINUTE / 2) == 0
    heartbeats.beat(source=heartbeats.WEB, now=turn.expires_at)
    assert sweep(turn.expires_at + MINUTE) == 1


def test_two_outages_that_overlap_count_once() -> None:
    game = chosen(started(players(2)))
    turn = Turn.objects.get(game=game, closed_at=None)
    for begin, end in ((1, 3), (2, 4), (6, 7)):
        Outage.objects.create(started_at=NOON + begin * timedelta(hours=1), ended_at=NOON + end * timedelta(hours=1))

    assert outages.due_at(turn) == turn.deadline_at + timedelta(hours=4)


def test_an_outage_in_the_time_that_another_one_added_counts_too() -> None:
    game = chosen(started(players(2)))
    turn = Turn.objects.get(game=game, closed_at=None)
    hour = timedelta(hours=1)
    Outage.objects.create(started_at=turn.deadline_at - hour, ended_at=turn.deadline_at + hour)
    Outage.objects.create(started_at=turn.deadline_at + 1.5 * hour, ended_at=turn.deadline_at + 2 * hour)

    assert outages.due_at(turn) == turn.deadline_at + 2.5 * hour


def test_a_short_silence_is_no_outage_and_time_never_goes_back() -> None:
    for at in (0, 2, 1, 3):
        heartbeats.beat(source=heartbeats.SWEEP, now=NOON + at * MINUTE)

    assert not Outage.objects.exists()


def test_a_game_that_raises_is_put_aside_and_stops_no_other() -> None:
    broken, sound = chosen(started(players(2))), chosen(started(players(2, "Other")))
    Game.objects.filter(id=broken.id).update(board_digest="0" * 64)

    assert sweep(LATER) == 1

    broken.refresh_from_db()
    assert broken.quarantined_until == LATER + quarantine.QUARANTINE
    assert broken.quarantine_error.startswith("BoardChanged at load:")
    assert "timeout" in kinds(sound)
    assert sweep(LATER + MINUTE) == 0


def test_a_game_put_aside_is_tried_again_after_an_hour() -> None:
    game = chosen(started(players(2)))
    right = game.board_digest
    Game.objects.filter(id=game.id).update(board_digest="0" * 64)
    sweep(LATER)
    Game.objects.filter(id=game.id).update(board_digest=right)

    assert sweep(LATER + quarantine.QUARANTINE) == 1
    game.refresh_from_db()
    assert (game.quarantined_until, game.quarantine_error) == (None, "")


def test_the_log_alone_tells_positions_seats_and_duties(capsys: pytest.CaptureFixture[str]) -> None:
    people = players(3)
    game = chosen(started(people))
    play_on(game, 20)
    departures.resign(player=people[2], game_id=game.id, now=NOON)
    now = NOON
    for _ in range(4):
        now += DAY + MINUTE
        sweep(now)

    call_command("replay")

    assert "1 games replayed, 0 differences" in capsys.readouterr().out


def test_a_game_that_cannot_be_replayed_does_not_hide_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    broken, good = chosen(started(players(2))), chosen(started(players(2, "Other")))
    Game.objects.filter(id=broken.id).update(board_digest="0" * 64)
    Seat.objects.filter(game=good, number=1).update(timeouts_in_a_row=7)

    with pytest.raises(CommandError):
        call_command("replay")

    told = capsys.readouterr()
    assert f"{broken.id}: it cannot be replayed (BoardChanged)" in told.err
    assert f"{good.id}: the seats' rows differ from the log" in told.err
    assert "2 games replayed, 2 differences" in told.out


def test_a_move_counts_as_played_though_the_next_was_refused() -> None:
    game = chosen(started(players(2)))
    sweep(LATER)
    post(game, 1, "draw deck", "draw deck", now=LATER)
    assert Seat.objects.get(game=game, number=0).timeouts_in_a_row == 1

    posted = post(game, 0, "draw deck", "pass", now=LATER)

    assert posted.refused == "not_an_answer"
    assert Seat.objects.get(game=game, number=0).timeouts_in_a_row == 0
    call_command("replay")


@database.needs_a_session
@pytest.mark.django_db(transaction=True)
def test_a_trouble_of_the_databases_puts_no_game_aside() -> None:
    game = chosen(started(players(2)))
    with held(Turn.objects.filter(game=game)):
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '50ms'")
        assert sweep(LATER) == 0

    assert Game.objects.get(id=game.id).quarantined_until is None
    assert sweep(LATER) == 1


@contextmanager
def out_of_time_when_somebody_waits() -> Iterator[None]:
    """Raise the soft time limit by a signal, as Celery does, while the task waits for a lock."""

    def too_long(*_: Any) -> None:
        raise SoftTimeLimitExceeded

    def tell() -> None:
        try:
            wait_for_a_lock()
            os.kill(os.getpid(), signal.SIGUSR1)
        finally:
            connection.close()

    before = signal.signal(signal.SIGUSR1, too_long)
    teller = threading.Thread(target=tell)
    teller.start()
    try:
        yield
    finally:
        teller.join()
        signal.signal(signal.SIGUSR1, before)


@pytest.mark.django_db(transaction=True)
def test_a_sweep_that_runs_out_of_time_puts_no_game_aside() -> None:
    game = chosen(started(players(2)))
    turns = Turn.objects.filter(game=game)
    with held(turns), out_of_time_when_somebody_waits(), pytest.raises(SoftTimeLimitExceeded):
        sweep(LATER)

    assert Game.objects.get(id=game.id).quarantined_until is None
    assert sweep(LATER) == 1
