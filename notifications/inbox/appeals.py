"""Answers to sanctions by email: what is typed goes to the admins as it is, and orders nothing.

Only the email about the sanction has the address, so whoever writes there has read it: as with the link in that email,
there is nothing to prove. What a machine writes is dropped, so that an absence notice is nobody's answer.
"""

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games import languages
from games.errors import Refused
from games.models import Player
from games.people import appeal_links
from games.refusals import explained
from games.signals import account_mail
from games.table.disputes import appeals
from notifications.inbox import queue
from notifications.inbox.reading import Typed
from notifications.inbox.sender import is_machine
from notifications.inbox.sender.headers import Header
from notifications.models import InboundEmail

NOT_TAKEN: Final = "appeal_not_taken"
State = InboundEmail.State


def take(email: InboundEmail, header: Header, typed: Typed | None, now: datetime) -> None:
    """Pass a reply on to the admins, and settle it."""
    if is_machine(header, email) or (typed is not None and typed.is_automatic):
        return queue.settle(email, State.DROPPED, now=now, reason="automatic")
    text = "\n".join(typed.lines) if typed is not None and not email.is_cut else ""
    if not text:
        return _refuse(email, _("We could not read your email. Please send only a few lines of text."), now)
    try:
        appeals.appeal(player=email.address.player, subject=email.address.appeals, text=text, now=now)
    except Refused as refusal:
        problem = explained(refusal)
        return _refuse(email, problem.sentences, now)
    return queue.settle(email, State.ACTED, now=now, reason="appeal")


def _refuse(email: InboundEmail, why: str, now: datetime) -> None:
    """Say why the email was not passed on, once for each sanction: a program must not be answered for ever."""
    address, player = email.address, email.address.player
    if not InboundEmail.objects.filter(address=address, reason=NOT_TAKEN).exists() and player.email:
        context = {
            "language": languages.of_player(player),
            "why": why,
            "page": appeal_links.url(player, address.appeals, now),
        }
        account_mail.send(
            sender=Player,
            address=player.email,
            player=player,
            template="account/email/appeal_not_taken",
            context=context,
            awaited=False,
        )
    queue.settle(email, State.REFUSED, now=now, reason=NOT_TAKEN)
