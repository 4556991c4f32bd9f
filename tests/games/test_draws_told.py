"""A turn's two cards are told in one sentence, with only what each reader may know, and never across two turns."""

from typing import Any

import pytest

from games.logged_entries import LoggedEntry
from games.presentation.words import draws


def entry(number: int, *events: dict[str, Any], seat: int = 0, kind: str = "move") -> LoggedEntry:
    told: Any = [{"seat": seat, **event} for event in events]
    return {"number": number, "seat": seat, "kind": kind, "at": "", "events": told, "hash": ""}


def taken(card: str) -> dict[str, Any]:
    return {"type": "card_taken", "card": card}


BLIND = {"type": "card_drawn"}
FILLED = {"type": "market_filled"}


def numbers(*entries: LoggedEntry) -> list[list[int]]:
    return [[one["number"] for one in group] for group in draws.by_turns(entries)]


def name(seat: int) -> str:
    return "Ada"


def test_a_turns_second_card_stands_with_the_first() -> None:
    assert numbers(entry(1, BLIND), entry(2, taken("red"), FILLED), entry(3, BLIND, seat=1)) == [[1, 2], [3]]


def test_two_turns_of_one_seat_stay_two() -> None:
    assert numbers(*(entry(number, BLIND) for number in (1, 2, 3, 4))) == [[1, 2], [3, 4]]


def test_a_locomotive_from_the_market_is_a_whole_turn() -> None:
    assert numbers(entry(1, taken("locomotive")), entry(2, BLIND), entry(3, BLIND)) == [[1], [2, 3]]


@pytest.mark.parametrize("kind", ["timeout", "ruled"])
def test_what_was_done_for_a_seat_is_told_by_itself(kind: str) -> None:
    assert numbers(entry(1, BLIND, kind=kind), entry(2, BLIND, kind=kind)) == [[1], [2]]


def test_with_another_entry_between_them_they_are_told_apart() -> None:
    assert numbers(entry(1, BLIND), entry(2, kind="extended"), entry(3, BLIND)) == [[1], [2], [3]]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (BLIND, BLIND, "Ada drew two cards from the deck."),
        (taken("red"), taken("blue"), "Ada took red and blue from the face-up cards."),
        (taken("red"), BLIND, "Ada took red from the face-up cards and drew a card from the deck."),
        (BLIND, taken("red"), "Ada drew a card from the deck and took red from the face-up cards."),
        ({**BLIND, "card": "red"}, {**BLIND, "card": "blue"}, "Ada drew red and blue from the deck."),
        (taken("red"), taken("red"), "Ada took two red from the face-up cards."),
        (*[{**BLIND, "card": "locomotive"}] * 2, "Ada drew two locomotives from the deck."),
    ],
)
def test_both_are_told_as_far_as_the_reader_may_know(first: Any, second: Any, told: str) -> None:
    cards: list[Any] = [{"seat": 0, **first}, {"seat": 0, **second}]
    assert draws.tell_two(cards[0], cards[1]).speak(None, name).text == told
