"""Reading that takes too long is stopped once: its email is not read again, and everything else goes on."""

import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection

from notifications import tasks, wake_up
from notifications.inbox import acceptance, budget, pipeline, queue
from notifications.models import InboundEmail, MailReport, SiteEmail
from tests.inbox.letters import NOON, SigningKey, quoting, reply_address, signed, written
from tests.inbox.replies import OWN, answers, asked, played
from tests.inbox.reports import postfix
from tests.inbox.site_stories import SITE
from tests.notifications.conftest import Carry
from tests.patience import eventually
from tests.site.running import empty_queues, running_into
from ttr_site.celery import app

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names"), pytest.mark.long]
TASK = "0a1b2c3d-0000-4000-8000-000000000000"


@contextmanager
def out_of_time(*, work: float) -> Iterator[None]:
    """Raise the soft time limit, as Celery does, after this many seconds of work on an email."""
    is_told = False

    def tell_once(execute: Any, sql: str, *others: Any) -> Any:
        nonlocal is_told
        if not is_told and "FOR NO KEY UPDATE" in sql and "SKIP LOCKED" not in sql:
            is_told = True
            begun = time.thread_time()
            while time.thread_time() - begun < work:
                pass
            raise SoftTimeLimitExceeded
        return execute(sql, *others)

    with connection.execute_wrapper(tell_once):
        yield


def accepted(carry: Carry, text: str = "draw deck", *, sender: str = OWN) -> InboundEmail:
    _game, mail = asked(carry)
    to = reply_address(mail)
    acceptance.accept(written(to, quoting(mail, text), sender=sender), [to], sender, InboundEmail.Door.PIPE, NOON)
    return InboundEmail.objects.get()


def test_its_player_is_told_once_that_an_email_took_too_long(carry: Carry) -> None:
    email = accepted(carry)
    with out_of_time(work=budget.MOST_WORK), pytest.raises(SoftTimeLimitExceeded):
        pipeline.process_due(now=NOON)
    email.refresh_from_db()
    assert (email.state, email.reason) == (InboundEmail.State.REFUSED, "took_too_long")
    (answer,) = answers(carry)
    assert "Your email took too long to read, so I stopped." in answer.text
    assert pipeline.process_due(now=NOON + 2 * queue.LEASE) == 0
    assert email.address.game is not None
    assert played(email.address.game) == []


def test_others_are_told_nothing_of_it(carry: Carry) -> None:
    email = accepted(carry, sender="mallory@mail.example")
    with out_of_time(work=budget.MOST_WORK), pytest.raises(SoftTimeLimitExceeded):
        pipeline.process_due(now=NOON)
    email.refresh_from_db()
    assert (email.state, email.reason) == (InboundEmail.State.DROPPED, "took_too_long")
    assert answers(carry) == []


def test_one_to_the_site_is_dropped() -> None:
    acceptance.accept(written(SITE, "help"), [SITE], OWN, InboundEmail.Door.PIPE, NOON)
    with out_of_time(work=budget.MOST_WORK), pytest.raises(SoftTimeLimitExceeded):
        pipeline.process_due(now=NOON)
    row = SiteEmail.objects.get()
    assert (row.state, row.reason) == (SiteEmail.State.DROPPED, "took_too_long")


