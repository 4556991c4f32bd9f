"""docs/examples/bot.py works as documented: example bots play each other, over streams alone, to the standings."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from itertools import combinations, islice
from pathlib import Path
from typing import Final

import pytest
from django.db.models import QuerySet, Sum
from django.utils import timezone

from deploy.ports import free_port
from games.models import Game, Player, Turn
from games.people import bot_policies, bots
from games.people.bot_policies import PolicyChoice
from games.table import rulings
from games.table.rulings import Order, Pause, Resume, TakeBack
from tests.games.courts import anybody
from tests.games.stories import players
from tests.patience import eventually
from tests.site.running import Client, Site, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.nightly, pytest.mark.timeout(900)]

BOT: Final = Path(__file__).resolve().parents[2] / "docs" / "examples" / "bot.py"
BOTS, GAMES = 7, 20


@contextmanager
def serving() -> Iterator[str]:
    """Serve a whole site behind one address, as its proxy does."""
    with fronted_site() as (_, url):
        yield url


@contextmanager
def fronted_site() -> Iterator[tuple[Site, str]]:
    """Serve a whole site as its proxy does; yield it and its address."""
    stream, front = free_port(), free_port()
    with running("web", "stream", STREAM_PORT=str(stream)) as site:
        ports = [str(front), site.url.rpartition(":")[2], str(stream)]
        with subprocess.Popen([sys.executable, "-m", "deploy.front", *ports]) as proxy:
            try:
                yield site, f"http://localhost:{front}"
            finally:
                proxy.kill()


@contextmanager
def playing(server: str, tokens: Sequence[str], folder: Path) -> Iterator[list[Path]]:
    """Run a bot for each token; yield their output files."""
    with ExitStack() as programs:
        told = []
        for number, token in enumerate(tokens):
            told.append(folder / str(number))
            output = programs.enter_context(told[-1].open("w"))
            environment = {"PATH": os.environ["PATH"], "SERVER": server, "TOKEN": token}
            bot = subprocess.Popen([sys.executable, BOT], env=environment, stdout=output, stderr=subprocess.STDOUT)
            programs.callback(bot.wait)
            programs.callback(bot.kill)
        yield told


def made(owner: Player, number: int) -> tuple[Player, str]:
    """Return a bot of this owner, and its token."""
    bot, _, secret = bots.make(owner=owner, name=f"Rook {'abcdefg'[number]}", now=timezone.now())
    choice = PolicyChoice(challenges="at_once" if number % 2 else "by_program", most_games=GAMES)
    bot_policies.choose(owner=owner, bot_id=bot.pk, choice=choice)
    return bot, secret


def challenge(server: str, token: str, guest: Player) -> str:
    """Create a game of two with an invitation; return its id."""
    wishes = {"ruleset": "usa@1", "seats": 2, "access": "invitation", "bots": "allowed", "clock": "daily"}
    host = Client(server, token)
    game: str = host.insist("POST", "/games", wishes)[1]["id"]
    assert host.insist("POST", f"/games/{game}/invitations", {"players": [guest.name]})[0] == 201
    return game


def test_twenty_games_at_once_to_the_standings(tmp_path: Path) -> None:
    """Every bot has an owner, whose policy accepts the challenges; for some the bot's program answers."""
    tokens = dict(made(owner, number) for number, owner in enumerate(players(BOTS)))
    with serving() as server, playing(server, list(tokens.values()), tmp_path) as told:
        games = [challenge(server, tokens[host], guest) for host, guest in islice(combinations(tokens, 2), GAMES)]
        of_these = Game.objects.filter(pk__in=games)
        assert eventually(lambda: not of_these.filter(status=Game.Status.OPEN).exists())
        while of_these.filter(status=Game.Status.RUNNING).exists():
            before = entries(of_these)
            assert eventually(lambda: entries(of_these) > before)  # noqa: B023
        assert eventually(lambda: len(standings(told)) == 2 * GAMES)
    assert of_these.filter(status=Game.Status.ENDED).count() == len(games) == GAMES
    assert {game for game, _ in standings(told)} == set(games)
    assert all(min(ranks) == 1 and len(ranks) == 2 for _, ranks in standings(told))


def test_no_bot_stalls_whatever_comes_between(tmp_path: Path) -> None:
    """A pause, a move taken back, a suspension, and a restart of the site: the bots play on to the standings."""
    tokens = dict(made(owner, number) for number, owner in enumerate(players(2)))
    host, guest = tokens
    with fronted_site() as (site, server), playing(server, list(tokens.values()), tmp_path) as told:
        games = Game.objects.filter(pk=challenge(server, tokens[host], guest))

        def go_on(more: int) -> None:
            reached = entries(games) + more
            assert eventually(lambda: entries(games) >= reached)

        def ruled(order: Order) -> None:
            rulings.rule(admin=anybody(), game_id=games.get().pk, order=order, now=timezone.now())

        go_on(6)
        ruled(Pause())
        ruled(Resume())
        go_on(4)
        ruled(TakeBack(as_of=games.get().head - 3))
        go_on(4)
        Player.objects.filter(pk=guest.pk).update(suspended_until=timezone.now() + timedelta(days=1))
        assert eventually(lambda: waits_for(games.get()) == guest.pk)
        Player.objects.filter(pk=guest.pk).update(suspended_until=None)
        go_on(4)
        for script in ("stream", "web"):
            site.kill_and_start(script)
            go_on(4)
        while not games.filter(status=Game.Status.ENDED).exists():
            before = entries(games)
            assert eventually(lambda: entries(games) > before or games.get().status == Game.Status.ENDED)  # noqa: B023
        assert eventually(lambda: len(standings(told)) == 2)


def waits_for(game: Game) -> str | None:
    """Return the player who is asked, if only one is."""
    asked = list(Turn.objects.filter(game=game, closed_at=None).values_list("player", flat=True))
    return asked[0] if len(asked) == 1 else None


def entries(games: QuerySet[Game]) -> int:
    """Return the number of entries in these games."""
    written: int = games.aggregate(sum=Sum("head"))["sum"]
    return written


def standings(told: Sequence[Path]) -> list[tuple[str, list[int]]]:
    """Return each game that a bot reports as over, and its ranks."""
    lines = [line.split(" ", 2) for file in told for line in file.read_text().splitlines() if line.startswith("over:")]
    return [(game, [one["rank"] for one in json.loads(found)]) for _, game, found in lines]
