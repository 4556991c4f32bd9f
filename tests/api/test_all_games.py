"""Every game of the family over HTTP: from first tickets to standings that the log confirms, all of it as described."""

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest
import time_machine
from django.test import Client
from django.utils import timezone

import engine
from engine.__main__ import main
from tests.api.table import Guest, guests, sit_down

pytestmark = pytest.mark.django_db

LOOK_EVERY = 20


def every_game() -> Iterator[Any]:
    """Every ruleset with every number of seats, with and without options; half of them only in `make soak`."""
    for name, rules in (("old_west@1", "alvin"), ("card_game@1", "open_stack")):
        for seats in engine.RULESETS[name].seat_counts:
            for chosen in (False, True):
                marks = [pytest.mark.soak] if chosen == bool(seats % 2) else []
                words = f"{name} {seats} {rules}" if chosen else f"{name} {seats}"
                yield pytest.param(name, seats, {rules: chosen}, id=words, marks=marks)


@cache
def described(name: str) -> Any:
    """What checks an answer by a schema of the API's own description."""
    document = Client().get("/api/v1/schema", headers={"Accept": "application/json"}).json()
    return jsonschema_rs.Draft202012Validator({**document, "$ref": f"#/components/schemas/{name}"})


def hurried(moves: list[dict[str, Any]], random: Random) -> dict[str, Any]:
    """A legal move that brings the end nearer, if there is one."""
    claims = [move for move in moves if move["notation"].startswith(("claim", "place ", "marker"))]
    return random.choice(claims or [move for move in moves if move["notation"] != "tickets"] or moves)


def play(people: list[Guest], game: str) -> None:
    """The whole game by those who are asked. Now and then it is compared with its description what they see."""
    random, questions, moves = Random(1), set(), 0
    while prompts := people[0].get(f"/games/{game}")["position"]["prompts"]:
        asked = random.choice(prompts)
        someone, prompt = people[asked["seat"]], asked["id"]
        if asked["type"] not in questions or moves % LOOK_EVERY == 0:
            described("GameDetail").validate(someone.get(f"/games/{game}"))
        questions.add(asked["type"])
        while prompt is not None:
            legal = someone.get(f"/games/{game}/options")
            described("Options").validate(legal)
            move = hurried(legal["moves"], random)
            body = {"prompt": prompt, "move": move[random.choice(["notation", "move"])]}
            prompt = someone.post(f"/games/{game}/moves", body, 201)["prompt"]
            moves += 1


def summed(export: Any) -> dict[int, int]:
    """Every seat's points, added up from the facts of the log."""
    points: defaultdict[int, int] = defaultdict(int)
    for entry in export["entries"]:
        for event in entry["public"]["events"]:
            if event["type"] == "points_scored":
                points[event["seat"]] += event["points"]
    return points


@pytest.mark.parametrize(("ruleset", "seats", "options"), list(every_game()))
def test_a_game_is_played_to_standings_which_the_log_confirms(
    ruleset: str, seats: int, options: dict[str, bool], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = guests(seats)
    game = sit_down(people, ruleset=ruleset, options=options)
    play(people, game)

    shown = people[0].get(f"/games/{game}")
    described("GameDetail").validate(shown)
    assert (shown["status"], shown["position"]["outcome"]) == ("ended", "played")
    with time_machine.travel(timezone.now() + timedelta(hours=73)):
        export = people[-1].get(f"/games/{game}/export")
    points = summed(export)
    for row in shown["standings"]:
        assert row["points"] == points[row["seat"]] == sum(line["points"] for line in row["ledger"])
    assert [row["points"] for row in shown["seats"]] == [row["points"] for row in shown["standings"]]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["engine", "verify", str(file), "--witness", shown["chain"]])
        assert main() == 0
    assert "ok" in capsys.readouterr().out