def test_an_email_that_only_waited_is_read_later(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    raw = signed(written(to, quoting(mail, "draw deck")), provider_key)
    acceptance.accept(raw, [to], OWN, InboundEmail.Door.PIPE, NOON)
    with out_of_time(work=0), pytest.raises(SoftTimeLimitExceeded):
        pipeline.process_due(now=NOON)
    assert InboundEmail.objects.get().reason == "out_of_time"
    assert pipeline.process_due(now=NOON + queue.LEASE) == 1
    assert played(game) == ["draw_blind"]


def test_a_task_whose_time_is_over_calls_the_next_one(carry: Carry) -> None:
    accepted(carry)
    with out_of_time(work=0):
        tasks.read_mail()
    assert InboundEmail.objects.get().reason == "out_of_time"


def test_what_a_time_limit_has_killed_is_not_read_again(carry: Carry) -> None:
    email = accepted(carry)
    (claim,) = queue.claim(now=NOON, limit=5)
    claim.rows().update(reason=budget.mark(TASK))
    tasks.give_up_email("another", is_too_slow=True)
    email.refresh_from_db()
    assert email.state == InboundEmail.State.WAITING
    tasks.give_up_email(TASK, is_too_slow=True)
    email.refresh_from_db()
    assert (email.state, email.reason) == (InboundEmail.State.DROPPED, "took_too_long")


def test_what_was_lost_otherwise_is_read_again_but_not_for_ever(carry: Carry) -> None:
    email = accepted(carry)
    for attempt in range(1, budget.MOST_LOST + 1):
        assert InboundEmail.objects.get().state == InboundEmail.State.WAITING
        (claim,) = queue.claim(now=NOON + attempt * queue.LEASE, limit=5)
        claim.rows().update(reason=budget.mark(TASK))
        tasks.give_up_email(TASK, is_too_slow=False)
    email.refresh_from_db()
    assert (email.state, email.reason) == (InboundEmail.State.DROPPED, "took_too_long")


def test_a_report_that_takes_too_long_is_ignored(carry: Carry) -> None:
    report = reported(carry, work=budget.MOST_WORK)
    assert (report.state, report.reason) == (MailReport.State.IGNORED, "took_too_long")


def test_a_report_whose_task_ran_out_of_time_is_read_again(carry: Carry) -> None:
    assert reported(carry, work=0).reason == "out_of_time"
    assert pipeline.process_due(now=NOON + queue.LEASE) == 1
    assert MailReport.objects.get().state != MailReport.State.WAITING


def reported(carry: Carry, work: float) -> MailReport:
    """Take in a bounce, and let the time end that its task has, after this much work on it; return its row."""
    _game, mail = asked(carry)
    acceptance.accept(postfix(), [mail.sender], "", InboundEmail.Door.PIPE, NOON)
    with out_of_time(work=work), pytest.raises(SoftTimeLimitExceeded):
        pipeline.process_due(now=NOON, by=TASK)
    return MailReport.objects.get()


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_was_killed_says_so_and_goes_on(carry: Carry, provider_key: SigningKey, tmp_path: Path) -> None:
    """It waits for a DNS that never answers; while stopped, it does not notice the soft limit either."""
    _game, mail = asked(carry)
    to = reply_address(mail)
    raw = signed(written(to, quoting(mail, "draw deck")), provider_key)
    acceptance.accept(raw, [to], OWN, InboundEmail.Door.PIPE, NOON)
    empty_queues()
    log = tmp_path / "log"
    with closing(socket.socket(type=socket.SOCK_DGRAM)) as silent, log.open("wb") as lines:
        silent.bind(("127.0.0.1", 0))
        mail_in = {
            "MAIL_IN_ADDRESS": "play@night-mail.example",
            "MAIL_IN_RESOLVERS": f"127.0.0.1:{silent.getsockname()[1]}",
        }
        app.send_task(wake_up.READ, soft_time_limit=4, time_limit=5)
        with running_into(lines, "worker", LOG_FORMAT="console", **mail_in) as site:
            assert eventually(lambda: "reading" in InboundEmail.objects.get().reason)
            for celery in psutil.Process(site.processes["worker"].process.pid).children():
                for process in celery.children():
                    process.suspend()
            assert eventually(lambda: InboundEmail.objects.get().state != InboundEmail.State.WAITING)
            acceptance.accept(written(SITE, "help"), [SITE], OWN, InboundEmail.Door.PIPE, NOON)
            assert eventually(lambda: SiteEmail.objects.get().state != SiteEmail.State.WAITING)
    email = InboundEmail.objects.get()
    assert (email.state, email.reason, email.attempts) == (InboundEmail.State.DROPPED, "took_too_long", 1)
    assert "TimeLimitExceeded" in (written_log := log.read_text())
    assert "reading_was_killed" in written_log
    assert "can only concatenate" not in written_log
