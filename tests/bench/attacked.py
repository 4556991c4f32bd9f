"""Answer times of a player's request and an emailed code, quiet and under attack by turns.

The site runs behind nginx with all its limits, with a worker and a mail server in front. A player's program reads a
game ten times a second, and somebody asks for a code twice a second; `attacks` opens sixteen connections, from one
address and from two hundred. The bench prints the median and the 95th percentile of both, and how often the attack was
answered. `make bench ARGS=attacked` takes a quarter of an hour; `ARGS=attacked:poison_mails` measures one attack, in
twice as many rounds, so that the 95th percentile is of 120 codes.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final

import django

django.setup()

from aiosmtpd.controller import Controller  # noqa: E402
from django.conf import settings  # noqa: E402
from django.utils import timezone  # noqa: E402

from deploy.ports import free_port  # noqa: E402
from games.models import Game, Player  # noqa: E402
from games.people import own_apps  # noqa: E402
from games.people.own_apps import AppWish  # noqa: E402
from notifications import reply_addresses  # noqa: E402
from notifications.models import InboundEmail, Mail  # noqa: E402
from notifications.reply_addresses import EmailQuestion  # noqa: E402
from tests.bench.attacks import WRITERS, poison_mails  # noqa: E402
from tests.bench.fronted import answers, configured, nginx  # noqa: E402
from tests.games.stories import chosen, play_on, players, prompts, started  # noqa: E402
from tests.inbox.names import open_name_server  # noqa: E402
from tests.patience import eventually  # noqa: E402
from tests.site.running import DEPLOY, running, token_of  # noqa: E402

ADDRESSES: Final = (1, 200)
TURNS: Final = 3
SECONDS: Final = 10.0
GAMES: Final = 10
MOVES: Final = 60
ACCOUNTS: Final = 800
READ_EVERY, CODE_EVERY = 0.1, 0.5
"""Seconds between two requests."""
PLAY: Final = "play@night-mail.example"
MOST: Final = 2.0
"""How many times slower than in quiet the site may be."""


@dataclass
class Times:
    """Seconds until each answer, and until each code arrived."""

    reads: list[float] = field(default_factory=list)
    codes: list[float] = field(default_factory=list)


class Codes:
    """The mail server that the site sends to; notes when each recipient's email arrived."""

    def __init__(self) -> None:
        self.came: dict[str, float] = {}

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        for recipient in envelope.rcpt_tos:
            self.came[recipient] = time.monotonic()
        return "250 OK"


@dataclass
class Attacked:
    """A running site, its clients, and the values that attacks need."""

    port: int
    mail_port: int
    token: str
    people: list[str]
    codes: Codes
    given: dict[str, Any]
    asked: Iterator[int] = field(default_factory=count)

    async def measure(self) -> Times:
        """Read games and ask for codes for this many seconds, and wait for everything requested."""
        found, end = Times(), time.monotonic() + SECONDS
        await asyncio.gather(
            _each(READ_EVERY, end, lambda: self._read(found)), _each(CODE_EVERY, end, lambda: self._code(found))
        )
        return found

    async def _read(self, found: Times) -> None:
        begun = time.monotonic()
        path, token = f"/api/v1/games/{self.given['games'][-1]}", f"Authorization: Bearer {self.token}"
        answer = await _ask(self.port, "127.2.0.1", f"GET {path} HTTP/1.1", token)
        assert answer.startswith(b"HTTP/1.1 200"), answer[:200]
        found.reads.append(time.monotonic() - begun)

    async def _code(self, found: Times) -> None:
        number = next(self.asked)
        address, begun = self.people[number % ACCOUNTS], time.monotonic()
        body, path = json.dumps({"email": address}), "/api/v1/accounts/sign-in"
        kind = "Content-Type: application/json"
        here = f"127.3.{number // 200}.{1 + number % 200}"
        answer = await _ask(self.port, here, f"POST {path} HTTP/1.1", kind, body=body)
        assert answer.startswith(b"HTTP/1.1 202"), answer[:200]
        while self.codes.came.get(address, 0.0) < begun:
            assert time.monotonic() < begun + 60, "a code did not come"
            await asyncio.sleep(0.005)
        found.codes.append(self.codes.came[address] - begun)


async def _each(seconds: float, end: float, work: Callable[[], Awaitable[None]]) -> None:
    """Start the work every `seconds` seconds; later if the previous run takes longer."""
    while (begun := time.monotonic()) < end:
        await work()
        await asyncio.sleep(max(0.0, begun + seconds - time.monotonic()))


async def _ask(port: int, here: str, line: str, *lines: str, body: str = "") -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(here, 0))
    try:
        head = [line, "Host: localhost", "Connection: close", *lines, f"Content-Length: {len(body)}", "", body]
        writer.write("\r\n".join(head).encode())
        return await reader.read()
    finally:
        writer.close()


