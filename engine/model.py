"""The types of a game: moves, events and prompts, positions, and the ruleset, a record of tables.

Moves, events and prompts are values: frozen, known outside by their tags. A position is copied before it changes. A
ruleset is put together from features. A feature covers one subject of the game (the market, tickets, city markers): how
its events change a position, who may see what of it, how its moves are written.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache, cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, dataclass_transform

from engine.boards import Board, City, Route, RouteFact, Routes
from engine.chance import Chance
from engine.copies import Copied, copyable
from engine.effects import Effects
from engine.errors import UnknownRuleset
from engine.prices import Price, route_price

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S", bound="State")
A = TypeVar("A")
M = TypeVar("M", bound="Move")


@dataclass_transform(frozen_default=True)
def value(kind: type[T]) -> type[T]:
    """Make a frozen dataclass with slots, for moves, facts and prompts.

    Only the type checker prevents changes: a check at run time would triple the time to create one.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)


class Move:
    """What a seat wants: imperative, frozen, known outside by its `tag`."""

    __slots__ = ()
    tag: ClassVar[str]


class Event:
    """A fact: past tense, frozen, stored for ever under its `tag`.

    `added`: its fields that older logs lack, each with a function that derives its value from the stored fact.
    """

    __slots__ = ()
    tag: ClassVar[str]
    added: ClassVar[Mapping[str, "Upcast"]] = {}


@value
class Prompt:
    """An open question to a seat; `opened` is the number of the log entry that asked it.

    `within_turn`: it goes on with what the seat has just begun, so one sitting answers both. `rule` is the number of
    the rule that asks it.
    """

    tag: ClassVar[str]
    rule: ClassVar[str]
    within_turn: ClassVar[bool] = True
    seat: int
    opened: int

    @property
    def id(self) -> str:
        """The public id of the prompt: "41.2" was opened by entry 41 and asks seat 2."""
        return f"{self.opened}.{self.seat}"


class Points(NamedTuple):
    """A line of the ledger: who scored how much, why, and for what (a stored name)."""

    seat: int
    points: int
    reason: str
    subject: str


class Standing(NamedTuple):
    """A seat's result; `rank` is None if the game was abandoned."""

    seat: int
    rank: int | None
    points: int
    completed: int
    ledger: tuple[Points, ...]


class Phase(IntEnum):
    """When points are scored, which is the order of a final scoring."""

    PLAY = 1
    TICKETS = 2
    BONUSES = 3
    RULINGS = 4


class TicketStack(NamedTuple):
    """A part of the tickets that is shuffled by itself: how many, and how many of them each seat is dealt first."""

    size: int
    dealt: int


class MissingRoute(NamedTuple):
    """A route that a ticket lacked in the end; `holder` is the seat that has it, or None."""

    route: Route
    holder: int | None


class ScoringLine(NamedTuple):
    """A line of a seat's final scoring, for one or several lines of the ledger.

    `subjects` are those of the ledger. `routes` are the seat's routes that earned the points, or would have earned them
    together with those that were `missing`.
    """

    points: int
    subjects: tuple[str, ...]
    routes: Routes = 0
    missing: tuple[MissingRoute, ...] = ()


@copyable
class State(Copied):
    """The base of every game's position. `away` holds the reason why a seat's turns are skipped (P1, P4)."""

    rules: "Ruleset"
    seats: int
    options: Mapping[str, bool]
    entry: int
    prompts: tuple[Prompt, ...]
    ledger: tuple[Points, ...]
    away: Mapping[int, str]
    outcome: str

    @property
    def over(self) -> bool:
        """Whether the game has ended, for whatever reason."""
        return bool(self.outcome)

    def prompt_of(self, seat: int) -> Prompt | None:
        """Return the open question to this seat, if there is one."""
        for prompt in self.prompts:
            if prompt.seat == seat:
                return prompt
        return None

    def question_to(self, seat: int) -> Prompt:
        """Return the open question to this seat. Raises LookupError if there is none."""
        prompt = self.prompt_of(seat)
        if prompt is None:
            raise LookupError(f"seat {seat} is asked nothing")
        return prompt

    def ask(self, prompt: Prompt) -> None:
        """Open one more question. For reducers."""
        self.prompts += (prompt,)

    def close_prompt(self, seat: int) -> None:
        """Close the seat's question. For reducers."""
        if len(self.prompts) == 1 and self.prompts[0].seat == seat:
            self.prompts = ()
        else:
            self.prompts = tuple(prompt for prompt in self.prompts if prompt.seat != seat)


