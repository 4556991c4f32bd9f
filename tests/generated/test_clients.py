"""docs/clients.md is correct: clients generated as it says have valid types, and its programs play."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from games.people import tokens
from tests.games.stories import chosen, holder, players, prompts, started

pytestmark = [pytest.mark.clients, pytest.mark.django_db(transaction=True)]

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs" / "clients.md").read_text()
COMMANDS: Final[list[str]] = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
TOOLS: Final = Path(__file__).parent / "node_modules"
BIN: Final = (Path(sys.executable).parent, TOOLS / ".bin")
STRICT: Final = (
    *("--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext"),
    *("--types", "node", "--typeRoots", "node_modules/@types"),
)
PYTHON, TYPESCRIPT, HEY_API = "openapi-python-client", "openapi-typescript", "openapi-ts"
REQUESTS: Final = """
import createClient from "openapi-fetch";
import type { paths } from "./night-mail.js";

const client = createClient<paths>({ baseUrl: "http://localhost" });
const id = (await client.GET("/api/v1/rulesets")).data?.results[0]?.id ?? "";
await client.GET("/api/v1/rulesets/{ruleset_id}", { params: { path: { ruleset_id: id } } });
await client.POST("/api/v1/games", { body: { ruleset: id, seats: 4, clock: { time_per_move: "P1D" } } });
await client.POST("/api/v1/me/webhooks", { body: { url: "https://example.org", events: ["your_turn"] } });
"""
"""Requests with no more than they need, of a ruleset that may have come later."""
OF_GAMES: Final = r"(?:Move|Event|Prompt)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder for the clients, with the schema and the files that the page shows."""
    shutil.copy(ROOT / "docs" / "openapi.yaml", tmp_path)
    (tmp_path / "client.yaml").write_text(shown("yaml"))
    (tmp_path / "play.py").write_text(shown("python"))
    (tmp_path / "play.mts").write_text(shown("typescript"))
    (tmp_path / "functions.mts").write_text(shown("ts"))
    (tmp_path / "tsconfig.json").write_text(shown("json"))
    (tmp_path / "node_modules").symlink_to(TOOLS)
    return tmp_path


@pytest.fixture
def game(transactional_db: None) -> Game:
    """Return a game in its first turn."""
    now = timezone.now()
    return chosen(started(players(2), now=now), now=now)


def shown(language: str) -> str:
    """Return the page's code block in this language."""
    (block,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(block)


def command_of(generator: str) -> list[str]:
    """Return the page's command that makes a client with this generator."""
    (command,) = (command for command in COMMANDS if command.startswith(f"{generator} "))
    return command.split()


def run(folder: Path, *command: str, **variables: str) -> str:
    """Run a command in the folder and return its output; fail with all output if it fails."""
    path = os.pathsep.join([*map(str, BIN), os.environ["PATH"]])
    environment = {"PATH": path, "HOME": str(folder), **variables}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


def asked(game: Game) -> tuple[dict[str, str], str]:
    """Return the variables for the program of the player to move, and the open prompt."""
    (prompt,) = prompts(game)
    _, secret = tokens.create_sign_in_token(player=holder(game, prompt["seat"]), now=timezone.now())
    return {"TOKEN": secret}, prompt["id"]


def test_in_python(folder: Path, game: Game, live_server: LiveServer) -> None:
    told = run(folder, *command_of(PYTHON), "--fail-on-warning")
    assert "warning" not in told.lower()
    run(folder, "mypy", "--strict", "--config-file=", "--cache-dir=mypy", "night_mail", "play.py")
    for source in (folder / "night_mail" / "models").glob("*.py"):
        assert not re.search(r"^    (?!additional_properties)\w+: .*\bAny\b", source.read_text(), re.MULTILINE), source
    variables, prompt = asked(game)
    events = run(folder, "python", "play.py", SERVER=live_server.url, **variables).split("\n")
    assert events[0]
    assert prompt not in {now["id"] for now in prompts(game)}


def test_a_request_needs_no_member_with_a_default(folder: Path) -> None:
    run(folder, *command_of(TYPESCRIPT))
    (folder / "requests.mts").write_text(REQUESTS)
    run(folder, "tsc", *STRICT, "--noEmit", "requests.mts")


def test_a_game_is_opened_as_the_page_says(folder: Path) -> None:
    bodies = re.findall(r"`(WishesRequest\(.*?\))`, or `(clock=.*?\))`", PAGE)
    ((body, clock),) = bodies
    lines = ["from night_mail.models import ClockPreset, ClockTerms, WishesRequest", f"print({body}.to_dict())"]
    lines.append(f"print({body.replace('clock=ClockPreset.DAILY', clock)}.to_dict())")
    (folder / "wishes.py").write_text("\n".join(lines))
    run(folder, *command_of(PYTHON))
    run(folder, "mypy", "--strict", "--config-file=", "--cache-dir=mypy", "wishes.py")
    by_name, in_full = run(folder, "python", "wishes.py").splitlines()
    assert "'clock': 'daily'" in by_name
    assert "'time_per_move': 'P1D'" in in_full


def test_in_typescript(folder: Path, game: Game, live_server: LiveServer) -> None:
    run(folder, *command_of(TYPESCRIPT))
    types = (folder / "night-mail.ts").read_text()
    named = re.findall(rf"^        (\w*{OF_GAMES}): (.*?)^        (?=\w|/)", types, re.MULTILINE | re.DOTALL)
    assert len(named) > 60
    open_ones = {"UnknownAccountStreamEvent", "UnknownGameStreamEvent"}
    assert {name for name, body in named if re.search(r"\b(any|unknown|never)\b", body)} <= open_ones
    run(folder, "tsc", *STRICT, "play.mts")
    variables, prompt = asked(game)
    events = run(folder, "node", "play.mjs", SERVER=live_server.url, **variables).split("\n")
    assert events[0]
    assert prompt not in {now["id"] for now in prompts(game)}


def test_with_hey_api(folder: Path, game: Game, live_server: LiveServer) -> None:
    run(folder, *command_of(HEY_API))
    types = (folder / "night-mail" / "types.gen.ts").read_text()
    members = re.findall(r"^ {4,}\w+\??: (.*);$", types, re.MULTILINE)
    assert len(members) > 1000
    assert [member for member in members if re.search(r"\b(any|unknown)\b", member)] == []
    run(folder, "tsc", *STRICT, "functions.mts")
    variables, prompt = asked(game)
    events = run(folder, "node", "functions.mjs", SERVER=live_server.url, **variables).split("\n")
    assert events[0]
    assert prompt not in {now["id"] for now in prompts(game)}
