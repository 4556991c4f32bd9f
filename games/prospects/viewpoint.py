"""The input of prospects: a game as one viewer sees it."""

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
        """Return the game's ruleset."""

    @property
    def seat(self) -> int | None:
        """Return the viewer's seat; None for a spectator."""

    @property
    def view(self) -> View:
        """Return what the viewer may know of the position."""

    @property
    def options(self) -> engine.Options:
        """Return every legal answer of the seat to what it is asked."""

    def name(self, seat: int) -> str:
        """Return the name of the player who sits there."""


def you(viewpoint: Viewpoint) -> View:
    """Return what only the viewer knows; nothing for a spectator."""
    return viewpoint.view["you"] or {}


def hand(viewpoint: Viewpoint) -> Mapping[str, int]:
    """Return the viewer's train cards by kind."""
    counts: Mapping[str, int] = you(viewpoint).get("hand", {})
    return counts
