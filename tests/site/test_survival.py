"""The site under stress: simultaneous requests, processes killed in the middle, Redis down."""

import itertools
import json
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sized
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games.models import Entry, Game, Turn
from games.table.play import deadlines
from notifications.models import Mail, Notification
from tests.games.stories import chosen, players, started
from tests.notifications.post_office import PostOffice, open_post_office
from tests.patience import eventually
from tests.site.aftermath import every_mail_is_accounted_for
from tests.site.running import Client, Site, running, token_of
from ttr_site.celery import app

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

GAMES, SEATS = 3, 4
KILLS, MOVES_BETWEEN = 5, 12


def clients_of(game: Game, url: str) -> list[Client]:
    """Return a client for each seat, by its number."""
    seats = game.seats.select_related("player").order_by("number")
    return [Client(url, token_of(seat.player)) for seat in seats if seat.player]


def at_once(*jobs: Any) -> list[Any]:
    """Run these at the same moment; return their results in order."""
    barrier = threading.Barrier(len(jobs))

    def run(job: Any) -> Any:
        barrier.wait()
        return job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


@pytest.fixture
def web() -> Iterator[Site]:
    with running("web") as site:
        yield site


def test_what_comes_at_the_same_moment_counts_once(web: Site) -> None:
    _five_choose_their_first_tickets(web)
    _a_double_click_is_one_move(web)
    _a_double_click_with_a_key_gets_the_same_answer_twice(web)


def _five_choose_their_first_tickets(web: Site) -> None:
    now = timezone.now()
    game = started(players(5, "Five "), now=now)
    jobs = []
    for client in clients_of(game, web.url):
        _, legal = client.ask("GET", f"/games/{game.id}/options")
        body = {"prompt": legal["prompt"], "move": legal["moves"][0]["move"]}
        jobs.append(lambda client=client, body=body: client.ask("POST", f"/games/{game.id}/moves", body))

    assert [status for status, _ in at_once(*jobs)] == [201] * 5
    assert Entry.objects.filter(game=game).count() == 6


def _a_double_click_is_one_move(web: Site) -> None:
    game = chosen(started(players(2, "Twice "), now=timezone.now()), now=timezone.now())
    client = clients_of(game, web.url)[0]
    path = f"/games/{game.id}/moves"
    body = {"prompt": client.ask("GET", f"/games/{game.id}/options")[1]["prompt"], "moves": ["draw deck", "draw deck"]}

    answers = at_once(*[lambda: client.ask("POST", path, body)] * 6)

    assert sorted(status for status, _ in answers) == [201, 409, 409, 409, 409, 409]
    assert Entry.objects.filter(game=game, kind="move", public__prompt=body["prompt"]).count() == 1


def _a_double_click_with_a_key_gets_the_same_answer_twice(web: Site) -> None:
    game = chosen(started(players(2, "Once "), now=timezone.now()), now=timezone.now())
    client = clients_of(game, web.url)[0]
    body = {"prompt": client.ask("GET", f"/games/{game.id}/options")[1]["prompt"], "move": "draw deck"}
    key = {"Idempotency-Key": "one"}

    answers = at_once(*[lambda: client.ask("POST", f"/games/{game.id}/moves", body, **key)] * 4)

    assert [status for status, _ in answers] == [201] * 4
    assert len({json.dumps(found, sort_keys=True) for _, found in answers}) == 1


class Correspondents:
    """Clients that play on through failures, and remember every acknowledged entry."""

    def __init__(self, games: list[Game], url: str) -> None:
        self.acknowledged: dict[tuple[str, int], str] = {}
        self.stop = threading.Event()
        self.sleepy = {game.id: SEATS - 1 for game in games}
        self.jobs = [
            (game.id, client)
            for game in games
            for seat, client in enumerate(clients_of(game, url))
            if seat != self.sleepy[game.id]
        ]

    def play(self, job: tuple[str, Client]) -> None:
        """Run one client: random legal moves, each with a key, repeated until answered."""
        game, client = job
        random, count = Random(client.token), 0
        while not self.stop.is_set():
            status, legal = client.insist("GET", f"/games/{game}/options")
            asked = status == 200 and legal["moves"]
            if asked:
                count += 1
                body = {"prompt": legal["prompt"], "move": random.choice(legal["moves"])["notation"]}
                status, found = client.insist("POST", f"/games/{game}/moves", body, **{"Idempotency-Key": str(count)})
                assert status in {201, 409}, (status, found)
                if status == 201:
                    self._remember(game, found["entries"])
            time.sleep(0.02 if asked else 0.2)  # clients that are not asked only use the processors

    def _remember(self, game: str, entries: list[Any]) -> None:
        for entry in entries:
            self.acknowledged[game, entry["number"]] = entry["hash"]


def chaos(site: Site, acknowledged: Sized) -> None:
    """Kill web and worker alternately, each while the site is fully up, with many moves before and after."""
    scripts = itertools.cycle(("worker", "web"))
    for _ in range(KILLS):
        _some_more(acknowledged)
        site.kill_and_start(next(scripts))
        assert eventually(site.ready)
    _some_more(acknowledged)


