"""A client made from an older schema reads the answers of a newer server, and plays a game it has never seen."""

from pathlib import Path
from typing import Final

import pytest
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

import engine
from games.models import Game
from tests.games.stories import chosen, play_on, players, prompts, started
from tests.generated.older import write_older
from tests.generated.test_clients import HEY_API, PYTHON, ROOT, STRICT, TYPESCRIPT, asked, command_of, folder, run

__all__ = ["folder"]
pytestmark = [pytest.mark.clients, pytest.mark.django_db(transaction=True)]

READS: Final = """
import os

from night_mail import AuthenticatedClient
from night_mail.api.games import get_game, list_games
from night_mail.api.play import get_log, list_moves
from night_mail.models import Game, GameDetail, GamePage, Options

with AuthenticatedClient(base_url=os.environ["SERVER"], token=os.environ["TOKEN"]) as client:
    page = list_games.sync(client=client)
    assert isinstance(page, GamePage)
    game = page.results[0]
    assert isinstance(game, Game)
    assert isinstance(get_game.sync(game.id, client=client), GameDetail)
    log = get_log.sync(game.id, client=client)
    assert log is not None and not hasattr(log, "code"), log
    events = [event for entry in log.results for event in entry.events]
    names = [type(event).__name__ for event in events]
    options = list_moves.sync(game.id, client=client)
    assert isinstance(options, Options)
    moves = [type(option.move).__name__ for option in options.moves]
    print(type(game.status).__name__, names.count("UnknownEvent"), len(names), *sorted({*names, *moves}))
"""


@pytest.fixture
def forgotten(folder: Path) -> set[str]:
    """Return what the schema in the folder does not know."""
    return write_older(ROOT / "docs" / "openapi.yaml", folder / "openapi.yaml")


@pytest.fixture(params=["old_west@1", "europe@1", "nordic@1"])
def game(request: pytest.FixtureRequest, transactional_db: None) -> Game:
    """Return a game with everything that its ruleset has, some rounds later."""
    now = timezone.now()
    options = dict.fromkeys(engine.RULESETS[request.param].variants, True)
    game = chosen(started(players(2), now=now, ruleset=request.param, options=options), now=now)
    play_on(game, 30, now=now)
    return Game.objects.get(pk=game.pk)


def test_in_python(folder: Path, forgotten: set[str], game: Game, live_server: LiveServer) -> None:
    assert {"take_turn", "running"} & forgotten
    assert "warning" not in run(folder, *command_of(PYTHON), "--fail-on-warning").lower()
    (folder / "reads.py").write_text(READS)
    run(folder, "mypy", "--strict", "--config-file=", "--cache-dir=mypy", "play.py", "reads.py")
    variables, prompt = asked(game)
    told = run(folder, "python", "reads.py", SERVER=live_server.url, **variables).split()
    assert "UnknownEvent" in told
    assert any(name.endswith("Event") and name != "UnknownEvent" for name in told)
    run(folder, "python", "play.py", SERVER=live_server.url, **variables)
    assert prompt not in {now["id"] for now in prompts(game)}


@pytest.mark.parametrize(("generator", "program"), [(TYPESCRIPT, "play"), (HEY_API, "functions")])
def test_in_typescript(
    folder: Path, forgotten: set[str], game: Game, live_server: LiveServer, generator: str, program: str
) -> None:
    assert forgotten
    run(folder, *command_of(generator))
    run(folder, "tsc", *STRICT, f"{program}.mts")
    variables, prompt = asked(game)
    run(folder, "node", f"{program}.mjs", SERVER=live_server.url, **variables)
    assert prompt not in {now["id"] for now in prompts(game)}
