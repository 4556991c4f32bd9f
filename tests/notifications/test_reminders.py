"""Reminders of turns, as received by players."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection

from games.models import Game, Player, Turn
from games.table import rulings
from notifications import times
from notifications.lists import Mode, Stream
from notifications.models import Alarm, Notification
from notifications.outbox import delivery
from notifications.policy import preferences, reminders
from tests.games.courts import admin
from tests.games.stories import NOON, chosen, players, post, started
from tests.notifications.conftest import Carry
from tests.notifications.post_office import PostOffice

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def underway(carry: Carry) -> tuple[list[Player], Game]:
    """Return two players with 72 hours a move, in the first one's turn, and their game."""
    people = players(2)
    game = started(people, time_per_move=72 * HOUR)
    carry(NOON)
    chosen(game)
    carry(NOON)
    return people, game


def test_a_reminder_comes_once_a_quarter_of_the_time_before_the_deadline(carry: Carry) -> None:
    people, _ = underway(carry)
    assert reminders.note_due(now=NOON + 54 * HOUR - timedelta(seconds=1)) == 0
    assert reminders.note_due(now=NOON + 54 * HOUR) == 1
    assert reminders.note_due(now=NOON + 54 * HOUR) == 0
    (mail,) = carry(NOON + 54 * HOUR)
    assert mail.to == [people[0].email]
    assert mail.text.startswith("Reminder: it’s your turn")
    assert "YOUR MOVES" in mail.text
    assert mail.message["List-Id"].endswith("<reminders.night-mail.example>")
    assert reminders.note_due(now=NOON + 60 * HOUR) == 0


def test_after_the_deadline_nobody_is_reminded(carry: Carry) -> None:
    underway(carry)
    assert reminders.note_due(now=NOON + 72 * HOUR) == 0


def test_a_deadline_that_moves_is_reminded_of_anew_and_the_old_reminder_is_dropped(carry: Carry) -> None:
    _, game = underway(carry)
    reminders.note_due(now=NOON + 54 * HOUR)
    later = NOON + 96 * HOUR
    Turn.objects.filter(game=game, closed_at=None).update(deadline_at=later, expires_at=later)
    assert carry(NOON + 54 * HOUR) == []
    assert reminders.note_due(now=NOON + 71 * HOUR) == 0
    assert reminders.note_due(now=NOON + 72 * HOUR) == 1
    assert len(carry(NOON + 72 * HOUR)) == 1


def test_anyone_who_has_played_is_not_reminded(carry: Carry) -> None:
    _, game = underway(carry)
    reminders.note_due(now=NOON + 54 * HOUR)
    post(game, 0, "draw deck", "draw deck", now=NOON + 54 * HOUR)
    emails = carry(NOON + 54 * HOUR)
    assert [mail.to for mail in emails] == [["player1@mail.example"]]
    assert Notification.objects.get(kind="reminder").state == "superseded"


def test_anyone_who_wants_none_gets_none(carry: Carry) -> None:
    people, _ = underway(carry)
    preferences.put(people[0], {Stream.REMINDERS: Mode.OFF}, now=NOON)
    reminders.note_due(now=NOON + 54 * HOUR)
    assert carry(NOON + 54 * HOUR) == []


def test_as_many_come_as_the_player_wants_and_when(carry: Carry) -> None:
    people, _ = underway(carry)
    preferences.put_habits(people[0], {"reminders": 3, "lead_hours": 24}, now=NOON)
    for left, count in ((24.1, 0), (24, 1), (12.1, 0), (12, 1), (6.1, 0), (6, 1), (1, 0)):
        now = NOON + (72 - left) * HOUR
        assert reminders.note_due(now=now) == count
        assert len(carry(now)) == count


def test_those_that_were_missed_come_as_one(carry: Carry) -> None:
    people, _ = underway(carry)
    preferences.put_habits(people[0], {"reminders": 3}, now=NOON)
    late = NOON + 65 * HOUR
    assert reminders.note_due(now=late) == 1
    assert len(carry(late)) == 1
    assert reminders.note_due(now=late) == 0
    assert reminders.note_due(now=NOON + 68 * HOUR) == 1


def test_a_new_wish_holds_for_turns_that_are_open(carry: Carry) -> None:
    people, _ = underway(carry)
    preferences.put_habits(people[0], {"reminders": 0}, now=NOON)
    assert reminders.note_due(now=NOON + 54 * HOUR) == 0
    preferences.put_habits(people[0], {"reminders": 1, "lead_hours": 6}, now=NOON + 55 * HOUR)
    assert reminders.note_due(now=NOON + 55 * HOUR) == 0
    assert reminders.note_due(now=NOON + 66 * HOUR) == 1


