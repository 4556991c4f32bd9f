"""The content of a board's picture: derived from one viewer's view, so it can show nothing else.

A scene contains only the data that `engine.view` returned for that viewer, and what the caller adds: which tracks to
highlight, which were the last moves.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Final, Self

import engine
from engine.boards import Board
from engine.parts.goals import earned_so_far, list_goals
from engine.parts.tickets import TicketView
from engine.stand_in.ways import rebuild_position
from games.presentation.pictures.pieces import PieceInCity, standing

LETTERS: Final = ascii_uppercase
ROOM: Final = 3
"""How many letters fit into a ring."""


@dataclass(frozen=True)
class TicketLine:
    """A goal of a ticket of the viewer's: its letter, if it has one, its two cities, and whether they are connected."""

    letter: str
    ends: tuple[str, str]
    arrived: bool


@dataclass(frozen=True)
class Ring:
    """The content of a city's ring: the letters of the viewer's tickets that name it, and whether all are connected."""

    letters: str
    arrived: bool


@dataclass(frozen=True)
class Spotlight:
    """Routes of a seat that are shown alone, and those `missing` among them; all other tracks fade."""

    seat: int
    routes: Collection[str]
    missing: Collection[str] = ()


@dataclass(frozen=True)
class Scene:
    """A position on a board, as one viewer sees it. Tracks and cities are identified by slugs, seats by numbers.

    `closed`: open tracks that nobody may claim any more. `lit`: highlighted tracks, which the viewer may claim.
    `last`: tracks claimed since the viewer's last move. `pieces`: other pieces on the board. `named`: cities that a
    question is about; `along`: cities on the ways of tickets.
    """

    claimed: Mapping[str, int] = field(default_factory=dict)
    closed: Collection[str] = ()
    markers: Mapping[str, int] = field(default_factory=dict)
    pieces: Sequence[PieceInCity] = ()
    tickets: Sequence[TicketLine] = ()
    lit: Sequence[str] = ()
    last: Collection[str] = ()
    players: Sequence[str] = ()
    named: Collection[str] = ()
    along: Collection[str] = ()
    spotlight: Spotlight | None = None

    @classmethod
    def from_view(
        cls,
        board: Board,
        view: engine.View,
        *,
        lit: Sequence[str] = (),
        last: Collection[str] = (),
        players: Sequence[str] = (),
        named: Collection[str] = (),
        along: Collection[str] = (),
    ) -> Self:
        """Build the scene that a view of this board shows. `players`: the names at the seats."""
        claimed: Mapping[str, int] = view["routes"]
        return cls(
            claimed=claimed,
            closed=_find_closed(board, view),
            markers=view.get("markers", {}),
            pieces=list(standing(view)),
            tickets=_list_tickets(view),
            lit=[slug for slug in lit if slug not in claimed],
            last=[slug for slug in last if slug in claimed],
            players=players,
            named=named,
            along=along,
        )

    def rings(self) -> Mapping[str, Ring]:
        """Return the rings by city."""
        tickets_by_city: dict[str, list[TicketLine]] = {}
        for ticket in self.tickets:
            for end in ticket.ends:
                tickets_by_city.setdefault(end, []).append(ticket)
        return {
            end: Ring(_join_letters(tickets), all(ticket.arrived for ticket in tickets))
            for end, tickets in tickets_by_city.items()
        }

    def with_tickets(self, tickets: Sequence[TicketLine]) -> Self:
        """Return the scene with these tickets instead of its own."""
        return replace(self, tickets=tickets)


def _find_closed(board: Board, view: engine.View) -> frozenset[str]:
    """Return the tracks that are open to nobody because a parallel track is claimed (B14, W2, N8)."""
    network = rebuild_position(engine.ruleset(view["ruleset"], view["options"]), view).network
    closed = [
        route for route in board.routes if not any(mask >> board.route_of[route.slug] & 1 for mask in network.open)
    ]
    return frozenset(route.slug for route in closed if route.slug not in view["routes"])


def _join_letters(tickets: Sequence[TicketLine]) -> str:
    """Join the letters of tickets, as many as fit."""
    letters = "".join(dict.fromkeys(ticket.letter for ticket in tickets))
    return letters if len(letters) <= ROOM else f"{letters[: ROOM - 1]}+"


def _list_tickets(view: engine.View) -> list[TicketLine]:
    """Return the viewer's tickets, lettered in the order of the view; after them those to choose from."""
    you = view["you"]
    if not you:
        return []
    prompts = (prompt for prompt in view["prompts"] if prompt["seat"] == you["seat"])
    offered = [ticket for prompt in prompts for ticket in prompt.get("offer", ())]
    rows = zip(LETTERS, [*you["tickets"], *offered], strict=False)
    return [line for letter, ticket in rows for line in list_lines(letter, ticket)]


def list_lines(letter: str, ticket: TicketView) -> list[TicketLine]:
    """Return a line for each goal of a ticket, but for those that bring nothing since a better one is reached."""
    earned = earned_so_far(ticket)
    return [
        TicketLine(letter, (goal["from"], goal["to"]), goal["points"] == earned)
        for goal in list_goals(ticket)
        if earned is None or goal["points"] >= earned
    ]
