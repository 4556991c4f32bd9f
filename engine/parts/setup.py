"""The first event of every game: who sits where (B4)."""

from collections.abc import Sequence
from typing import ClassVar, Final

from engine.chance import Chance
from engine.errors import UnknownRuleset
from engine.model import Event, Feature, Ruleset, value
from engine.parts.position import Position


@value
class GameStarted(Event):
    """The game began; `order[seat]` says which player got the seat, by the order of joining."""

    tag: ClassVar[str] = "game_started"
    order: tuple[int, ...]


def _game_started(state: Position, event: GameStarted) -> None:
    """Change nothing: nothing on the table depends on who sits where (a reducer)."""


def seating(state: Position, chance: Chance, order: Sequence[int] | None) -> tuple[int, ...]:
    """Return the order that the host fixed, or a random order; seat 0 plays first either way (B4)."""
    everybody = range(state.seats)
    if order is None:
        return tuple(chance.shuffled(everybody))
    if sorted(order) != list(everybody):
        raise UnknownRuleset("order_is_not_of_the_players", order=list(order))
    return tuple(order)


def refuse_unplayable(rules: Ruleset, seats: int) -> None:
    """Raise UnknownRuleset if the ruleset cannot be played with this many seats."""
    counts = rules.seat_counts
    if seats not in counts:
        raise UnknownRuleset("wrong_number_of_seats", fewest=counts[0], most=counts[-1])


FEATURE: Final = Feature(reducers={GameStarted: _game_started})