class MoveRule(NamedTuple, Generic[S, A, M]):
    """The rule for one kind of move that answers one kind of prompt, or with which a seat leaves or returns.

    `options` lists exactly the legal moves, `check` raises IllegalMove for every other move, `events` yields the events
    that a legal move causes.
    """

    move: type[M]
    options: Callable[[S, A], Sequence[Move]]
    check: Callable[[S, A, M], None]
    events: Callable[[S, A, M, Chance], Iterable[Event]]


# A ruleset's tables hold functions, each for one type of position and one kind of prompt, event or move, given by its
# key. No precise type covers all of them, so these aliases, and nothing else here, use Any.
AnyMoveRule = MoveRule[Any, Any, Any]


Shown = Mapping[str, object]
Upcast = Callable[[Mapping[str, int]], object]
"""The value of an added field for an old entry, from the other fields of its fact."""
Reducer = Callable[[Any, Any], None]
Reaction = Callable[[Any, Chance], "Iterable[Event] | None"]
Default = Callable[[Any, Any], Move]
Reader = Callable[[Any, list[str]], Move]
Writer = Callable[[Board, Any], str]
TableShower = Callable[[Any, int | None], Shown]
SeatShower = Callable[[Any, int, int | None], Shown]
OwnShower = Callable[[Any, int], Shown]
PromptShower = Callable[[Any, Any, int | None], Shown]
Recall = Reducer
"""A function that puts what a view tells into a position."""
Counting = Callable[[Any, int], Routes]
"""The routes that count for a seat, or may."""
Accountant = Callable[[Any, int, Sequence[Points]], Iterable[ScoringLine]]
Choices = Sequence[Move]
Chooser = Callable[["Ruleset", Any, Choices], Move]
"""A way to answer a prompt from a seat's view (`engine.views.View`) and its legal moves."""


def _nothing(*arguments: object) -> Shown:
    return {}


def _recall_nothing(*arguments: object) -> None:
    """Leave the position as it is."""


class ScoringAccount(NamedTuple):
    """How a feature accounts for its points in the final scoring.

    `lines` gets the position, a seat, and the seat's lines of the ledger with one reason.
    """

    phase: Phase
    lines: Accountant


@dataclass(frozen=True, eq=False)
class Feature:
    """A subject of a game with everything but its rules, which are in the ruleset's tables.

    `reducers`: how its events change a position. `verbs` read its moves from words, `verbs_here` those whose meaning
    depends on the position, `writers` write them. What a viewer may see of it: `table` gives what everybody sees on the
    table, `seat` what everybody knows about a seat, `own` what only that seat knows, `prompts` what a question says
    besides whom it asks. These four are annotated with TypedDicts, from which `engine.schema` derives the schema of a
    view and which `engine.views` combines; members that only some games have are `total=False`. `accounts`: its part of
    the final scoring, by the reasons of its lines in the ledger. `effects`: what its facts do with cards and tickets,
    for checking exports. If two features define the same entry, the later one
    counts. `recall` puts back into an empty position what a view shows of the feature, as far as it matters for
    connections.
    """

    reducers: Mapping[type[Event], Reducer] = field(default_factory=dict)
    verbs: Mapping[str, Callable[[Board, list[str]], Move]] = field(default_factory=dict)
    verbs_here: Mapping[str, Reader] = field(default_factory=dict)
    writers: Mapping[type[Move], Writer] = field(default_factory=dict)
    table: TableShower = _nothing
    seat: SeatShower = _nothing
    own: OwnShower = _nothing
    prompts: Mapping[type[Prompt], PromptShower] = field(default_factory=dict)
    accounts: Mapping[str, ScoringAccount] = field(default_factory=dict)
    recall: Recall = _recall_nothing
    effects: Mapping[type[Event], Effects] = field(default_factory=dict)


