"""Words with a typing error, as the only word of a vocabulary that they can be. Pure."""

from collections.abc import Collection, Sequence
from typing import Final

from rapidfuzz.distance import OSA

SHORTEST: Final = 4
"""Letters; a shorter word is near too many others."""
LONG: Final = 8
"""Letters from which a word may have two errors."""


def correct(word: str, vocabulary: Collection[str]) -> str:
    """Return the only word of the vocabulary that this can be, apart from typing errors; else the word itself."""
    if word in vocabulary or len(word) < SHORTEST or not word.isalpha():
        return word
    for errors in range(1, 3 if len(word) >= LONG else 2):
        near = {
            other
            for other in vocabulary
            if len(other) >= SHORTEST and OSA.distance(word, other, score_cutoff=errors) <= errors
        }
        if near:
            return near.pop() if len(near) == 1 else word
    return word


def correct_all(tokens: Sequence[str], vocabulary: Collection[str]) -> tuple[str, ...]:
    """Return these words, each as `correct` has it."""
    return tuple(correct(token, vocabulary) for token in tokens)
