"""Positions for the tests, described in the rulebook's words, and a `Game` to play them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import pytest

import engine
from engine.boards import Board, Route
from engine.cards import EMPTY, KINDS, ONE, Bag, Card, by_name, counts, full_deck
from engine.parts.claims import BoardPosition, RouteClaimed
from engine.parts.position import TicketCards
from engine.parts.turns import TurnBegan


class Kind(NamedTuple):
    """A ruleset with the chosen options."""

    rules: engine.Ruleset
    chosen: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "-".join([self.rules.id, *self.chosen])

    @property
    def options(self) -> dict[str, bool]:
        return dict.fromkeys(self.chosen, True)

    @property
    def wishes(self) -> dict[str, Any]:
        """Return what somebody wishes for who opens a table for this game."""
        return {"ruleset": self.rules.id, "options": self.options}

    @property
    def played(self) -> engine.Ruleset:
        """Return the ruleset with the options applied."""
        return self.rules.with_options(self.options)


USA = engine.RULESETS["usa@1"]
OLD_WEST = engine.RULESETS["old_west@1"]
BASE = Kind(USA)
WEST = Kind(OLD_WEST)
ALVIN = Kind(OLD_WEST, ("alvin",))
ON_BOARDS = (BASE, WEST, ALVIN)


def choices(rules: engine.Ruleset) -> list[tuple[str, ...]]:
    """Return the choices of options to test: none, each alone, and all."""
    names = tuple(rules.variants)
    return list(dict.fromkeys([(), *((name,) for name in names), names]))


EVERY = [Kind(rules, chosen) for rules in engine.RULESETS.values() for chosen in choices(rules)]
"""Every ruleset, with options and without; a new one is included automatically."""
TABLES = [(kind, seats) for kind in EVERY for seats in kind.rules.seat_counts]


def by_turns(rules: engine.Ruleset) -> list[tuple[Kind, int]]:
    """Return every number of seats, alternately with options and without."""
    kinds = [kind for kind in EVERY if kind.rules is rules]
    seats = rules.seat_counts
    return [(kinds[i % len(kinds)], seats[i % len(seats)]) for i in range(max(len(kinds), len(seats)))]


SOME_TABLES = [table for rules in engine.RULESETS.values() for table in by_turns(rules)]
"""Every ruleset with every number of seats: for slow tests."""
FEW_TABLES = [by_turns(rules)[:2][-1] for rules in engine.RULESETS.values()]
"""One table per ruleset, with three seats and an option if it has any: for very slow tests."""
BOARD = USA.board
COLORFUL = "purple blue orange white green"


def card(name: str) -> Card:
    """Return a train card by name; "loco" means locomotive."""
    return Card(KINDS.index("locomotive" if name == "loco" else name))


def bag(text: str) -> Bag:
    """Parse cards as in "blue 3 loco 1"."""
    words = text.split()
    return sum(int(count) * ONE[card(name)] for name, count in zip(words[::2], words[1::2], strict=True))


def hand(state: BoardPosition, seat: int) -> dict[str, int]:
    """Return a seat's hand as counts by name."""
    return by_name(state.cards.hands[seat])


def market(text: str) -> list[Card | None]:
    """Parse a market as in "red blue - loco green", with a dash for an empty place."""
    return [None if name == "-" else card(name) for name in text.split()]


def route(slug: str, board: Board = BOARD) -> Route:
    return board.route_of[slug]


class Dealt(engine.Chance):
    """Chance that draws these cards, one after the other, from these bags, and is random afterwards."""

    def __init__(self, deck: str, cards: str) -> None:
        super().__init__(bytes(32))
        self._left = list(counts(bag(deck)))
        self._coming = [card(name) for name in cards.split()]

    def below(self, bound: int) -> int:
        if not self._coming:
            return super().below(bound)
        kind = self._coming.pop(0)
        value = sum(self._left[:kind])
        self._left[kind] -= 1
        self.draws.append((bound, value))
        return value


Own = TypeVar("Own", bound=engine.State)


def is_of(kind: type[Own], state: engine.State) -> Own:
    """Return the position, narrowed to this type."""
    assert isinstance(state, kind)
    return state


