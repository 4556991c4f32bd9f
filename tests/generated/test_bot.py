"""docs/examples/bot.mts passes the strictest type checks, and plays a whole game against another of its kind."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from games.models import Game
from tests.examples.test_bot import challenge, entries, serving, standings
from tests.games.stories import players
from tests.generated.test_clients import ROOT, STRICT, TOOLS, run
from tests.patience import eventually
from tests.site.running import token_of

pytestmark = [pytest.mark.clients, pytest.mark.django_db(transaction=True)]

BOT: Final = ROOT / "docs" / "examples" / "bot.mts"
BOTS: Final = 2


@contextmanager
def playing(server: str, tokens: Sequence[str], folder: Path) -> Iterator[list[Path]]:
    """Run a bot for each token; yield their output files, without messages about broken connections."""
    with ExitStack() as bots:
        told = [folder / f"{number}.txt" for number in range(len(tokens))]
        for token, file in zip(tokens, told, strict=True):
            output = bots.enter_context(file.open("w"))
            known = {"PATH": os.environ["PATH"], "SERVER": server, "TOKEN": token}
            bot = subprocess.Popen(["node", folder / "bot.mjs"], env=known, stdout=output, stderr=subprocess.DEVNULL)
            bots.callback(bot.wait)
            bots.callback(bot.kill)
        yield told


def test_two_play_to_the_standings(tmp_path: Path) -> None:
    shutil.copy(BOT, tmp_path)
    (tmp_path / "node_modules").symlink_to(TOOLS)
    run(tmp_path, "tsc", *STRICT, "bot.mts")
    host, guest = players(BOTS)
    tokens = [token_of(host), token_of(guest)]
    with serving() as server, playing(server, tokens, tmp_path) as told:
        game = challenge(server, tokens[0], guest)
        there = Game.objects.filter(pk=game)
        while not there.filter(status=Game.Status.ENDED).exists():
            before = entries(there)
            assert eventually(lambda: entries(there) != before or there.get().status == Game.Status.ENDED)  # noqa: B023
        assert eventually(lambda: len(standings(told)) == BOTS)
    assert {over for over, _ in standings(told)} == {game}
