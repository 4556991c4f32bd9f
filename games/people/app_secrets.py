"""Client secrets of third-party apps: how they are stored, sent (RFC 6749, 2.3.1) and checked.

A secret is random and long, so nobody can guess it from its hash, and a keyed hash is as good as a slow one. A slow one
lets anyone who knows an app's public id burn half a second of processor time with each wrong secret. Earlier releases
stored slow hashes: each is replaced when its secret is first used, and so few are checked in a minute that nobody
notices.

Wrong secrets are counted per app and network, and per network; a network that has sent too many is refused before
anything is hashed.
"""

import base64
import binascii
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import unquote_plus

from django.contrib.auth.hashers import BasePasswordHasher, check_password, identify_hasher
from django.utils.crypto import constant_time_compare

from games import signing_keys
from games.errors import Refused
from games.models import Application
from games.people.counters import WindowCounter

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

WRONG_OF_APP: Final = WindowCounter("wrong-secret-of-app")
MOST_WRONG_OF_APP: Final = 10
"""Wrong secrets of one app that a network can send in a minute."""
WRONG: Final = WindowCounter("wrong-secret")
MOST_WRONG: Final = 100
"""Wrong secrets that a network can send in a minute, of all apps together."""
SLOW: Final = WindowCounter("slow-secret")
MOST_SLOW: Final = 20
"""Secrets that are compared with slow hashes of earlier releases in a minute, from all networks."""
MOST_SLOW_OF_NETWORK: Final = 5
"""Secrets of one network that are compared with slow hashes in a minute, so that it cannot use up the others' share."""


class KeyedHasher(BasePasswordHasher):
    """HMAC-SHA-256 with SECRET_KEY, for secrets that are random: `settings.PASSWORD_HASHERS`."""

    algorithm = "keyed_sha256"

    def encode(self, password: str, salt: str) -> str:
        return self._encode_hash(salt, self._hashes(password, salt)[0])

    def verify(self, password: str, encoded: str) -> bool:
        _, salt, _ = encoded.split("$")
        encodings = [self._encode_hash(salt, hashed) for hashed in self._hashes(password, salt)]
        return any(constant_time_compare(encoded, each) for each in encodings)

    def decode(self, encoded: str) -> dict[str, str]:
        algorithm, salt, hashed = encoded.split("$")
        return {"algorithm": algorithm, "salt": salt, "hash": hashed}

    def safe_summary(self, encoded: str) -> "dict[_StrOrPromise, str]":
        """Return an admin's view of the hash."""
        return {"algorithm": self.algorithm}

    def harden_runtime(self, password: str, encoded: str) -> None:
        """Do nothing: all hashes of this kind take the same time."""

    def _encode_hash(self, salt: str, hashed: str) -> str:
        return f"{self.algorithm}${salt}${hashed}"

    def _hashes(self, secret: str, salt: str) -> list[str]:
        return signing_keys.hashes("app-secret", f"{salt}:{secret}")


class Credentials(NamedTuple):
    """An app's id and secret as sent in a request."""

    client_id: str
    secret: str


def read_basic(header: str) -> Credentials | None:
    """Return the credentials in an `Authorization` header of the scheme Basic; None for any other scheme."""
    scheme, _, sent = header.partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        decoded = base64.b64decode(sent.strip(), validate=True).decode()
    except (binascii.Error, ValueError):
        return None
    credentials = Credentials(*(unquote_plus(part) for part in decoded.partition(":")[::2]))
    return None if "\0" in "".join(credentials) else credentials


def is_right(app: Application | None, credentials: Credentials, network: str) -> bool:
    """Check whether the secret belongs to the app; `app` is None if it does not exist.

    Raises Refused("too_many_requests") for a network that has sent too many wrong ones.
    """
    of_app = f"{sha256(credentials.client_id.encode()).hexdigest()[:32]}:{network}"
    _refuse_beyond(WRONG_OF_APP, WRONG_OF_APP.read(of_app), MOST_WRONG_OF_APP)
    _refuse_beyond(WRONG, WRONG.read(network), MOST_WRONG)
    if app is not None and _matches(app, credentials.secret, network):
        return True
    WRONG_OF_APP.count(of_app)
    WRONG.count(network)
    return False


def _refuse_beyond(counter: WindowCounter, count: int, most: int) -> None:
    if count >= most:
        raise Refused("too_many_requests").after(timedelta(seconds=counter.seconds_left()))


def _matches(app: Application, secret: str, network: str) -> bool:
    """Check the secret, and replace an outdated hash if it is right."""
    if not _is_keyed(app.client_secret):
        _refuse_beyond(SLOW, SLOW.count(f"of-{network}") - 1, MOST_SLOW_OF_NETWORK)
        _refuse_beyond(SLOW, SLOW.count("all") - 1, MOST_SLOW)
    if not (check_password(secret, app.client_secret) or _is_plain(app, secret)):
        return False
    hasher = KeyedHasher()
    if not _is_keyed(app.client_secret) or hasher.encode(secret, _salt(app)) != app.client_secret:
        newest = hasher.encode(secret, hasher.salt())
        Application.objects.filter(pk=app.pk, client_secret=app.client_secret).update(client_secret=newest)
    return True


def _is_keyed(encoded: str) -> bool:
    return encoded.startswith(f"{KeyedHasher.algorithm}$")


def _salt(app: Application) -> str:
    return KeyedHasher().decode(app.client_secret)["salt"]


def _is_plain(app: Application, secret: str) -> bool:
    """Check a secret that an admin has let the OAuth library store unhashed."""
    try:
        identify_hasher(app.client_secret)
    except ValueError:
        return constant_time_compare(secret, app.client_secret)
    return False
