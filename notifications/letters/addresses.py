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

from games import encryption
from notifications.models import Mail

PURPOSE: Final = "return path"
MAC_LENGTH: Final = 16
"""Characters of base 32: 80 bits, within the 30 that MAIL_RETURN_ADDRESS leaves for a subaddress."""
_RETURNED: Final = re.compile(rf"b([0-9a-f]{{1,10}})x([a-z2-7]{{{MAC_LENGTH}}})")


def domain() -> str:
    """Return the domain of our Message-IDs, Content-IDs and List-IDs."""
    return _sender()[1]


def sender() -> str:
    """Return the address that our emails come from, in lower case."""
    return "@".join(_sender()).lower()


def message_id(token: str) -> str:
    """Return the Message-ID (RFC 5322 3.6.4) of an email's row: an email that is sent twice has the same one."""
    return f"<{token}@{domain()}>"


def content_id(name: str) -> str:
    """Return the Content-ID by which the HTML refers to a part of its email (RFC 2392), without the header's angle
    brackets.
    """
    return f"{name}@{domain()}"


def thread_root(game_id: str) -> str:
    """Return the Message-ID that every email of a game answers. No such message was ever sent: it only holds the thread
    together.
    """
    return f"<game.{game_id}@{domain()}>"


def digest_root(player_id: str) -> str:
    """Return the Message-ID that every digest of a player answers. No such message was ever sent either."""
    return f"<digest.{player_id}@{domain()}>"


def list_id(stream: str) -> str:
    """Return the List-Id of a stream (RFC 2919), by which readers can sort their emails."""
    return f"<{stream}.{domain()}>"


def return_path(mail: Mail) -> str:
    """Return the envelope's sender: a bounce says by its subaddress (RFC 5233) which email it is about."""
    local, host = _bounces()
    return f"{local}+b{mail.pk:x}x{_return_macs(mail)[0]}@{host}"


def find_returned(address: str) -> Mail | None:
    """Return the email whose return path this is, in whatever case servers write it; None if there is none."""
    local, host = _bounces()
    mailbox, _, mail_domain = address.lower().rpartition("@")
    match = _RETURNED.fullmatch(mailbox.removeprefix(f"{local.lower()}+"))
    if match is None or not mailbox.startswith(f"{local.lower()}+") or mail_domain != host.lower():
        return None
    mail = Mail.objects.filter(pk=int(match[1], 16)).first()
    return mail if mail is not None and match[2] in _return_macs(mail) else None


def short_macs(purpose: str, reference: str) -> list[str]:
    """Return keyed hashes of a reference, one for each of our keys: in an address they prove that we wrote it."""
    digests = map(bytes.fromhex, encryption.digests(purpose, reference.encode()))
    return [base64.b32encode(digest).decode().lower()[:MAC_LENGTH] for digest in digests]


def _return_macs(mail: Mail) -> list[str]:
    return short_macs(PURPOSE, f"{mail.pk} {mail.token}")


def return_domain() -> str:
    """Return the domain to which bounces go."""
    return _bounces()[1]


def _bounces() -> tuple[str, str]:
    return _parts(settings.MAIL_RETURN_ADDRESS or settings.DEFAULT_FROM_EMAIL)


def _sender() -> tuple[str, str]:
    return _parts(settings.DEFAULT_FROM_EMAIL)


@cache
def _parts(address: str) -> tuple[str, str]:
    local, _, host = parseaddr(address)[1].rpartition("@")
    return local, host
