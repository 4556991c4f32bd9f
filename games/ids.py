"""Opaque keys of players and games, which reveal nothing, not even an order."""

import re
import secrets
from typing import Final

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 in lower case, without i, l, o and u, so that a key can be read aloud and is never a word."""

ID_LENGTH: Final = 12
ID_PATTERN: Final = f"[{ALPHABET}]{{{ID_LENGTH}}}"


def random_text(length: int) -> str:
    """Return this many random characters of the alphabet, with five unguessable bits each."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_id() -> str:
    """Return a key for a new row: 60 random bits."""
    return random_text(ID_LENGTH)


def is_id(text: str) -> bool:
    """Check whether a text could be a key; others are never sent to PostgreSQL, which refuses text with NUL."""
    return re.fullmatch(ID_PATTERN, text) is not None
