"""The legal moves as a lazy set: ask `in`, count, iterate, take the n-th, sample."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any


class Countless(Sequence[Any]):
    """Moves that may be too many to be written out: they are counted, and what they have in common is said in short."""

    @property
    @abstractmethod
    def summary(self) -> Mapping[str, Any]:
        """What these moves are, JSON-ready, names outside; only for the seat that is asked."""


class Options:
    """Exactly the legal moves, in a fixed order. They may be any sequence, counted without being written out."""

    __slots__ = ("_accepts", "_moves")

    def __init__(self, moves: Sequence[Any], accepts: Callable[[object], bool]) -> None:
        self._moves = moves
        self._accepts = accepts

    def __iter__(self) -> Iterator[Any]:
        return iter(self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    def __contains__(self, move: object) -> bool:
        return self._accepts(move)

    def __getitem__(self, index: int) -> Any:
        """The move at this place of the order. Raises IndexError beyond the last."""
        return self._moves[index]

    @property
    def compact(self) -> bool:
        """Whether they may be too many to be listed: then count them, take the n-th, ask for the summary."""
        return isinstance(self._moves, Countless)

    @property
    def summary(self) -> Mapping[str, Any] | None:
        """The moves in short where they may be too many to be listed, else None."""
        return self._moves.summary if isinstance(self._moves, Countless) else None

    def sample(self, below: Callable[[int], int]) -> Any:
        """One of them, each equally likely; `below(n)` gives a number from 0 to n - 1."""
        return self._moves[below(len(self._moves))]
