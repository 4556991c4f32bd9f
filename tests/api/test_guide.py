"""The guide for programmers is right: each of its commands is run, in its order."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from games.scopes import SCOPES
from tests.api.people import mailed_code

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text()
BLOCKS = re.findall(r"^```sh\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
COMMANDS = [block for block in BLOCKS if block.startswith("curl")]


@pytest.mark.skipif(shutil.which("curl") is None, reason="the guide speaks of curl")
@pytest.mark.django_db(transaction=True)
def test_every_command_works(live_server: LiveServer) -> None:
    known = {"PATH": os.environ["PATH"], "API": f"{live_server}/api/v1"}
    answers = []
    for command in COMMANDS:
        answers.append(run(command, known))
        known |= learnt(answers[-1])
    assert len(answers) == len(COMMANDS) >= 11
    assert answers[1]["player"]["name"] == "Ada"
    assert answers[2]["scopes"] == ["games:read", "games:play"]


def run(command: str, known: dict[str, str]) -> Any:
    """What the command prints, which no refusal is; an export of no games prints nothing."""
    done = subprocess.run(["sh", "-euc", command], env=known, capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout or "{}")
    assert "title" not in answer, (command, answer)
    return answer


def learnt(answer: Any) -> dict[str, str]:
    """What a reader would put into the guide's variables: from the answers, and from the mail."""
    if "confirmation" in answer:
        return {"CONFIRMATION": answer["confirmation"], "CODE": mailed_code("ada@example.org")}
    return {"TOKEN": answer["token"]["secret"]} if "token" in answer else {}


def test_every_scope_is_explained() -> None:
    assert re.findall(r"^\| `(\w+:\w+)` \|", GUIDE, re.MULTILINE) == list(SCOPES)