def no_routes(state: State, seat: int) -> Routes:
    """Return the empty set, for games without such routes."""
    return 0


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A game as a record of tables. A variant is another record, made of other entries.

    `features` supply its reducers, its notation and its view. `connecting` returns the routes that count towards
    completing a seat's tickets, `lending` those of others that may still come to do so, `price` what a route costs.
    `tie_breaks` rank seats with equal points, in order, each by a number from their score. `reducers` say how each kind
    of event changes a position, `answers` which rule applies when a kind of move answers a kind of prompt; both are
    derived from the other tables. `pieces` gives for each kind of piece the cities where it stands at the start, for
    drawing the board. `replaces` maps the rule numbers of shared parts to this game's own, which refusals name.
    `stacks` are the tickets that are shuffled apart, in the order of their numbers; if empty, all are one stack.
    `variants` gives for each option that players may choose a function that changes the record; `base` is the record
    without options. `example` marks a game made for documentation and tests.
    """

    id: str
    board: Board
    seat_counts: range
    position: type[State]
    new: Callable[["Ruleset", int, Mapping[str, bool]], State]
    set_up: Callable[[Any, Chance, Sequence[int] | None], Iterator[Event]]
    features: tuple[Feature, ...]
    moves: Mapping[type[Prompt], tuple[AnyMoveRule, ...]]
    controls: Mapping[type[Move], AnyMoveRule]
    fallback: Mapping[type[Prompt], AnyMoveRule]
    reactions: tuple[Reaction, ...]
    default: Mapping[type[Prompt], Default]
    forgo: Mapping[type[Prompt], Callable[[Any, Any, Chance], Iterable[Event]]]
    standings: Callable[[Any], list[Standing]]
    tie_breaks: Mapping[str, Callable[[Any], int]]
    stand_in: Mapping[type[Prompt], Chooser]
    connecting: Counting = no_routes
    lending: Counting = no_routes
    price: Callable[[RouteFact], Price] = route_price
    pieces: Mapping[str, Sequence[City]] = field(default_factory=dict)
    replaces: Mapping[str, str] = field(default_factory=dict)
    stacks: tuple[TicketStack, ...] = ()
    variants: Mapping[str, Callable[["Ruleset"], "Ruleset"]] = field(default_factory=dict)
    base: "Ruleset | None" = None
    example: bool = False
    reducers: Mapping[type[Event], Reducer] = field(init=False)
    answers: Mapping[type, Mapping[type, AnyMoveRule]] = field(init=False)

    def __post_init__(self) -> None:
        """Set `reducers` and `answers` as plain fields: every move reads them, and a cached property is slower."""
        object.__setattr__(self, "reducers", _merged(feature.reducers for feature in self.features))
        object.__setattr__(self, "answers", {prompt: self._answers(prompt) for prompt in self.moves})

    def _answers(self, prompt: type[Prompt]) -> Mapping[type, AnyMoveRule]:
        rules = [*self.moves[prompt], *([self.fallback[prompt]] if prompt in self.fallback else [])]
        return {rule.move: rule for rule in rules}

    def with_options(self, chosen: Mapping[str, bool]) -> "Ruleset":
        """Return the ruleset with exactly these options, whichever options this record already has.

        Raises UnknownRuleset if there is no such option.
        """
        unknown = sorted(set(chosen) - set(self.variants))
        if unknown:
            raise UnknownRuleset("unknown_option", options=unknown, known=list(self.variants))
        return _varied(self.base or self, frozenset(name for name, on in chosen.items() if on))

    @cached_property
    def verbs(self) -> Mapping[str, Callable[[Board, list[str]], Move]]:
        """The parser of each kind of line, by its first word."""
        return _merged(feature.verbs for feature in self.features)

    @cached_property
    def verbs_here(self) -> Mapping[str, Reader]:
        """The parsers of lines whose meaning depends on the position, by their first word."""
        return _merged(feature.verbs_here for feature in self.features)

    @cached_property
    def writers(self) -> Mapping[type[Move], Writer]:
        """The writer of each kind of move."""
        return _merged(feature.writers for feature in self.features)

    @cached_property
    def questions(self) -> Mapping[type[Prompt], PromptShower]:
        """The functions that show what a kind of prompt says besides whom it asks."""
        return _merged(feature.prompts for feature in self.features)

    @cached_property
    def accounts(self) -> Mapping[str, ScoringAccount]:
        """The final scoring by the reasons of the ledger, in the order in which it is shown."""
        accounts = _merged(feature.accounts for feature in self.features)
        return dict(sorted(accounts.items(), key=lambda item: item[1].phase))

    @cached_property
    def effects(self) -> Mapping[type[Event], Effects]:
        """What each kind of event does with cards and tickets, if anything."""
        return _merged(feature.effects for feature in self.features)

    @cached_property
    def shown_on_table(self) -> tuple[TableShower, ...]:
        """The functions with which the features describe the table."""
        return tuple(feature.table for feature in self.features if feature.table is not _nothing)

    @cached_property
    def shown_of_seats(self) -> tuple[SeatShower, ...]:
        """The functions with which the features describe a seat to everybody."""
        return tuple(feature.seat for feature in self.features if feature.seat is not _nothing)

    @cached_property
    def shown_to_owner(self) -> tuple[OwnShower, ...]:
        """The functions with which the features describe a seat to its own player."""
        return tuple(feature.own for feature in self.features if feature.own is not _nothing)


def _merged(tables: Iterable[Mapping[K, V]]) -> dict[K, V]:
    whole: dict[K, V] = {}
    for table in tables:
        whole |= table
    return whole


@cache
def _varied(rules: Ruleset, chosen: frozenset[str]) -> Ruleset:
    """Return the record for a choice of options, cached so that its properties are computed only once."""
    varied = rules
    for name, change in rules.variants.items():
        if name in chosen:
            varied = replace(change(varied), base=rules)
    return varied
