"""Rail yards: rows of train cards before each seat, robbing, and what moves on the track (C5, C8, C9).

A color lies in at most one yard at any time (C9), so a row is known by its color and its seat.

Every card of a stack was once visible, yet nobody may look it through (C6) except its owner, and then only while the
round is scored (`engine.parts.ticket_completion`), or at any time if the game is played with open stacks.

place blue 3 loco 1     a row of one color in your yard, locomotives on top ("place blue 2")
place blue red green    one card each of three colors
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from operator import attrgetter
from typing import Annotated, ClassVar, Final, TypedDict

from engine import notation
from engine.boards import Board, Ticket
from engine.cards import COLORS, KINDS, LOCOMOTIVE, ONE, Bag, Card, RoundCards, by_name, counts, size
from engine.chance import Chance
from engine.copies import copyable
from engine.effects import Effect
from engine.errors import IllegalMove, MalformedMove
from engine.model import Event, Feature, Move, MoveRule, Prompt, value
from engine.parts.position import Position
from engine.visibility import CardKind

LEAST: Final = 2
THREE: Final = 3
_TOO_MANY: Final = 1 << 9
"""More than the number of cards of one color plus locomotives that a bag can hold."""
PLACE_WHAT: Final = "place blue 3 loco 1, or place blue red green"


@value
class YardRow:
    """A row in a yard: cards of one color, with locomotives on top."""

    color: Card
    cards: int
    locomotives: int

    @property
    def size(self) -> int:
        """The number of cards in the row."""
        return self.cards + self.locomotives

    @property
    def bag(self) -> Bag:
        """The cards of the row as a bag."""
        return self.cards * ONE[self.color] + self.locomotives * ONE[LOCOMOTIVE]

    @property
    def top(self) -> Card:
        """The card that leaves the row next: locomotives first (C8)."""
        return LOCOMOTIVE if self.locomotives else self.color

    def without_top(self) -> "YardRow":
        """Return the row without its top card; the color stays the same (C8)."""
        if self.locomotives:
            return _same_row(self.color, self.cards, self.locomotives - 1)
        return _same_row(self.color, self.cards - 1, 0)


_same_row: Final = cache(YardRow)
"""The cached constructor of rows, which are values and few."""
Yard = tuple[YardRow, ...]
_color: Final = attrgetter("color")


@copyable
class YardPosition(Position):
    """A position of the card game.

    `yards` and `on_track` hold each seat's rows and stack, `completed` the tickets it has completed. `chosen` holds
    what seats want to complete until all have chosen (C12). Rounds count from 1.
    """

    cards: RoundCards
    yards: tuple[Yard, ...]
    on_track: tuple[Bag, ...]
    completed: tuple[tuple[Ticket, ...], ...]
    chosen: Mapping[int, tuple[Ticket, ...]]
    round: int

    def set_yard(self, seat: int, rows: Iterable[YardRow]) -> None:
        """Set the rows of the seat's yard, given in the order of colors. For reducers."""
        self.yards = (*self.yards[:seat], tuple(rows), *self.yards[seat + 1 :])

    def set_on_track(self, seat: int, stack: Bag) -> None:
        """Set the cards on the seat's track. For reducers."""
        self.on_track = (*self.on_track[:seat], stack, *self.on_track[seat + 1 :])

    def row_of(self, color: Card) -> tuple[int, YardRow] | None:
        """Return the seat with a row of this color, and the row; None if no yard has one."""
        for seat, yard in enumerate(self.yards):
            for row in yard:
                if row.color == color:
                    return seat, row
        return None


@value
class PlaceRow(Move):
    """Place cards of one color in your yard, with or without locomotives on top (C8)."""

    tag: ClassVar[str] = "place_row"
    color: Card
    cards: int
    locomotives: int


@value
class PlaceThree(Move):
    """Place one card each of three different colors in your yard (C8)."""

    tag: ClassVar[str] = "place_three"
    colors: tuple[Card, ...]


@value
class RowPlaced(Event):
    """A seat placed a row in its yard."""

    tag: ClassVar[str] = "row_placed"
    seat: int
    color: Card
    cards: int
    locomotives: int


@value
class TrainRobbed(Event):
    """A seat placed more cards of a color than `victim` had, and `victim` discarded this row (C9)."""

    tag: ClassVar[str] = "train_robbed"
    seat: int
    victim: int
    color: Card
    cards: int
    locomotives: int


