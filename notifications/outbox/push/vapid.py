"""The sender's key pair (RFC 8292).

A browser subscribes with the public key, and its push service then accepts messages from nobody else.
"""

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import lru_cache
from typing import Final

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from games.errors import Refused
from notifications.outbox.calls import addresses

LASTS: Final = timedelta(hours=12)
"""How long a proof is valid; services accept at most a day (RFC 8292, 2)."""


def is_on() -> bool:
    """Check whether the site has a key."""
    return bool(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """Return the public key for browsers' subscriptions (`applicationServerKey`): the uncompressed point in base64url.

    Raises Refused("push_is_off").
    """
    if not is_on():
        raise Refused("push_is_off")
    return _derive_public(settings.VAPID_PRIVATE_KEY)


def is_ours(believes: str) -> bool:
    """Check whether we have the private key for this public one, now in use or older."""
    return believes in _own_keys()


def proof(url: str, believes: str, now: datetime) -> str:
    """Return the header `Authorization` of a message to this address, for a browser that trusts this public key.

    Raises Refused("webhook_address"), KeyError if the key is not ours (`is_ours`).
    """
    endpoint = addresses.read(url)
    port = "" if endpoint.port == addresses.HTTPS else f":{endpoint.port}"
    claims = {"aud": f"https://{endpoint.host}{port}", "sub": _contact(), "exp": int((now + LASTS).timestamp())}
    signed: dict[str, str] = _load_pair(_own_keys()[believes]).sign(claims)
    return signed["Authorization"]


def _contact() -> str:
    """Return the operator's contact for push services: the address that our emails come from."""
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def _own_keys() -> dict[str, str]:
    """Return our private keys by their public ones."""
    return {
        _derive_public(key): key for key in (settings.VAPID_PRIVATE_KEY, *settings.VAPID_PRIVATE_KEY_FALLBACKS) if key
    }


@lru_cache(8)
def _derive_public(private_key: str) -> str:
    point = _load_pair(private_key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


@lru_cache(8)
def _load_pair(private_key: str) -> Vapid02:
    return Vapid02.from_raw(private_key.encode())
