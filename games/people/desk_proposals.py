"""Acts that cannot be undone: an admin proposes, another carries out. An admin who is the only one with the right acts
alone.

1. `order` checks the right and what the act itself refuses, and keeps the act as a proposal if somebody else has the
   right, too; otherwise it carries it out.
2. `agree` checks the same for the second admin, then carries it out. `withdraw` ends a proposal.
3. Each step is among the admins' acts, with its reason.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import Permission
from django.db import transaction
from django.db.models import Q, QuerySet

from games.errors import Forbidden, NotFound, Refused
from games.models import DeskProposal, Player
from games.people import audit, rights

State = DeskProposal.State


@dataclass(frozen=True, slots=True)
class DeskAct:
    """An act: its kind, the right that it takes, what it refuses, and what it does."""

    kind: DeskProposal.Kind
    right: str
    refuse: Callable[[Player, DeskProposal], None]
    carry_out: Callable[[DeskProposal, datetime], None]


def holders(right: str) -> QuerySet[Player]:
    """Return the admins who have this right."""
    granted = Permission.objects.filter(content_type__app_label="games", codename=right)
    has_right = Q(is_superuser=True) | Q(groups__permissions__in=granted) | Q(user_permissions__in=granted)
    return Player.objects.filter(has_right, is_staff=True, is_active=True).distinct()


def needs_two(act: DeskAct, admin: Player, proposal: DeskProposal) -> bool:
    """Check whether another admin has to agree: whoever has the right, except the person it is about."""
    return holders(act.right).exclude(pk__in=[admin.pk, proposal.player_id or admin.pk]).exists()


def order(*, act: DeskAct, admin: Player, proposal: DeskProposal, now: datetime) -> DeskProposal:
    """Propose the act, or carry it out if no other admin could agree. `proposal` names its subject and the words.

    Raises Forbidden("right_missing"), Refused("already_proposed"), and what the act refuses.
    """
    rights.check(admin, act.right)
    with transaction.atomic():
        act.refuse(admin, proposal)
        proposal.kind, proposal.by, proposal.created_at = act.kind, admin, now
        subject = {"player": proposal.player, "league": proposal.league, "cup": proposal.cup}
        if DeskProposal.objects.filter(kind=act.kind, state=State.PROPOSED, **subject).exists():
            raise Refused("already_proposed")
        if not needs_two(act, admin, proposal):
            return _carry_out(act, proposal, admin, now)
        proposal.save(force_insert=True)
        _note(admin, f"{act.kind}_proposed", proposal, now, proposal.reason)
    return proposal


def agree(*, act: DeskAct, admin: Player, proposal_id: int, now: datetime) -> DeskProposal:
    """Carry out another admin's proposal.

    Raises NotFound("no_such_proposal"), Forbidden (right_missing, same_admin), and what the act refuses.
    """
    rights.check(admin, act.right)
    with transaction.atomic():
        proposal = _lock_open(act, proposal_id)
        if proposal.by_id == admin.pk:
            raise Forbidden("same_admin")
        act.refuse(admin, proposal)
        proposal.decided_by = admin
        return _carry_out(act, proposal, admin, now)


def withdraw(*, act: DeskAct, admin: Player, proposal_id: int, now: datetime) -> DeskProposal:
    """End a proposal without carrying it out. Raises NotFound("no_such_proposal"), Forbidden("right_missing")."""
    rights.check(admin, act.right)
    with transaction.atomic():
        proposal = _lock_open(act, proposal_id)
        proposal.state, proposal.decided_by, proposal.decided_at = State.WITHDRAWN, admin, now
        proposal.save()
        _note(admin, f"{act.kind}_withdrawn", proposal, now)
    return proposal


def _lock_open(act: DeskAct, proposal_id: int) -> DeskProposal:
    open_proposals = DeskProposal.objects.filter(kind=act.kind, state=State.PROPOSED)
    proposal = open_proposals.select_for_update(no_key=True, of=("self",)).select_related(
        "player", "league", "cup", "by"
    )
    proposed = proposal.filter(pk=proposal_id).first()
    if proposed is None:
        raise NotFound("no_such_proposal")
    return proposed


def _carry_out(act: DeskAct, proposal: DeskProposal, admin: Player, now: datetime) -> DeskProposal:
    """Carry the act out and record it afterwards, since an erasure deletes the reasons that were on record before."""
    reason = proposal.reason
    proposal.state, proposal.decided_at = State.DONE, now
    proposal.save()
    act.carry_out(proposal, now)
    _note(admin, act.kind, proposal, now, reason)
    return proposal


def _note(admin: Player, what: str, proposal: DeskProposal, now: datetime, reason: str = "") -> None:
    detail = {"proposal": proposal.pk, "subject": proposal.subject, "proposed_by": proposal.by_id}
    audit.note(admin, what, now, player=proposal.player, detail=detail, reason=reason)
