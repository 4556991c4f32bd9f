"""Priorities of queues: sign-in codes wait for nothing, and no deadline or email waits for another player's
pictures."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest
from django.conf import settings
from django.utils import timezone
from redis import Redis

from games.models import Game
from games.people import accounts
from games.table.clocks import heartbeats
from notifications.models import Mail, Notification
from tests.games.stories import chosen, players, started
from tests.notifications.post_office import PostOffice, open_post_office
from tests.patience import eventually
from tests.site.running import Site, empty_queues, running
from ttr_site import queues
from ttr_site.celery import app


def test_every_route_is_of_a_task() -> None:
    app.loader.import_default_modules()
    assert set(queues.ROUTES) <= set(app.tasks)


def test_workers_take_what_is_most_urgent_first() -> None:
    assert sorted(queues.OTHERS) == list(queues.OTHERS)
    assert sorted(queues.RESERVED) == list(queues.RESERVED)
    assert settings.CELERY_BROKER_TRANSPORT_OPTIONS["queue_order_strategy"] == "sorted"


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("notifications.tasks.send_codes", "awaited"),
        ("games.tasks.sweep_deadlines", "celery"),
        ("notifications.tasks.deliver", "emails"),
        ("notifications.tasks.read_mail", "inbox"),
        ("games.tasks.draw_picture", "pictures"),
        ("games.tasks.rule_in_bulk", "slow"),
    ],
)
def test_a_task_waits_among_its_own_kind(task: str, queue: str) -> None:
    assert app.amqp.router.route({}, task)["queue"].name == queue


MANY = 300


def workers(site: Site) -> list[psutil.Process]:
    """Return the Celery worker for codes and deadlines, and the one for everything else."""
    children: list[psutil.Process] = psutil.Process(site.processes["worker"].process.pid).children()
    return sorted(children, key=lambda process: process.pid)


@contextmanager
def at_work() -> Iterator[tuple[Site, PostOffice]]:
    """Run a worker of two processes: the reserved one, and one for everything else."""
    empty_queues()
    with open_post_office() as office:
        mail = {"EMAIL_URL": f"smtp://127.0.0.1:{office.port}"}
        with running("worker", WORKER_PROCESSES="1", **mail) as site:
            assert eventually(lambda: len(app.control.ping(timeout=1) or ()) == 2)
            yield site, office
    empty_queues()


def length(queue: str) -> int:
    with Redis.from_url(settings.REDIS_URL) as redis:
        return int(redis.llen(f"{settings.REDIS_PREFIX}:{queue}"))


def want_pictures(game: Game, queue: str) -> None:
    """Queue enough pictures that everything behind them waits for a minute."""
    for _ in range(MANY):
        app.send_task("games.tasks.draw_picture", (game.id, None, game.head, "table", "day", "en"), queue=queue)
    assert eventually(lambda: length(queue) < MANY)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("queue", ["pictures", "celery"])
def test_a_code_waits_for_nothing(queue: str) -> None:
    """Check also that tasks of an earlier release, which has one queue for all, do not delay it."""
    game = chosen(started(players(2)))
    Mail.objects.all().delete()
    Notification.objects.all().delete()
    with at_work() as (_site, office):
        want_pictures(game, queue)
        accounts.sign_in(address="player0@mail.example", asked_by="here", now=timezone.now())
        assert eventually(lambda: [mail.to for mail in office.received] == [["player0@mail.example"]])
        assert length(queue) > MANY // 2


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_deadlines_and_emails_wait_for_no_picture() -> None:
    game = chosen(started(players(2)))
    with at_work() as (_site, office):
        want_pictures(game, "pictures")
        now = timezone.now()
        app.send_task("games.tasks.sweep_deadlines")
        app.send_task("notifications.tasks.deliver")
        assert eventually(lambda: (heartbeats.last_heard(heartbeats.SWEEP) or now) > now)
        assert eventually(lambda: len(office.received) > 0)
        assert length("pictures") > MANY // 2


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("killed", ["both", "one", "the other"])
def test_no_part_of_a_worker_outlives_the_others(killed: str) -> None:
    with at_work() as (site, _office):
        own = psutil.Process(site.processes["worker"].process.pid)
        every = [own, *own.children(recursive=True)]
        {"both": own, "one": workers(site)[0], "the other": workers(site)[1]}[killed].send_signal(signal.SIGKILL)
        psutil.wait_procs(every, timeout=60)
        assert not [process for process in every[1:] if process.is_running() and process.status() != "zombie"]
