"""Hosts call players up: into the competition or, with everything that is to come, in somebody's place.

It is an invitation that holds for a week (`invitations`), for whoever enters has agreed to games, opponents and clock.
Until then nothing changes for anybody.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q

from games.competitions import audience, handover, invitations, messages
from games.competitions.audience import Competition
from games.competitions.cups import admission as cup_admission
from games.competitions.cups import substitution
from games.competitions.leagues import places
from games.competitions.locks import lock_for
from games.errors import Forbidden, NotFound, QuotaSpent, Refused
from games.lobby import bots, club_tables
from games.models import CompetitionInvitation, Cup, CupEntrant, LeagueMember, Player
from games.people import blocks
from games.people.player_rows import with_name
from games.people.suspension import awake

TEMPLATE: Final = "account/email/called_up"
MOST_A_DAY: Final = 20
"""How many players can be invited to one competition in a day."""
A_DAY: Final = timedelta(days=1)
NOT_AGAIN: Final = timedelta(days=30)
"""For how long a player who has declined is not invited to the competition again."""


def invite(
    *, host: Player, competition: Competition, name: str, instead_of: str | None = None, now: datetime
) -> CompetitionInvitation:
    """Invite the player with this name; `instead_of` is the id of a player whose place they would take.

    Whoever has blocked the host, or has declined within a month, hears nothing, and the host cannot tell. Raises
    NotFound (no_such_cup, no_such_league, no_such_player, not_in_competition), Forbidden (account_suspended,
    only_the_host, competition_of_club, bots_not_allowed), Refused (competition_over, cup_entry_closed, in_it_already,
    you_blocked), QuotaSpent("too_many_invited_to_competition").
    """
    with transaction.atomic():
        host = awake(host, now)
        competition = lock_for(host, competition)
        if handover.is_over(competition):
            raise Refused("competition_over")
        player = _find_player(host, competition, name)
        leaver = None if instead_of is None else _find_leaver(competition, instead_of)
        _refuse_inside(competition, player, leaver)
        if leaver is None and isinstance(competition, Cup) and not cup_admission.can_enter(competition, now):
            raise Refused("cup_entry_closed")
        return _write(host, competition, player, leaver, now)


def _find_player(host: Player, competition: Competition, name: str) -> Player:
    player = with_name(name)
    if player is None or player.kind not in Player.PEOPLE or not player.is_active:
        raise NotFound("no_such_player", names=[name])
    if competition.club_id is not None and not club_tables.is_member(player, competition.club_id):
        raise Forbidden("competition_of_club")
    bots.refuse_bot(competition, player)
    blocks.refuse_blocked(host, [player])
    return player


def _find_leaver(competition: Competition, player_id: str) -> Player:
    leaver = next((player for player in list_replaceable(competition) if player.pk == player_id), None)
    if leaver is None:
        raise NotFound("not_in_competition")
    return leaver


def list_replaceable(competition: Competition) -> list[Player]:
    """Return everyone in whose place another can play: who is in it, or for whose place stand-ins play."""
    if isinstance(competition, Cup):
        return substitution.list_replaceable(competition)
    return [*messages.everyone_in(competition), *places.list_former_holders(competition)]


def _refuse_inside(competition: Competition, player: Player, leaver: Player | None) -> None:
    """Refuse to invite somebody who is in it, but for a member of a league who waits for a place."""
    if isinstance(competition, Cup):
        entries = CupEntrant.objects.filter(cup=competition, player=player)
        inside = entries.filter(Q() if competition.state == Cup.State.RUNNING else Q(left_at=None)).exists()
    elif leaver is None:
        inside = LeagueMember.objects.filter(league=competition, player=player).exists()
    else:
        inside = places.place_of(competition, player) is not None or player == leaver
    if inside:
        raise Refused("in_it_already", name=player.name)


def _write(
    host: Player, competition: Competition, player: Player, leaver: Player | None, now: datetime
) -> CompetitionInvitation:
    """Write the invitation, and email it, but not twice within a day, nor to who does not want it."""
    earlier = invitations.select(competition).filter(player=player).first()
    is_new = earlier is None or earlier.created_at <= now - A_DAY
    lately = invitations.select(competition).filter(created_at__gt=now - A_DAY).order_by("created_at")
    if is_new and len(lately) >= MOST_A_DAY:
        wait = lately[0].created_at + A_DAY - now
        raise QuotaSpent("too_many_invited_to_competition", most=MOST_A_DAY).after(wait)
    if earlier is not None and earlier.declined and (earlier.closed_at or now) > now - NOT_AGAIN:
        return earlier
    invitation, _created = CompetitionInvitation.objects.update_or_create(
        **messages.key_of(competition),
        player=player,
        defaults={
            "instead_of": leaver,
            "by": host,
            "created_at": now if earlier is None or is_new else earlier.created_at,
            "closed_at": None,
            "declined": False,
        },
    )
    if is_new and not blocks.has_blocked(player, host):
        other = leaver.display_name if leaver else ""
        kind = "cup" if isinstance(competition, Cup) else "league"
        asks = [kind, competition.pk, leaver.pk if leaver else ""]
        messages.send(competition, [player], TEMPLATE, by=host.display_name, instead_of=other, asks=asks)
    return invitation


def withdraw(*, player: Player, competition: Competition, player_id: str, now: datetime) -> None:
    """Take an invitation back, as a host, or decline one's own. Without an open one nothing changes.

    Raises NotFound (no_such_cup, no_such_league), Forbidden (account_suspended, only_the_host).
    """
    with transaction.atomic():
        if player_id == player.pk:
            audience.refuse_unknown(player, competition)
            invitations.decline(player=player, competition=competition, now=now)
            return
        competition = lock_for(awake(player, now), competition)
        for invitation in invitations.select(competition).filter(player=player_id, closed_at=None):
            invitations.close(invitation, now)
