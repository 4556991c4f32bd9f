"""Closing of games that never began, and of games that everybody has left."""

from datetime import datetime, timedelta

import pytest
from django.core.management import call_command

from engine import verify
from games.errors import Refused
from games.lobby import closure, departures, lobby
from games.models import Entry, Game, Player, Seat, Turn
from games.people.privacy import erase_player
from games.signals import game_changed
from games.table import rulings, store
from games.table.clocks.terms import STAND_IN, Terms
from games.table.play import deadlines, quarantine, stand_ins
from tests.agreements.table import pause
from tests.games import indexes
from tests.games.admins import admin
from tests.games.stories import DAY, NOON, chosen, players, post, started
from tests.games.test_clock import sweep

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
MONTH = timedelta(days=30)
WEEK = timedelta(days=7)


def waiting(host: Player, now: datetime = NOON, seats: int = 3) -> Game:
    """Return a game that waits for players."""
    return lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", seats, DAY), now=now)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def closed_after(begin: datetime, days: int) -> int:
    """Sweep once a day; return after how many days the first game was closed."""
    return next((day for day in range(days + 1) if closure.close_due(now=begin + day * DAY)), -1)


def deserted() -> tuple[Game, datetime]:
    """Return a game whose two players were replaced by stand-ins after three missed turns, and the instant of that."""
    game = chosen(started(players(2), clock=Terms(DAY, when_over=STAND_IN)))
    now = NOON
    while not Game.objects.filter(pk=game.pk, closes_at__isnull=False).exists():
        now += DAY
        sweep(now)
        stand_ins.play_due(now=now)
    return fresh(game), now


