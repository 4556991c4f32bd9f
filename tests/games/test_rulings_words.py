"""The sentences in which the log tells people of a ruling."""

from dataclasses import fields

import pytest

import engine
from games.kinds import RulingKind
from games.models import Game
from games.presentation import words
from games.table import store
from games.table.rulings import (
    Correct,
    End,
    Extend,
    MoveFor,
    Order,
    Pause,
    Reinstate,
    Remove,
    Reopen,
    Replace,
    Resume,
    SetBack,
    TakeBack,
    disclosure,
    preview,
)
from tests.games.courts import anybody, rule
from tests.games.stories import NOON, chosen, players, post, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return chosen(started(players(3)))


def name(seat: int) -> str:
    return "ABC"[seat]


def last_sentences(game: Game) -> list[str]:
    """Return the last entry's public sentences."""
    entry = store.log_for(store.read(game.id), None)[-1]
    board = engine.ruleset(game.ruleset).board
    facts = words.tell_entry(entry, entry["events"], name, board)
    return [words.ruling(entry, name).before(facts), *facts]


@pytest.mark.parametrize(
    ("orders", "sentences"),
    [
        ([Extend(hours=2)], ["An admin gave more time to A."]),
        ([Pause()], ["An admin paused the game: all clocks stand still."]),
        ([Pause("dispute:x")], ["The game is paused: all clocks stand still."]),
        ([Pause(), Resume()], ["An admin let the game go on: the clocks run again, and nobody has lost time."]),
        ([Pause(), Pause("x"), Resume("x")], ["One reason for the pause is gone; others remain."]),
        (
            [TakeBack(2)],
            [
                "An admin took back part of the game:",
                "The game is as it was before; what is marked as taken back no longer counts.",
            ],
        ),
        ([MoveFor(0)], ["An admin moved for A:", "A drew from the deck."]),
        ([Replace(1)], ["An admin let a stand-in take over the blue seat."]),
        ([Remove(1)], ["An admin removed B from the game:", "B forfeited the game."]),
        ([Remove(1), Reinstate(1)], ["An admin put B back into the game:", "B is back."]),
        (
            [Correct(1, -3)],
            ["An admin corrected the points of B:", "B: −3 for a correction by an admin."],
        ),
        ([Extend(hours=2), SetBack(5)], ["An admin took back the extra time of A."]),
        ([End("void")], ["An admin ended the game:", "The game has no result, and nobody has won."]),
        (
            [End("adjudicated")],
            ["An admin ended the game:", "The points so far count."],
        ),
        (
            [End("void"), Reopen()],
            [
                "An admin resumed the game after its end:",
                "The game is as it was before; what is marked as taken back no longer counts.",
            ],
        ),
    ],
    ids=str,
)
def test_a_ruling_in_words(game: Game, orders: list[Order], sentences: list[str]) -> None:
    for order in orders:
        rule(game, order)
    assert last_sentences(game) == sentences


def test_every_kind_of_ruling_has_a_name(game: Game) -> None:
    assert all(kind.label for kind in RulingKind)


def test_what_was_learned(game: Game) -> None:
    post(game, 0, "draw deck", "draw deck")
    post(game, 1, "tickets")
    seen = preview(admin=anybody(), game_id=game.id, order=TakeBack(4), now=NOON)
    lines = [words.learned(disclosure, name) for disclosure in seen.learned]
    assert lines == ["A drew 2 cards blind", "B saw 3 tickets"]


def test_whatever_can_be_learned_has_words() -> None:
    """No event that gives somebody new information is shown by its code."""
    facts = {fact for rules in engine.RULESETS.values() for fact in rules.reducers}
    tags = {fact.tag for fact in facts if _tells(fact)} - disclosure.NO_NEWS
    assert {"card_drawn", "market_filled"} <= tags
    assert [tag for tag in tags if tag in words.learned(disclosure.Learned(None, tag, 3, 3), name)] == []


def _tells(fact: type[engine.Event]) -> bool:
    """Check whether the event belongs to no single seat, or has a part for one seat alone."""
    hints = {field.name: field.type for field in fields(fact)}  # type: ignore[arg-type]
    return "seat" not in hints or any(hasattr(hint, "__metadata__") for hint in hints.values())
