"""The author of an email: proved, doubtful, somebody else, or a machine.

An author is proved if the player's own address is the only one in From, and its domain has signed the email to us
(`signatures`) or a server that the operator trusts vouches for it (`results`). Another address that the player has
accepted (`sender_addresses`) counts as well, but only if it has signed. A signature that omits the recipient requires
more (`notifications.inbox.binding`). Knowing the reply address proves nothing, since emails are forwarded and quoted.
"""

from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final

from games.email_addresses import comparison_key
from notifications import sender_addresses
from notifications.inbox.sender import results, signatures
from notifications.inbox.sender.headers import Header, RawEmail
from notifications.inbox.sender.keys import KeysAreAway
from notifications.inbox.sender.signatures import IsMeant, Signed
from notifications.models import Inbound, InboundEmail
from notifications.reply_addresses import LONGEST, is_ours, is_this

WAITS_FOR_KEYS: Final = timedelta(hours=1)
"""How long to wait for a sender's DNS before asking the player instead."""


class Sender(Enum):
    """The author of an email. `DOUBTFUL`: perhaps the player, perhaps anybody.

    `OTHER`: the owner of the address in From, which is not the player's; it may still be the player. `UNBOUND`: the
    owner of the address in From, but perhaps writing to somebody else.
    """

    PLAYER = auto()
    OTHER = auto()
    UNBOUND = auto()
    DOUBTFUL = auto()
    MACHINE = auto()


def judge(message: RawEmail, email: InboundEmail, now: datetime) -> Sender:
    """Return who wrote a reply. Raises KeysAreAway: look again later."""
    header = message.header
    if is_machine(header, email):
        return Sender.MACHINE
    player = email.address.player
    is_own = header.author == comparison_key(player.email or "")
    if not is_own and (len(header.author) > LONGEST or not header.author.isprintable()):
        return Sender.DOUBTFUL
    is_accepted = is_own or sender_addresses.is_accepted(player, header.author)
    signed = _judge_signature(message, email, is_own=is_own, waits=is_accepted, now=now)
    if signed is Signed.TO_US:
        return Sender.PLAYER if is_accepted else Sender.OTHER
    return Sender.UNBOUND if signed is Signed.UNBOUND else Sender.DOUBTFUL


def _judge_signature(message: RawEmail, email: InboundEmail, *, is_own: bool, waits: bool, now: datetime) -> Signed:
    """Return what the author's domain has signed, or a trusted server says so. Raises KeysAreAway if it `waits`."""
    trusted = results.ALIGNED if is_own else results.SIGNED
    if results.vouch_for_author(message.header, InboundEmail.Door(email.door), by=trusted):
        return Signed.TO_US
    try:
        return signatures.judge(message, lambda address: is_this(address, email.address), email.received_at)
    except KeysAreAway:
        if waits and now - email.received_at < WAITS_FOR_KEYS:
            raise
        return Signed.NOT


def is_machine(header: Header, email: Inbound) -> bool:
    """Check whether a machine, or we ourselves, wrote an email."""
    return header.is_automatic(email.sender) or is_ours(header.author)


def is_proved(message: RawEmail, email: Inbound, is_meant: IsMeant, now: datetime) -> bool:
    """Check whether an email's only author wrote it to an address that `is_meant`. Raises KeysAreAway: retry later."""
    if results.vouch_for_author(message.header, InboundEmail.Door(email.door)):
        return True
    try:
        return signatures.judge(message, is_meant, email.received_at) is Signed.TO_US
    except KeysAreAway:
        if now - email.received_at < WAITS_FOR_KEYS:
            raise
        return False
