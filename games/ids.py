"""Opaque keys of players and games: they tell nothing, not even an order."""

import re
import secrets
from typing import Final

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 in lower case: without i, l, o and u, so that a key can be read aloud and never is a word."""

ID_LENGTH: Final = 12
ID_PATTERN: Final = f"[{ALPHABET}]{{{ID_LENGTH}}}"


def random_text(length: int) -> str:
    """Return that many characters of the alphabet, five unguessable bits each."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_id() -> str:
    """Return a key for a new row: 60 random bits."""
    return random_text(ID_LENGTH)


def is_id(text: str) -> bool:
    """Check whether a text could be a key: PostgreSQL takes no text with NUL in it, so no other text is asked for."""
    return re.fullmatch(ID_PATTERN, text) is not None
