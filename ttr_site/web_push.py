"""The key that identifies us to browsers' push services (RFC 8292), read from the environment."""

import base64
import binascii
import re
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec

from ttr_site.variables import items, text, wrong

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}=?", re.ASCII)


def read() -> tuple[str, list[str]]:
    """Return the private key as it was given, and older ones. Raises ImproperlyConfigured.

    A key is 32 bytes in base64url; the first is "" if browsers get no notifications.
    """
    first: str = text("VAPID_PRIVATE_KEY")
    older: list[str] = items("VAPID_PRIVATE_KEY_FALLBACKS")
    for name, keys in (("VAPID_PRIVATE_KEY", [first]), ("VAPID_PRIVATE_KEY_FALLBACKS", older)):
        if not all(_is_key(key) for key in keys if key):
            wrong(name, "must be a private key of P-256 (43 characters, made by `make keys`)")
    return first, older


def _is_key(key: str) -> bool:
    if not _KEY.fullmatch(key):
        return False
    try:
        ec.derive_private_key(int.from_bytes(base64.urlsafe_b64decode(key.rstrip("=") + "=")), ec.SECP256R1())
    except (ValueError, binascii.Error):
        return False
    return True
