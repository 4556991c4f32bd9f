"""The type of the view of a position: what every game shows, and what the features of some games add to it.

Each feature has a TypedDict for what it shows; this module combines them for code that reads a view. Optional members
exist only in some games. `engine.schema` describes the same as JSON Schema, and a test compares the two.
"""

from typing import NotRequired, cast

from engine import visibility
from engine.model import State
from engine.parts.alvin import AlvinTableView
from engine.parts.claims import RoutesView, TrainsView
from engine.parts.lanterns import LanternsView
from engine.parts.markers import MarkersView, SeatMarkersView
from engine.parts.market import CardCountView, HandView, MarketView
from engine.parts.rounds import RoundView
from engine.parts.scoring import PointsView
from engine.parts.stations import StationsLeftView, StationsView
from engine.parts.ticket_completion import CompletedView, OwnCompletingView
from engine.parts.tickets import TicketCountView, TicketDeckView, TicketView
from engine.parts.turns import AwayView, TurnView
from engine.parts.yards import YardView
from engine.visibility import BaseOwnView, BasePromptView, BaseSeatView, BaseTableView


class PromptView(BasePromptView):
    """An open question, with what some questions say besides whom they ask."""

    offer_count: NotRequired[int]
    at_least: NotRequired[int]
    offer: NotRequired[list[TicketView]]
    route: NotRequired[str]
    suggestion: NotRequired[list[int]]
    color: NotRequired[str]
    turned_up: NotRequired[list[str]]
    more: NotRequired[int]


class SeatView(
    BaseSeatView,
    PointsView,
    AwayView,
    CardCountView,
    TicketCountView,
    TrainsView,
    SeatMarkersView,
    YardView,
    CompletedView,
    StationsLeftView,
):
    """A seat, as everybody may know it."""


class OwnView(BaseOwnView, HandView, OwnCompletingView):
    """The part of a view that only the viewer's own seat may know."""


class View(
    BaseTableView,
    TurnView,
    MarketView,
    TicketDeckView,
    RoutesView,
    MarkersView,
    AlvinTableView,
    LanternsView,
    RoundView,
    StationsView,
):
    """A position as one viewer may know it; `you` is None for a spectator."""

    prompts: list[PromptView]
    seats: list[SeatView]
    you: OwnView | None


def own(view: View) -> OwnView:
    """Return what only the seat whose view this is may know about itself. Raises ValueError for a spectator's view."""
    if view["you"] is None:
        raise ValueError("a spectator has no seat")
    return view["you"]


def view(state: State, viewer: int | None) -> View:
    """Return all that this seat (None: a spectator) may know, JSON-ready and with public names.

    Raises IndexError if there is no such seat.
    """
    if viewer is not None and viewer not in range(state.seats):
        raise IndexError(f"there is no seat {viewer}")
    return cast("View", visibility.view(state, viewer))
