"""Inviting players to a club: many in one act, which has a limit of its own."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games import signals
from games.competitions.clubs import creation
from games.competitions.clubs.creation import A_DAY, locked_for_host, refuse_no_human
from games.competitions.clubs.membership import MOST_MEMBERS
from games.competitions.clubs.selectors import SHUT_OUT
from games.errors import QuotaSpent, Refused
from games.models import Club, ClubMember, Player
from games.people import blocks, player_rows
from games.people.suspension import heard

MOST_AT_ONCE: Final = 50
MOST_A_DAY: Final = 100
"""How many players one host can invite to clubs in a day; invitations to tables are counted apart."""
NOT_AGAIN: Final = timedelta(days=30)
"""For how long a player who has declined is not invited to the club again."""
State = ClubMember.State


def invite(*, host: Player, club_id: str, names: Sequence[str], now: datetime) -> list[Player]:
    """Invite all these players, or none. Return those who are newly invited; who asks to join is in at once.

    Members, those invited already, and those who have declined within a month, are left as they are, and so is whoever
    asks to join but is in as many clubs as anyone can be. A player who has blocked the host is invited without being
    told; then another host can invite them, too. Raises NotFound (no_such_club, no_such_player), Forbidden
    (account_suspended, account_muted, address_needed, only_hosts, only_people_in_clubs), Refused
    (too_many_at_once, club_full, you_blocked, too_many_invited_to_clubs).
    """
    with transaction.atomic():
        host = heard(host, now)
        players = list(dict.fromkeys(player_rows.find_players(names)))
        if len(players) > MOST_AT_ONCE:
            raise Refused("too_many_at_once", most=MOST_AT_ONCE)
        for player in players:
            refuse_no_human(player)
        club = locked_for_host(host, club_id)
        rows = {row.player_id: row for row in _rows_of(club, players)}
        new = [player for player in players if _can_be_invited(rows.get(player.pk), host, now)]
        blocks.refuse_blocked(host, new)
        added = [player for player in new if not _is_invited(rows.get(player.pk))]
        _refuse_full(club, len(added))
        _refuse_too_many(host, len(added), now)
        for player in new:
            row = rows.get(player.pk)
            # No host can tell from the answer whom the player has blocked.
            if not _is_invited(row) or _is_unseen(row):
                _invite(club, host, player, row, now)
    return new


def _rows_of(club: Club, players: Sequence[Player]) -> QuerySet[ClubMember]:
    return ClubMember.objects.filter(club=club, player__in=players).select_related("player", "invited_by")


def _can_be_invited(row: ClubMember | None, host: Player, now: datetime) -> bool:
    if row is None:
        return True
    if row.state == State.DECLINED:
        return row.since <= now - NOT_AGAIN
    if row.state == State.ASKED:
        return not creation.is_in_enough_clubs(row.player)
    if row.state == State.INVITED:
        return row.invited_by_id != host.pk
    return row.state != State.MEMBER


def _is_invited(row: ClubMember | None) -> bool:
    return row is not None and row.state == State.INVITED


def _is_unseen(row: ClubMember | None) -> bool:
    """Check whether a block between the player and the host who has invited them holds the invitation back."""
    return row is not None and row.invited_by is not None and blocks.stand_between(row.player, row.invited_by)


def _invite(club: Club, host: Player, player: Player, row: ClubMember | None, now: datetime) -> None:
    """Invite a player, or let in one who asks to join; the player hears of it."""
    is_asking = row is not None and row.state == State.ASKED
    facts = {
        "state": State.MEMBER if is_asking else State.INVITED,
        "since": now,
        "invited_by": host,
        "invited_at": now,
        "shut_out": row is not None and row.state in SHUT_OUT,
    }
    ClubMember.objects.update_or_create(club=club, player=player, defaults=facts)
    if not blocks.has_blocked(player, host):
        act = "let_in" if is_asking else "invited"
        signals.club_changed.send(sender=Club, club=club, what=act, player=player, now=now)


def _refuse_full(club: Club, count: int) -> None:
    occupied = ClubMember.objects.filter(club=club, state__in=(State.MEMBER, State.INVITED)).count()
    if count and occupied + count > MOST_MEMBERS:
        raise Refused("club_full", most=MOST_MEMBERS)


def _refuse_too_many(host: Player, count: int, now: datetime) -> None:
    """Raise QuotaSpent("too_many_invited_to_clubs"), which says when there is room again. Lock the host first."""
    lately = ClubMember.objects.filter(invited_by=host, invited_at__gt=now - A_DAY).order_by("invited_at")
    times = [at for at in lately.values_list("invited_at", flat=True) if at]
    if count and len(times) + count > MOST_A_DAY:
        index = min(len(times) + count - MOST_A_DAY, len(times)) - 1
        wait = times[index] + A_DAY - now if index >= 0 else A_DAY
        raise QuotaSpent("too_many_invited_to_clubs", most=MOST_A_DAY).after(wait)
