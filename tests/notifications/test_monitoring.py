"""The canary: delays, and who is warned of them."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from pytest_django import Settings
from structlog.testing import capture_logs
from time_machine import TimeMachineFixture

from deploy.ports import free_port
from games.models import Game, Outage, Player
from games.table.plans import own_plan
from games.table.play import deadlines
from notifications import monitoring
from notifications.lists import Mode, Stream
from notifications.outbox import delivery, queue
from notifications.policy import preferences, reminders
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, chosen, players, post, started
from tests.notifications.conftest import Carry
from tests.notifications.post_office import PostOffice
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def late(now: datetime) -> dict[str, datetime]:
    return dict(monitoring.look(now))


@pytest.fixture
def game(carry: Carry) -> Game:
    """Return a game of two with 24 hours a move, in the first one's turn, with all emails read."""
    made = chosen(started(players(2)))
    carry(NOON)
    return made


def test_all_is_well_while_everybody_does_their_duty(game: Game, carry: Carry) -> None:
    now = NOON
    while now < NOON + 2 * DAY:
        deadlines.sweep(now=now)
        reminders.note_due(now=now)
        carry(now)
        assert late(now + 4 * MINUTE) == {}
        now += DAY / 8


@pytest.mark.parametrize(("minutes", "is_late"), [(0, False), (4, False), (5, True), (600, True)])
def test_a_turn_that_nobody_plays(game: Game, carry: Carry, minutes: int, is_late: bool) -> None:
    reminders.note_due(now=NOON + DAY - MINUTE)
    carry(NOON + DAY - MINUTE)
    assert late(NOON + DAY + minutes * MINUTE) == ({"turns": NOON + DAY} if is_late else {})


def test_a_turn_is_not_late_for_an_outage_or_a_pause(game: Game) -> None:
    now = NOON + DAY + 10 * MINUTE
    outage = Outage.objects.create(started_at=NOON, ended_at=NOON + DAY / 24)
    assert "turns" not in late(now)
    assert late(now + DAY / 24)["turns"] == NOON + DAY + DAY / 24
    outage.delete()
    Game.objects.filter(pk=game.pk).update(paused_at=NOON, pauses=["admin"])
    assert "turns" not in late(now)


def test_a_reminder_that_nobody_notes(game: Game) -> None:
    assert late(NOON + DAY / 4 + 4 * MINUTE) == {}
    assert late(NOON + DAY / 4 + 5 * MINUTE) == {"reminders": NOON + DAY / 4}


def test_a_plan_that_nobody_carries_out(game: Game) -> None:
    player = game.seats.get(number=0).player
    assert player is not None
    plan = own_plan.give(player=player, game_id=game.pk, lines=["draw deck"], now=NOON).plan
    assert plan.acts_at is not None
    assert late(plan.acts_at + 4 * MINUTE) == {}
    assert late(plan.acts_at + 5 * MINUTE + timedelta(seconds=1)) == {"plans": plan.acts_at}


def test_news_that_nobody_puts_into_an_email(game: Game) -> None:
    post(game, 0, "draw deck", "draw deck", now=NOON)
    assert late(NOON + 4 * MINUTE) == {}
    assert late(NOON + 5 * MINUTE) == {"notifications": NOON}


def test_what_waits_for_a_digest_is_late_only_when_that_is(game: Game, carry: Carry) -> None:
    reader = Player.objects.get(name="Player 1")
    preferences.put(reader, {Stream.TURNS: Mode.HOURLY}, now=NOON)
    post(game, 0, "draw deck", "draw deck", now=NOON)
    assert carry(NOON) == []
    assert late(NOON + 64 * MINUTE) == {}
    assert late(NOON + 65 * MINUTE) == {"notifications": NOON + 60 * MINUTE}


def test_an_email_that_nobody_sends(game: Game) -> None:
    post(game, 0, "draw deck", "draw deck", now=NOON)
    queue.gather(now=NOON, limit=10)
    assert late(NOON + 5 * MINUTE) == {"mails": NOON}


