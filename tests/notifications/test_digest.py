"""Digests and quiet hours, as seen in players' mailboxes."""

from concurrent.futures import ThreadPoolExecutor
from datetime import time, timedelta
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

import engine
from games.lobby import departures
from games.models import Game, Player
from games.people import accounts
from notifications.lists import DIGEST, Mode, Stream
from notifications.models import Mail, Notification
from notifications.outbox import queue
from notifications.policy import preferences, reminders
from tests.games.stories import DAY, NOON, chosen, play_on, players, post, prompts, started
from tests.games.worlds import swap_what_is_hidden
from tests.locks import held, wait_for_a_lock
from tests.notifications.api import client
from tests.notifications.conftest import Carry
from tests.notifications.post_office import TAKEN, PostOffice, Received
from tests.notifications.test_secrets import otherwise
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
MORNING = NOON + 20 * HOUR
"""Eight o'clock of the next day, in UTC."""


def table(carry: Carry, names: list[str], mode: Mode = Mode.DAILY, **wishes: Any) -> tuple[Player, list[Game]]:
    """Return a player with digests who sits second in these games; in each it is the first player's turn."""
    first, reader = players(2)
    games = [chosen(started([first, reader], name=name, **{"time_per_move": 3 * DAY, **wishes})) for name in names]
    carry(NOON)
    preferences.put(reader, dict.fromkeys(Stream, mode), now=NOON)
    return reader, games


def move(game: Game, now: Any = NOON) -> None:
    """Let the first player draw, so that it is the reader's turn."""
    post(game, 0, "draw deck", "draw deck", now=now)


def read_by(player: Player, emails: list[Received]) -> list[Received]:
    return [mail for mail in emails if mail.to == [player.email]]


def test_several_games_come_in_one_email_in_the_morning(carry: Carry) -> None:
    reader, games = table(carry, ["North", "South", "West"])
    for number, game in enumerate(games):
        move(game, NOON + number * HOUR)
    assert carry(MORNING - timedelta(seconds=1)) == []
    assert not queue.is_due(now=MORNING - timedelta(seconds=1))
    (mail,) = carry(MORNING)
    assert mail.to == [reader.email]
    assert mail.message["Subject"] == "Your Night Mail digest"
    assert mail.text.startswith("3 games are waiting for you.")
    for game in games:
        assert f"\n{game.name.upper()}\n" in mail.text
        assert Game.objects.get(pk=game.pk).chain in mail.text
        assert f"\nhttps://night-mail.example/play/{reader.pk}.{game.pk}-" in mail.text
    assert mail.text.count("- Player 0 drew two cards from the deck.") == 3
    assert "YOUR MOVES" not in mail.text
    assert carry(MORNING + DAY) == []


def test_the_most_urgent_game_comes_first_and_news_last(carry: Carry) -> None:
    reader, games = table(carry, ["Later", "Sooner", "Over"])
    move(games[1])
    departures.resign(player=Player.objects.get(name="Player 0"), game_id=games[2].pk, now=NOON)
    move(games[0], NOON + HOUR)
    (mail,) = read_by(reader, carry(MORNING))
    assert mail.text.startswith("2 games are waiting for you. There is news from 1 game.")
    order = [mail.text.index(f"\n{name}\n") for name in ("SOONER", "LATER", "OVER")]
    assert order == sorted(order)
    assert "Over is over. You won with " in mail.text


def test_what_was_played_meanwhile_is_not_in_it(carry: Carry) -> None:
    reader, games = table(carry, ["Played", "Waiting"])
    for game in games:
        move(game)
    carry(NOON)
    post(games[0], 1, "draw deck", "draw deck", now=NOON + HOUR)
    (mail,) = read_by(reader, carry(MORNING))
    assert mail.text.startswith("1 game is waiting for you.")
    assert "PLAYED" not in mail.text


def test_a_digest_of_nothing_is_not_sent(carry: Carry) -> None:
    reader, (game,) = table(carry, ["Played"])
    move(game)
    post(game, 1, "draw deck", "draw deck", now=NOON + HOUR)
    assert read_by(reader, carry(MORNING)) == []
    assert Mail.objects.get(stream=DIGEST).state == Mail.State.DROPPED


def test_all_digests_are_one_thread_that_one_click_ends(carry: Carry) -> None:
    reader, (game,) = table(carry, ["North"])
    move(game)
    (one,) = carry(MORNING)
    post(game, 1, "draw deck", "draw deck", now=MORNING)
    move(game, MORNING)
    (other,) = read_by(reader, carry(MORNING + DAY))
    root = f"<digest.{reader.pk}@night-mail.example>"
    for mail in (one, other):
        assert mail.message["References"] == mail.message["In-Reply-To"] == root
        assert mail.message["List-Id"].endswith("<digest.night-mail.example>")
    path = str(other.message["List-Unsubscribe"]).strip().strip("<>").removeprefix("https://night-mail.example")
    assert client().post(path).json() == {"stream": "digest", "on": False}
    assert set(preferences.of_player(reader).values()) == {Mode.OFF}
    post(game, 1, "draw deck", "draw deck", now=MORNING + DAY)
    move(game, MORNING + DAY)
    assert read_by(reader, carry(MORNING + 2 * DAY)) == []


