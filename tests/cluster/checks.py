"""Checks after the kills: no acknowledged move is missing, and nothing has happened twice."""

import time
from collections import Counter
from collections.abc import Collection

from django.core.management import call_command
from django.db import close_old_connections
from django.utils import timezone

from games.models import Entry
from games.table import store
from games.table.play import deadlines
from notifications.models import Mail, Notification
from tests.cluster.playing import Heard
from tests.notifications.post_office import PostOffice
from tests.patience import eventually
from tests.site.aftermath import every_mail_is_accounted_for
from ttr_site.celery import app


def settle() -> None:
    """Let the workers do everything due; the claims of killed workers are returned at once instead of after their
    lease."""

    def done() -> bool:
        close_old_connections()
        Mail.objects.filter(state=Mail.State.QUEUED).update(next_attempt_at=timezone.now())
        app.send_task("notifications.tasks.sweep", expires=5)
        time.sleep(0.5)
        waiting = Notification.objects.filter(state=Notification.State.PENDING, mail=None, held_until=None)
        return not waiting.exists() and not Mail.objects.filter(state=Mail.State.QUEUED).exists()

    assert eventually(done), "some emails never went out"


def check(heard: Heard, games: Collection[str], office: PostOffice) -> list[str]:
    """Return a summary of the checks; raise AssertionError if one fails."""
    entries = list(Entry.objects.filter(game__in=games))
    kept = {(entry.game_id, entry.number): entry.hash for entry in entries}
    assert heard.acknowledged.items() <= kept.items(), "an acknowledged entry is missing, or is another one"
    answered = Counter((entry.game_id, entry.public["prompt"]) for entry in entries if "prompt" in entry.public)
    assert set(answered.values()) == {1}, "a question was answered twice"
    timeouts = sum(entry.kind == "timeout" for entry in entries)
    assert timeouts, "no deadline passed"
    for game in games:
        assert store.unbroken(store.read(game)), f"the chain of {game} is broken"
    deadlines.DEADLINES.run(timezone.now())
    call_command("replay", verbosity=0)
    return [
        f"{len(heard.acknowledged)} entries acknowledged in {len(games)} games: none lost, none other than it was",
        f"{len(answered)} questions answered, {timeouts} of them by deadlines: none twice",
        _emails(office),
    ]


def _emails(office: PostOffice) -> str:
    received = Counter(str(mail.message["Message-ID"]) for mail in office.received)
    every_mail_is_accounted_for(received)
    told = {str(mail.message["Message-ID"]): tuple(mail.to) for mail in office.received}
    assert all(told[str(mail.message["Message-ID"])] == tuple(mail.to) for mail in office.received)
    again = received.total() - len(received)
    return f"{len(received)} emails: each was received, {again} came again with the same Message-ID"
