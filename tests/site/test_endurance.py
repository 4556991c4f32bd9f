"""Ten minutes of random kills under load; `make soak ARGS="-k ten_minutes -s -n 0"` prints the figures."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.utils import timezone

from games.models import Entry, Game
from notifications.models import Mail
from tests.games.stories import players, started
from tests.notifications.post_office import PostOffice, open_post_office
from tests.patience import eventually
from tests.site.running import Site, running
from tests.site.test_survival import (
    Correspondents,
    everything_replays,
    let_the_mails_go_out,
    mails_repeat_only_with_the_same_id,
    nothing_was_answered_twice,
    sleepers_run_out_of_time,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak, pytest.mark.timeout(3600)]

MINUTES, GAMES, SEATS = 10.0, 3, 4
ROUND = 60.0
"""Seconds after which new games are begun at the latest."""
LONGEST_PEACE = 10.0
"""The most seconds between two kills: some come before the process is up again."""

Acknowledged = dict[tuple[str, int], str]


def test_ten_minutes_of_random_kills_lose_and_double_nothing() -> None:
    random, end = Random(11), time.monotonic() + 60 * MINUTES
    acknowledged: Acknowledged = {}
    kills = rounds = 0
    with open_post_office() as office, running("web", "worker", EMAIL_URL=f"smtp://127.0.0.1:{office.port}") as site:
        while time.monotonic() < end:
            kills += _besieged(site, _tables(rounds), acknowledged, random)
            rounds += 1
        let_the_mails_go_out()
    lost = _tell(acknowledged, kills, office)
    assert not lost
    nothing_was_answered_twice()
    mails_repeat_only_with_the_same_id(office)
    everything_replays()


def _tables(number: int) -> list[Game]:
    now = timezone.now()
    return [started(players(SEATS, f"Table {number} {table} "), now=now) for table in range(GAMES)]


def _besieged(site: Site, tables: list[Game], acknowledged: Acknowledged, random: Random) -> int:
    """Play these games while web and worker are killed; return the number of kills."""
    assert eventually(site.ready)
    correspondents = Correspondents(tables, site.url)
    with ThreadPoolExecutor(len(correspondents.jobs) + 1) as pool:
        playing = [pool.submit(correspondents.play, job) for job in correspondents.jobs]
        asleep = pool.submit(sleepers_run_out_of_time, correspondents.sleepy, correspondents.stop)
        kills = _kill_at_random(site, tables, random)
        assert eventually(site.ready)
        correspondents.stop.set()
        for job in (*playing, asleep):
            job.result()
    acknowledged |= correspondents.acknowledged
    return kills


def _kill_at_random(site: Site, tables: list[Game], random: Random) -> int:
    end, kills = time.monotonic() + ROUND, 0
    running_still = Game.objects.filter(pk__in=[game.pk for game in tables], status=Game.Status.RUNNING)
    while time.monotonic() < end and running_still.exists():
        time.sleep(random.uniform(0, LONGEST_PEACE))
        site.kill_and_start(random.choice(("web", "worker")))
        kills += 1
    return kills


def _tell(acknowledged: Acknowledged, kills: int, office: PostOffice) -> set[tuple[tuple[str, int], str]]:
    """Print the figures; return the acknowledged entries that are missing."""
    kept = {(entry.game_id, entry.number): entry.hash for entry in Entry.objects.all()}
    lost = acknowledged.items() - kept.items()
    ids = Counter(str(mail.message["Message-ID"]) for mail in office.received)
    states = Counter(Mail.objects.values_list("state", flat=True))
    figures = {
        "kills": kills,
        "entries acknowledged": len(acknowledged),
        "entries kept": len(kept),
        "lost": len(lost),
        "emails received": len(office.received),
        "repeated, with the same Message-ID": sum(count - 1 for count in ids.values()),
        **{f"emails {state}": count for state, count in sorted(states.items())},
    }
    print("", *(f"{name}: {figure}" for name, figure in figures.items()), sep="\n")  # noqa: T201
    return lost
