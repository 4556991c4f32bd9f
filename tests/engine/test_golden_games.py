"""Golden games replay to the same positions for ever, and the checker accepts them."""

import json
from pathlib import Path

import pytest

import engine
from engine.verify import verify

from .golden_games import GAMES, digests, files, known
from .positions import OLD_WEST, USA

FILES = list(files())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_replays_to_what_it_always_did(file: Path) -> None:
    assert digests(json.loads(file.read_text())) == known()[file.name]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_is_accepted_by_the_checker(file: Path) -> None:
    export = json.loads(file.read_text())
    assert verify(export, witness=export["entries"][-1]["hash"]) == len(export["entries"])


@pytest.mark.parametrize("rules", [USA, OLD_WEST], ids=lambda rules: rules.id)
def test_there_is_one_for_every_seat_count_and_every_way_to_end(rules: engine.Ruleset) -> None:
    assert set(GAMES) <= {file.stem for file in FILES}
    games = [json.loads(file.read_text()) for file in FILES if file.stem.startswith(rules.id)]
    assert {export["seats"] for export in games} == set(rules.seat_counts)
    assert {name for export in games for name in export["options"]} == set(rules.variants)
    last = [[event["type"] for event in export["entries"][-1]["public"]["events"]] for export in games]
    assert any("turn_passed" in events for events in last)
    assert any("seat_left" in events and "points_scored" in events for events in last)
    outcomes = {export["entries"][-1]["public"]["events"][-1]["outcome"] for export in games}
    assert outcomes == {"played", "abandoned", "adjudicated", "void"}


@pytest.mark.parametrize("rules", [USA, OLD_WEST], ids=lambda rules: rules.id)
def test_every_kind_of_fact_comes_about_in_one(rules: engine.Ruleset) -> None:
    games = [json.loads(file.read_text()) for file in FILES if file.stem.startswith(rules.id)]
    told = {event["type"] for game in games for entry in game["entries"] for event in entry["public"]["events"]}
    every = rules.with_options(dict.fromkeys(rules.variants, True))
    assert {kind.tag for kind in every.reducers} - told <= {"first_tickets_settled"}