def test_leaving_digests_leaves_what_comes_at_once(carry: Carry) -> None:
    reader, _ = table(carry, [])
    preferences.put(reader, {Stream.TURNS: Mode.AT_ONCE}, now=NOON)
    preferences.leave(reader.pk, DIGEST)
    wanted = preferences.of_player(reader)
    assert [stream for stream in Stream if wanted[stream] != Mode.OFF] == [Stream.TURNS]


def test_a_turn_that_cannot_wait_for_the_digest_comes_alone_and_whole(carry: Carry) -> None:
    reader, (game,) = table(carry, ["Brisk"], time_per_move=12 * HOUR)
    move(game)
    assert carry(NOON + 9 * HOUR - timedelta(seconds=1)) == []
    (mail,) = carry(NOON + 9 * HOUR)
    assert mail.to == [reader.email]
    assert mail.message["Subject"] == "Your turn: Brisk"
    assert "YOUR MOVES" in mail.text


def test_another_wish_holds_for_what_waits(carry: Carry) -> None:
    reader, (game,) = table(carry, ["North"])
    move(game)
    assert carry(NOON) == []
    preferences.put(reader, {Stream.TURNS: Mode.AT_ONCE}, now=NOON + HOUR)
    (mail,) = carry(NOON + HOUR)
    assert "YOUR MOVES" in mail.text


def test_anyone_who_travels_gets_it_in_the_morning_there(carry: Carry) -> None:
    reader, (game,) = table(carry, ["North"])
    move(game)
    assert carry(NOON) == []
    accounts.change_profile(player=reader, changes={"time_zone": "Asia/Tokyo"}, now=NOON)
    assert carry(NOON + HOUR) == []
    assert len(carry(NOON + 11 * HOUR)) == 1


def test_hourly_digests_come_at_the_full_hour(carry: Carry) -> None:
    _, games = table(carry, ["North", "South"], Mode.HOURLY)
    move(games[0], NOON + timedelta(minutes=5))
    assert carry(NOON + timedelta(minutes=6)) == []
    move(games[1], NOON + timedelta(minutes=40))
    (mail,) = carry(NOON + HOUR)
    assert mail.text.startswith("2 games are waiting for you.")


def test_in_quiet_hours_all_waits_and_then_comes_as_usual(carry: Carry) -> None:
    reader, (game,) = table(carry, ["North"], Mode.AT_ONCE)
    preferences.put_habits(reader, {"quiet_from": time(11), "quiet_until": time(15)}, now=NOON)
    move(game)
    assert carry(NOON + HOUR) == []
    (mail,) = carry(NOON + 3 * HOUR)
    assert mail.message["Subject"] == "Your turn: North"
    assert reminders.note_due(now=NOON + 54 * HOUR) == 1


@pytest.mark.django_db(transaction=True)
def test_a_digest_that_is_overtaken_while_it_is_written_is_written_again(carry: Carry) -> None:
    """Outdated news are marked first, which takes long here because another transaction holds the row."""
    reader, (north, south) = table(carry, ["North", "South"])
    move(north)
    move(south)
    post(south, 1, "draw deck", "draw deck")
    queue.gather(now=MORNING, limit=100)
    outdated = Notification.objects.filter(game=south, player=reader, state="pending")
    with ThreadPoolExecutor(1) as elsewhere, held(outdated):
        first = elsewhere.submit(carried_elsewhere, carry)
        wait_for_a_lock()
        post(north, 1, "draw deck", "draw deck", now=MORNING)
    assert read_by(reader, first.result()) == []
    assert read_by(reader, carry(MORNING)) == []
    assert Mail.objects.get(stream=DIGEST).state == Mail.State.DROPPED


def carried_elsewhere(carry: Carry) -> list[Received]:
    try:
        return carry(MORNING)
    finally:
        connection.close()


def test_a_digest_is_tried_again_like_any_mail(carry: Carry, post_office: PostOffice) -> None:
    _, (game,) = table(carry, ["North"])
    move(game)
    post_office.on_data = lambda mail: "451 4.3.0 Later"
    assert carry(MORNING) == []
    post_office.on_data = lambda mail: TAKEN
    (mail,) = carry(MORNING + HOUR)
    assert mail.message["Message-ID"] == f"<{Mail.objects.get(stream=DIGEST).token}@night-mail.example>"
    assert Notification.objects.filter(mail__stream=DIGEST).count() == 1


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["usa@1"]))
def test_two_worlds_that_differ_in_what_is_hidden_give_the_same_digest(
    carry: Carry, settings: Settings, ruleset: str
) -> None:
    settings.MAIL_IN_ADDRESS = "play@night-mail.example"
    game = chosen(started(players(3), ruleset=ruleset, time_per_move=3 * DAY))
    play_on(game, 40, seed=5)
    while prompts(game)[0]["type"] != "take_turn":
        play_on(game, 1)
    reader = prompts(game)[0]["seat"]
    holder = game.seats.get(number=reader).player
    assert holder is not None
    preferences.put(holder, dict.fromkeys(Stream, Mode.DAILY), now=NOON)

    def world(*, other: bool) -> list[Received]:
        if other:
            swap_what_is_hidden(game, reader)
        return read_by(holder, carry(MORNING))

    (one,), (other,) = otherwise(lambda: world(other=False)), otherwise(lambda: world(other=True))
    assert "1 game is waiting for you." in one
    assert "YOUR MOVES\n\n1  " in one
    assert one == other
