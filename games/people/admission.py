"""Who may sign up: the operator's choice. Where it takes an invitation, any player can make some, and passes them on.

We send them to nobody. So nobody is mailed what they did not ask for, and no address of a stranger is kept here.
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from games.errors import Forbidden, Refused
from games.ids import is_id
from games.models import Player, SignUpInvitation
from games.people.suspension import awake

OPEN: Final = "open"
INVITED: Final = "invited"
CLOSED: Final = "closed"
LASTS: Final = timedelta(days=14)
MOST_OPEN: Final = 5
"""Invitations of one player that nobody has used yet."""


def check(invitation: str, now: datetime) -> None:
    """Raise Forbidden("sign_up_closed"), or Forbidden("invitation_needed") if this is none that stands."""
    if settings.SIGN_UP == CLOSED:
        raise Forbidden("sign_up_closed")
    if settings.SIGN_UP == INVITED and not (is_id(invitation) and _standing(now).filter(pk=invitation).exists()):
        raise Forbidden("invitation_needed")


def use(invitation: str) -> None:
    """Use an invitation up for somebody who signs up by it, whose code was mailed while it stood.

    Call it in the transaction that makes the player. Raises Forbidden("sign_up_closed"), or
    Forbidden("invitation_needed") where somebody else was faster.
    """
    if settings.SIGN_UP == CLOSED:
        raise Forbidden("sign_up_closed")
    used, _ = SignUpInvitation.objects.filter(pk=invitation).delete()
    if settings.SIGN_UP == INVITED and not used:
        raise Forbidden("invitation_needed")


@transaction.atomic
def invite(*, player: Player | None, now: datetime) -> SignUpInvitation:
    """Make a new invitation, by a player or by the operator.

    Raises Refused("too_many_sign_up_invitations"), Forbidden for anyone who is gone or suspended.
    """
    if player is not None and standing_of(awake(player, now), now).count() >= MOST_OPEN:
        raise Refused("too_many_sign_up_invitations", most=MOST_OPEN)
    return SignUpInvitation.objects.create(by=player, created_at=now, expires_at=now + LASTS)


def standing_of(player: Player, now: datetime) -> QuerySet[SignUpInvitation]:
    """Return the player's invitations that nobody has used, the newest first."""
    return _standing(now).filter(by=player)


def withdraw(*, player: Player, invitation: str) -> None:
    """End the invitation. Nothing happens if the player has no such invitation."""
    if is_id(invitation):
        SignUpInvitation.objects.filter(by=player, pk=invitation).delete()


def link(invitation: SignUpInvitation) -> str:
    """Return the address at which the invitation's holder signs up."""
    return f"{settings.PUBLIC_URL}{reverse('account_signup')}?invitation={invitation.pk}"


def forget_old(*, now: datetime) -> int:
    """Delete invitations that ran out more than a day ago, when no code waits for them any more; return how many."""
    deleted, _ = SignUpInvitation.objects.filter(expires_at__lte=now - timedelta(days=1)).delete()
    return deleted


def _standing(now: datetime) -> QuerySet[SignUpInvitation]:
    return SignUpInvitation.objects.filter(expires_at__gt=now)