def test_anyone_who_asks_for_reminders_again_gets_them(carry: Carry) -> None:
    people, _ = underway(carry)
    preferences.put(people[0], {Stream.REMINDERS: Mode.OFF}, now=NOON)
    assert reminders.note_due(now=NOON + 54 * HOUR) == 0
    preferences.put(people[0], {Stream.REMINDERS: Mode.AT_ONCE}, now=NOON + 55 * HOUR)
    assert reminders.note_due(now=NOON + 55 * HOUR) == 1


def test_a_turn_is_looked_at_after_its_first_quarter_and_when_a_reminder_is_due(carry: Carry) -> None:
    underway(carry)
    (alarm,) = Alarm.objects.filter(turn__closed_at=None)
    assert alarm.look_at == NOON + 18 * HOUR
    reminders.note_due(now=NOON + 18 * HOUR)
    (alarm,) = Alarm.objects.all()
    assert alarm.look_at == NOON + 54 * HOUR
    reminders.note_due(now=NOON + 54 * HOUR)
    assert not Alarm.objects.exists()


def test_a_paused_game_reminds_nobody_and_one_that_goes_on_does(carry: Carry) -> None:
    _, game = underway(carry)
    judge = admin("referee")
    rulings.rule(admin=judge, game_id=game.pk, order=rulings.Pause(), now=NOON + 50 * HOUR)
    assert reminders.note_due(now=NOON + 54 * HOUR) == 0
    assert reminders.note_due(now=NOON + 110 * HOUR) == 0
    rulings.rule(admin=judge, game_id=game.pk, order=rulings.Resume(), now=NOON + 110 * HOUR)
    assert reminders.note_due(now=NOON + 110 * HOUR) == 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_who_look_at_once_remind_once(post_office: PostOffice) -> None:
    people = players(5)
    for _ in range(8):
        started(people, time_per_move=72 * HOUR)
    delivery.deliver_due(now=NOON, limit=100)

    def look(_: int) -> int:
        try:
            return reminders.note_due(now=NOON + 54 * HOUR)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as workers:
        noted = sum(workers.map(look, range(8)))
    assert noted == Notification.objects.filter(kind="reminder").count() == 40


def test_those_who_hear_of_nothing_crowd_nobody_out() -> None:
    bots = players(2, "Bot")
    Player.objects.update(kind=Player.Kind.BOT)
    started(bots, bots="allowed")
    people = players(2)
    started(people, now=NOON + HOUR / 60)

    reminders.note_due(now=NOON + 20 * HOUR, batch=2)

    reminded = Notification.objects.filter(kind="reminder").values_list("player", flat=True)
    assert set(reminded) == {player.pk for player in people}


def test_each_of_many_who_choose_at_once_is_reminded(carry: Carry) -> None:
    game = started(players(4), time_per_move=24 * HOUR)
    carry(NOON)
    assert reminders.note_due(now=NOON + 18 * HOUR) == 4
    assert len(carry(NOON + 18 * HOUR)) == 4
    assert game.turns.count() == 4


@pytest.mark.parametrize(
    ("instant", "zone", "written"),
    [
        ("2026-10-25T00:30", "Europe/Berlin", "Sun 25 October 2026, 02:30 (Europe/Berlin, UTC+02:00)"),
        ("2026-10-25T01:30", "Europe/Berlin", "Sun 25 October 2026, 02:30 (Europe/Berlin, UTC+01:00)"),
        ("2026-03-29T00:59", "Europe/Berlin", "Sun 29 March 2026, 01:59 (Europe/Berlin, UTC+01:00)"),
        ("2026-03-29T01:00", "Europe/Berlin", "Sun 29 March 2026, 03:00 (Europe/Berlin, UTC+02:00)"),
        ("2026-06-01T12:00", "Asia/Kathmandu", "Mon 1 June 2026, 17:45 (Asia/Kathmandu, UTC+05:45)"),
        ("2026-06-01T12:00", "America/St_Johns", "Mon 1 June 2026, 09:30 (America/St_Johns, UTC-02:30)"),
    ],
)
def test_a_deadline_is_written_without_doubt(instant: str, zone: str, written: str) -> None:
    at = datetime.fromisoformat(instant).replace(tzinfo=UTC)
    assert times.spell(at, zone) == written
    assert at.astimezone(ZoneInfo(zone)).strftime("%H:%M") in written


def test_in_utc_it_is_written_once() -> None:
    assert times.spell(NOON, "UTC") == "Mon 2 March 2026, 12:00 UTC"
