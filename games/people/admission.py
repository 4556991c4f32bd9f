"""Who may sign up: the operator's choice. If it takes an invitation, any player can create some and pass them on.

We send invitations to nobody. So nobody gets mail they did not ask for, and we keep no stranger's address.
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
"""How many unused invitations a player can have."""


def check(invitation: str, now: datetime) -> None:
    """Raise Forbidden("sign_up_closed"), or Forbidden("invitation_needed") if the invitation is not valid."""
    if settings.SIGN_UP == CLOSED:
        raise Forbidden("sign_up_closed")
    if settings.SIGN_UP == INVITED and not (is_id(invitation) and _standing(now).filter(pk=invitation).exists()):
        raise Forbidden("invitation_needed")


def use(invitation: str) -> None:
    """Mark an invitation as used. It may have expired since the code of the sign-up was mailed.

    Call it in the transaction that creates the player. Raises Forbidden("sign_up_closed"), or
    Forbidden("invitation_needed") if somebody else used it first.
    """
    if settings.SIGN_UP == CLOSED:
        raise Forbidden("sign_up_closed")
    used, _ = SignUpInvitation.objects.filter(pk=invitation).delete()
    if settings.SIGN_UP == INVITED and not used:
        raise Forbidden("invitation_needed")


@transaction.atomic
def invite(*, player: Player | None, now: datetime) -> SignUpInvitation:
    """Create an invitation, by a player or, for None, by the operator.

    Raises Refused("too_many_sign_up_invitations"), Forbidden for anyone who is inactive or suspended.
    """
    if player is not None and standing_of(awake(player, now), now).count() >= MOST_OPEN:
        raise Refused("too_many_sign_up_invitations", most=MOST_OPEN)
    return SignUpInvitation.objects.create(by=player, created_at=now, expires_at=now + LASTS)


def standing_of(player: Player, now: datetime) -> QuerySet[SignUpInvitation]:
    """Return the player's invitations that nobody has used, newest first."""
    return _standing(now).filter(by=player)


def withdraw(*, player: Player, invitation: str) -> None:
    """End the invitation. Nothing happens if the player has no such invitation."""
    if is_id(invitation):
        SignUpInvitation.objects.filter(by=player, pk=invitation).delete()


def link(invitation: SignUpInvitation) -> str:
    """Return the URL at which the invitation's holder signs up."""
    return f"{settings.PUBLIC_URL}{reverse('account_signup')}?invitation={invitation.pk}"


def forget_old(*, now: datetime) -> int:
    """Delete invitations that expired more than a day ago and that no code depends on; return their number."""
    deleted, _ = SignUpInvitation.objects.filter(expires_at__lte=now - timedelta(days=1)).delete()
    return deleted


def _standing(now: datetime) -> QuerySet[SignUpInvitation]:
    return SignUpInvitation.objects.filter(expires_at__gt=now)
