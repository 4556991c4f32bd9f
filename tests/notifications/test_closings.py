"""Emails about games that nobody plays, and about pauses that players propose."""

from datetime import timedelta

import pytest

from games.lobby import closure, departures, lobby
from games.models import Block, Game, Seat
from games.people import relations
from games.table import rulings
from games.table.clocks.terms import STAND_IN, Terms
from games.table.play import stand_ins
from notifications import monitoring
from notifications.lists import Mode, Stream
from notifications.models import Notification
from notifications.policy import preferences
from tests.agreements.table import pause
from tests.games.stories import DAY, NOON, chosen, players, started
from tests.games.test_clock import sweep
from tests.notifications.conftest import Carry
from tests.notifications.test_dispute_letters import admin, by_reader, table

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
MONTH = timedelta(days=30)


def waiting(carry: Carry) -> Game:
    """Return a game that Player 0 hosts and Player 1 has joined, waiting for a third."""
    host, ada = players(2)
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
    lobby.join_game(player=ada, game_id=game.pk, now=NOON)
    carry(NOON)
    return game


class TestAGameThatNeverBegan:
    def test_is_announced_to_whoever_waits_for_it_and_then_closed_with_word(self, carry: Carry) -> None:
        game = waiting(carry)

        closure.close_due(now=NOON + MONTH - 5 * DAY)
        told = by_reader(carry(NOON + MONTH - 5 * DAY))
        assert told.keys() == {"player0", "player1"}
        for text in told.values():
            assert "It closes on Wed 1 April 2026, 12:00 UTC, unless it starts, or someone joins or is invited." in text
            assert f"https://night-mail.example/tables/{game.pk}" in text

        closure.close_due(now=NOON + MONTH)
        told = by_reader(carry(NOON + MONTH))
        assert told.keys() == {"player0", "player1"}
        for text in told.values():
            assert "This game was closed: it hadn’t started, and nothing had changed for 30 days." in text

    def test_nobody_hears_a_warning_that_is_no_longer_true(self, carry: Carry) -> None:
        game = waiting(carry)
        closure.close_due(now=NOON + MONTH - 5 * DAY)
        lobby.invite(host=game.host, game_id=game.pk, names=["Player 1"], now=NOON + MONTH - 5 * DAY)
        (eve,) = players(1, "Eve")
        lobby.invite(host=game.host, game_id=game.pk, names=[eve.name], now=NOON + MONTH - 5 * DAY)

        assert by_reader(carry(NOON + MONTH - 5 * DAY)).keys() == {"eve0"}

    def test_it_is_told_once_though_two_sweeps_come(self, carry: Carry) -> None:
        waiting(carry)
        for _ in range(3):
            closure.close_due(now=NOON + MONTH - 5 * DAY)
        assert len(carry(NOON + MONTH - 5 * DAY)) == 2

    def test_when_its_host_calls_it_off_the_others_hear_of_it(self, carry: Carry) -> None:
        game = waiting(carry)
        lobby.leave_game(player=game.host, game_id=game.pk, now=NOON)
        told = by_reader(carry(NOON))
        assert told.keys() == {"player1"}
        assert "This game was called off before it began." in told["player1"]

    def test_whoever_could_still_answer_an_invitation_hears_of_it_too(self, carry: Carry) -> None:
        game = waiting(carry)
        eve, cleo, gone, blocked = players(4, "Guest")
        names = [player.name for player in (eve, cleo, gone, blocked)]
        lobby.invite(host=game.host, game_id=game.pk, names=names, now=NOON)
        carry(NOON)
        lobby.decline(player=gone, game_id=game.pk, now=NOON)
        relations.add(Block, player=blocked, other_id=game.host.pk, now=NOON)
        lobby.leave_game(player=game.host, game_id=game.pk, now=NOON)
        told = by_reader(carry(NOON))
        assert told.keys() == {"player1", "guest0", "guest1"}
        assert "This game was called off before it began." in told["guest0"]
        assert f"/tables/{game.pk}" in told["guest0"]


