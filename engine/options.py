"""The legal moves as an ordered set: they can be looked up with `in`, counted, iterated, indexed and sampled."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, product, starmap
from typing import ClassVar, Final, Generic, TypeVar

from engine.errors import IllegalMove
from engine.model import Move, Prompt, State

A = TypeVar("A")
B = TypeVar("B")


class Options(Sequence[Move]):
    """Exactly the legal moves, in a fixed order. `compact`: there may be too many to list.

    If so, count them, take the n-th, or use the summary.
    """

    __slots__ = ()
    compact: ClassVar[bool] = False

    @property
    def summary(self) -> Mapping[str, object] | None:
        """A summary of the moves if there may be too many to list, else None."""
        return None

    @property
    def suggested(self) -> "Options":
        """The moves for whoever goes through them one by one: all, or the sensible ones of those that are too many."""
        return self

    def sample(self, below: Callable[[int], int]) -> Move:
        """Return one of the moves, each equally likely; `below(n)` gives a number from 0 to n - 1."""
        return self[below(len(self))]


class NoOptions(tuple[Move, ...], Options):
    """The options of a seat that is not asked anything: none."""

    __slots__ = ()


NO_OPTIONS: Final = NoOptions()


class ListedOptions(list[Move], Options):
    """Listed moves. `in` asks the rules, because a move may be written in more than one way."""

    __slots__ = ("_prompt", "_state")

    def __init__(self, state: State, prompt: Prompt) -> None:
        self._state = state
        self._prompt = prompt

    def __contains__(self, move: object) -> bool:
        return accepts(self._state, self._prompt, move)


class Unlisted(Sequence[Move]):
    """Moves of one rule that are counted and taken by index, but not listed."""

    __slots__ = ()

    @property
    def suggested(self) -> Sequence[Move]:
        """The moves to go through one by one: all, unless there may be too many."""
        return self


class Product(Unlisted, Generic[A, B]):
    """The moves made of each of some things with each of others: cities and payments, say.

    Each move is made when it is looked at; the second thing varies faster.
    """

    __slots__ = ("_firsts", "_make", "_seconds")

    def __init__(self, make: Callable[[A, B], Move], firsts: Sequence[A], seconds: Sequence[B]) -> None:
        self._make, self._firsts, self._seconds = make, firsts, seconds

    def __len__(self) -> int:
        return len(self._firsts) * len(self._seconds)

    def __getitem__(self, index: int) -> Move:  # type: ignore[override]
        """Return the move at this index. Raises IndexError beyond the last."""
        first, second = divmod(range(len(self))[index], len(self._seconds))
        return self._make(self._firsts[first], self._seconds[second])

    def __iter__(self) -> Iterator[Move]:
        return starmap(self._make, product(self._firsts, self._seconds))


class JoinedOptions(Options):
    """The moves of several rules one after the other, of which some are not listed."""

    __slots__ = ("_parts", "_prompt", "_state")

    def __init__(self, state: State, prompt: Prompt, parts: Sequence[Sequence[Move]]) -> None:
        self._state, self._prompt, self._parts = state, prompt, parts

    @property
    def suggested(self) -> Options:
        """The moves of all rules, of which some suggest a few."""
        parts = [part.suggested if isinstance(part, Unlisted) else part for part in self._parts]
        return JoinedOptions(self._state, self._prompt, parts)

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __contains__(self, move: object) -> bool:
        return accepts(self._state, self._prompt, move)

    def __iter__(self) -> Iterator[Move]:
        return chain.from_iterable(self._parts)

    def __getitem__(self, index: int) -> Move:  # type: ignore[override]
        """Return the move at this index. Raises IndexError beyond the last."""
        index = range(len(self))[index] if index < 0 else index
        for part in self._parts:
            if index < (number := len(part)):
                return part[index]
            index -= number
        raise IndexError(index)


class Countless(Options):
    """Moves that may be too many to list: they are counted, and a summary says what they have in common."""

    compact: ClassVar[bool] = True

    @property
    @abstractmethod
    def summary(self) -> Mapping[str, object]:
        """A JSON-ready description of these moves with public names, only for the seat that is asked."""


def accepts(state: State, prompt: Prompt, move: object) -> bool:
    """Check whether the move is a legal answer to the prompt in this position."""
    rule = state.rules.answers[type(prompt)].get(type(move))
    if rule is None:
        return False
    try:
        rule.check(state, prompt, move)
    except IllegalMove:
        return False
    return True