@value
class CardsPutOnTrack(Event):
    """The top card of each row in a seat's yard went onto its stack, face down (C5); `rows` has the rows' colors."""

    tag: ClassVar[str] = "cards_put_on_track"
    seat: int
    rows: tuple[Card, ...]
    cards: tuple[Card, ...]


def _row_placed(state: YardPosition, event: RowPlaced) -> None:
    row = _same_row(event.color, event.cards, event.locomotives)
    state.cards.hands[event.seat] -= row.bag
    state.set_yard(event.seat, sorted((*state.yards[event.seat], row), key=_color))
    state.acted(event.seat)


def _train_robbed(state: YardPosition, event: TrainRobbed) -> None:
    state.cards.discard(YardRow(event.color, event.cards, event.locomotives).bag)
    state.set_yard(event.victim, (row for row in state.yards[event.victim] if row.color != event.color))


def _cards_put_on_track(state: YardPosition, event: CardsPutOnTrack) -> None:
    seat = event.seat
    state.set_on_track(seat, state.on_track[seat] + sum([ONE[card] for card in event.cards]))
    state.set_yard(seat, [row.without_top() for row in state.yards[seat] if row.size > 1])


def put_on_track(state: YardPosition, seat: int) -> CardsPutOnTrack:
    """Return the event that begins a turn: the top card of each row goes on the track (C5)."""
    yard = state.yards[seat]
    return CardsPutOnTrack(seat, tuple([row.color for row in yard]), tuple([row.top for row in yard]))


def _rows(state: YardPosition, prompt: Prompt) -> list[Move]:
    """Return the legal rows by color, then number of cards, then number of locomotives, each ascending."""
    hand = counts(state.cards.hands[prompt.seat])
    least, wild = _least(state, prompt.seat), hand[LOCOMOTIVE]
    moves: list[Move] = []
    for color in COLORS:
        cards = hand[color]
        if cards and cards + wild >= least[color]:
            moves += _rows_of(color, cards, wild, least[color])
    return moves


@cache
def _rows_of(color: Card, most: int, wild: int, least: int) -> tuple[PlaceRow, ...]:
    """Return the rows of up to `most` cards and `wild` locomotives, with at least `least` in all, cached."""
    return tuple(
        _row(color, cards, locomotives)
        for cards in range(1, most + 1)
        for locomotives in range(max(0, least - cards), wild + 1)
    )


_row: Final = cache(PlaceRow)


def _least(state: YardPosition, seat: int) -> list[int]:
    """Return for each color the fewest cards of a legal row: enough to rob another seat's row, if any (C9)."""
    least = [LEAST] * len(COLORS)
    for owner, yard in enumerate(state.yards):
        for row in yard:
            least[row.color] = _TOO_MANY if owner == seat else row.cards + row.locomotives + 1
    return least


def refuse_no_row(move: PlaceRow) -> None:
    """Raise IllegalMove for cards that never form a row, in any position (C8)."""
    few = move.cards + move.locomotives < LEAST
    if move.color == LOCOMOTIVE or move.cards < 1 or move.locomotives < 0 or few:
        raise IllegalMove("not_a_row", rule="C8", at_least=LEAST)


def _may_place_row(state: YardPosition, prompt: Prompt, move: PlaceRow) -> None:
    refuse_no_row(move)
    size = move.cards + move.locomotives
    lying = state.row_of(move.color)
    if lying is not None:
        _refuse_own(prompt.seat, lying[0], move.color)
        if size <= lying[1].size:
            raise IllegalMove(
                "too_few_cards_to_rob", rule="C9", color=KINDS[move.color], by=lying[0], need=lying[1].size + 1
            )
    hand = counts(state.cards.hands[prompt.seat])
    _refuse_missing(hand, LOCOMOTIVE, move.locomotives, "not_enough_locomotives")
    _refuse_missing(hand, move.color, move.cards, "not_enough_cards")


def _refuse_own(seat: int, owner: int, color: Card) -> None:
    if owner == seat:
        raise IllegalMove("color_in_own_yard", rule="C9", color=KINDS[color])


def _refuse_missing(hand: bytes, card: Card, need: int, code: str) -> None:
    if hand[card] < need:
        raise IllegalMove(code, rule="C8", need=need, have=hand[card])


def _place_row(state: YardPosition, prompt: Prompt, move: PlaceRow, chance: Chance) -> Iterable[Event]:
    lying = state.row_of(move.color)
    placed = RowPlaced(prompt.seat, move.color, move.cards, move.locomotives)
    if lying is None:
        return (placed,)
    victim, row = lying
    return (placed, TrainRobbed(prompt.seat, victim, row.color, row.cards, row.locomotives))