class TestWhatNeverBegan:
    def test_is_closed_after_a_month_without_change(self) -> None:
        (host,) = players(1)
        game = waiting(host)

        assert closed_after(NOON, 40) == 30

        game = fresh(game)
        assert (game.status, game.never_started, game.ended_at) == (Game.Status.CLOSED, True, NOON + MONTH)

    def test_waits_again_as_long_when_somebody_joins_leaves_or_is_invited(self) -> None:
        host, ada, bob = players(3)
        game = waiting(host)

        lobby.join_game(player=ada, game_id=game.id, now=NOON + DAY)
        assert fresh(game).closes_at == NOON + DAY + MONTH
        lobby.leave_game(player=ada, game_id=game.id, now=NOON + 2 * DAY)
        assert fresh(game).closes_at == NOON + 2 * DAY + MONTH
        lobby.invite(host=host, game_id=game.id, names=[bob.name], now=NOON + 3 * DAY)
        assert fresh(game).closes_at == NOON + 3 * DAY + MONTH

        lobby.invite(host=host, game_id=game.id, names=[bob.name], now=NOON + 9 * DAY)
        assert fresh(game).closes_at == NOON + 3 * DAY + MONTH, "who was invited before changes nothing"

    def test_is_announced_five_days_before_and_never_less_than_two(self) -> None:
        host, other = players(2)
        in_time, late = waiting(host), waiting(other)

        closure.close_due(now=NOON + MONTH - 5 * DAY)
        assert fresh(in_time).closing_told_at == NOON + MONTH - 5 * DAY
        assert fresh(in_time).closes_at == NOON + MONTH

        Game.objects.filter(pk=late.pk).update(closing_told_at=None)  # no sweep ran
        assert closure.close_due(now=NOON + MONTH) == 1
        assert fresh(late).closes_at == NOON + MONTH + 2 * DAY
        assert closure.close_due(now=NOON + MONTH + 2 * DAY) == 1

    def test_a_change_after_that_is_announced_again(self) -> None:
        host, ada = players(2)
        game = waiting(host)
        closure.close_due(now=NOON + MONTH - 5 * DAY)

        lobby.join_game(player=ada, game_id=game.id, now=NOON + MONTH - DAY)

        assert closure.close_due(now=NOON + MONTH) == 0
        assert (fresh(game).status, fresh(game).closing_told_at) == (Game.Status.OPEN, None)

    def test_cannot_be_joined_or_opened_again(self) -> None:
        host, ada = players(2)
        game = waiting(host)
        closed_after(NOON, 40)

        with pytest.raises(Refused, match="game_not_open"):
            lobby.join_game(player=ada, game_id=game.id, now=NOON + 40 * DAY)
        with pytest.raises(Refused, match="game_not_open"):
            lobby.start_game(host=host, game_id=game.id, now=NOON + 40 * DAY)

    def test_anyone_who_begins_is_not_closed(self) -> None:
        host, ada = players(2)
        game = waiting(host, seats=2)
        closure.close_due(now=NOON + MONTH - 5 * DAY)

        lobby.join_game(player=ada, game_id=game.id, now=NOON + MONTH - DAY)

        assert (fresh(game).closes_at, fresh(game).status) == (None, Game.Status.RUNNING)
        assert closure.close_due(now=NOON + 2 * MONTH) == 0

    def test_what_its_host_calls_off_was_called_off(self) -> None:
        (host,) = players(1)
        game = waiting(host)
        lobby.leave_game(player=host, game_id=game.id, now=NOON)
        assert (fresh(game).never_started, fresh(game).closes_at) == (False, None)

    def test_of_many_all_are_closed_in_batches(self) -> None:
        for host in players(5):
            waiting(host)
        closure.close_due(now=NOON + MONTH - 5 * DAY, batch=2)
        assert closure.close_due(now=NOON + MONTH, batch=2) == 5

    def test_which_are_due_an_index_tells(self) -> None:
        (host,) = players(1)
        waiting(host)
        told = indexes.used(lambda: list(closure.TELLING.rows(NOON)), "game_closing_untold")
        closed = indexes.used(lambda: list(closure.CLOSING.rows(NOON)), "game_closing")
        assert "Sort" not in told + closed

    def test_a_game_that_raises_stops_no_other(self) -> None:
        one, _two = (waiting(host) for host in players(2))
        closure.close_due(now=NOON + MONTH - 5 * DAY)

        def trouble(game: Game, **_: object) -> None:
            if game.pk == one.pk:
                raise RuntimeError("a secret")

        game_changed.connect(trouble)
        try:
            assert closure.close_due(now=NOON + MONTH) == 1
        finally:
            game_changed.disconnect(trouble)

        assert fresh(one).quarantined_until == NOON + MONTH + quarantine.QUARANTINE
        assert closure.close_due(now=NOON + MONTH + MINUTE) == 0
        assert closure.close_due(now=NOON + MONTH + quarantine.QUARANTINE) == 1


