"""What one seat, or a spectator, may know of a position: an allow-list, written out field by field.

The last table of the rules decides. Whatever is not written here stays unknown: nothing is copied whole.
"""

from typing import Any

from engine.cards import KINDS, named, size
from engine.claims import BoardPosition
from engine.core import Prompt
from engine.network import connected, joins, routes_in
from engine.position import Position
from engine.scoring import scored
from engine.tickets import KeepTickets
from engine.turns import PLAYED

View = dict[str, Any]


def board_view(state: BoardPosition, viewer: int | None) -> View:
    """The view of a game on a board; `viewer` None is a spectator."""
    return {
        **table_view(state, viewer),
        "routes": _claimed(state),
        "seats": [_board_seat(state, seat, viewer) for seat in range(state.seats)],
        "you": None if viewer is None else {**own_view(state, viewer), "tickets": own_tickets(state, viewer)},
    }


def _claimed(state: BoardPosition) -> dict[str, int]:
    """Who has claimed which route."""
    routes = state.rules.board.routes
    claimed = enumerate(state.network.claimed)
    return {routes[route].slug: seat for seat, owned in claimed for route in routes_in(owned)}


def _board_seat(state: BoardPosition, seat: int, viewer: int | None) -> View:
    """What everybody may know of a seat at a board; its tickets when the game has been scored."""
    view = {**seat_view(state, seat, viewer), "trains": state.network.trains[seat]}
    if state.outcome == PLAYED:
        view["tickets_shown"] = shown_tickets(state, seat)
    return view


def table_view(state: Position, viewer: int | None) -> View:
    """What lies open on every table, and what is asked of whom."""
    cards = state.cards
    return {
        "ruleset": state.rules.id,
        "options": dict(state.options),
        "entry": state.entry,
        "over": state.over,
        "outcome": state.outcome or None,
        "turn": state.turn if state.turn >= 0 else None,
        "turns_left": state.turns_left,
        "prompts": [prompt_view(state, prompt, viewer) for prompt in state.prompts],
        "market": [None if card is None else KINDS[card] for card in cards.market],
        "deck": size(cards.deck),
        "discard_pile": size(cards.discards),
        "ticket_deck": len(state.tickets.deck),
    }


def prompt_view(state: Position, prompt: Prompt, viewer: int | None) -> View:
    """An open question; the tickets offered are for the seat that is asked."""
    view: View = {"id": f"{prompt.opened}.{prompt.seat}", "seat": prompt.seat, "type": prompt.tag}
    if isinstance(prompt, KeepTickets):
        view |= {"offer_count": len(prompt.offer), "at_least": prompt.at_least}
        if prompt.seat == viewer:
            view["offer"] = [ticket_view(state, ticket) for ticket in prompt.offer]
    return view


def seat_view(state: Position, seat: int, viewer: int | None) -> View:
    """What everybody may know of a seat at any table."""
    return {
        "seat": seat,
        "points": scored(state, seat).points,
        "cards": size(state.cards.hands[seat]),
        "tickets": _ticket_count(state, seat, viewer),
        "away": state.away.get(seat),
    }


def _ticket_count(state: Position, seat: int, viewer: int | None) -> int | None:
    """How many tickets a seat holds: unknown to others until all have chosen the first ones (B3)."""
    choosing = bool(state.tickets.returned) and seat != viewer
    return None if choosing else len(state.tickets.held[seat])


def own_view(state: Position, seat: int) -> View:
    """What only the seat itself knows: its hand."""
    return {"seat": seat, "hand": named(state.cards.hands[seat])}


def shown_tickets(state: BoardPosition, seat: int) -> list[View]:
    """A seat's tickets when the game has been scored, by number: in which order they were drawn is secret longer."""
    return sorted(own_tickets(state, seat), key=lambda ticket: ticket["number"])


def own_tickets(state: BoardPosition, seat: int) -> list[View]:
    """A seat's tickets and whether each is completed by its own routes (B19)."""
    board = state.rules.board
    roots = connected(board, state.network.routes_of(seat))
    return [
        {**ticket_view(state, ticket), "completed": joins(roots, board.tickets[ticket].ends)}
        for ticket in state.tickets.held[seat]
    ]


def ticket_view(state: Position, ticket: int) -> View:
    """A ticket as printed, with the cards that it takes where tickets are paid in cards."""
    board = state.rules.board
    fact = board.tickets[ticket]
    a, b = (board.cities[city].slug for city in fact.ends)
    printed = {"number": fact.number, "from": a, "to": b, "points": fact.points}
    return printed | {"cards": [KINDS[card] for card in fact.cards]} if fact.cards else printed
