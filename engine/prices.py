"""Prices: how many cards of one color a claim takes, and how many of them may be locomotives."""

from typing import NamedTuple

from engine.boards import RouteFact


class Price(NamedTuple):
    """A number of cards of one color (GRAY: of any one), of which `fewest` to `most` are locomotives."""

    color: int
    cards: int
    fewest: int
    most: int


def route_price(fact: RouteFact) -> Price:
    """Return the price of a route for which locomotives stand in for any card (B12); a ferry takes some (W8)."""
    return Price(fact.color, fact.length, fact.ferry_locomotives, fact.length)
