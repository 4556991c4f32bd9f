"""The guides for programmers and for bot owners are correct: every command in them is run, in order."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from games.management import demo_games
from games.models import BotPolicy
from games.scopes import SCOPES
from tests.api.people import mailed_code, player
from tests.site.running import token_of

DOCS = Path(__file__).resolve().parents[2] / "docs"
GUIDE, OF_BOTS = (DOCS / "api.md").read_text(), (DOCS / "bots.md").read_text()


def blocks(page: str) -> list[str]:
    """Return all code blocks to type."""
    return re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def commands(page: str) -> list[str]:
    """Return the commands that send a request to the API."""
    return [block for block in blocks(page) if block.startswith("curl")]


COMMANDS = commands(GUIDE)
MAIL = next(command for command in COMMANDS if "/me/mail" in command)


@pytest.mark.skipif(shutil.which("curl") is None, reason="the guide speaks of curl")
@pytest.mark.django_db(transaction=True)
def test_every_command_works(live_server: LiveServer) -> None:
    known = {"PATH": os.environ["PATH"], "API": f"{live_server}/api/v1"}
    answers = []
    for command in COMMANDS:
        answers.append(run(command, known))
        known |= learnt(answers[-1])
    assert len(answers) == len(COMMANDS) >= 11
    assert answers[1]["player"]["name"] == "Mira"
    assert answers[2]["scopes"] == ["games:read", "games:play"]
    assert answers[COMMANDS.index(MAIL)] == shown_after(MAIL)


def shown_after(command: str) -> Any:
    """Return the answer that the guide shows for this command."""
    shown = re.match(r"```\n+```json\n(.*?)^```", GUIDE.partition(command)[2], re.MULTILINE | re.DOTALL)
    assert shown
    return json.loads(shown[1])


@pytest.mark.skipif(shutil.which("curl") is None, reason="the guide speaks of curl")
@pytest.mark.django_db(transaction=True)
def test_every_command_about_bots_works(live_server: LiveServer) -> None:
    known = {"PATH": os.environ["PATH"], "API": f"{live_server}/api/v1", "TOKEN": token_of(player("Mira"))}
    making, choosing = commands(OF_BOTS)
    bot = run(making, known)
    run(choosing, {**known, "BOT": bot["id"]})
    assert BotPolicy.objects.get(bot=bot["id"]).most_games == 5


@pytest.mark.parametrize("page", [GUIDE, OF_BOTS], ids=["api.md", "bots.md"])
def test_every_variable_is_set_before_it_is_used(page: str) -> None:
    known: set[str] = set()
    for block in blocks(page):
        for line in block.splitlines():
            assert set(re.findall(r"\$([A-Z]+)", line)) <= known, line
            known |= set(re.findall(r"^([A-Z]+)=", line))


@pytest.mark.parametrize("page", [GUIDE, OF_BOTS], ids=["api.md", "bots.md"])
def test_the_names_are_free_where_the_demo_runs(page: str) -> None:
    named = {name for command in commands(page) for name in re.findall(r'"name": "(\w+)"', command)}
    assert named
    assert not named & {*demo_games.OTHERS, demo_games.OWNER, demo_games.BOT}


def run(command: str, known: dict[str, str]) -> Any:
    """Return the command's output, which must not be a refusal; an export without games prints nothing."""
    done = subprocess.run(["sh", "-euc", command], env=known, capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout or "{}")
    assert "title" not in answer, (command, answer)
    return answer


def learnt(answer: Any) -> dict[str, str]:
    """Return values for the guide's variables, taken from answers and emails as a reader would."""
    if "confirmation" in answer:
        return {"CONFIRMATION": answer["confirmation"], "CODE": mailed_code("mira@example.org")}
    return {"TOKEN": answer["token"]["secret"]} if "token" in answer else {}


def test_every_scope_is_explained() -> None:
    assert re.findall(r"^\| `(\w+:\w+)` \|", GUIDE, re.MULTILINE) == list(SCOPES)
