"""What a game is made of: moves, events and prompts, positions, and the record of tables that decides about them.

Moves, events and prompts are values: frozen, known outside by their tags. A position is copied before it changes.
A ruleset is put together from features. A feature is one subject of the game (the market, tickets, city markers) with
all that belongs to it: how its events change a position, what may be seen of it, how its moves are written.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, dataclass_transform

from engine.boards import Board, City, Routes
from engine.chance import Chance
from engine.copies import Copied, copyable
from engine.errors import UnknownRuleset

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S", bound="State")
A = TypeVar("A")
M = TypeVar("M", bound="Move")


@dataclass_transform(frozen_default=True)
def value(kind: type[T]) -> type[T]:
    """Make a frozen dataclass with slots, for moves, facts and prompts.

    That nobody changes one is for the type checker to see: a check at run time would triple the time to make one.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)


class Move:
    """What a seat wants: imperative, frozen, known outside by its `tag`."""

    __slots__ = ()
    tag: ClassVar[str]


class Event:
    """A fact: past tense, frozen, stored for ever under its `tag`."""

    __slots__ = ()
    tag: ClassVar[str]


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
        """The prompt as everybody outside calls it: "41.2" was opened by entry 41 and asks seat 2."""
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


@copyable
class State(Copied):
    """What every position has, whatever the game. `away` holds why a seat's turns are skipped (P1, P4)."""

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
        """Whether the game has ended, in whatever way."""
        return bool(self.outcome)

    def prompt_of(self, seat: int) -> Prompt | None:
        """Return the open question to this seat, if there is one."""
        for prompt in self.prompts:
            if prompt.seat == seat:
                return prompt
        return None

    def question_to(self, seat: int) -> Prompt:
        """Return the open question to this seat. Raises LookupError if it is asked nothing."""
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
    """One kind of move in answer to one kind of prompt, or for a seat that leaves or returns.

    `options` lists exactly the legal ones, `check` raises IllegalMove for every other, `events` tells what a legal
    one causes.
    """

    move: type[M]
    options: Callable[[S, A], Sequence[Move]]
    check: Callable[[S, A, M], None]
    events: Callable[[S, A, M, Chance], Iterable[Event]]


# A ruleset's tables hold functions for one position and one kind of prompt, event or move each, which their keys say.
# No type speaks of all of them: these aliases do, and nothing else here.
AnyMoveRule = MoveRule[Any, Any, Any]


Shown = Mapping[str, object]
Reducer = Callable[[Any, Any], None]
Reaction = Callable[[Any, Chance], "Iterable[Event] | None"]
Default = Callable[[Any, Any], Move]
Reader = Callable[[Any, list[str]], Move]
Writer = Callable[[Board, Any], str]
TableShower = Callable[[Any, int | None], Shown]
SeatShower = Callable[[Any, int, int | None], Shown]
OwnShower = Callable[[Any, int], Shown]
PromptShower = Callable[[Any, Any, int | None], Shown]
Choices = Sequence[Move]
Chooser = Callable[["Ruleset", Any, Choices], Move]
"""A way to answer a prompt from a seat's view (`engine.views.View`) and its legal moves."""


def _nothing(*arguments: object) -> Shown:
    return {}


@dataclass(frozen=True, eq=False)
class Feature:
    """A subject of a game with all that belongs to it, but for its rules: these stand in the ruleset's tables.

    `reducers`: how its events change a position. `verbs` read its moves from words, `verbs_here` those whose meaning
    depends on the position, `writers` write them. What a viewer may see of it: `table` gives what lies before all,
    `seat` what all know of a seat, `own` what only that seat knows, `prompts` what a question says beside whom it
    asks. These four are annotated with TypedDicts, from which `engine.schema` tells what a view looks like, and which
    `engine.views` puts together; what only some games have is `total=False`. Of two features that say the same thing
    the later one counts.
    """

    reducers: Mapping[type[Event], Reducer] = field(default_factory=dict)
    verbs: Mapping[str, Callable[[Board, list[str]], Move]] = field(default_factory=dict)
    verbs_here: Mapping[str, Reader] = field(default_factory=dict)
    writers: Mapping[type[Move], Writer] = field(default_factory=dict)
    table: TableShower = _nothing
    seat: SeatShower = _nothing
    own: OwnShower = _nothing
    prompts: Mapping[type[Prompt], PromptShower] = field(default_factory=dict)