def _some_more(acknowledged: Sized) -> None:
    """Wait for a number of moves, not of seconds, since the machine may be slow."""
    before = len(acknowledged)
    assert eventually(lambda: len(acknowledged) >= before + MOVES_BETWEEN)


def sleepers_run_out_of_time(sleepy: dict[str, int], stop: threading.Event) -> None:
    """Let one seat in each game never move: its deadline passes again and again, and two beats wake the worker."""
    while not stop.wait(0.4):
        for game, seat in sleepy.items():
            past = timezone.now() - timedelta(seconds=1)
            turns = Turn.objects.filter(game=game, seat=seat, closed_at=None, deadline_at__gt=past)
            turns.update(opened_at=past - timedelta(days=1), deadline_at=past, expires_at=past)
        for task in ("games.tasks.sweep_deadlines", "games.tasks.sweep_deadlines", "notifications.tasks.sweep"):
            app.send_task(task, expires=5)
    connection.close()


def test_kill_web_and_worker_while_everything_goes_on() -> None:
    with open_post_office() as office:
        now = timezone.now()
        tables = [
            started(players(SEATS, f"Table {number} "), now=now, name=f"Game {number}") for number in range(GAMES)
        ]
        with running("web", "worker", EMAIL_URL=f"smtp://127.0.0.1:{office.port}") as site:
            correspondents = Correspondents(tables, site.url)
            stop = correspondents.stop
            with ThreadPoolExecutor(len(correspondents.jobs) + 2) as pool:
                playing = [pool.submit(correspondents.play, job) for job in correspondents.jobs]
                asleep = pool.submit(sleepers_run_out_of_time, correspondents.sleepy, stop)
                killing = pool.submit(chaos, site, correspondents.acknowledged)
                try:
                    killing.result()
                finally:
                    stop.set()
                for job in (*playing, asleep):
                    job.result()
            let_the_mails_go_out()
    _nothing_acknowledged_was_lost(correspondents.acknowledged)
    nothing_was_answered_twice()
    mails_repeat_only_with_the_same_id(office)
    everything_replays()


def let_the_mails_go_out() -> None:
    """Return the claims of killed workers at once, instead of after their lease, and send all emails."""

    def done() -> bool:
        Mail.objects.filter(state=Mail.State.QUEUED).update(next_attempt_at=timezone.now())
        app.send_task("notifications.tasks.sweep", expires=5)
        time.sleep(0.5)
        waiting = Notification.objects.filter(state=Notification.State.PENDING, mail=None).exists()
        return not waiting and not Mail.objects.filter(state=Mail.State.QUEUED).exists()

    assert eventually(done)


def _nothing_acknowledged_was_lost(acknowledged: dict[tuple[str, int], str]) -> None:
    kept = {(entry.game_id, entry.number): entry.hash for entry in Entry.objects.all()}
    assert len(acknowledged) >= KILLS * MOVES_BETWEEN
    assert acknowledged.items() <= kept.items()


def nothing_was_answered_twice() -> None:
    answers = Counter(
        (entry.game_id, entry.public["prompt"]) for entry in Entry.objects.all() if "prompt" in entry.public
    )
    assert set(answers.values()) == {1}
    assert Entry.objects.filter(kind="timeout").exists()


def mails_repeat_only_with_the_same_id(office: PostOffice) -> None:
    """Check that repeated emails to a player about a game have the same id. The next after "Your turn: Game 1" may
    be "Out of time: Game 1": if the game went on between a delivery and the death of its worker, the email is
    written anew."""
    by_id: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for mail in office.received:
        by_id[str(mail.message["Message-ID"])].add((*mail.to, str(mail.message["Subject"]).rpartition(": ")[2]))
    assert all(len(letters) == 1 for letters in by_id.values())
    every_mail_is_accounted_for(by_id)


def everything_replays() -> None:
    """Act on everything that has expired, and check that all games replay.

    On a busy machine the last wake-ups come too late for the worker; and if it was down for minutes, the clocks rightly
    stopped, and only a day later everything is certainly due.
    """
    deadlines.DEADLINES.run(timezone.now() + timedelta(days=1))
    call_command("replay")


def test_without_redis_moves_are_taken_and_emails_catch_up() -> None:
    now = timezone.now()
    game = chosen(started(players(2), now=now), now=now)
    with open_post_office() as office:
        mail = {"EMAIL_URL": f"smtp://127.0.0.1:{office.port}"}
        with running("web", REDIS_URL="redis://127.0.0.1:1/0", **mail) as site:
            ada, bela = clients_of(game, site.url)
            for client in (ada, bela, ada, bela):
                _, legal = client.ask("GET", f"/games/{game.id}/options")
                body = {"prompt": legal["prompt"], "moves": ["draw deck", "draw deck"]}
                assert client.ask("POST", f"/games/{game.id}/moves", body)[0] == 201
        assert not office.received
        with running("worker", **mail):
            let_the_mails_go_out()
        assert {mail.to[0] for mail in office.received} >= {"player0@mail.example"}
