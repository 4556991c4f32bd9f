"""Sending to a real SMTP server that refuses, fails and comes back."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email.utils import parsedate_to_datetime
from signal import SIGKILL
from threading import Lock

import pytest
from django.core.mail.backends.smtp import EmailBackend
from django.db import connection
from pytest_django import Settings

from deploy.ports import free_port
from games.models import Game, Player
from notifications.leases import doubled_pause
from notifications.letters import addresses
from notifications.models import DeadAddress, Mail, Notification
from notifications.outbox import delivery, queue
from notifications.outbox.delivery import Progress
from notifications.outbox.lines import Lines
from tests import database
from tests.games.stories import NOON, chosen, players, post, started
from tests.notifications.conftest import Carry
from tests.notifications.post_office import TAKEN, PostOffice, Received

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
GONE = "550 5.1.1 No such user"


def states() -> list[str]:
    return list(Mail.objects.order_by("pk").values_list("state", flat=True))


# The letter ---------------------------------------------------------------------------------------------------------


def test_the_headers_are_what_email_readers_expect(carry: Carry) -> None:
    people = players(2)
    started(people)
    mail = carry(NOON)[0]
    message, row = mail.message, Mail.objects.get(player=people[0])
    assert message["From"] == "Night Mail <post@night-mail.example>"
    assert message["To"] == people[0].email
    assert parsedate_to_datetime(message["Date"]) == NOON
    assert message["Message-ID"] == f"<{row.token}@night-mail.example>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert "Precedence" not in message
    assert message["x-ms-reactions"] == "disallow"
    assert message["List-Id"].endswith("<turns.night-mail.example>")
    assert message["X-Night-Mail-Stream"] == "turns"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<https://night-mail\.example/api/v1/unsubscribe/\S+>", message["List-Unsubscribe"].strip())
    assert mail.sender == addresses.return_path(row)
    assert re.fullmatch(r"post\+b[0-9a-f]+x[a-z2-7]{16}@night-mail\.example", mail.sender)


def test_text_comes_first_and_html_needs_nothing_from_elsewhere(carry: Carry) -> None:
    started(players(2))
    mail = carry(NOON)[0]
    assert mail.message.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in mail.message.iter_parts()] == ["text/plain", "text/html"]
    assert "prefers-color-scheme: dark" in mail.html
    assert not re.search(r"<(img|script|link|iframe|form)\b|url\(|@import", mail.html)
    assert not [line for line in mail.text.splitlines() if len(line) > 78 and not line.startswith("http")]


# One connection, many emails -----------------------------------------------------------------------------------------


def test_a_batch_goes_over_one_connection(carry: Carry, post_office: PostOffice) -> None:
    started(players(5))
    assert len(carry(NOON)) == 5
    assert post_office.connections == 1


def test_no_line_is_opened_for_nothing(carry: Carry, post_office: PostOffice) -> None:
    assert carry(NOON) == []
    assert post_office.connections == 0


def test_a_small_batch_goes_over_one_line_after_a_large_one_has_opened_others() -> None:
    with Lines(4) as lines:
        assert len(lines.run_on(4, int)) == 4
        assert len(lines.run_on(0, int)) == 1


def test_many_emails_go_out_in_several_batches(post_office: PostOffice) -> None:
    started(players(5))
    batches = [delivery.deliver_due(now=NOON, limit=2) for _ in range(3)]
    assert batches == [Progress.MORE, Progress.MORE, Progress.DONE]
    assert [len(post_office.to(f"player{number}@mail.example")) for number in range(5)] == [1] * 5


# Refusals -----------------------------------------------------------------------------------------------------------


def test_a_busy_server_is_asked_again_after_pauses_that_double(carry: Carry, post_office: PostOffice) -> None:
    people = players(2)
    started(people)
    post_office.refusals[people[0].email or ""] = "451 4.7.1 Greylisted, come back"
    carry(NOON)
    mail = Mail.objects.get(player=people[0])
    assert (mail.state, mail.last_error) == ("queued", "451 4.7.1")
    now = NOON
    for minutes in (1, 2, 4):
        assert Mail.objects.get(pk=mail.pk).next_attempt_at == now + minutes * MINUTE
        assert carry(now + minutes * MINUTE - timedelta(seconds=1)) == []
        now += minutes * MINUTE
        assert carry(now) == []
    post_office.refusals.clear()
    (arrived,) = carry(now + 8 * MINUTE)
    assert arrived.message["Message-ID"] == f"<{mail.token}@night-mail.example>"
    assert carry(now + timedelta(days=1)) == []


def test_the_longest_pause_is_an_hour_and_after_five_days_an_email_is_given_up(
    carry: Carry, post_office: PostOffice
) -> None:
    assert doubled_pause(1) == MINUTE
    assert doubled_pause(7) == doubled_pause(500) == timedelta(hours=1)
    people = players(2)
    started(people)
    post_office.refusals[people[0].email or ""] = "451 Later"
    carry(NOON)
    carry(NOON + timedelta(days=5, minutes=1))
    assert Mail.objects.get(player=people[0]).state == "failed"


def test_a_dead_address_gets_no_further_mail_but_another_address_does(carry: Carry, post_office: PostOffice) -> None:
    people = players(2)
    post_office.refusals[people[0].email or ""] = GONE
    game = started(people)
    carry(NOON)
    assert DeadAddress.objects.get().code == "550 5.1.1"
    assert states() == ["failed", "sent"]
    post_office.refusals.clear()
    chosen(game)
    assert carry(NOON) == []
    assert Mail.objects.latest("pk").last_error == "dead_address"
    Player.objects.filter(pk=people[0].pk).update(email="new@mail.example")
    post(game, 0, "draw deck", "draw deck")
    post(game, 1, "draw deck", "draw deck")
    assert [mail.to for mail in carry(NOON)] == [["new@mail.example"]]


@pytest.mark.parametrize(
    ("answer", "state", "dead"),
    [
        ("550 No such user", "failed", True),
        ("551 5.1.6 Moved", "failed", True),
        ("552 5.2.2 Mailbox full", "failed", False),
        ("554 5.5.4 Cannot", "failed", False),
        ("550 5.7.1 Relaying denied", "queued", False),  # the site's own fault, which can be fixed
        ("421 4.3.2 Shutting down", "queued", False),
    ],
)
def test_what_a_refused_recipient_means(
    carry: Carry, post_office: PostOffice, answer: str, state: str, dead: bool
) -> None:
    people = players(2)
    post_office.refusals[people[0].email or ""] = answer
    started(people)
    carry(NOON)
    assert Mail.objects.get(player=people[0]).state == state
    assert Mail.objects.get(player=people[1]).state == "sent"
    assert DeadAddress.objects.exists() == dead


@pytest.mark.parametrize(
    ("answer", "state"), [("554 5.6.0 Rejected", "failed"), ("554 5.7.1 Spam", "queued"), ("452 4.3.1 Full", "queued")]
)
def test_what_a_refused_email_means(carry: Carry, post_office: PostOffice, answer: str, state: str) -> None:
    people = players(2)
    post_office.on_data = lambda mail: answer if mail.to == [people[0].email] else TAKEN
    started(people)
    carry(NOON)
    assert states() == [state, "sent"]
    assert not DeadAddress.objects.exists()


def test_an_email_that_raises_stops_no_other_and_leaks_nothing(carry: Carry) -> None:
    people = players(3)
    broken, fine = started(people[:2]), started(people)
    Game.objects.filter(pk=broken.pk).update(ruleset="secret@9")
    emails = carry(NOON)
    assert {mail.message["References"] for mail in emails} == {f"<game.{fine.id}@night-mail.example>"}
    assert len(emails) == 3
    stuck = Mail.objects.filter(game=broken)
    assert {(mail.state, mail.last_error) for mail in stuck} == {("queued", "UnknownRuleset")}
    Game.objects.filter(pk=broken.pk).update(ruleset="usa@1")
    assert len(carry(NOON + MINUTE)) == 2


def test_while_the_server_is_away_all_wait_and_then_all_arrive(
    carry: Carry, post_office: PostOffice, settings: Settings
) -> None:
    started(players(3))
    settings.EMAIL_PORT = free_port()
    assert carry(NOON) == []
    assert set(Mail.objects.values_list("state", "last_error")) == {("queued", "no connection: ConnectionRefusedError")}
    settings.EMAIL_PORT = post_office.port
    assert len(carry(NOON + MINUTE)) == 3


def test_an_email_that_breaks_the_line_is_put_off_and_the_others_get_a_new_one(
    carry: Carry, post_office: PostOffice
) -> None:
    people = players(3)
    post_office.on_data = lambda mail: "421 4.3.0 Goodbye" if mail.to == [people[0].email] else TAKEN
    started(people)
    assert len(carry(NOON)) == 2
    assert states() == ["queued", "sent", "sent"]


# Twice is once ------------------------------------------------------------------------------------------------------


def test_a_worker_that_was_too_slow_leaves_the_email_to_the_next(carry: Carry, post_office: PostOffice) -> None:
    started(players(2))
    queue.gather(now=NOON, limit=10)
    slow = queue.claim(now=NOON, limit=10)
    assert len(slow) == 2
    assert carry(NOON) == []
    assert len(carry(NOON + queue.EMAILS.lease)) == 2
    assert not queue.take(slow[0], [], sent_to="", now=NOON)
    assert not slow[0].close(Mail.State.DROPPED, now=NOON)
    slow[0].put_off(now=NOON, last_error="too_late")
    assert states() == ["sent", "sent"]


def test_the_same_thing_is_told_once_however_often_it_is_noted(carry: Carry) -> None:
    started(players(2))
    waiting = list(Notification.objects.all())
    for one in waiting:
        one.pk = None
    Notification.objects.bulk_create(waiting, ignore_conflicts=True)
    assert len(carry(NOON)) == 2


class OneAtATime(EmailBackend):
    """A server that takes one connection and refuses all others."""

    taken = Lock()

    def open(self) -> bool | None:
        if not self.taken.acquire(blocking=False):
            raise ConnectionRefusedError
        return super().open()

    def close(self) -> None:
        if self.connection:
            self.taken.release()
        super().close()


@pytest.mark.django_db(transaction=True)
def test_a_line_that_is_refused_keeps_one_email_and_the_others_go_over_the_one_that_is_up(
    post_office: PostOffice, settings: Settings
) -> None:
    people = players(5)
    for _ in range(4):
        started(people)
    settings.EMAIL_BACKEND = f"{__name__}.{OneAtATime.__qualname__}"
    with OneAtATime.taken, Lines(4) as lines:
        assert delivery.deliver_due(now=NOON, lines=lines) is Progress.DOWN
    assert states() == ["queued"] * 20
    later = NOON + MINUTE
    with Lines(4) as lines:
        delivery.deliver_due(now=later, lines=lines)
    put_off = Mail.objects.filter(state="queued", last_error="no connection: ConnectionRefusedError")
    assert put_off.count() <= 3
    assert len(post_office.received) == 20 - put_off.count()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_each_email_once(post_office: PostOffice) -> None:
    people = players(5)
    for _ in range(4):
        started(people)

    def work(_: int) -> None:
        while delivery.deliver_due(now=NOON, limit=3) is Progress.MORE:
            pass
        connection.close()

    with ThreadPoolExecutor(4) as workers:
        list(workers.map(work, range(4)))
    assert len({mail.message["Message-ID"] for mail in post_office.received}) == 20
    assert len(post_office.received) == 20


@pytest.mark.django_db(transaction=True)
def test_a_letter_that_is_overtaken_while_others_are_sent_is_written_again(
    carry: Carry, post_office: PostOffice
) -> None:
    people = players(3)
    game = started(people)

    def meanwhile(mail: Received) -> str:
        if not post_office.received:
            with ThreadPoolExecutor(1) as elsewhere:
                elsewhere.submit(choose, game).result()
        return TAKEN

    post_office.on_data = meanwhile
    first, *others = carry(NOON)
    assert "YOUR MOVES\n\n1  Keep" in first.text
    assert not others
    assert states() == ["sent", "queued", "queued"]
    again = carry(NOON)
    assert all("YOUR MOVES" not in mail.text for mail in again if mail.to != ["player0@mail.example"])


def choose(game: Game) -> None:
    """Have everybody choose tickets, over a separate database connection."""
    chosen(game)
    connection.close()


WORKER = """
import django
django.setup()
from datetime import datetime
from notifications.outbox import delivery
print("working", flush=True)
delivery.deliver_due(now=datetime.fromisoformat({now!r}))
"""


def worker(office: PostOffice) -> subprocess.Popen[str]:
    """Start a process that sends everything due at noon."""
    variables = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "ttr_site.settings",
        "DATABASE_URL": database.url(),
        "EMAIL_URL": f"smtp://127.0.0.1:{office.port}",
        "DEFAULT_FROM_EMAIL": "Night Mail <post@night-mail.example>",
    }
    code = WORKER.format(now=NOON.isoformat())
    return subprocess.Popen([sys.executable, "-c", code], env=variables, text=True, stdout=subprocess.PIPE)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_an_email_repeats_only_when_the_worker_dies_right_after_the_server_took_it(
    carry: Carry, post_office: PostOffice
) -> None:
    started(players(3))
    processes: list[subprocess.Popen[str]] = []

    def kill_at_the_second(mail: Received) -> str:
        if len(post_office.received) == 1:
            processes[0].send_signal(SIGKILL)
            processes[0].wait()
        return TAKEN

    post_office.on_data = kill_at_the_second
    processes.append(worker(post_office))
    processes[0].wait(60)
    assert processes[0].returncode == -SIGKILL
    assert [mail.to for mail in post_office.received] == [["player0@mail.example"], ["player1@mail.example"]]
    assert states() == ["sent", "queued", "queued"]
    assert carry(NOON + MINUTE) == []
    again = carry(NOON + queue.EMAILS.lease)
    assert [mail.to for mail in again] == [["player1@mail.example"], ["player2@mail.example"]]
    assert again[0].message["Message-ID"] == post_office.received[1].message["Message-ID"]
    assert carry(NOON + timedelta(days=1)) == []


# Afterwards ---------------------------------------------------------------------------------------------------------


def test_what_was_settled_long_ago_is_thrown_away(carry: Carry) -> None:
    started(players(2))
    carry(NOON)
    queue.prune(now=NOON + queue.KEPT)
    assert Mail.objects.count() == 2
    queue.prune(now=NOON + queue.KEPT + MINUTE)
    assert not Mail.objects.exists()
    assert not Notification.objects.exists()
