"""Encryption of secret values before they enter a statement, so that the database and its logs never show them.

A stored value begins with a byte that says how it was sealed: `AES_GCM`, then a nonce of 96 bits and AES-256-GCM's
output (NIST SP 800-38D). Each purpose has its own key, derived by HKDF (RFC 5869) from a key of `SEED_KEYS`: the first
key seals, every key opens. A value's location is authenticated with it, so that it cannot be moved to another: for
positions and secret parts the row, for plans the column. Older rows begin differently, as JSON does, and are read as
they are. Seeds and keys of chance are Fernet tokens.

Nothing is compressed: a length reveals little about a position, but a compressed length would reveal more.
"""

import hmac
import os
from contextlib import suppress
from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

AES_GCM: Final = b"\x01"
NONCE_BYTES: Final = 12
KEY_BYTES: Final = 32


class Unopenable(Exception):
    """The failure to open a value: it was sealed with another key, belongs elsewhere, or was changed."""


def seal(purpose: str, place: str, plain: bytes) -> bytes:
    """Encrypt a value for a purpose ("position") and the place where it will be stored (a game's id)."""
    nonce = os.urandom(NONCE_BYTES)
    return AES_GCM + nonce + _cipher(settings.SEED_KEYS[0], purpose).encrypt(nonce, plain, place.encode())


def is_sealed(sealed: bytes) -> bool:
    """Check whether `seal` made this value; otherwise it is older JSON."""
    return sealed[:1] == AES_GCM


def unseal(purpose: str, place: str, sealed: bytes) -> bytes:
    """Return the value that `seal` was given, or an older value unchanged. Raises Unopenable."""
    if not is_sealed(sealed):
        return sealed
    nonce, rest = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
    for key in settings.SEED_KEYS:
        try:
            return _cipher(key, purpose).decrypt(nonce, rest, place.encode())
        except InvalidTag:
            continue
    raise Unopenable(purpose)


def resealed(purpose: str, place: str, sealed: bytes) -> bytes | None:
    """Return the value sealed with the first key; None if it already is, or was never sealed. Raises Unopenable."""
    if not is_sealed(sealed):
        return None
    with suppress(InvalidTag):
        nonce, rest = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
        _cipher(settings.SEED_KEYS[0], purpose).decrypt(nonce, rest, place.encode())
        return None
    return seal(purpose, place, unseal(purpose, place, sealed))


def resealed_seed(sealed: bytes) -> bytes | None:
    """Return a value of `seal_seed` sealed with the first key; None if it already is. Raises Unopenable."""
    with suppress(InvalidToken):
        Fernet(settings.SEED_KEYS[0]).decrypt(sealed)
        return None
    try:
        return _seeds().rotate(sealed)
    except InvalidToken:
        raise Unopenable("seed") from None


def digests(purpose: str, *forms: bytes) -> list[str]:
    """Return the HMAC-SHA-256 of a value as hex with each key, starting with the first.

    This is for values that are compared and never read. If a value has several forms, those of the first come first.
    """
    return [hmac.digest(_derived(key, purpose), form, "sha256").hex() for form in forms for key in settings.SEED_KEYS]


def seal_seed(plain: bytes) -> bytes:
    """Encrypt a seed, or a key of chance."""
    return _seeds().encrypt(plain)


def unseal_seed(sealed: bytes | memoryview | None) -> bytes:
    """Return the value that `seal_seed` was given."""
    return _seeds().decrypt(bytes(sealed or b""))


def _seeds() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.SEED_KEYS])


@lru_cache
def _cipher(key: str, purpose: str) -> AESGCM:
    return AESGCM(_derived(key, purpose))


@lru_cache
def _derived(key: str, purpose: str) -> bytes:
    info = f"night-mail {purpose}".encode()
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=info).derive(key.encode())
