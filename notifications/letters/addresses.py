"""The addresses in an email's envelope and header, made from `DEFAULT_FROM_EMAIL` and the email's row.

Only the return path may use another address, `MAIL_RETURN_ADDRESS`, where bounces arrive. It names the email's row and
has a keyed hash of its own, since the Message-ID travels further than the email: into replies and forwarded copies.
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
"""Length in base 32 characters: 80 bits, which fit into the 30 characters MAIL_RETURN_ADDRESS leaves for a
subaddress."""
_RETURNED: Final = re.compile(rf"b([0-9a-f]{{1,10}})x([a-z2-7]{{{MAC_LENGTH}}})")


def domain() -> str:
    """Return the domain of our Message-IDs, Content-IDs and List-IDs."""
    return _sender()[1]


def sender() -> str:
    """Return the address that our emails come from, in lower case."""
    return "@".join(_sender()).lower()


def message_id(token: str) -> str:
    """Return the Message-ID (RFC 5322 3.6.4) of an email's row; it stays the same if the email is sent twice."""
    return f"<{token}@{domain()}>"


def content_id(name: str) -> str:
    """Return the Content-ID by which the HTML refers to a part of its email (RFC 2392), without angle brackets."""
    return f"{name}@{domain()}"


def thread_root(game_id: str) -> str:
    """Return the Message-ID that every email of a game replies to.

    No message with this ID was ever sent: it only holds the thread together.
    """
    return f"<game.{game_id}@{domain()}>"


def digest_root(player_id: str) -> str:
    """Return the Message-ID that every digest of a player replies to; no message with this ID was ever sent."""
    return f"<digest.{player_id}@{domain()}>"


def list_id(stream: str) -> str:
    """Return the List-Id of a stream (RFC 2919), by which readers can sort their emails."""
    return f"<{stream}.{domain()}>"


def return_path(mail: Mail) -> str:
    """Return the envelope's sender, whose subaddress (RFC 5233) tells us which email a bounce is about."""
    local, host = _bounces()
    return f"{local}+b{mail.pk:x}x{_return_macs(mail)[0]}@{host}"


def find_returned(address: str) -> Mail | None:
    """Return the email with this return path, in upper or lower case; None if no email has it."""
    local, host = _bounces()
    mailbox, _, mail_domain = address.lower().rpartition("@")
    match = _RETURNED.fullmatch(mailbox.removeprefix(f"{local.lower()}+"))
    if match is None or not mailbox.startswith(f"{local.lower()}+") or mail_domain != host.lower():
        return None
    mail = Mail.objects.filter(pk=int(match[1], 16)).first()
    return mail if mail is not None and match[2] in _return_macs(mail) else None


def short_macs(purpose: str, reference: str) -> list[str]:
    """Return one keyed hash of a reference for each of our keys: in an address it proves that we wrote the address."""
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
