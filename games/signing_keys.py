"""The signing keys: the first key signs, every key verifies, so that a key can be changed while the site runs.

Django verifies what it signs (links, sessions) with all keys itself; keyed hashes in rows must be compared with those
of all keys.
"""

from django.conf import settings
from django.utils.crypto import salted_hmac


def every() -> list[str]:
    """Return SECRET_KEY, then SECRET_KEY_FALLBACKS."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def hashes(salt: str, value: str) -> list[str]:
    """Return the HMAC-SHA-256 of a value as hex with each key, for this use, starting with the first key."""
    return [salted_hmac(salt, value, secret=key, algorithm="sha256").hexdigest() for key in every()]
