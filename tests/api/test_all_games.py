"""Every game of the family over HTTP: from first tickets to standings that agree with the log, with all answers
valid."""

import json
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

import engine
from engine.__main__ import main
from games.models import Game
from tests.api.described import described
from tests.api.table import Guest, guest, guests, sit_down
from tests.games.stories import play_a_round, to_the_end_of_a_round
from tests.games.worlds import MANY, many_tickets_to_complete
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

LOOK_EVERY = 20


def every_game() -> Iterator[Any]:
    """Yield every ruleset with every number of seats, with and without options.

    Two of each run nightly (`make test-sweeps`), the others with `make soak`: the smallest table without options, the
    largest with them.
    """
    for name, rules in (("old_west@1", "alvin"), ("card_game@1", "open_stack")):
        counts = engine.RULESETS[name].seat_counts
        for seats in counts:
            for chosen in (False, True):
                marks = [pytest.mark.nightly] if seats == (max if chosen else min)(counts) else [pytest.mark.soak]
                words = f"{name} {seats} {rules}" if chosen else f"{name} {seats}"
                yield pytest.param(name, seats, {rules: chosen}, id=words, marks=marks)


def hurried(moves: list[dict[str, Any]], random: Random) -> dict[str, Any]:
    """Choose a move that brings the end nearer, if there is one: the longest of a few claims."""
    claims = [move for move in moves if move["notation"].startswith("claim")]
    if claims:
        return max(random.choices(claims, k=5), key=lambda move: len(re.findall(r"[3-9]", move["notation"])))
    nearer = [move for move in moves if move["notation"].startswith(("place ", "marker"))]
    return random.choice(nearer or [move for move in moves if move["notation"] != "tickets"] or moves)


def play(people: list[Guest], game: str) -> None:
    """Play the whole game, occasionally validating the answers against the schema."""
    random, questions, moves = Random(1), set(), 0
    while prompts := people[0].get(f"/games/{game}")["position"]["prompts"]:
        asked = random.choice(prompts)
        someone, prompt = people[asked["seat"]], asked["id"]
        if asked["type"] not in questions or moves % LOOK_EVERY == 0:
            described("GameDetail").validate(someone.get(f"/games/{game}"))
        questions.add(asked["type"])
        while prompt is not None:
            legal = someone.get(f"/games/{game}/options")
            assert legal["prompt"] == prompt
            described("Options").validate(legal)
            move = hurried(legal["moves"], random)
            goes_on = ["draw deck"] if move["notation"].startswith("draw") else []  # refused if it is one card too many
            body = {"prompt": prompt, "moves": [move[random.choice(["notation", "move"])], *goes_on]}
            prompt = someone.post(f"/games/{game}/moves", body, 201)["prompt"]
            moves += 1
        assert asked_now(someone, game) is None


def asked_now(someone: Guest, game: str) -> str | None:
    """Return the prompt that the legal moves answer, or None once the game has ended."""
    answer = someone.http.get(f"/api/v1/games/{game}/options")
    if answer.status_code == 409:
        assert answer.json()["code"] == "game_not_running"
        return None
    prompt: str | None = answer.json()["prompt"]
    return prompt


def summed(export: Any) -> dict[int, int]:
    """Return every seat's points, added up from the events in the log."""
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


def test_millions_of_moves_are_counted_and_the_first_thousand_listed() -> None:
    people = guests(2)
    game = Game.objects.get(pk=sit_down(people, ruleset="card_game@1"))
    play_a_round(game)
    many_tickets_to_complete(game, 0)

    began = time.process_time()
    legal = people[0].get(f"/games/{game.pk}/options")
    assert time.process_time() - began < 2

    described("Options").validate(legal)
    assert legal["count"] > 1_000_000
    assert len({move["notation"] for move in legal["moves"]}) == len(legal["moves"]) == 1000
    assert len(legal["summary"]["tickets"]) == MANY
    assert sum(legal["summary"]["on_track"].values()) == 60
    numbers = people[0].asked(game.pk)["suggestion"]
    assert people[0].move(game.pk, f"complete {' '.join(map(str, numbers))}")["refused"] is None


def test_few_moves_are_all_listed() -> None:
    people = guests(2)
    game = sit_down(people, ruleset="old_west@1")
    legal = people[0].get(f"/games/{game}/options")
    assert (legal["count"], len(legal["moves"]), legal["summary"]) == (16, 16, None)


