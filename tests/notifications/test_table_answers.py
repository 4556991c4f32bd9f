"""A host who plays by mail hears who joins a table that waits for players, who declines, and that it has begun."""

from datetime import timedelta

import pytest
from pytest_django import Settings
from time_machine import TimeMachineFixture

from games.lobby import lobby
from games.models import Game, Player
from notifications.lists import Mode, Stream
from notifications.models import Notification
from notifications.policy import preferences, table_answers
from tests.games.stories import DAY, NOON, players
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = pytest.mark.django_db


def table(host: Player, *guests: Player, seats: int = 4, access: str = "invitation") -> Game:
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", seats, DAY, access=access), now=NOON)
    if guests:
        lobby.invite(host=host, game_id=game.pk, names=[guest.name for guest in guests], now=NOON)
    return game


def to_host(carry: Carry, host: Player, minutes: int = 0) -> list[Received]:
    return [mail for mail in carry(NOON + timedelta(minutes=minutes)) if mail.to == [host.email]]


def test_the_host_hears_who_has_joined_and_who_has_declined(
    carry: Carry, settings: Settings, time_machine: TimeMachineFixture
) -> None:
    settings.MAIL_IN_ADDRESS = "play@mail.night-mail.example"
    host, anna, ben, cleo = players(4)
    game = table(host, anna, ben, cleo)
    assert to_host(carry, host) == []
    lobby.join_game(player=anna, game_id=game.pk, now=NOON)
    (mail,) = to_host(carry, host)
    assert str(mail.message["Subject"]).startswith("Player 1 has joined")
    text = " ".join(mail.text.split())
    assert "Player 1 has joined." in text
    assert "At the table: you and Player 1" in text
    assert "2 seats are free." in text
    assert "Invited, and not answered yet: Player 2 and Player 3" in text
    assert f"write “start {game.pk}” to" in text
    lobby.leave_game(player=ben, game_id=game.pk, now=NOON + timedelta(minutes=1))
    (mail,) = to_host(carry, host, 1)
    assert str(mail.message["Subject"]).startswith("Player 2 has declined")
    assert "Declined: Player 2" in mail.text
    time_machine.move_to(NOON + timedelta(minutes=2), tick=False)
    lobby.leave_game(player=anna, game_id=game.pk, now=NOON + timedelta(minutes=2))
    (mail,) = to_host(carry, host, 2)
    assert "Somebody has given a seat back." in mail.text
    assert "At the table: you" in mail.text
    assert "write “start" not in mail.text


def test_the_host_hears_who_has_declined_by_email_or_on_the_invitation_s_page(carry: Carry) -> None:
    host, anna = players(2)
    game = table(host, anna)
    carry(NOON)
    for _ in range(2):
        lobby.decline(player=anna, game_id=game.pk, now=NOON)
    (mail,) = to_host(carry, host)
    assert str(mail.message["Subject"]).startswith("Player 1 has declined")


def test_the_last_seat_is_told_as_the_beginning(carry: Carry) -> None:
    host, anna, ben = players(3)
    game = table(host, anna, ben, seats=3)
    lobby.join_game(player=anna, game_id=game.pk, now=NOON)
    lobby.join_game(player=ben, game_id=game.pk, now=NOON)
    (mail,) = to_host(carry, host)
    assert "The game has started." in mail.text
    assert "has joined" not in mail.text


def test_it_comes_as_often_as_the_host_wants_news_of_games(carry: Carry) -> None:
    host, anna, ben, cleo = players(4)
    game = table(host, anna, ben, cleo, seats=5)
    preferences.put(host, {Stream.GAMES: Mode.HOURLY}, now=NOON)
    lobby.join_game(player=anna, game_id=game.pk, now=NOON)
    lobby.join_game(player=ben, game_id=game.pk, now=NOON + timedelta(minutes=1))
    assert to_host(carry, host, 1) == []
    (mail,) = to_host(carry, host, 60)
    assert "Player 1 and Player 2 have joined." in " ".join(mail.text.split())


def test_a_stranger_s_name_is_in_no_subject_and_joining_again_and_again_is_limited(
    carry: Carry, time_machine: TimeMachineFixture
) -> None:
    host, anna = players(2)
    game = table(host, access="open")
    for minute in range(table_answers.MOST + 5):
        time_machine.move_to(NOON + timedelta(minutes=minute), tick=False)
        lobby.join_game(player=anna, game_id=game.pk, now=NOON + timedelta(minutes=minute))
        lobby.leave_game(player=anna, game_id=game.pk, now=NOON + timedelta(minutes=minute))
    assert Notification.objects.filter(kind="table_answered").count() == table_answers.MOST
    (mail,) = to_host(carry, host, 60)
    assert str(mail.message["Subject"]).startswith("News of your table")
    time_machine.move_to(NOON + timedelta(days=2), tick=False)
    lobby.join_game(player=anna, game_id=game.pk, now=NOON + timedelta(days=2))
    assert Notification.objects.filter(kind="table_answered").count() == table_answers.MOST + 1, "on another day"


def test_nobody_learns_whose_account_an_address_belongs_to(carry: Carry) -> None:
    host, anna = players(2)
    game = table(host)
    lobby.invite(host=host, game_id=game.pk, addresses=[anna.email or ""], network="192.0.2.7", now=NOON)
    lobby.leave_game(player=anna, game_id=game.pk, now=NOON)
    assert to_host(carry, host) == []