def no_routes(state: State, seat: int) -> Routes:
    """Return no routes: the tickets of this game are completed without connecting cities."""
    return 0


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A game as a record of tables. A variant is another record, made of other entries.

    `features` are what it is put together from: they give it its reducers, its notation and its view.
    `connecting` gives the routes that count when it is asked whether a seat's tickets are completed.
    `reducers` say how each kind of event changes a position, `answers` which rule each kind of move follows in answer
    to each kind of prompt; both come from the other tables.
    `pieces` says which cities anything stands in from the start, by its name, for anyone who draws the board.
    `replaces` says which numbered rule of this game stands where shared parts go by another's: refusals name it.
    `variants` says for each option that players may choose how it changes the record; `base` is the record without
    any. `example`: it is there to show how a game is made, and for tests.
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
    stand_in: Mapping[type[Prompt], Chooser]
    connecting: Callable[[Any, int], Routes] = no_routes
    pieces: Mapping[str, Sequence[City]] = field(default_factory=dict)
    replaces: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, Callable[["Ruleset"], "Ruleset"]] = field(default_factory=dict)
    base: "Ruleset | None" = None
    example: bool = False
    reducers: Mapping[type[Event], Reducer] = field(init=False)
    answers: Mapping[type, Mapping[type, AnyMoveRule]] = field(init=False)

    def __post_init__(self) -> None:
        """Both are looked into with every move, so they are plain fields: a cached property takes longer to find."""
        object.__setattr__(self, "reducers", _merged(feature.reducers for feature in self.features))
        object.__setattr__(self, "answers", {prompt: self._answers(prompt) for prompt in self.moves})

    def _answers(self, prompt: type[Prompt]) -> Mapping[type, AnyMoveRule]:
        rules = [*self.moves[prompt], *([self.fallback[prompt]] if prompt in self.fallback else [])]
        return {rule.move: rule for rule in rules}

    def with_options(self, chosen: Mapping[str, bool]) -> "Ruleset":
        """Return the tables of a game with these options; `chosen` is all there is to say, whatever this record has.

        Raises UnknownRuleset if there is no such option.
        """
        unknown = sorted(set(chosen) - set(self.variants))
        if unknown:
            raise UnknownRuleset("unknown_option", options=unknown, known=list(self.variants))
        return _varied(self.base or self, frozenset(name for name, on in chosen.items() if on))

    @cached_property
    def verbs(self) -> Mapping[str, Callable[[Board, list[str]], Move]]:
        """How each kind of line is read, by its first word."""
        return _merged(feature.verbs for feature in self.features)

    @cached_property
    def verbs_here(self) -> Mapping[str, Reader]:
        """How a line is read in a position, where that tells more than the words alone."""
        return _merged(feature.verbs_here for feature in self.features)

    @cached_property
    def writers(self) -> Mapping[type[Move], Writer]:
        """How each kind of move is written."""
        return _merged(feature.writers for feature in self.features)

    @cached_property
    def questions(self) -> Mapping[type[Prompt], PromptShower]:
        """What each kind of prompt says beside whom it asks, where it says more."""
        return _merged(feature.prompts for feature in self.features)

    @cached_property
    def shown_on_table(self) -> tuple[TableShower, ...]:
        """What the features tell of the table."""
        return tuple(feature.table for feature in self.features if feature.table is not _nothing)

    @cached_property
    def shown_of_seats(self) -> tuple[SeatShower, ...]:
        """What the features tell everybody of a seat."""
        return tuple(feature.seat for feature in self.features if feature.seat is not _nothing)

    @cached_property
    def shown_to_owner(self) -> tuple[OwnShower, ...]:
        """What the features tell a seat of itself."""
        return tuple(feature.own for feature in self.features if feature.own is not _nothing)


def _merged(tables: Iterable[Mapping[K, V]]) -> dict[K, V]:
    whole: dict[K, V] = {}
    for table in tables:
        whole |= table
    return whole


@cache
def _varied(rules: Ruleset, chosen: frozenset[str]) -> Ruleset:
    """Return one record for each choice of options, so that what is worked out for it is worked out once."""
    varied = rules
    for name, change in rules.variants.items():
        if name in chosen:
            varied = replace(change(varied), base=rules)
    return varied