def main(*kinds: str) -> None:
    """Make these attacks, or all, from one address and from many. Raise AssertionError if the site gets too slow."""
    too_slow = []
    turns = 2 * TURNS if kinds else TURNS
    with attacked_site() as site:
        asyncio.run(site.measure())  # so that everything is loaded before measuring
        for kind in kinds or WRITERS:
            for addresses in ADDRESSES:
                if worst := _tell(site, kind, addresses, turns):
                    too_slow.append(f"{kind} from {addresses}: {worst:.1f}")
    assert not too_slow, too_slow


def _tell(site: Attacked, kind: str, addresses: int, turns: int) -> float:
    """Print both measurements; return the worst slowdown if it is too large, otherwise 0."""
    quiet, attacked, rates = Times(), Times(), []
    for _ in range(turns):
        _add(quiet, asyncio.run(site.measure()))
        with _attack(site, kind, addresses) as attack:
            _add(attacked, asyncio.run(site.measure()))
        rates.append(attack.communicate()[0].strip())
        InboundEmail.objects.all().delete()
    print(f"{kind} from {addresses}: {'; '.join(rates)}")
    ratios = []
    for what in ("reads", "codes"):
        before, during = (_spread(getattr(times, what)) for times in (quiet, attacked))
        ratios += [after / first for first, after in zip(before, during, strict=True)]
        told = [f"{1000 * half:.0f}/{1000 * most:.0f}" for half, most in (before, during)]
        print(f"  {what}: {told[0]} -> {told[1]} ms ({ratios[-2]:.1f}, {ratios[-1]:.1f})", flush=True)
    return max(ratios) if max(ratios) > MOST else 0.0


def _add(times: Times, more: Times) -> None:
    times.reads += more.reads
    times.codes += more.codes


def _spread(seconds: list[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    return median(seconds), quantiles(seconds, n=20)[18]


@contextmanager
def _attack(site: Attacked, kind: str, addresses: int) -> Iterator[subprocess.Popen[str]]:
    port = site.mail_port if kind == poison_mails.__name__ else site.port
    attack = [sys.executable, "-m", "tests.bench.attacks", kind, str(addresses), str(port), str(SECONDS + 1)]
    process = subprocess.Popen(
        [DEPLOY / "yielding", *attack],  # real attackers would not share the site's processors
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdin
    process.stdin.write(json.dumps(site.given))
    process.stdin.close()
    process.stdin = None
    site.given["first"] += 10**6
    time.sleep(1)
    yield process


@contextmanager
def attacked_site() -> Iterator[Attacked]:
    """Start the web server, the worker and the LMTP server behind nginx, with a real site's limits."""
    codes = Codes()
    office = Controller(codes, hostname="127.0.0.1", port=free_port())
    office.start()
    mail_port, port, strangers = free_port(), free_port(), free_port()
    with TemporaryDirectory(prefix="night-mail-bench-", dir="/tmp") as folder, open_name_server() as names:
        home = Path(folder)
        home.chmod(0o711)
        (home / "logs").mkdir()
        variables = {
            "EMAIL_URL": f"smtp://127.0.0.1:{office.port}",
            "EMAIL_PICTURES": "true",
            "TRUSTED_PROXY_COUNT": "1",
            "MAIL_IN_ADDRESS": PLAY,
            "MAIL_IN_LISTEN": f"lmtp://127.0.0.1:{mail_port}",
            "MAIL_IN_POLICY": "",
            "STRANGERS_PORT": str(strangers),
            "MAIL_IN_RESOLVERS": names.address,
        }
        with running("web", "strangers", "worker", "mail-in", **variables) as site:
            assert eventually(partial(answers, strangers))
            assert eventually(partial(_is_open, mail_port))
            with nginx(home, port, configured(home, port, site, strangers)):
                yield _peopled(port, mail_port, codes)
    office.stop()


def _is_open(port: int) -> bool:
    import socket

    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _peopled(port: int, mail_port: int, codes: Codes) -> Attacked:
    settings.MAIL_IN_ADDRESS = PLAY
    now, people = timezone.now(), players(2, "Attacked")
    games = [_played(people, now) for _ in range(GAMES)]
    app, _ = own_apps.register(
        owner=people[0], wish=AppWish("An app", ["https://app.example/"]), has_secret=True, now=now
    )
    asking = Mail.objects.create(player=people[0], game=games[0], state="sent", created_at=now, next_attempt_at=now)
    question = EmailQuestion(prompts(games[0])[0]["id"], [["draw deck"]])
    given = {
        "games": [game.pk for game in games],
        "entries": MOVES,
        "app": app.client_id,
        "reply": reply_addresses.make(asking, question, now),
        "first": 0,
    }
    addresses = [str(player.email) for player in players(ACCOUNTS, "Asks")]
    return Attacked(port, mail_port, token_of(Player.objects.get(pk=people[0].pk)), addresses, codes, given)


def _played(people: list[Player], now: Any) -> Game:
    game = chosen(started(people, now=now), now=now)
    play_on(game, MOVES, now=now)
    return game


if __name__ == "__main__":
    main(*sys.argv[1:])
