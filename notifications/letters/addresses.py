"""The addresses on an envelope and in a header, made from `DEFAULT_FROM_EMAIL` and the email's row.

Only the return path may be at another address, `MAIL_RETURN_ADDRESS`: where bounces come in. It names the row, and has
a keyed hash of its own, since the Message-ID goes further than the email: into replies and what is forwarded.
"""

import base64
import re
from email.utils import parseaddr
from functools import cache
from typing import Final

from django.conf import settings

from games import sealing
from notifications.models import Mail

PURPOSE: Final = "return path"
MAC_LENGTH: Final = 16
"""Characters of base 32: 80 bits, within the 30 that MAIL_RETURN_ADDRESS leaves for a subaddress."""
_RETURNED: Final = re.compile(rf"b([0-9a-f]{{1,10}})x([a-z2-7]{{{MAC_LENGTH}}})")


def domain() -> str:
    """The domain that our identifiers live under."""
    return _sender()[1]


def sender() -> str:
    """The address that our emails come from, in lower case."""
    return "@".join(_sender()).lower()


def message_id(token: str) -> str:
    """The Message-ID (RFC 5322 3.6.4) of an email's row, so that an email that is sent twice is known for one."""
    return f"<{token}@{domain()}>"


def content_id(name: str) -> str:
    """What the HTML calls a part of the same email by (RFC 2392), without the brackets that it has in its header."""
    return f"{name}@{domain()}"


def thread_root(game_id: str) -> str:
    """The message that every email of a game answers. It was never sent: it only holds the thread together."""
    return f"<game.{game_id}@{domain()}>"


def digest_root(player_id: str) -> str:
    """The message that every digest of a player answers, likewise."""
    return f"<digest.{player_id}@{domain()}>"


def list_id(stream: str) -> str:
    """The stream as a mailing list (RFC 2919), which readers may sort by."""
    return f"<{stream}.{domain()}>"


def return_path(mail: Mail) -> str:
    """Return the envelope's sender: a bounce says by its subaddress (RFC 5233) which email it is about."""
    local, host = _bounces()
    return f"{local}+b{mail.pk:x}x{_return_macs(mail)[0]}@{host}"


def find_returned(address: str) -> Mail | None:
    """Return the email of ours whose return path this is, in whatever case servers write it."""
    local, host = _bounces()
    there, _, where = address.lower().rpartition("@")
    named = _RETURNED.fullmatch(there.removeprefix(f"{local.lower()}+"))
    if named is None or not there.startswith(f"{local.lower()}+") or where != host.lower():
        return None
    mail = Mail.objects.filter(pk=int(named[1], 16)).first()
    return mail if mail is not None and named[2] in _return_macs(mail) else None


def short_macs(purpose: str, named: str) -> list[str]:
    """Return what proves in an address that we wrote it: a keyed hash of what it names, with each of our keys."""
    digests = map(bytes.fromhex, sealing.digests(purpose, named.encode()))
    return [base64.b32encode(digest).decode().lower()[:MAC_LENGTH] for digest in digests]


def _return_macs(mail: Mail) -> list[str]:
    return short_macs(PURPOSE, f"{mail.pk} {mail.token}")


def return_domain() -> str:
    """The domain to which bounces go."""
    return _bounces()[1]


def _bounces() -> tuple[str, str]:
    return _parts(settings.MAIL_RETURN_ADDRESS or settings.DEFAULT_FROM_EMAIL)


def _sender() -> tuple[str, str]:
    return _parts(settings.DEFAULT_FROM_EMAIL)


@cache
def _parts(address: str) -> tuple[str, str]:
    local, _, host = parseaddr(address)[1].rpartition("@")
    return local, host
