"""Who wrote an email: proved, doubtful, or nobody, but a machine.

It is believed if the player's own address is its only author, and that address's domain has signed it to us
(`signatures`), or a server that the operator trusts says so (`results`). Another address that the player has accepted
(`sender_addresses`) does as well, but only if it is signed. That somebody knows the reply address proves nothing:
emails are forwarded and quoted.
"""

from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final

from games.email_addresses import comparison_key
from notifications import sender_addresses
from notifications.inbox.sender import results, signatures
from notifications.inbox.sender.headers import Header
from notifications.inbox.sender.keys import KeysAreAway
from notifications.inbox.sender.signatures import IsMeant
from notifications.models import Inbound, InboundEmail
from notifications.reply_addresses import LONGEST, is_ours, is_this

WAITS_FOR_KEYS: Final = timedelta(hours=1)
"""How long to wait for a sender's DNS before the player is asked instead."""


class Sender(Enum):
    """Who wrote it. `DOUBTFUL`: perhaps the player, perhaps anybody. `OTHER`: whoever has the address in From, which is
    not the player's; perhaps the player, too."""

    PLAYER = auto()
    OTHER = auto()
    DOUBTFUL = auto()
    MACHINE = auto()


def judge(raw: bytes, header: Header, email: InboundEmail, now: datetime) -> Sender:
    """Who wrote a reply. Raises KeysAreAway: look again later."""
    if is_machine(header, email):
        return Sender.MACHINE
    player = email.address.player
    if header.author == comparison_key(player.email or ""):
        proved = is_proved(raw, header, email, lambda address: is_this(address, email.address), now)
        return Sender.PLAYER if proved else Sender.DOUBTFUL
    if len(header.author) > LONGEST or not header.author.isprintable():
        return Sender.DOUBTFUL
    is_accepted = sender_addresses.is_accepted(player, header.author)
    if not _is_signed(raw, header, email, waits=is_accepted, now=now):
        return Sender.DOUBTFUL
    return Sender.PLAYER if is_accepted else Sender.OTHER


def _is_signed(raw: bytes, header: Header, email: InboundEmail, *, waits: bool, now: datetime) -> bool:
    """Whether the domain of its author has signed it. Raises KeysAreAway if it `waits` for them."""
    if results.vouch_for_author(header, InboundEmail.Door(email.door), by=results.SIGNED):
        return True
    try:
        return signatures.is_signed_by_author(
            raw, header, lambda address: is_this(address, email.address), email.received_at
        )
    except KeysAreAway:
        if waits and now - email.received_at < WAITS_FOR_KEYS:
            raise
        return False


def is_machine(header: Header, email: Inbound) -> bool:
    """Whether a machine wrote an email, or we did."""
    return header.is_automatic(email.sender) or is_ours(header.author)


def is_proved(raw: bytes, header: Header, email: Inbound, is_meant: IsMeant, now: datetime) -> bool:
    """Whether its only author wrote it, to an address that `is_meant`. Raises KeysAreAway: look again later."""
    if results.vouch_for_author(header, InboundEmail.Door(email.door)):
        return True
    try:
        return signatures.is_signed_by_author(raw, header, is_meant, email.received_at)
    except KeysAreAway:
        if now - email.received_at < WAITS_FOR_KEYS:
            raise
        return False
