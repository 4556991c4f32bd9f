"""Answers to a club's announcements by email: nobody reads them, so their writer hears who reads what, and where.

Only the player's own mailbox gets that, and once for each email of ours: a program must not be answered for ever.
"""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.urls import reverse

from games import languages
from games.models import Player
from games.signals import account_mail
from notifications.inbox import queue
from notifications.inbox.reading import Typed
from notifications.inbox.sender import is_machine
from notifications.inbox.sender.headers import Header
from notifications.models import InboundEmail

NOT_READ: Final = "club_not_read"
State = InboundEmail.State


def take(email: InboundEmail, header: Header, typed: Typed | None, now: datetime) -> None:
    """Say that nobody reads the email, and settle it."""
    if is_machine(header, email) or (typed is not None and typed.is_automatic):
        return queue.settle(email, State.DROPPED, now=now, reason="automatic")
    address, player = email.address, email.address.player
    club_id = address.mail.notifications.values_list("club_id", flat=True).first()
    if player.email and not InboundEmail.objects.filter(address=address, reason=NOT_READ).exists():
        page = settings.PUBLIC_URL + (reverse("club", args=[club_id]) if club_id else reverse("clubs"))
        account_mail.send(
            sender=Player,
            address=player.email,
            player=player,
            template="account/email/club_not_read",
            context={"language": languages.of_player(player), "page": page},
            awaited=False,
        )
    return queue.settle(email, State.REFUSED, now=now, reason=NOT_READ)
