"""The stand-in in the card game: it brings the cards its tickets take onto the track via its yard (C5-C15).

Nobody, including the stand-in, may add up the cards on the track before the round is scored (C6). So it assumes that
they have the colors that its tickets take, in proportion. If the stack is open, it looks.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.boards import Board, Ticket
from engine.cards import COLORS, EMPTY, KINDS, LOCOMOTIVE, Card, counts
from engine.model import Choices, Chooser, Move, Prompt, Ruleset
from engine.parts.market import DrawAgain, TakeCard
from engine.parts.ticket_completion import Complete, CompleteTickets, costs
from engine.parts.tickets import DrawTickets, Keep, KeepFirstTickets, KeepTickets
from engine.parts.turns import TakeTurn
from engine.parts.yards import PlaceRow, PlaceThree
from engine.stand_in import seen
from engine.views import SeatView, View, own

ENOUGH: Final = 2
"""The least gain for which a placement in the yard is worth a turn, since a draw brings as many cards."""
SOME: Final = 0.2
"""The least gain for which a placement is worth a turn when almost no turns are left."""
ROBBED: Final = 0.5
"""The worth of a card that another seat loses, relative to one gained."""
SPENT: Final = 0.1
"""The worth of a card in hand, so that of two equal placements the one with fewer cards wins."""
ON_ITS_WAY: Final = 0.75
"""The share of the cards in hand and still to come that will reach the track in time."""
POINTS_A_CARD: Final = 9
"""The points lost for each card that a ticket lacks in the end: about twice its points per card."""


class YardOutlook(NamedTuple):
    """A seat's perspective of the card game, with cards counted by color.

    `need` is what its tickets take, `lacking` the part of it that is not yet in its yard or (by estimate) on its track;
    `laid_out` is the number of cards in both. `rows` are the sizes of others' rows. `turns` estimates how many turns it
    has after this one.
    """

    board: Board
    hand: list[int]
    need: list[int]
    lacking: list[float]
    laid_out: int
    rows: Mapping[Card, int]
    turns: int


def outlook(rules: Ruleset, view: View) -> YardOutlook:
    """Return the seat's perspective according to this view."""
    mine = view["seats"][seen.own_seat(view)]
    lying = _lying(mine)
    need = _need(rules.board, seen.unfinished(rules.board, own(view)["tickets"]))
    stack = _stack(view, mine["on_track"], need)
    lacking = [max(0.0, need[color] - stack[color] - lying[color]) for color in COLORS]
    others = [row for seat in view["seats"] if seat is not mine for row in seat["yard"]]
    rows = {Card(KINDS.index(row["color"])): row["cards"] + row["locomotives"] for row in others}
    laid_out = mine["on_track"] + sum(lying)
    return YardOutlook(rules.board, seen.hand(view), need, lacking, laid_out, rows, _turns(view))


def _lying(seat: SeatView) -> list[int]:
    """Return the cards in the seat's yard."""
    lying = [0] * len(KINDS)
    for row in seat["yard"]:
        lying[KINDS.index(row["color"])] += row["cards"]
        lying[LOCOMOTIVE] += row["locomotives"]
    return lying


def _need(board: Board, tickets: Iterable[Ticket]) -> list[int]:
    """Return the number of cards of each kind that these tickets take."""
    return list(counts(sum((costs(board)[ticket] for ticket in tickets), EMPTY)))


def _stack(view: View, size: int, need: Sequence[int]) -> list[float]:
    """Return the cards on the seat's track: looked up if allowed, else estimated."""
    open_stack = own(view)["on_track"]
    if open_stack is not None:
        return [float(count) for count in seen.counted(open_stack)]
    return [min(1.0, size / (sum(need) or 1)) * count for count in need]


