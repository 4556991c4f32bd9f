"""The stand-in in the card game: its placing, robbing and drawing, and the tickets it keeps and completes."""

import pytest

import engine
from engine.parts.ticket_completion import CompleteTickets
from engine.parts.tickets import KeepTickets

from .against_random import line
from .positions import Game, Kind
from .yards_table import CARDS, OPEN, tickets, yards


def test_it_places_what_its_tickets_take() -> None:
    """Ticket 32 needs black and two yellow, ticket 1 one yellow; red is not needed."""
    assert line(yards(hands={0: "red 4 yellow 3"}, held={0: [1, 32]})) == "place yellow 3"


def test_for_two_cards_it_rather_draws_two_more() -> None:
    assert not line(yards(hands={0: "yellow 2"}, held={0: [32]})).startswith("place")


def test_it_places_three_colors_that_it_needs() -> None:
    """Ticket 27 needs white, green and purple."""
    game = yards(hands={0: "white 1 green 1 purple 1"}, held={0: [27]})
    assert line(game) == "place purple white green"


def test_it_places_locomotives_where_it_lacks_other_colors() -> None:
    """Ticket 32 also needs a black card; a locomotive can replace it."""
    assert line(yards(hands={0: "yellow 2 loco 3"}, held={0: [32]})) == "place yellow 2 loco 1"


def test_it_places_nothing_again_that_lies_in_its_yard() -> None:
    game = yards(hands={0: "yellow 1 blue 2"}, in_yards={0: ["yellow 2"]}, held={0: [32]}, in_market="- - - - -")
    assert line(game) in ("draw deck", "tickets")


def test_it_robs_when_that_is_cheap() -> None:
    """Two yellow cards are needed, and robbing costs the seat that has one its card: reason enough."""
    hand = {0: "yellow 2 white 2"}
    assert line(yards(hands=hand, in_yards={1: ["yellow 1"]}, held={0: [32]})) == "place yellow 2"
    assert not line(yards(hands=hand, held={0: [32]})).startswith("place")


def test_it_draws_what_it_lacks() -> None:
    assert line(yards(in_market="red green yellow red red", held={0: [32]})) == "draw 3"


def test_it_takes_a_locomotive_where_the_market_has_one_useful_card_at_most() -> None:
    assert line(yards(in_market="red green yellow loco red", held={0: [32]})) == "draw 4"
    assert line(yards(in_market="red yellow yellow loco black", held={0: [32]})) == "draw 2"


def test_it_draws_blind_where_the_market_has_nothing_for_it() -> None:
    assert line(yards(in_market="red green white red red", held={0: [32]})) == "draw deck"


def test_it_draws_tickets_when_it_has_the_cards_for_its_own() -> None:
    assert line(yards(hands={0: "yellow 1"}, held={0: [1]})) == "tickets"


def test_it_draws_no_tickets_for_which_there_will_be_no_cards() -> None:
    """Every draw of tickets keeps one, and the tickets are limited."""
    game = yards(hands={0: "yellow 1"}, held={0: [1]}, deck="red 6")
    assert line(game) != "tickets"


def offered(numbers: tuple[int, ...], at_least: int, deck: str | None = None) -> Game:
    game = yards(hands={0: "yellow 1 black 1"}, deck=deck)
    game.state.prompts = (KeepTickets(0, 1, tickets(*numbers), at_least),)
    return game


def test_it_keeps_tickets_for_which_there_will_be_cards() -> None:
    assert line(offered((46, 32, 45, 44), 0)) == "keep 46 32 45 44"
    assert line(offered((46, 1, 45), 0, deck="red 2")) == "keep 1"
    assert line(offered((46, 45), 0, deck="red 1")) == "keep none"
    assert line(offered((46, 3, 45), 1, deck="red 1")) == "keep 3"


def test_it_completes_what_the_question_suggests() -> None:
    game = yards(on_track={0: "yellow 3 black 1"}, held={0: [1, 32, 46]})
    game.state.prompts = (CompleteTickets(0, 1),)
    (asked,) = engine.view(game.state, 0)["prompts"]
    assert asked["suggestion"] == [1, 32]
    assert line(game) == "complete 1 32"


def test_it_looks_at_its_stack_only_where_everybody_may() -> None:
    """C6: with the option it knows whether its stack holds the three yellow cards already."""

    def placed(kind: Kind, stack: str) -> bool:
        game = yards(hands={0: "yellow 3"}, held={0: [1, 32, 39]}, on_track={0: stack}, kind=kind)
        return line(game).startswith("place yellow")

    assert (placed(OPEN, "yellow 3"), placed(OPEN, "red 3")) == (False, True)
    assert placed(CARDS, "yellow 3") == placed(CARDS, "red 3")


@pytest.mark.parametrize("hand", ["yellow 2", "red 1", "loco 3"])
def test_in_its_last_turn_it_does_something_legal(hand: str) -> None:
    """Cards placed now no longer move (C11)."""
    game = yards(hands={0: hand}, held={0: [32]}, last_turn=True, deck="", in_market="red - - - -")
    assert line(game) == "draw 1"