def _threes(state: YardPosition, prompt: Prompt) -> Sequence[Move]:
    free = bytearray(counts(state.cards.hands[prompt.seat])[:LOCOMOTIVE])
    for yard in state.yards:
        for row in yard:
            free[row.color] = 0
    return _threes_of(bytes(free.translate(_ONE_OF_EACH)))


_ONE_OF_EACH: Final = bytes(min(count, 1) for count in range(256))


@cache
def _threes_of(free: bytes) -> tuple[PlaceThree, ...]:
    """Return a move for every three colors that are free; `free` says for each color whether it is."""
    return tuple(PlaceThree(three) for three in combinations([color for color in COLORS if free[color]], THREE))


def refuse_no_three(move: PlaceThree) -> None:
    """Raise IllegalMove for cards that never form three rows, in any position (C8)."""
    if len(move.colors) != THREE or len(set(move.colors)) < THREE or LOCOMOTIVE in move.colors:
        raise IllegalMove("not_three_colors", rule="C8")


def _may_place_three(state: YardPosition, prompt: Prompt, move: PlaceThree) -> None:
    refuse_no_three(move)
    hand = counts(state.cards.hands[prompt.seat])
    for color in move.colors:
        lying = state.row_of(color)
        if lying is not None:
            _refuse_own(prompt.seat, lying[0], color)
            raise IllegalMove("color_in_another_yard", rule="C9", color=KINDS[color], by=lying[0])
        _refuse_missing(hand, color, 1, "not_enough_cards")


def _place_three(state: YardPosition, prompt: Prompt, move: PlaceThree, chance: Chance) -> Iterable[Event]:
    return [RowPlaced(prompt.seat, color, 1, 0) for color in sorted(move.colors)]


PLACE: Final = (
    MoveRule(PlaceRow, _rows, _may_place_row, _place_row),
    MoveRule(PlaceThree, _threes, _may_place_three, _place_three),
)


class RowView(TypedDict):
    """A row of a rail yard, locomotives on top."""

    color: CardKind
    cards: int
    locomotives: int


class YardView(TypedDict, total=False):
    """A seat's rail yard and its stack, as everybody knows them."""

    yard: Annotated[list[RowView], "The rows of the rail yard."]
    on_track: Annotated[int, "How many cards lie face down on the track."]


class OpenStackView(TypedDict, total=False):
    """What a seat may see of its own stack."""

    on_track: Annotated[dict[str, int] | None, "Your cards on the track, while you may look through them."]


def _yard_view(state: YardPosition, seat: int, viewer: int | None) -> YardView:
    rows = state.yards[seat]
    return {
        "yard": [{"color": KINDS[row.color], "cards": row.cards, "locomotives": row.locomotives} for row in rows],
        "on_track": size(state.on_track[seat]),
    }


def _open_stack(state: YardPosition, seat: int) -> OpenStackView:
    return {"on_track": by_name(state.on_track[seat])}


def _read_place(board: Board, words: list[str]) -> Move:
    counted = any(word.isdigit() for word in words)
    if not counted and len(words) > 1:
        return PlaceThree(tuple(notation.kind(word) for word in words))
    if not counted or len(words) % 2:
        raise MalformedMove("place_what", expected=PLACE_WHAT)
    placed: dict[Card, int] = {}
    for name, count in zip(words[::2], words[1::2], strict=True):
        kind = notation.kind(name)
        placed[kind] = placed.get(kind, 0) + notation.number(count)
    locomotives = placed.pop(LOCOMOTIVE, 0)
    if len(placed) > 1:
        raise MalformedMove("place_what", expected=PLACE_WHAT)
    color, cards = next(iter(placed.items()), (LOCOMOTIVE, 0))
    return PlaceRow(color, cards, locomotives)


def _write_row(board: Board, move: PlaceRow) -> str:
    return f"place {notation.cards(move.color, move.cards, move.locomotives)}"


def _write_three(board: Board, move: PlaceThree) -> str:
    return " ".join(["place", *(KINDS[color] for color in move.colors)])


FEATURE: Final = Feature(
    reducers={
        RowPlaced: _row_placed,
        TrainRobbed: _train_robbed,
        CardsPutOnTrack: _cards_put_on_track,
    },
    verbs={"place": _read_place},
    writers={PlaceRow: _write_row, PlaceThree: _write_three},
    seat=_yard_view,
    effects={RowPlaced: (Effect.PLACE,)},
)
OPEN_STACK: Final = Feature(own=_open_stack)
"""The feature of games in which players may look through their own stacks at any time (C6)."""
