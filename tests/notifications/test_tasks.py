"""The Celery tasks, called as a worker calls them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from pytest_django import Settings
from time_machine import TimeMachineFixture

from deploy.ports import free_port
from notifications import tasks
from notifications.models import Mail
from notifications.outbox import delivery, queue, senders
from notifications.outbox.delivery import Progress
from tests.games.stories import NOON, players, started
from tests.notifications.post_office import TAKEN, PostOffice, Received

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_noon(time_machine: TimeMachineFixture) -> TimeMachineFixture:
    time_machine.move_to(NOON, tick=False)
    return time_machine


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_a_delivery_goes_on_until_nothing_is_due(post_office: PostOffice) -> None:
    people = players(4)
    for _ in range(26):
        started(people)
    tasks.deliver()
    assert len({mail.message["Message-ID"] for mail in post_office.received}) == len(post_office.received) == 104
    assert 4 <= post_office.connections <= 8
    assert not queue.is_due(now=NOON)


def test_the_sweep_finds_what_nobody_was_woken_for(post_office: PostOffice) -> None:
    started(players(2))
    tasks.sweep()
    tasks.sweep()
    assert len(post_office.received) == 2


def test_reminders_are_sent_when_their_time_comes(post_office: PostOffice, time_machine: TimeMachineFixture) -> None:
    started(players(2))
    tasks.deliver()
    tasks.remind()
    assert len(post_office.received) == 2
    time_machine.move_to(NOON + timedelta(hours=18), tick=False)
    tasks.remind()
    tasks.remind()
    assert len(post_office.received) == 4


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_server_that_is_away_is_not_tried_for_every_batch(settings: Settings, post_office: PostOffice) -> None:
    people = players(5)
    for _ in range(21):
        started(people)
    settings.EMAIL_PORT = free_port()
    tasks.deliver()
    assert Mail.objects.filter(attempts=1).count() == delivery.BATCH


@pytest.mark.django_db(transaction=True)
def test_while_one_sends_the_last_process_of_its_worker_turns_to_something_else(post_office: PostOffice) -> None:
    started(players(3))

    def meanwhile(mail: Received) -> str:
        if not post_office.received:
            with ThreadPoolExecutor(1) as elsewhere:
                elsewhere.submit(deliver_elsewhere).result(timeout=20)
            assert not post_office.received
        return TAKEN

    post_office.on_data = meanwhile
    tasks.deliver()
    assert len(post_office.received) == 3


def deliver_elsewhere() -> None:
    tasks.deliver()
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_what_another_workers_process_sends_keeps_this_worker_from_nothing(post_office: PostOffice) -> None:
    started(players(3))
    with senders.place(worker="another worker") as is_free:
        assert is_free
        tasks.deliver()
    assert len(post_office.received) == 3


@pytest.mark.django_db(transaction=True)
def test_a_worker_of_three_processes_sends_with_two(settings: Settings) -> None:
    settings.WORKER_PROCESSES = 3
    with senders.place() as first, senders.place() as second, senders.place() as third:
        assert (first, second, third) == (True, True, False)
    with senders.place() as again:
        assert again


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_however_many_send_each_email_goes_out_once(post_office: PostOffice) -> None:
    people = players(4)
    for _ in range(26):
        started(people)
    with ThreadPoolExecutor(4) as workers:
        list(workers.map(deliver_in_small_batches, range(4)))
    assert len({mail.message["Message-ID"] for mail in post_office.received}) == len(post_office.received) == 104
    assert not queue.is_due(now=NOON)


def deliver_in_small_batches(_worker: int) -> None:
    while delivery.deliver_due(now=NOON, limit=10) is Progress.MORE:
        pass
    connection.close()