def test_a_server_that_takes_no_email(game: Game, settings: Settings) -> None:
    post(game, 0, "draw deck", "draw deck", now=NOON)
    settings.EMAIL_PORT = free_port()
    for minutes in (0, 1, 3, 7):
        delivery.deliver_due(now=NOON + minutes * MINUTE)
    assert late(NOON + 8 * MINUTE) == {"mail_server": NOON}


ABOUT_ONE = ["452 4.2.2 Mailbox full", "452 Too many", "554 Not you"]


@pytest.mark.parametrize("answer", at_length(ABOUT_ONE, at_once=ABOUT_ONE[:1]))
def test_one_full_mailbox_is_no_standstill(game: Game, carry: Carry, post_office: PostOffice, answer: str) -> None:
    """Nor during the five days of retries, when nothing else is to be sent."""
    post_office.refusals["player1@mail.example"] = answer
    post(game, 0, "draw deck", "draw deck", now=NOON + MINUTE)
    for minutes in (1, 2, 4, 8, 16, 600):
        assert carry(NOON + minutes * MINUTE) == []
        assert "mail_server" not in late(NOON + (minutes + 7) * MINUTE)


ABOUT_ALL = ["451 4.3.0 Try later", "554 5.7.1 Relay denied", "550 Go away"]


@pytest.mark.parametrize("answer", at_length(ABOUT_ALL, at_once=ABOUT_ALL[-1:]))
def test_a_server_that_refuses_all_recipients_is_down(
    game: Game, carry: Carry, post_office: PostOffice, answer: str
) -> None:
    then = NOON + MINUTE
    for number in (0, 1, 2):
        post_office.refusals[f"other{number}@mail.example"] = answer
    started(players(3, "Other"), now=then)
    assert carry(then) == []
    assert late(then + 4 * MINUTE) == {}
    assert late(then + 6 * MINUTE)["mail_server"] == then


def test_two_full_mailboxes_are_two_full_mailboxes(game: Game, carry: Carry, post_office: PostOffice) -> None:
    then = NOON + MINUTE
    for number in (0, 1, 2):
        post_office.refusals[f"other{number}@mail.example"] = "452 4.2.2 Mailbox full"
    started(players(3, "Other"), now=then)
    carry(then)
    assert "mail_server" not in late(then + 6 * MINUTE)


def test_the_server_is_back_once_it_has_taken_anything(
    game: Game, carry: Carry, post_office: PostOffice, settings: Settings
) -> None:
    post(game, 0, "draw deck", "draw deck", now=NOON)
    there, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
    for minutes in (0, 1, 3, 7, 15):
        delivery.deliver_due(now=NOON + minutes * MINUTE)
    assert late(NOON + 21 * MINUTE) == {"mail_server": NOON}
    settings.EMAIL_PORT = there
    started(players(2, "Other"), now=NOON + 20 * MINUTE)
    assert carry(NOON + 20 * MINUTE)
    assert late(NOON + 27 * MINUTE) == {}


def test_everybody_who_should_know_is_told(
    game: Game, carry: Carry, client: Client, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to(NOON + MINUTE, tick=False)
    assert client.get("/health").json() == {"status": "well", "late": []}
    assert monitoring.overdue(NOON + MINUTE)["turns"] == 0
    reminders.note_due(now=NOON + DAY - MINUTE)
    carry(NOON + DAY - MINUTE)
    time_machine.move_to(NOON + DAY + 10 * MINUTE, tick=False)
    answer = client.get("/health")
    assert answer.status_code == 503
    (told,) = answer.json()["late"]
    assert (told["what"], told["since"]) == ("turns", "2026-03-03T12:00:00Z")
    assert monitoring.overdue(NOON + DAY + 10 * MINUTE)["turns"] == 600
    page = at_the_desk(admin("Rita", "support")).get("/admin/").content.decode()
    assert "Turns are overdue, and nobody plays them" in page
    with capture_logs() as lines:
        monitoring.tell(NOON + DAY + 10 * MINUTE)
        monitoring.tell(NOON + DAY + 11 * MINUTE)
    assert [(line["event"], line["what"]) for line in lines] == [("overdue", "turns")]
