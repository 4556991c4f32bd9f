"""The keys that sign: the first one signs, every one is believed, so that a key can be changed while the site runs.

What Django signs with it (links, sessions) it reads with the others by itself; keyed hashes in rows are compared with
all of them.
"""

from django.conf import settings
from django.utils.crypto import salted_hmac


def every() -> list[str]:
    """SECRET_KEY, and then SECRET_KEY_FALLBACKS."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def hashes(salt: str, value: str) -> list[str]:
    """Return the HMAC-SHA-256 of a value as hex with each key, for this use; the first one's first."""
    return [salted_hmac(salt, value, secret=key, algorithm="sha256").hexdigest() for key in every()]
