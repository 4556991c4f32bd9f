"""Hosts call players up: into the competition or, with everything that is to come, in somebody's place.

It is an invitation that holds for a week (`invitations`), for whoever enters has agreed to games, opponents and clock.
Until then nothing changes for anybody.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

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

    Whoever has blocked the host hears nothing, and the host cannot tell. If the place is another one than before, the
    player hears of that. Raises NotFound (no_such_cup, no_such_league, no_such_player, not_in_competition), Forbidden
    (account_suspended, only_the_host, competition_of_club, bots_not_allowed), Refused (competition_over,
    cup_entry_closed, in_it_already, was_in_it, declined_lately, you_blocked), QuotaSpent
    (too_many_invited_to_competition, invited_twice_today).
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
    """Refuse to invite somebody who is in it, but for a member of a league who waits for a place.

    Nobody comes back into a cup that has begun, nor gets a second place in a season.
    """
    was_in_it = False
    if isinstance(competition, Cup):
        entries = CupEntrant.objects.filter(cup=competition, player=player)
        is_inside = entries.filter(left_at=None).exists()
        was_in_it = competition.state == Cup.State.RUNNING and entries.exists()
    elif leaver is None:
        is_inside = LeagueMember.objects.filter(league=competition, player=player).exists()
    else:
        is_member = LeagueMember.objects.filter(league=competition, player=player).exists()
        is_inside = places.place_of(competition, player) is not None or (player == leaver and is_member)
        was_in_it = player == leaver or places.has_lost_place(competition, player)
    if is_inside:
        raise Refused("in_it_already", name=player.name)
    if was_in_it:
        raise Refused("was_in_it", name=player.name)


def _write(
    host: Player, competition: Competition, player: Player, leaver: Player | None, now: datetime
) -> CompetitionInvitation:
    """Write the invitation, and email it: once a day, and once more if it is for another place than it was."""
    earlier = invitations.select(competition).filter(player=player).first()
    if earlier is not None and earlier.declined and (earlier.closed_at or now) > now - NOT_AGAIN:
        raise Refused("declined_lately", name=player.name, days=NOT_AGAIN.days)
    sent_lately = earlier if earlier is not None and earlier.created_at > now - A_DAY else None
    has_changed = sent_lately is not None and sent_lately.instead_of != leaver
    if sent_lately is None:
        _refuse_too_many(competition, now)
    elif has_changed and sent_lately.changed_at is not None:
        raise QuotaSpent("invited_twice_today", name=player.name).after(sent_lately.created_at + A_DAY - now)
    facts: dict[str, object] = {"instead_of": leaver, "by": host, "closed_at": None, "declined": False}
    if sent_lately is None or has_changed:
        facts |= {"created_at": now, "changed_at": now if has_changed else None}
    invitation, _created = CompetitionInvitation.objects.update_or_create(
        **messages.key_of(competition), player=player, defaults=facts
    )
    if (sent_lately is None or has_changed) and not blocks.has_blocked(player, host):
        other = leaver.display_name if leaver else ""
        kind = "cup" if isinstance(competition, Cup) else "league"
        asks = [kind, competition.pk, leaver.pk if leaver else ""]
        about = {"by": host.display_name, "instead_of": other, "changed": has_changed, "asks": asks}
        messages.send(competition, [player], TEMPLATE, **about)
    return invitation


def _refuse_too_many(competition: Competition, now: datetime) -> None:
    lately = invitations.select(competition).filter(created_at__gt=now - A_DAY).order_by("created_at")
    if len(lately) >= MOST_A_DAY:
        raise QuotaSpent("too_many_invited_to_competition", most=MOST_A_DAY).after(lately[0].created_at + A_DAY - now)


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
