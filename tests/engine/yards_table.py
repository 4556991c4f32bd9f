"""Positions of the card game for the tests: yards, tracks, and completed tickets."""

from collections.abc import Mapping, Sequence
from operator import attrgetter

import engine
from engine.boards import Ticket
from engine.cards import EMPTY, KINDS, LOCOMOTIVE, ONE, Bag, by_name, counts, full_deck
from engine.codec import canonical
from engine.parts.position import TicketCards
from engine.parts.turns import LastRoundBegan, TurnBegan
from engine.parts.yards import YardPosition, YardRow

from .positions import COLORFUL, Game, Kind, bag, market

CARD_GAME = engine.RULESETS["card_game@1"]
CARDS = Kind(CARD_GAME)
OPEN = Kind(CARD_GAME, ("open_stack",))
CARD_TABLES = [(kind, seats) for kind in (CARDS, OPEN) for seats in CARD_GAME.seat_counts]
BOARD = CARD_GAME.board
ALL = full_deck(10, 16)
NOTHING = "- - - - -"


def row(text: str) -> YardRow:
    """Parse a row as in "blue 3 loco 1"."""
    color, *more = (kind for kind, count in enumerate(counts(bag(text))) if count)
    lying = counts(bag(text))
    assert more in ([], [LOCOMOTIVE])
    return YardRow(engine.notation.kind(KINDS[color]), lying[color], lying[LOCOMOTIVE])


def tickets(*numbers: int) -> tuple[Ticket, ...]:
    return tuple(BOARD.ticket_of[number] for number in numbers)


def yards(
    seats: int = 2,
    *,
    turn: int = 0,
    hands: Mapping[int, str] | None = None,
    in_market: str = COLORFUL,
    deck: str | None = None,
    in_yards: Mapping[int, Sequence[str]] | None = None,
    on_track: Mapping[int, str] | None = None,
    held: Mapping[int, Sequence[int]] | None = None,
    completed: Mapping[int, Sequence[int]] | None = None,
    ticket_deck: Sequence[int] | None = None,
    last_turn: bool = False,
    round_number: int = 1,
    kind: Kind = CARDS,
    chance: engine.Chance | None = None,
) -> Game:
    """Build a game in which a seat has the second step of its turn left; all other cards are in the deck.

    With a `deck` given they are discarded instead. `last_turn`: it is the last turn of the round.
    """
    rules = kind.played
    state = rules.new(rules, seats, kind.options)
    assert isinstance(state, YardPosition)
    for seat, rows in (in_yards or {}).items():
        state.set_yard(seat, sorted(map(row, rows), key=attrgetter("color")))
    for seat, stack in (on_track or {}).items():
        state.set_on_track(seat, bag(stack))
    _deal(state, hands or {}, in_market, deck)
    _deal_tickets(state, held or {}, completed or {}, ticket_deck)
    state.entry, state.round = 1, round_number
    if last_turn:
        rules.reducers[LastRoundBegan](state, LastRoundBegan(turn))
        state.turns_left = 1
    rules.reducers[TurnBegan](state, TurnBegan(turn))
    return Game(state, chance)  # type: ignore[arg-type]


def _deal(state: YardPosition, hands: Mapping[int, str], in_market: str, deck: str | None) -> None:
    cards = state.cards
    for seat, text in hands.items():
        cards.hands[seat] = bag(text)
    cards.market = market(in_market)
    rest = ALL - elsewhere(state)
    cards.deck = rest if deck is None else bag(deck)
    cards.discards = rest - cards.deck


def elsewhere(state: YardPosition) -> Bag:
    """Return all cards that are in neither deck nor discard pile."""
    rows = [row.bag for yard in state.yards for row in yard]
    lying = [ONE[card] for card in state.cards.market if card is not None]
    return sum((*state.cards.hands, *lying, *rows, *state.on_track), EMPTY)


def _deal_tickets(
    state: YardPosition,
    held: Mapping[int, Sequence[int]],
    completed: Mapping[int, Sequence[int]],
    deck: Sequence[int] | None,
) -> None:
    taken = {number for numbers in (*held.values(), *completed.values()) for number in numbers}
    top = [number for number in BOARD.ticket_of if number not in taken] if deck is None else deck
    everybody = range(state.seats)
    state.tickets = TicketCards(tickets(*top), tuple(tickets(*held.get(seat, ())) for seat in everybody), {})
    state.completed = tuple(tickets(*completed.get(seat, ())) for seat in everybody)


def yard(game: Game, seat: int) -> list[tuple[str, int, int]]:
    """Return a seat's rows: color, cards of it, locomotives on top."""
    return [(KINDS[row.color], row.cards, row.locomotives) for row in position(game).yards[seat]]


def stack(game: Game, seat: int) -> dict[str, int]:
    """Return the cards on a seat's track as counts by name."""
    return by_name(position(game).on_track[seat])


def position(game: Game) -> YardPosition:
    state: object = game.state
    assert isinstance(state, YardPosition)
    return state


def tags(events: Sequence[engine.Event]) -> list[str]:
    return [event.tag for event in events]


def seen_by_others(game: Game, seat: int) -> bytes:
    """Return everything that the other viewers may see of a position."""
    others: list[int | None] = [None, *(other for other in range(game.state.seats) if other != seat)]
    return canonical([engine.view(game.state, viewer) for viewer in others])
