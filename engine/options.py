"""The legal moves as an ordered set: they can be looked up with `in`, counted, iterated, indexed and sampled."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from engine.errors import IllegalMove
from engine.model import Move, Prompt, State


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
