"""Golden games of the card game: every seat count, the option, every way to end, every kind of fact."""

import json

import pytest

from .card_game_golden import GAMES
from .golden_games import files
from .yards_table import CARD_GAME

EXPORTS = {file.stem: json.loads(file.read_text()) for file in files() if file.stem.startswith(CARD_GAME.id)}


def facts(name: str) -> list[list[str]]:
    """The kinds of facts of each entry."""
    return [[event["type"] for event in entry["public"]["events"]] for entry in EXPORTS[name]["entries"]]


def test_every_one_is_on_file() -> None:
    assert set(GAMES) <= set(EXPORTS)


def test_there_is_one_for_every_seat_count_and_the_option() -> None:
    assert {export["seats"] for export in EXPORTS.values()} == set(CARD_GAME.seat_counts)
    assert {name for export in EXPORTS.values() for name in export["options"]} == set(CARD_GAME.variants)


def test_there_is_one_for_every_way_to_end() -> None:
    last = {name: entries[-1] for name, entries in ((name, facts(name)) for name in EXPORTS)}
    outcomes = {export["entries"][-1]["public"]["events"][-1]["outcome"] for export in EXPORTS.values()}
    assert outcomes == {"played", "abandoned"}
    assert last["card_game@1-2-one-round"][0] == "completion_chosen"
    assert last["card_game@1-2-left-alone"][:2] == ["seat_left", "tickets_completed"]
    assert last["card_game@1-4-left-alone-completing"][:2] == ["seat_left", "completion_chosen"]
    assert last["card_game@1-3-abandoned"] == ["seat_left", "completion_chosen", "game_ended"]


@pytest.mark.parametrize("name", ["card_game@1-4-two-rounds", "card_game@1-4-two-rounds-open-stack"])
def test_with_four_there_are_two_rounds(name: str) -> None:
    assert [tag for tags in facts(name) for tag in tags if tag.startswith("round_")] == [
        "round_over",
        "round_began",
        "round_over",
    ]


def test_every_kind_of_fact_comes_about_in_one() -> None:
    seen = {tag for name in EXPORTS for tags in facts(name) for tag in tags}
    assert {kind.tag for kind in CARD_GAME.reducers} - seen <= {"first_tickets_settled", "position_restored"}
