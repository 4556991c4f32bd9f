"""Invitations to a competition that wait for an answer. Whoever enters accepts; nobody is entered by somebody else."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet

from games.competitions.audience import Competition
from games.errors import Refused
from games.models import CompetitionInvitation, Cup, Player
from games.people import blocks

VALID_FOR: Final = timedelta(days=7)


def select(competition: Competition) -> QuerySet[CompetitionInvitation]:
    """Return all invitations to the competition that there have been."""
    invitations = CompetitionInvitation.objects.select_related("player", "instead_of", "by")
    if isinstance(competition, Cup):
        return invitations.filter(cup=competition)
    return invitations.filter(league=competition)


def list_lately(competition: Competition, now: datetime) -> list[CompetitionInvitation]:
    """Return the invitations that wait for an answer, or were declined within a week, the newest first."""
    waiting, declined = (
        Q(closed_at=None, created_at__gt=now - VALID_FOR),
        Q(declined=True, closed_at__gt=now - VALID_FOR),
    )
    return list(select(competition).filter(waiting | declined).order_by("-created_at", "pk"))


def _select_open(competition: Competition, now: datetime) -> QuerySet[CompetitionInvitation]:
    return select(competition).filter(closed_at=None, created_at__gt=now - VALID_FOR)


def list_waiting(player: Player, now: datetime) -> list[CompetitionInvitation]:
    """Return the player's open invitations, the newest first; none from hosts whom they have blocked."""
    rows = CompetitionInvitation.objects.filter(player=player, closed_at=None, created_at__gt=now - VALID_FOR)
    related = rows.select_related("cup", "league", "instead_of", "by").order_by("-created_at", "pk")
    return [invitation for invitation in related if not blocks.has_blocked(player, invitation.by)]


def competition_of(invitation: CompetitionInvitation) -> Competition:
    """Return the cup or league of an invitation."""
    competition = invitation.cup or invitation.league
    assert competition is not None
    return competition


def find(competition: Competition, player: Player | None, now: datetime) -> CompetitionInvitation | None:
    """Return the player's open invitation; none from a host whom they have blocked."""
    if player is None:
        return None
    invitation = _select_open(competition, now).filter(player=player).first()
    return None if invitation is None or blocks.has_blocked(player, invitation.by) else invitation


def refuse_other_terms(invitation: CompetitionInvitation | None, instead_of: str | None) -> None:
    """Raise Refused("invitation_changed") unless the invitation is for this player's place, or for nobody's.

    Whoever enters takes what they were shown. Without an invitation nobody's place is for them.
    """
    if instead_of != (invitation.instead_of_id if invitation else None):
        raise Refused("invitation_changed")


def close(invitation: CompetitionInvitation, now: datetime, *, declined: bool = False) -> None:
    """Note that the invitation waits no longer."""
    invitation.closed_at, invitation.declined = now, declined
    invitation.save(update_fields=["closed_at", "declined"])


def decline(*, player: Player, competition: Competition, now: datetime) -> None:
    """Decline the player's invitation. Without one nothing changes."""
    invitation = find(competition, player, now)
    if invitation is not None:
        close(invitation, now, declined=True)
