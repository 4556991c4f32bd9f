"""A subscribed browser that decrypts its push messages, which nobody else can."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from notifications.outbox.push import vapid
from notifications.outbox.push.registry import BrowserKeys
from tests.webhooks.receiver import Received


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


@dataclass
class SubscribedBrowser:
    """A browser with its own keys, at this address of its push service."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def keys(self) -> BrowserKeys:
        """Return the keys for the site."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return BrowserKeys(self.endpoint, text(point), text(self.auth))

    def opened(self, message: Received) -> bytes:
        """Return the decrypted message. Raises http_ece.ECEException if it is for another browser."""
        found: bytes = http_ece.decrypt(
            message.body, private_key=self.key, auth_secret=self.auth, version=message.headers["content-encoding"]
        )
        return found

    def shows(self, message: Received) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.opened(message))
        return found


def proved(message: Received) -> dict[str, Any]:
    """Return the sender's claims (RFC 8292), after checking the signature with the site's key."""
    said = message.headers["authorization"]
    assert Vapid02.verify(said)
    parts = dict(part.split("=", 1) for part in said.removeprefix("vapid ").split(","))
    assert parts["k"] == vapid.public_key()
    claims = parts["t"].split(".")[1]
    found: dict[str, Any] = json.loads(urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    return found
