"""The legal moves as a set in a fixed order: ask `in`, count, iterate, take the n-th, sample."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from engine.errors import IllegalMove
from engine.model import Move, Prompt, State


class Options(Sequence[Move]):
    """Exactly the legal moves, in a fixed order. `compact`: they may be too many to be listed.

    Then count them, take the n-th, ask for the summary.
    """

    __slots__ = ()
    compact: ClassVar[bool] = False

    @property
    def summary(self) -> Mapping[str, object] | None:
        """The moves in short where they may be too many to be listed, else None."""
        return None

    def sample(self, below: Callable[[int], int]) -> Move:
        """Return one of the moves, each equally likely; `below(n)` gives a number from 0 to n - 1."""
        return self[below(len(self))]


class NoOptions(tuple[Move, ...], Options):
    """What a seat may do that is not asked."""

    __slots__ = ()


NO_OPTIONS: Final = NoOptions()


class ListedOptions(list[Move], Options):
    """Moves written out. What belongs to them is for the rules to say: a move may be written in more ways than one."""

    __slots__ = ("_prompt", "_state")

    def __init__(self, state: State, prompt: Prompt) -> None:
        self._state = state
        self._prompt = prompt

    def __contains__(self, move: object) -> bool:
        return accepts(self._state, self._prompt, move)


class Countless(Options):
    """Moves that may be too many to be written out: they are counted, and what they have in common is said in short."""

    compact: ClassVar[bool] = True

    @property
    @abstractmethod
    def summary(self) -> Mapping[str, object]:
        """What these moves are, JSON-ready, names outside; only for the seat that is asked."""


def accepts(state: State, prompt: Prompt, move: object) -> bool:
    """Check whether the rules of this position take the move as an answer to the prompt."""
    rule = state.rules.answers[type(prompt)].get(type(move))
    if rule is None:
        return False
    try:
        rule.check(state, prompt, move)
    except IllegalMove:
        return False
    return True