def test_nobody_is_told_what_lies_on_a_track_before_the_round_is_scored() -> None:
    people = guests(2)
    game = Game.objects.get(pk=sit_down(people, ruleset="card_game@1"))
    watcher = guest("Watcher")
    for _ in to_the_end_of_a_round(game):
        for someone in (*people, watcher):
            position = someone.get(f"/games/{game.pk}")["position"]
            assert position["you"] is None or position["you"]["on_track"] is None
            assert all(type(seat["on_track"]) is int for seat in position["seats"])
    for someone in people:
        position = someone.get(f"/games/{game.pk}")["position"]
        stack = position["you"]["on_track"]
        assert sum(stack.values()) == position["seats"][position["you"]["seat"]]["on_track"] > 0
        other = people[1 - position["you"]["seat"]]
        for path in ("", "/log", "/options"):
            assert json.dumps(stack)[1:-1] not in json.dumps(other.get(f"/games/{game.pk}{path}"))
        refusal = other.move(game.pk, "complete 1 2 3 4 5 6 7 8 9 10 11 12", status=422)
        assert refusal["code"] == "ticket_not_held"


@pytest.mark.parametrize("name", at_length(engine.RULESETS, at_once=["card_game@1", "europe@1"]))
def test_a_ruleset_is_as_the_schema_says(name: str) -> None:
    (someone,) = guests(1)
    described("Ruleset").validate(someone.get(f"/rulesets/{name}"))


def test_a_ruleset_shows_what_its_board_is_like() -> None:
    (someone,) = guests(1)
    cards = someone.get("/rulesets/card_game@1")
    assert cards["options"] == ["open_stack"]
    assert cards["board"]["big_cities"]["new_york"] == 15
    assert cards["board"]["tickets"][44]["cards"] == ["black", "yellow", "blue", "purple", "purple"]
    west = someone.get("/rulesets/old_west@1")
    assert west["options"] == ["alvin"]
    assert [route["ferry_locomotives"] for route in west["board"]["routes"] if route["ferry_locomotives"]] == [3]
    assert west["board"]["tickets"][0]["cards"] == []
    europe = someone.get("/rulesets/europe@1")["board"]
    kinds = {route["id"]: route["attributes"] for route in europe["routes"]}
    assert (kinds["angora-smyrna"], kinds["amsterdam-london"], kinds["angora-erzurum"]) == (["tunnel"], ["ferry"], [])
    assert sum("long" in ticket["attributes"] for ticket in europe["tickets"]) == 6
    first = europe["tickets"][0]
    assert first["goals"] == [{"from": first["cities"][0], "to": first["cities"][1], "points": first["points"]}]


def test_what_stands_on_a_board_is_told_before_anything_has_happened() -> None:
    (someone,) = guests(1)
    pieces = {
        "usa@1": [],
        "card_game@1": [],
        "old_west@1": [{"name": "alvin", "cities": ["roswell"], "option": "alvin"}],
        "europe@1": [],
        "lagoon@1": [{"name": "lanterns", "cities": ["anchor", "gull", "heron", "inlet"], "option": None}],
    }
    assert {name: someone.get(f"/rulesets/{name}")["pieces"] for name in pieces} == pieces


@pytest.mark.parametrize("name", engine.RULESETS)
def test_a_position_tells_where_those_pieces_are_now(name: str) -> None:
    people = guests(2)
    rules = engine.RULESETS[name]
    game = sit_down(people, ruleset=name, options=dict.fromkeys(rules.variants, True))
    position = people[0].get(f"/games/{game}")["position"]
    for piece in people[0].get(f"/rulesets/{name}")["pieces"]:
        now = position[piece["name"]]
        assert piece["cities"] == ([now["city"]] if isinstance(now, dict) else now)


@pytest.mark.parametrize("name", at_length(engine.RULESETS, at_once=["usa@1", "old_west@1", "card_game@1"]))
def test_every_member_that_these_games_show_is_described(name: str) -> None:
    rules = engine.RULESETS[name]
    people = guests(2)
    game = sit_down(people, ruleset=name, options=dict.fromkeys(rules.variants, True))
    position = people[0].get(f"/games/{game}")["position"]
    schemas = Client().get("/api/v1/schema", headers={"Accept": "application/json"}).json()["components"]["schemas"]
    assert position.keys() <= schemas["Position"]["properties"].keys()
    assert position["seats"][0].keys() <= schemas["TableSeat"]["properties"].keys()
    assert position["you"].keys() <= schemas["You"]["properties"].keys()
    prompt = position["prompts"][0]
    kinds = schemas["Prompt"]["discriminator"]["mapping"]
    assert prompt.keys() <= schemas[kinds[prompt["type"]].rpartition("/")[2]]["properties"].keys()


def test_there_is_no_game_with_an_option_of_another() -> None:
    (someone,) = guests(1)
    wishes = {"ruleset": "card_game@1", "seats": 2, "clock": {"time_per_move": "P1D"}}
    assert someone.post("/games", {**wishes, "options": {"alvin": True}}, 422)["code"] == "unknown_option"
    assert someone.post("/games", {**wishes, "seats": 5}, 422)["code"] == "wrong_number_of_seats"
    game = someone.post("/games", {**wishes, "options": {"open_stack": True}}, 201)
    (row,) = someone.get("/games?filter=mine")["results"]
    assert row["options"] == game["options"] == {"open_stack": True}
