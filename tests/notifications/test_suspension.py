"""A suspended player cannot play, and gets no emails that ask for it until the suspension ends."""

from datetime import datetime, timedelta

import pytest
import time_machine

from games.lobby import lobby
from games.models import Game, Player, Turn
from games.people import moderation
from games.table.play import deadlines
from notifications.models import Notification
from notifications.outbox import queue
from notifications.policy import reminders
from tests.games.courts import admin
from tests.games.stories import DAY, NOON, chosen, players, post, started
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def underway(carry: Carry) -> tuple[list[Player], Game]:
    """Return two players with 72 hours a move, in the first one's turn, with all emails read, and their game."""
    people = players(2)
    game = chosen(started(people, time_per_move=72 * HOUR))
    carry(NOON)
    return people, game


def measure(player: Player, kind: str, *, until: datetime | None = None, now: datetime = NOON) -> None:
    operator = Player.objects.filter(name="Boss").first() or admin("operator")
    with time_machine.travel(now, tick=False):  # an account email is due by the real clock
        moderation.moderate(admin=operator, player_id=player.pk, kind=kind, until=until, now=now)


def suspend(player: Player, until: datetime) -> None:
    measure(player, "suspended", until=until)


def read_by(player: Player, emails: list[Received]) -> list[str]:
    return [" ".join(mail.text.split()) for mail in emails if mail.to == [player.email]]


def test_word_of_it_comes_and_then_no_turn_and_no_reminder(carry: Carry) -> None:
    people, game = underway(carry)
    suspend(people[1], NOON + 30 * DAY)
    (word,) = read_by(people[1], carry(NOON))
    assert "has suspended your account until 2026-04-01 12:00 UTC" in word

    post(game, 0, "draw deck", "draw deck")
    assert Turn.objects.get(game=game, closed_at=None).seat == 1
    assert carry(NOON) == []
    assert not queue.is_due(now=NOON)
    assert reminders.note_due(now=NOON + 60 * HOUR) == 0


def test_readmitted_they_hear_so_and_whose_turn_it_is(carry: Carry) -> None:
    people, game = underway(carry)
    suspend(people[1], NOON + 30 * DAY)
    post(game, 0, "draw deck", "draw deck")
    carry(NOON)

    measure(people[1], "readmitted", now=NOON + HOUR)
    told = read_by(people[1], carry(NOON + HOUR))
    assert [words for words in told if "no longer suspended" in words]
    assert [words for words in told if "YOUR MOVES" in words]
    assert len(told) == 2
    assert reminders.note_due(now=NOON + 54 * HOUR) == 1


def test_when_it_runs_out_by_itself_the_turn_that_is_still_open_is_told(carry: Carry) -> None:
    people, game = underway(carry)
    suspend(people[1], NOON + DAY)
    post(game, 0, "draw deck", "draw deck")
    carry(NOON)
    assert carry(NOON + DAY - timedelta(seconds=1)) == []
    (told,) = read_by(people[1], carry(NOON + DAY))
    assert "YOUR MOVES" in told


def test_a_turn_that_was_over_before_the_suspension_is_not_told(carry: Carry) -> None:
    people, game = underway(carry)
    suspend(people[1], NOON + DAY)
    post(game, 0, "draw deck", "draw deck")
    Player.objects.filter(pk=people[1].pk).update(suspended_until=None)  # only to let the turn be played
    post(game, 1, "draw deck", "draw deck")
    Player.objects.filter(pk=people[1].pk).update(suspended_until=NOON + DAY)
    carry(NOON)
    assert carry(NOON + DAY) == []
    assert Notification.objects.get(player=people[1], kind="your_turn", prompt_opened__gt=4).state == "superseded"


def test_a_turn_email_that_was_on_its_way_stays(carry: Carry) -> None:
    people, game = underway(carry)
    post(game, 0, "draw deck", "draw deck")
    queue.gather(now=NOON, limit=100)
    suspend(people[1], NOON + DAY)
    assert [words for words in read_by(people[1], carry(NOON)) if "YOUR MOVES" in words] == []
    (told,) = read_by(people[1], carry(NOON + DAY))
    assert "YOUR MOVES" in told


def test_others_hear_as_always_and_news_of_the_players_games_comes(carry: Carry) -> None:
    people, _ = underway(carry)
    suspend(people[0], NOON + 30 * DAY)
    carry(NOON)
    deadlines.sweep(now=NOON + 72 * HOUR)
    emails = carry(NOON + 72 * HOUR)
    (mine,) = read_by(people[0], emails)
    assert mine.startswith("Your time ran out, so your turn was played for you.")
    (other,) = read_by(people[1], emails)
    assert "YOUR MOVES" in other


def test_no_invitation_comes_meanwhile(carry: Carry) -> None:
    host, invited = players(2)
    suspend(invited, NOON + DAY)
    carry(NOON)
    wishes = lobby.Wishes(ruleset="usa@1", seats=2, time_per_move=DAY)
    game = lobby.create_game(host=host, wishes=wishes, now=NOON)
    lobby.invite(host=host, game_id=game.id, names=[invited.name], now=NOON)
    assert carry(NOON) == []
    (told,) = read_by(invited, carry(NOON + DAY))
    assert "invites you to a game" in told