class TestAGameThatAllHaveLeft:
    def test_is_announced_to_who_was_replaced(self, carry: Carry) -> None:
        game = chosen(started(players(2), clock=Terms(DAY, when_over=STAND_IN)))
        now = NOON
        while Game.objects.get(pk=game.pk).closes_at is None:
            now += DAY
            sweep(now)
            stand_ins.play_due(now=now)
            carry(now)

        closure.close_due(now=now + 2 * DAY)
        told = by_reader(carry(now + 2 * DAY))
        assert told.keys() == {"player0", "player1"}
        assert "Nobody is left playing this game." in told["player0"]

        closure.close_due(now=now + 7 * DAY)
        told = by_reader(carry(now + 7 * DAY))
        assert told.keys() == {"player0", "player1"}
        assert "was closed without a winner: nobody was left playing." in told["player1"]

    def test_and_to_who_is_absent_with_what_the_table_looks_like(self, carry: Carry) -> None:
        _people, game = table(carry, 2)
        rulings.rule(admin=admin(), game_id=game.pk, order=rulings.Replace(seat=1, player=None), now=NOON)
        now = NOON
        while Game.objects.get(pk=game.pk).closes_at is None:
            stand_ins.play_due(now=now)
            now += DAY
            sweep(now)
            carry(now)
        assert Seat.objects.get(game=game, number=0).status == Seat.Status.ABSENT

        closure.close_due(now=now + 2 * DAY)
        told = by_reader(carry(now + 2 * DAY))
        assert told.keys() == {"player0"}
        assert "Nobody is left playing this game. It closes without a winner on Thu 12 March 2026" in told["player0"]

        closure.close_due(now=now + 7 * DAY)
        assert "Ticket to Ride was abandoned because everyone is absent." in by_reader(carry(now + 7 * DAY))["player0"]


def test_the_canary_notices_games_that_are_not_closed() -> None:
    (host,) = players(1)
    lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
    due = NOON + MONTH - 5 * DAY
    assert monitoring.look(due + 4 * MINUTE) == []
    assert monitoring.look(due + 6 * MINUTE) == [("closings", due)]


class TestAPause:
    def test_is_asked_of_the_others_who_play(self, carry: Carry) -> None:
        people, game = table(carry, 4)
        rulings.rule(admin=admin(), game_id=game.pk, order=rulings.Replace(seat=3, player=None), now=NOON)
        departures.resign(player=people[2], game_id=game.pk, now=NOON)
        carry(NOON)

        for _ in range(2):
            pause(people[0], game, NOON)

        told = by_reader(carry(NOON))
        assert told.keys() == {"player1"}
        assert "Player 0 proposes to pause the game until one of you wants to go on" in told["player1"]

    def test_when_all_have_agreed_all_hear_of_it_and_nobody_is_asked_any_more(self, carry: Carry) -> None:
        people, game = table(carry, 2)
        for player in people:
            pause(player, game, NOON)

        told = by_reader(carry(NOON))

        assert told.keys() == {"player0", "player1"}
        for text in told.values():
            assert "Everyone agreed to pause" in text
            assert "proposes to pause" not in text
            assert "Play by" not in text

    def test_is_none_of_the_news_for_whoever_pauses_alone(self, carry: Carry) -> None:
        people, game = table(carry, 2)
        rulings.rule(admin=admin(), game_id=game.pk, order=rulings.Replace(seat=1, player=None), now=NOON)
        carry(NOON)

        assert pause(people[0], game, NOON).pauses == ["agreement"]
        assert carry(NOON) == []

    def test_that_the_release_before_has_asked_for_is_not_told_of(self, carry: Carry) -> None:
        people, game = table(carry, 2)
        Notification.objects.create(kind="pause_wished", player=people[1], game=game, seat=1, created_at=NOON)
        assert carry(NOON) == []
        assert Notification.objects.get(kind="pause_wished").state == Notification.State.SUPERSEDED


def test_who_was_emailed_no_invitation_hears_of_no_end(carry: Carry) -> None:
    game = waiting(carry)
    (eve,) = players(1, "Guest")
    preferences.put(eve, {Stream.INVITATIONS: Mode.OFF}, now=NOON)
    lobby.invite(host=game.host, game_id=game.pk, names=[eve.name], now=NOON)
    carry(NOON)
    lobby.leave_game(player=game.host, game_id=game.pk, now=NOON)
    assert by_reader(carry(NOON)).keys() == {"player1"}
