"""What prospects are worked out from: a game as one viewer sees it."""

from collections.abc import Mapping
from typing import Any, Protocol

import engine

View = Mapping[str, Any]


class Viewpoint(Protocol):
    """A game as one viewer sees it. `seat` is the viewer's own; None for a spectator.

    `view` and `options` are what `engine.view` and `engine.options` tell that seat.
    """

    @property
    def rules(self) -> engine.Ruleset:
        """The game's rules."""

    @property
    def seat(self) -> int | None:
        """The viewer's seat."""

    @property
    def view(self) -> View:
        """What the viewer may know of the position."""

    @property
    def options(self) -> engine.Options:
        """Every legal answer of the seat to what it is asked."""

    def name(self, seat: int) -> str:
        """The player who sits there."""


def you(seen: Viewpoint) -> View:
    """What only the viewer knows; nothing of a spectator."""
    return seen.view["you"] or {}


def hand(seen: Viewpoint) -> Mapping[str, int]:
    """The viewer's train cards by kind."""
    held: Mapping[str, int] = you(seen).get("hand", {})
    return held