class TestWhatAllHaveLeft:
    def test_waits_a_week_for_anybody_and_is_then_abandoned(self) -> None:
        game, since = deserted()
        assert game.closes_at == since + WEEK

        assert closed_after(since, 30) == 7

        game = fresh(game)
        assert (game.status, game.closes_at) == (Game.Status.ABANDONED, None)
        assert set(Seat.objects.filter(game=game).values_list("rank", flat=True)) == {None}
        assert not Turn.objects.filter(game=game, closed_at=None).exists()

    def test_is_closed_by_entries_of_its_log_which_can_be_checked(self) -> None:
        game, since = deserted()
        closed_after(since, 30)

        kinds = list(Entry.objects.filter(game=game).order_by("-number").values_list("kind", flat=True)[:2])
        assert kinds == ["absent", "absent"]
        call_command("replay")
        assert verify.verify(store.export(store.read(game.pk))) == fresh(game).head

    def test_meanwhile_stand_ins_do_not_play_on_and_lose_nothing(self) -> None:
        game, since = deserted()
        head = fresh(game).head

        assert stand_ins.play_due(now=since + DAY) == 0
        assert stand_ins.play_game(game_id=game.pk, now=since + DAY) == 0
        for day in range(1, 6):
            assert sweep(since + day * DAY) == 0
        turn = Turn.objects.filter(game=game, closed_at=None)[0]
        assert deadlines.expire_turn(turn_id=turn.pk, now=since + 6 * DAY) is False
        assert fresh(game).head == head

    def test_anyone_who_is_absent_and_comes_back_keeps_it_alive(self) -> None:
        ada, bob, eve = players(3)
        game = chosen(started([ada, bob, eve]))
        judge = admin("Judge", "referee")
        rulings.rule(admin=judge, game_id=game.id, order=rulings.Replace(seat=1, player=None), now=NOON)
        departures.resign(player=eve, game_id=game.id, now=NOON)
        now = NOON
        while fresh(game).closes_at is None:
            stand_ins.play_due(now=now)
            now += DAY
            sweep(now)
        assert Seat.objects.get(game=game, number=0).status == Seat.Status.ABSENT
        closure.close_due(now=now + 3 * DAY)

        departures.come_back(player=ada, game_id=game.id, now=now + 6 * DAY)

        assert (fresh(game).closes_at, fresh(game).closing_told_at) == (None, None)
        assert closure.close_due(now=now + 30 * DAY) == 0
        assert stand_ins.play_due(now=now + 6 * DAY) >= 1

    def test_so_does_anyone_to_whom_an_admin_gives_a_seat(self) -> None:
        game, since = deserted()
        (newcomer,) = players(1, "Newcomer")

        order = rulings.Replace(seat=0, player=newcomer.pk)
        rulings.rule(admin=admin("Judge", "referee"), game_id=game.pk, order=order, now=since + DAY)

        assert fresh(game).closes_at is None

    def test_a_game_that_one_still_plays_goes_on(self) -> None:
        ada, bob = players(2)
        game = chosen(started([ada, bob]))
        rulings.rule(
            admin=admin("Judge", "referee"), game_id=game.pk, order=rulings.Replace(seat=1, player=None), now=NOON
        )

        post(game, 0, "draw deck", "draw deck")

        assert fresh(game).closes_at is None
        assert stand_ins.play_due(now=NOON) >= 1

    def test_while_an_admin_has_paused_it_it_is_not_closed(self) -> None:
        game, since = deserted()
        judge = admin("Judge", "referee")
        rulings.rule(admin=judge, game_id=game.pk, order=rulings.Pause("weekend"), now=since + DAY)
        assert closed_after(since, 30) == -1

        rulings.rule(admin=judge, game_id=game.pk, order=rulings.Resume("weekend"), now=since + 30 * DAY)

        assert closed_after(since + 30 * DAY, 30) == 2, "nobody had been told"

    def test_a_ruling_that_resumes_it_gives_it_a_week_again(self) -> None:
        game, since = deserted()
        closed_after(since, 30)

        now = since + 8 * DAY
        rulings.rule(admin=admin("Judge", "referee"), game_id=game.pk, order=rulings.Reopen(), now=now)

        assert (fresh(game).status, fresh(game).closes_at) == (Game.Status.RUNNING, now + WEEK)

    def test_a_pause_that_all_agreed_to_is_no_desertion(self) -> None:
        ada, bob = players(2)
        game = chosen(started([ada, bob]))
        for player in (ada, bob):
            pause(player, game, NOON)
        assert fresh(game).closes_at is None

    def test_anyone_who_is_erased_takes_no_game_along_that_others_play(self) -> None:
        people = players(3)
        game = chosen(started(people))
        erase_player(player=people[0], now=NOON)
        assert fresh(game).closes_at is None


def test_what_is_overdue_is_known() -> None:
    (host,) = players(1)
    waiting(host)
    assert closure.overdue_since(before=NOON + MONTH - 6 * DAY) is None
    assert closure.overdue_since(before=NOON + MONTH - DAY) == NOON + MONTH - 5 * DAY

    closure.close_due(now=NOON + MONTH - 5 * DAY)

    assert closure.overdue_since(before=NOON + MONTH - DAY) is None
    assert closure.overdue_since(before=NOON + MONTH + DAY) == NOON + MONTH
