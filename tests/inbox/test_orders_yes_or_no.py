"""A yes or a no alone in an email, in any words: it plays what was suggested, or declines what costs nothing."""

import pytest

from notifications.inbox.orders import Offered, PlayMove, read
from tests.inbox.test_orders import CARD_GAME, LISTED, MARKET, MONDAY, OLD_WEST, TURN, USA, read_lines

MARKERS = ("marker denver blue 1 loco 1", "marker none")
SUGGESTED = Offered(TURN, LISTED[:1], USA, MONDAY, MARKET, suggested=1)


def notations(lines: tuple[str, ...], offered: Offered) -> list[str]:
    """Return the moves that these lines play."""
    return [order.notation for order in read(lines, offered).orders if isinstance(order, PlayMove)]


@pytest.mark.parametrize(
    "lines",
    [
        ("No", "keep 3"),
        ("No", "I will not come on Saturday"),
        ("no", "no idea what that is"),
    ],
)
def test_a_no_beside_other_words_plays_nothing(lines: tuple[str, ...]) -> None:
    assert "marker none" not in [
        getattr(order, "notation", "") for order in read_lines(*lines, legal=MARKERS, rules=OLD_WEST).orders
    ]


@pytest.mark.parametrize("line", ["No", "no, thanks!", "No thanks."])
def test_a_no_declines_what_the_email_lists(line: str) -> None:
    listed = Offered(MARKERS, [["marker none"]], OLD_WEST, MONDAY)
    assert notations((line, "Petra"), listed) == ["marker none"]
    several_suggested = Offered(MARKERS, [["marker denver blue 1 loco 1"]], OLD_WEST, MONDAY)
    assert not [order for order in read([line], several_suggested).orders if isinstance(order, PlayMove)]


def test_a_no_gives_no_ticket_away() -> None:
    found = read_lines("No", legal=("complete none", "complete 3"), rules=CARD_GAME)
    assert not [order for order in found.orders if isinstance(order, PlayMove)]


@pytest.mark.parametrize("line", ["Yes please", "Yes, that’s what I meant.", "sure", "Ok"])
def test_a_yes_in_any_words_plays_the_move_that_is_suggested(line: str) -> None:
    found = read([line, "Petra"], SUGGESTED)
    assert [order.notation for order in found.orders if isinstance(order, PlayMove)] == [LISTED[0][0]]


@pytest.mark.parametrize(
    "lines",
    [
        ("Ok", "draw red"),
        ("Ok.", "What does that mean?"),
        ("sure", "maybe later"),
        ("No problem",),
        ("I accept your proposal",),
        ("Okay", "I did not know that"),
    ],
)
def test_a_yes_to_something_else_plays_no_suggestion(lines: tuple[str, ...]) -> None:
    found = read(lines, SUGGESTED)
    assert LISTED[0][0] not in [order.notation for order in found.orders if isinstance(order, PlayMove)]
