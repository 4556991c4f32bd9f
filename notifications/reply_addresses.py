"""Addresses for answering emails, each belonging to one email, one player and one question.

They have the form `play+<token>@host`, if the operator has set MAIL_IN_ADDRESS; otherwise emails cannot be answered,
and do not offer it. The token is random and exists only in the email; its row has a keyed hash
(`games.encryption.digests`). Mail servers may fold the case of a local part, so tokens are written and compared in
lower case.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from games import encryption
from notifications.models import DigestGame, InboundEmail, Mail, ReplyAddress, new_token

LASTS: Final = timedelta(days=60)
"""The lifetime of an address, at most that of the email's own row; its question has long been answered by then."""
REMEMBERED: Final = timedelta(days=9)
"""How much longer we remember which emails arrived there: beyond the age at which a copy could pass as new
(`inbox.identity`)."""
CONFIRMS_FOR: Final = timedelta(days=3)
"""How long a player may take to confirm an unproved email: less than its content is kept."""
PURPOSE: Final = "reply address"
LONGEST: Final = 254
"""Octets of an address (RFC 5321 4.5.3.1.3, less the brackets)."""


@dataclass(frozen=True, slots=True)
class EmailQuestion:
    """The question in an email: the prompt's id, and the moves of a turn, in notation, that each number stands for.

    `suggested` is the number that a yes plays, if the email suggests exactly one move. `proposal` is what a yes agrees
    to and a no declines, if the email asks for that.
    """

    prompt: str
    listed: Sequence[Sequence[str]]
    suggested: int | None = None
    proposal: str | None = None


@dataclass(frozen=True, slots=True)
class LetteredQuestion:
    """A digest's question about one of its games, whose letter precedes the numbers of its moves."""

    letter: str
    game_id: str
    asked: EmailQuestion


NOTHING_ASKED: Final = EmailQuestion("", ())


@dataclass(frozen=True, slots=True)
class NewAddress:
    """An address for an email that is being written. It works once it has been made (`make`)."""

    token: str = field(default_factory=new_token)

    def __str__(self) -> str:
        local, _, host = settings.MAIL_IN_ADDRESS.partition("@")
        return f"{local}+{self.token}@{host}"


def are_offered() -> bool:
    """Check whether emails can be answered at all."""
    return bool(settings.MAIL_IN_ADDRESS)


def make(mail: Mail, question: EmailQuestion, now: datetime, new: NewAddress | None = None) -> str:
    """Return a new address for an email to a player about a game, whose replies answer this question."""
    return _create_address(mail, question, now + LASTS, now, new or NewAddress())


def make_to_confirm(
    mail: Mail, doubtful: InboundEmail, question: EmailQuestion | None, now: datetime, new: NewAddress | None = None
) -> str:
    """Return a new address at which the player can confirm an email, and answer its own question, if any."""
    open_question = question or EmailQuestion(doubtful.address.prompt, doubtful.address.listed)
    until, purpose = now + CONFIRMS_FOR, ReplyAddress.Purpose.CONFIRM
    return _create_address(mail, open_question, until, now, new or NewAddress(), doubtful, purpose=purpose)


def make_for_digest(
    mail: Mail, questions: Sequence[LetteredQuestion], now: datetime, new: NewAddress | None = None
) -> str:
    """Return a new address for a digest to a player, whose replies answer these questions."""
    address = _create_address(mail, NOTHING_ASKED, now + LASTS, now, to := new or NewAddress())
    row = ReplyAddress.objects.get(token_hash=encryption.digests(PURPOSE, to.token.encode())[0])
    for question in questions:
        listed = [list(moves) for moves in question.asked.listed]
        asks = {"prompt": question.asked.prompt, "listed": listed, "proposal_id": question.asked.proposal}
        DigestGame.objects.create(address=row, letter=question.letter, game_id=question.game_id, **asks)
    return address


def make_for_appeal(mail: Mail, subject: str, now: datetime, new: NewAddress) -> str:
    """Return a new address at which the reader of an email about a sanction can answer that (`appeal_links`)."""
    purpose = ReplyAddress.Purpose.APPEAL
    return _create_address(mail, NOTHING_ASKED, now + LASTS, now, new, purpose=purpose, appeals=subject)


def make_for_club(mail: Mail, now: datetime, new: NewAddress) -> str:
    """Return a new address at which whoever answers a club's announcements hears that nobody reads it."""
    return _create_address(mail, NOTHING_ASKED, now + LASTS, now, new, purpose=ReplyAddress.Purpose.CLUB)


def _create_address(
    mail: Mail,
    question: EmailQuestion,
    until: datetime,
    now: datetime,
    new: NewAddress,
    doubtful: InboundEmail | None = None,
    *,
    purpose: ReplyAddress.Purpose = ReplyAddress.Purpose.ANSWER,
    appeals: str = "",
) -> str:
    assert mail.player_id is not None
    ReplyAddress.objects.create(
        token_hash=encryption.digests(PURPOSE, new.token.encode())[0],
        purpose=purpose,
        mail=mail,
        player_id=mail.player_id,
        game_id=None if appeals else mail.game_id,
        appeals=appeals,
        prompt=question.prompt,
        listed=[list(moves) for moves in question.listed],
        suggested=question.suggested,
        proposal_id=question.proposal,
        confirms=doubtful,
        created_at=now,
        expires_at=until,
    )
    return str(new)


def find(address: str, now: datetime) -> ReplyAddress | None:
    """Return the row of an address that still works, in upper or lower case; None for any other."""
    token = token_in(address)
    if token is None:
        return None
    hashes = encryption.digests(PURPOSE, token.encode())
    rows = ReplyAddress.objects.select_related("player", "game")
    return rows.filter(
        token_hash__in=hashes, expires_at__gt=now, revoked_at=None, player__is_active=True, player__erased_at=None
    ).first()


def is_this(address: str, row: ReplyAddress) -> bool:
    """Check whether this is the address of the row."""
    token = token_in(address)
    return token is not None and row.token_hash in encryption.digests(PURPOSE, token.encode())


def is_ours(address: str) -> bool:
    """Check whether an address is the one that players write to, with or without a token."""
    local, _, host = settings.MAIL_IN_ADDRESS.partition("@")
    local_part, _, domain = address.lower().rpartition("@")
    return are_offered() and domain == host and local_part.partition("+")[0] == local


def waits_for_yes(email: InboundEmail, now: datetime) -> bool:
    """Check whether an email's player can still say yes to it."""
    return ReplyAddress.objects.filter(confirms=email, revoked_at=None, expires_at__gt=now).exists()


def take_yes(email: InboundEmail, now: datetime) -> bool:
    """Revoke the addresses for saying yes, which works only once. Return False if there is none."""
    waiting = ReplyAddress.objects.filter(confirms=email, revoked_at=None, expires_at__gt=now)
    return waiting.update(revoked_at=now) > 0


def forget_old(now: datetime, limit: int = 1000) -> None:
    """Delete up to this many addresses that expired a while ago, with the keys of emails that arrived there."""
    old = list(ReplyAddress.objects.filter(expires_at__lt=now - REMEMBERED).values_list("pk", flat=True)[:limit])
    ReplyAddress.objects.filter(pk__in=old).delete()


def token_in(address: str) -> str | None:
    """Return the part after "+" in an address of ours, in lower case; None for other addresses, or without one."""
    if len(address) > LONGEST or not is_ours(address):
        return None
    token = address.lower().rpartition("@")[0].partition("+")[2]
    return token if token.isascii() and token.isalnum() else None
