"""Whatever is killed between the 250 reply and the answer, an email is acted on exactly once, and answered."""

import os
import subprocess
import sys

import pytest

from games.models import Game
from notifications.inbox import acceptance, pipeline, queue
from notifications.models import InboundEmail, Mail, SiteEmail
from tests import database
from tests.games.stories import players
from tests.inbox.letters import NOON, reply_address, written
from tests.inbox.replies import OWN, asked, played
from tests.inbox.site_stories import SITE
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("mail_in"), pytest.mark.long]
TRUSTED = "mx.night-mail.example"

KILLED_AT_EACH = """
import os, signal
from datetime import datetime
import django
import psycopg
django.setup()
from django.db import connection
from notifications.inbox import pipeline, queue
from tests.patience import eventually

def all_are_gone():  # the sessions of those who were killed, and with them what they had locked
    with psycopg.connect(os.environ["DATABASE_URL"], application_name="looks") as looks:
        others = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'killed'"
        return looks.execute(others).rowcount == 0

def worker(last, now):
    done = 0
    def one_by_one(execute, *statement):
        nonlocal done
        answer = execute(*statement)
        done += 1
        if done == last:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer
    with connection.execute_wrapper(one_by_one):
        pipeline.process_due(now=now)
    os._exit(0)

os.environ["PGAPPNAME"] = "killed"
noon, killed = datetime.fromisoformat({noon!r}), 0
while True:
    child = os.fork()
    if not child:
        worker(killed + 1, noon + (killed + 1) * queue.LEASE)
    if os.waitpid(child, 0)[1] == 0:
        break
    killed += 1
    assert eventually(all_are_gone)
print(killed)
"""


def killed_at_each_statement() -> int:
    """Run workers that are killed one statement later each time, until one finishes.

    Return how many were killed.
    """
    variables = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "ttr_site.settings",
        "DATABASE_URL": database.url(),
        "MAIL_IN_ADDRESS": "play@night-mail.example",
        "MAIL_IN_TRUSTED": TRUSTED,
    }
    command = [sys.executable, "-c", KILLED_AT_EACH.format(noon=NOON.isoformat())]
    done = subprocess.run(command, env=variables, text=True, capture_output=True, timeout=200, check=True)
    return int(done.stdout)


def test_killed_at_every_statement_it_is_acted_on_once_and_answered_once(carry: Carry) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    results = {"Authentication-Results": f"{TRUSTED}; dkim=pass header.d=mail.example"}
    acceptance.accept(written(to, "draw deck", headers=results), [to], OWN, InboundEmail.Door.PIPE, NOON)
    assert killed_at_each_statement() > 10
    assert played(game) == ["draw_blind"]
    row = InboundEmail.objects.get()
    assert row.state == InboundEmail.State.ACTED
    assert Mail.objects.filter(answered=row).count() == 1
    (answer,) = [one for one in carry(NOON + 100 * queue.LEASE) if one.to == [OWN]]
    assert row.answer is not None
    assert answer.message["Message-ID"] == f"<{row.answer.token}@night-mail.example>"
    assert pipeline.process_due(now=NOON + 100 * queue.LEASE) == 0


def test_killed_at_every_statement_a_table_is_made_once_and_answered_once(carry: Carry) -> None:
    players(1)
    results = {"Authentication-Results": f"{TRUSTED}; dkim=pass header.d=mail.example"}
    raw = written(SITE, "new usa, 3 seats\n", headers=results)
    acceptance.accept(raw, [SITE], OWN, InboundEmail.Door.PIPE, NOON)
    assert killed_at_each_statement() > 10
    assert Game.objects.count() == 1
    row = SiteEmail.objects.get()
    assert row.state == SiteEmail.State.ACTED
    (answer,) = carry(NOON + 100 * queue.LEASE)
    assert row.answer is not None
    assert answer.message["Message-ID"] == f"<{row.answer.token}@night-mail.example>"


def test_two_workers_never_take_the_same_email(carry: Carry) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    acceptance.accept(written(to, "draw deck"), [to], OWN, InboundEmail.Door.PIPE, NOON)
    (first,) = queue.claim(now=NOON, limit=5)
    assert queue.claim(now=NOON, limit=5) == []
    (second,) = queue.claim(now=NOON + queue.LEASE, limit=5)
    pipeline.process(first, NOON + queue.LEASE)  # it was too slow: another worker has the email now
    assert InboundEmail.objects.get().state == InboundEmail.State.WAITING
    pipeline.process(second, NOON + queue.LEASE)
    assert InboundEmail.objects.get().state != InboundEmail.State.WAITING
