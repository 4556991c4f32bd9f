"""DKIM (RFC 6376): whether the author's own domain signed an email, and addressed it to us.

The library checks the cryptography. It accepts an unsigned From, signatures that expired hours ago, and more; so what
must be signed, by whom, how and until when is checked here, before any key is fetched.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final

import dkim
from celery.exceptions import SoftTimeLimitExceeded
from dkim.util import InvalidTagValueList, parse_tag_value

from notifications.inbox.sender import keys
from notifications.inbox.sender.headers import Header, RawEmail

MOST: Final = 5
"""How many signatures are examined; mailing lists and providers add one each."""
ALGORITHMS: Final = frozenset({b"rsa-sha256", b"ed25519-sha256"})
SIGNED: Final = frozenset({"from", "subject", "date"})
SIGNED_UNBOUND: Final = SIGNED | {"message-id", "content-type", "mime-version"}
"""Fields that must be signed if To is not: they identify an email that arrives at another address, or again."""
RECIPIENTS: Final = frozenset({"to", "cc"})
ONCE: Final = ("from", "to", "cc", "subject", "date", "message-id", "mime-version", "content-type")
"""Fields that must not be duplicated, since one copy might be signed and the other one read (RFC 6376 8.15)."""
ONCE_TOO: Final = ("content-transfer-encoding", "content-disposition")
LONGEST_LINE: Final = 2000
"""Octets, where 998 are allowed (RFC 5322 2.1.1): the library's time grows with the square of a line."""
OF_OTHER_CLOCKS: Final = timedelta(minutes=10)
Tags = dict[bytes, bytes]
IsMeant = Callable[[str], bool]
"""A check whether an address is the one at which an email arrived."""


class Signed(Enum):
    """What a signature of the author's domain proves: nothing, the author, or also that it was meant for us."""

    NOT = auto()
    UNBOUND = auto()
    TO_US = auto()


def judge(message: RawEmail, is_meant: IsMeant, received_at: datetime) -> Signed:
    """Judge the signatures of the author's domain on an email to an address that `is_meant`.

    Raises `keys.KeysAreAway`.
    """
    raw, header = message.raw, message.header
    if not header.author or any(len(header.all(name)) > 1 for name in (*ONCE, *ONCE_TOO)):
        return Signed.NOT
    if max(map(len, raw.split(b"\n"))) > LONGEST_LINE:
        return Signed.NOT
    domain, recipient_fields = header.author.rpartition("@")[2], _fields_that_name(header, is_meant)
    good = {
        place: _parse_signed_fields(tags)
        for place, tags in _parse_signatures(header)
        if _is_good(tags, domain, received_at)
    }
    if any(signed & recipient_fields and signed >= SIGNED and _holds(raw, place) for place, signed in good.items()):
        return Signed.TO_US
    if any(_is_unbound(signed) and _holds(raw, place) for place, signed in good.items()):
        return Signed.UNBOUND
    return Signed.NOT


def signed_fields(message: RawEmail, received_at: datetime) -> list[set[str]]:
    """Return what each signature of the author's domain covers that holds. Raises `keys.KeysAreAway`."""
    domain = message.header.author.rpartition("@")[2]
    good = [
        (place, _parse_signed_fields(tags))
        for place, tags in _parse_signatures(message.header)
        if _is_good(tags, domain, received_at)
    ]
    return [signed for place, signed in good if _holds(message.raw, place)]


def _fields_that_name(header: Header, is_meant: IsMeant) -> set[str]:
    return {name for name in RECIPIENTS if any(map(is_meant, header.addresses(name)))}


def _parse_signatures(header: Header) -> Iterator[tuple[int, Tags]]:
    values = [value for name, value in header.fields if name == "dkim-signature"]
    for index, value in enumerate(values[:MOST]):
        try:
            yield index, parse_tag_value(value)
        except InvalidTagValueList:
            continue


def _is_unbound(signed: set[str]) -> bool:
    """Check whether a signature covers everything except the recipient, so that the email may not be meant for us."""
    return signed >= SIGNED_UNBOUND and not signed & RECIPIENTS


def _parse_signed_fields(tags: Tags) -> set[str]:
    """Return the fields that a signature covers."""
    return {name.strip().lower() for name in _read_tag(tags, b"h").split(":")}


def _is_good(tags: Tags, author: str, at: datetime) -> bool:
    """Check whether a signature, if valid, would prove who wrote the email."""
    return (
        _is_domain_of(_read_tag(tags, b"d").lower(), author)
        and tags.get(b"a") in ALGORITHMS
        and b"l" not in tags
        and not _is_over(_read_tag(tags, b"x"), at)
    )


def _is_domain_of(domain: str, author: str) -> bool:
    """Check whether `domain` is the author's or above it: its owner could write in the author's name anyway."""
    return "." in domain and (author == domain or author.endswith(f".{domain}"))


def _is_over(until: str, at: datetime) -> bool:
    if not until:
        return False
    return not until.isdigit() or int(until[:12]) < (at - OF_OTHER_CLOCKS).timestamp()


def _read_tag(tags: Tags, name: bytes) -> str:
    return tags.get(name, b"").decode("ascii", errors="replace").strip()


def _holds(raw: bytes, place: int) -> bool:
    try:
        return bool(dkim.DKIM(raw).verify(idx=place, dnsfunc=_look_up_key))
    except (keys.KeysAreAway, SoftTimeLimitExceeded):
        raise
    except Exception:  # a stranger's bytes can make the library raise anything
        return False


def _look_up_key(name: bytes, timeout: float = keys.PATIENCE) -> bytes | None:
    """Return a key's record for the library; none if the domain is only testing (RFC 6376 3.6.1, t=y)."""
    record = keys.record(name.decode("ascii").rstrip("."))
    flags = parse_tag_value(record).get(b"t", b"") if record else b""
    return None if b"y" in flags.split(b":") else record or None
