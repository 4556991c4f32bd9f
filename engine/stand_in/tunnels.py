"""The stand-in on boards with tunnels: it digs with a card to spare, and pays what a tunnel costs more (E4)."""

from typing import Final

from engine.boards import RouteFact
from engine.model import Choices, Move, Ruleset
from engine.views import View

SPARE: Final = 1
"""How many cards to hold besides a tunnel's price: with one, four tunnels of five are paid for."""


def spare(route: RouteFact) -> int:
    """Return how many cards to hold besides the price of a route."""
    return SPARE if "tunnel" in route.attributes else 0


def pay(rules: Ruleset, view: View, options: Choices) -> Move:
    """Pay with the fewest locomotives; withdraw if the cards do not suffice."""
    return options[0]
