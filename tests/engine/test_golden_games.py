"""Golden games replay to the same positions for ever, and the checker accepts them."""

import json
from pathlib import Path

import pytest

from engine.verify import verify

from .golden_games import GAMES, digests, files, known

FILES = list(files())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_replays_to_what_it_always_did(file: Path) -> None:
    assert digests(json.loads(file.read_text())) == known()[file.name]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_is_accepted_by_the_checker(file: Path) -> None:
    export = json.loads(file.read_text())
    assert verify(export, witness=export["entries"][-1]["hash"]) == len(export["entries"])


def test_there_is_one_for_every_seat_count_and_every_way_to_end() -> None:
    assert {f"usa@1-{name}" for name in GAMES} <= {file.stem for file in FILES}
    ends = [json.loads(file.read_text()) for file in FILES]
    assert {export["seats"] for export in ends} == {2, 3, 4, 5}
    last = [[event["type"] for event in export["entries"][-1]["public"]["events"]] for export in ends]
    assert any("turn_passed" in events for events in last)
    assert any("seat_left" in events and "points_scored" in events for events in last)
    assert {export["entries"][-1]["public"]["events"][-1]["outcome"] for export in ends} == {"played", "abandoned"}