class Game:
    """A game for tests: the position, its latest events, and moves as lines of text.

    The position is typed as a board game's in every case, since most tests are about boards.
    """

    def __init__(self, state: BoardPosition, chance: engine.Chance | None = None) -> None:
        self.state = state
        self.chance = chance or engine.Chance(bytes(32))
        self.entries: list[tuple[int, list[engine.Event]]] = []

    def play(self, seat: int, line: str) -> list[engine.Event]:
        return self.do(seat, engine.notation.parse(self.state.rules, line))

    def do(self, seat: int, move: engine.Move) -> list[engine.Event]:
        state, events = engine.decide(self.state, seat, move, self.chance)
        self.state = cast("BoardPosition", state)
        self.entries.append((self.state.entry, events))
        return events

    def refused(self, seat: int, line: str) -> str:
        """Return the code of the refusal; fail if the move is legal."""
        return self.refused_move(seat, engine.notation.parse(self.state.rules, line))

    def refused_move(self, seat: int, move: engine.Move) -> str:
        return str(self.refusal(seat, move)["code"])

    def why_not(self, seat: int, line: str) -> dict[str, Any]:
        """Return the details of the refusal: its code, its rule, and its other values."""
        return self.refusal(seat, engine.notation.parse(self.state.rules, line))

    def refusal(self, seat: int, move: engine.Move) -> dict[str, Any]:
        with pytest.raises(engine.IllegalMove) as refusal:
            engine.decide(self.state, seat, move, self.chance)
        assert "rule" in refusal.value.detail
        assert move not in engine.options(self.state, seat)
        return {"code": refusal.value.code, **refusal.value.detail}

    def may(self, seat: int) -> list[str]:
        """Return every legal move as text."""
        return [engine.notation.write(self.state.rules, move) for move in engine.options(self.state, seat)]

    @property
    def asked(self) -> list[tuple[int, str]]:
        """Return the seats that are asked, with their prompts."""
        return [(prompt.seat, prompt.tag) for prompt in self.state.prompts]

    def rank(self) -> list[int | None]:
        return [standing.rank for standing in engine.standings(self.state)]

    def points(self) -> list[int]:
        return [standing.points for standing in engine.standings(self.state)]


def started(seats: int = 2, key: int = 0, kind: Kind = BASE) -> Game:
    """Start a new game, in which first tickets have to be chosen."""
    chance = engine.Chance(key.to_bytes(32, "big"))
    state, events = engine.start(kind.rules, seats, chance, kind.options)
    game = Game(cast("BoardPosition", state), chance)
    game.entries.append((1, events))
    return game


def begun(seats: int = 2, key: int = 0, kind: Kind = BASE) -> Game:
    """Start a game in which everybody has kept all first tickets; seat 0, or the last possible starter, is to play."""
    game = started(seats, key, kind)
    for seat in range(seats):
        game.do(seat, engine.options(game.state, seat)[-1])
    return game


def table(
    seats: int = 2,
    *,
    turn: int = 0,
    hands: Mapping[int, str] | None = None,
    in_market: str = COLORFUL,
    deck: str | None = None,
    discards: str = "",
    trains: Mapping[int, int] | None = None,
    routes: Mapping[int, Sequence[str]] | None = None,
    tickets: Mapping[int, Sequence[int]] | None = None,
    ticket_deck: Sequence[int] | None = None,
    chance: engine.Chance | None = None,
    kind: Kind = BASE,
) -> Game:
    """Build a game in which it is a seat's turn, with the given hands and routes. All other cards are in the deck."""
    rules = kind.played
    state = rules.new(rules, seats, kind.options)
    assert isinstance(state, BoardPosition)
    for seat, slugs in (routes or {}).items():
        for slug in slugs:
            claimed = RouteClaimed(seat, route(slug, rules.board), card("blue"), 0, 0, 0)
            rules.reducers[RouteClaimed](state, claimed)
    for seat, count in (trains or {}).items():
        state.network.trains[seat] = count
    _deal(state, hands or {}, in_market, discards, deck)
    _deal_tickets(state, tickets or {}, ticket_deck)
    state.entry = 1
    rules.reducers[TurnBegan](state, TurnBegan(turn))
    return Game(state, chance)


def _deal(state: BoardPosition, hands: Mapping[int, str], in_market: str, discards: str, deck: str | None) -> None:
    cards = state.cards
    for seat, text in hands.items():
        cards.hands[seat] = bag(text)
    cards.market = market(in_market)
    cards.discards = bag(discards)
    lying = sum((ONE[card] for card in cards.market if card is not None), EMPTY)
    cards.deck = full_deck(12, 14) - sum(cards.hands) - lying - cards.discards if deck is None else bag(deck)


def _deal_tickets(state: BoardPosition, tickets: Mapping[int, Sequence[int]], deck: Sequence[int] | None) -> None:
    of = state.rules.board.ticket_of
    held = tuple(tuple(of[number] for number in tickets.get(seat, ())) for seat in range(state.seats))
    rest = [number for number in of if not any(number in numbers for numbers in tickets.values())]
    top = tuple(of[number] for number in (rest if deck is None else deck))
    state.tickets = TicketCards(top, held, {})
