"""Visibility: the marks of fields, and the view of a position that a seat or a spectator gets.

The type of a field of a move, an event or a prompt says who may know it. `Owner[X]`: only the seat of the event;
`Counted[X]`: the seat knows which, all others how many; `Sealed[X]`: nobody before the game's secrets open. Every other
field is public.

A view is an allow-list, written out field by field by the features of the game (`Feature.table`, `seat`, `own`,
`prompts`). The last table of the rules decides. Whatever is not listed stays hidden: nothing is copied whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypedDict, TypeVar

from engine.model import Prompt, State

X = TypeVar("X")

OWNER = "owner"
COUNTED = "counted"
SEALED = "sealed"

Owner = Annotated[X, OWNER]
Counted = Annotated[X, COUNTED]
Sealed = Annotated[X, SEALED]


class Reference(NamedTuple):
    """The name of the schema that describes the values of a member."""

    name: str


class Length(NamedTuple):
    """The fixed number of items of a list."""

    items: int


@dataclass(frozen=True, eq=False)
class OneOf:
    """The possible values of a member, each with its meaning."""

    values: Mapping[str, str]


CardKind = Annotated[str, Reference("Card")]
CityId = Annotated[str, Reference("CityId")]
RouteId = Annotated[str, Reference("RouteId")]
TicketNumber = Annotated[int, Reference("TicketNumber")]
SeatNumber = Annotated[int, Reference("SeatNumber")]
PromptId = Annotated[str, Reference("PromptId")]
RulesetId = Annotated[str, Reference("RulesetId")]


class BaseTableView(TypedDict):
    """The table as one viewer may see it. Members that are not required are those of some games only."""

    ruleset: RulesetId
    options: dict[str, bool]
    entry: Annotated[int, "The log's entry that the position is as of."]
    over: bool


class BasePromptView(TypedDict):
    """An open question. Members that are not required are those of some questions only."""

    id: PromptId
    seat: Annotated[SeatNumber, "The seat that is asked."]
    type: str


class BaseSeatView(TypedDict):
    """A seat, as everybody may know it. Members that are not required are those of some games only."""

    seat: SeatNumber


class BaseOwnView(TypedDict):
    """What only the viewer's own seat may know. Members that are not required are those of some games only."""

    seat: SeatNumber


def view(state: State, viewer: int | None) -> dict[str, object]:
    """Return what the features show of a position to this seat; `engine.views.view` returns it with its type."""
    rules = state.rules
    fields: dict[str, object] = {
        **_table(state),
        "prompts": [_prompt(state, prompt, viewer) for prompt in state.prompts],
    }
    for table in rules.shown_on_table:
        fields |= table(state, viewer)
    fields["seats"] = [_seat(state, seat, viewer) for seat in range(state.seats)]
    fields["you"] = None if viewer is None else _own(state, viewer)
    return fields


def _table(state: State) -> BaseTableView:
    return {
        "ruleset": state.rules.id,
        "options": dict(state.options),
        "entry": state.entry,
        "over": state.over,
    }


def _prompt(state: State, prompt: Prompt, viewer: int | None) -> dict[str, object]:
    fields: BasePromptView = {"id": prompt.id, "seat": prompt.seat, "type": prompt.tag}
    more = state.rules.questions.get(type(prompt))
    return {**fields, **(more(state, prompt, viewer) if more else {})}


def _seat(state: State, seat: int, viewer: int | None) -> dict[str, object]:
    fields: dict[str, object] = {"seat": seat}
    for describe in state.rules.shown_of_seats:
        fields |= describe(state, seat, viewer)
    return fields


def _own(state: State, seat: int) -> dict[str, object]:
    fields: dict[str, object] = {"seat": seat}
    for describe in state.rules.shown_to_owner:
        fields |= describe(state, seat)
    return fields
