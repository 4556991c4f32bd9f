"""The legal moves as a lazy set: ask `in`, count, iterate, take the n-th, sample."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any


class Options:
    """Exactly the legal moves, in a fixed order. Parts may be any sequence, counted without being written out."""

    __slots__ = ("_accepts", "parts")

    def __init__(self, parts: Sequence[Sequence[Any]], accepts: Callable[[Any], bool]) -> None:
        self.parts = parts
        self._accepts = accepts

    def __iter__(self) -> Iterator[Any]:
        return chain.from_iterable(self.parts)

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def __contains__(self, move: object) -> bool:
        return self._accepts(move)

    def __getitem__(self, index: int) -> Any:
        """The move at this place of the order. Raises IndexError beyond the last."""
        for part in self.parts:
            if index < len(part):
                return part[index]
            index -= len(part)
        raise IndexError("there are fewer legal moves")

    def sample(self, below: Callable[[int], int]) -> Any:
        """One of them, each equally likely; `below(n)` gives a number from 0 to n - 1."""
        return self[below(len(self))]
