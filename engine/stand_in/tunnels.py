"""The stand-in on boards with tunnels: it pays what a tunnel costs more, if it can (E4)."""

from collections.abc import Mapping
from typing import Final

from engine.model import Choices, Chooser, Move, Prompt, Ruleset
from engine.parts.tunnels import PayTunnel
from engine.stand_in import board
from engine.views import View


def pay(rules: Ruleset, view: View, options: Choices) -> Move:
    """Pay with the fewest locomotives; withdraw if the cards do not suffice."""
    return options[0]


CHOOSERS: Final[Mapping[type[Prompt], Chooser]] = {**board.CHOOSERS, PayTunnel: pay}