def _turns(view: View) -> int:
    """Return how many turns follow: 0 in the last turn (C11), else as if each turn took one card from the deck."""
    return 0 if seen.last_turn(view) else 1 + int(view["deck"] // len(view["seats"]))


def choose_tickets(rules: Ruleset, view: View, options: Choices) -> Move:
    """Return the move that keeps the tickets with the most points for which there will be cards."""
    at = outlook(rules, view)
    own_tickets = seen.unfinished(rules.board, own(view)["tickets"])
    sets = [move for move in options if isinstance(move, Keep)]
    return max(sets, key=lambda move: _value(at, own_tickets, move.tickets))


def _coming(at: YardOutlook) -> float:
    """Estimate how many cards will be on the track in the end."""
    return at.laid_out + ON_ITS_WAY * (sum(at.hand) + at.turns)


def _value(at: YardOutlook, own_tickets: Sequence[Ticket], more: Sequence[Ticket]) -> float:
    """Return the value of these tickets on top of the seat's own, minus a penalty for cards it will lack."""
    need = _need(at.board, (*own_tickets, *more))
    points = sum(at.board.tickets[ticket].points for ticket in more)
    in_hand = sum(min(have, count) for have, count in zip(at.hand, need, strict=True))
    return points + in_hand / 2 - POINTS_A_CARD * max(0.0, sum(need) - _coming(at))


def turn(rules: Ruleset, view: View, options: Choices) -> Move:
    """Place cards that are needed; or draw tickets, if those held need no more cards; or draw cards."""
    at = outlook(rules, view)
    places = [move for move in options if isinstance(move, PlaceRow | PlaceThree)]
    best = max(places, key=lambda move: _gain(at, move), default=None)
    if best is not None and _gain(at, best) >= (ENOUGH if at.turns > 1 else SOME):
        return best
    if _count_all_missing(at) < ENOUGH and _room(at):
        tickets = next((move for move in options if isinstance(move, DrawTickets)), None)
        if tickets is not None:
            return tickets
    return draw(rules, view, options)


def _room(at: YardOutlook) -> bool:
    """Check whether any further ticket could still be completed besides those held.

    Otherwise the stand-in draws no more tickets, so that games end.
    """
    largest = max(len(fact.cards) for fact in at.board.tickets)
    return sum(at.need) + largest <= _coming(at)


def _gain(at: YardOutlook, move: PlaceRow | PlaceThree) -> float:
    """Return how many needed cards this brings onto the track in time, plus what it robs, minus a little per card."""
    if isinstance(move, PlaceThree):
        return sum(min(1.0, at.lacking[color]) for color in move.colors) if at.turns else 0.0
    wild = min(move.locomotives, at.turns, max(0, sum(at.lacking) - at.lacking[move.color]))
    colored = min(move.cards, max(0, at.turns - move.locomotives), at.lacking[move.color])
    return wild + colored + ROBBED * at.rows.get(move.color, 0) - SPENT * (move.cards + move.locomotives)


def _count_missing(at: YardOutlook, color: Card) -> float:
    """Return how many cards of this color are needed beyond those in the hand."""
    return max(0.0, at.lacking[color] - at.hand[color])


def _count_all_missing(at: YardOutlook) -> float:
    return sum(_count_missing(at, color) for color in COLORS) - at.hand[LOCOMOTIVE]


def draw(rules: Ruleset, view: View, options: Choices) -> Move:
    """Draw a needed card, a locomotive if fewer than two needed cards lie in the market, else from the deck."""
    at = outlook(rules, view)
    market = seen.market(view)
    places = [(move, market[move.place]) for move in options if isinstance(move, TakeCard)]
    needed = [(move, card) for move, card in places if card in COLORS and _count_missing(at, card) > 0]
    wild = [move for move, card in places if card == LOCOMOTIVE]
    if wild and len(needed) < 2 and _count_all_missing(at) > 0:
        return wild[0]
    if needed:
        return max(needed, key=lambda place: _count_missing(at, place[1]))[0]
    return seen.anything(options)


def complete(rules: Ruleset, view: View, options: Choices) -> Move:
    """Return the move that completes the best set, which the prompt suggests (C12)."""
    prompt = seen.question(view)
    assert prompt is not None
    return Complete(tuple(rules.board.ticket_of[number] for number in prompt["suggestion"]))


CHOOSERS: Final[Mapping[type[Prompt], Chooser]] = {
    KeepFirstTickets: choose_tickets,
    KeepTickets: choose_tickets,
    TakeTurn: turn,
    DrawAgain: draw,
    CompleteTickets: complete,
}
