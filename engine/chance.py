"""The one source of chance: reproducible, unbiased, and fixed before anybody could choose it.

The key is HMAC-SHA-256(seed, game and contributions), see `game_key`. It gives numbers of 64 bits, counted from 0:
HMAC-SHA-256(key, b as eight bytes, big-endian) holds the numbers 4b to 4b + 3, eight bytes each, big-endian. `below(n)`
takes numbers until one is less than the greatest multiple of n that fits into 64 bits, and returns it modulo n. The
counter is recorded in the game's log and never goes back. Test vectors are in `tests/engine/chance_vectors.json`.
"""

import hashlib
import hmac
import json
import struct
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
SPAN = 1 << 64
KEY_BYTES = 64
NUMBERS = struct.Struct(">4Q")
INNER, OUTER = bytes(byte ^ 0x36 for byte in range(256)), bytes(byte ^ 0x5C for byte in range(256))


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of the secret seed as hex, which is public from the start of a game."""
    return hashlib.sha256(seed).hexdigest()


def game_key(seed: bytes, game: str, contributions: Sequence[str]) -> bytes:
    """Return the key from which all random numbers of a game are drawn.

    Arguments: the 32-byte secret seed, the game's id, and what each player contributed after the
    commitment was public, in the order of joining ("" for nothing).
    """
    message = json.dumps([game, list(contributions)], ensure_ascii=True, separators=(",", ":"))
    return hmac.digest(seed, message.encode(), "sha256")


class Chance:
    """A source of random numbers. `draws` records each as (bound, value), `counter` how many numbers are used up.

    HMAC is two hashes that start with the padded key: both initial states are kept, which makes it twice as fast.
    Raises ValueError for a key longer than HMAC's block of 64 bytes.
    """

    __slots__ = ("_block", "_inner", "_numbers", "_outer", "counter", "draws")

    def __init__(self, key: bytes, counter: int = 0) -> None:
        if len(key) > KEY_BYTES:
            raise ValueError("a key of chance has at most 64 bytes")
        padded = key.ljust(KEY_BYTES, b"\0")
        self._inner = hashlib.sha256(padded.translate(INNER))
        self._outer = hashlib.sha256(padded.translate(OUTER))
        self._block = -1
        self._numbers: tuple[int, ...] = ()
        self.counter = counter
        self.draws: list[tuple[int, int]] = []

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each equally likely.

        Raises ValueError unless the bound is from 1 to 2**64.
        """
        if not 1 <= bound <= SPAN:
            raise ValueError("a bound of chance must be from 1 to 2**64")
        while True:
            counter = self.counter
            if counter >> 2 != self._block:
                self._block, self._numbers = counter >> 2, self._hashed(counter >> 2)
            self.counter = counter + 1
            number = self._numbers[counter & 3]
            value = number % bound
            if number - value <= SPAN - bound:  # below the greatest multiple of the bound
                self.draws.append((bound, value))
                return value

    def _hashed(self, block: int) -> tuple[int, ...]:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(block.to_bytes(8, "big"))
        outer.update(inner.digest())
        return NUMBERS.unpack(outer.digest())

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Return the things in random order (Fisher-Yates): each place in turn takes one of those that remain."""
        rest = list(things)
        return [rest.pop(self.below(remaining)) for remaining in range(len(rest), 0, -1)]
