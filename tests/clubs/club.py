"""Clubs for tests, founded and filled through the real services."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from games.competitions.clubs import creation, invitations, membership
from games.competitions.clubs.creation import ClubSettings
from games.lobby import lobby
from games.models import Club, ClubMember, Game, Player
from tests.games.stories import DAY, NOON

PRIVATE = {"entry": Club.Entry.INVITATION, "public": False}
OPEN = {"entry": Club.Entry.OPEN}


def founded(founder: Player, *, now: Any = NOON, **wanted: Any) -> Club:
    return creation.found_club(founder=founder, settings=ClubSettings(**{"name": "The Sleepers", **wanted}), now=now)


def filled(people: Sequence[Player], *, now: Any = NOON, **wanted: Any) -> Club:
    """Return a club of the first player with the others in it, each a minute after the one before."""
    club = founded(people[0], now=now, **wanted)
    for number, player in enumerate(people[1:], 1):
        at = now + timedelta(minutes=number)
        invitations.invite(host=people[0], club_id=club.pk, names=[player.name], now=at)
        membership.join(player=player, club_id=club.pk, now=at)
    return club


def opened(club: Club, host: Player, *, seats: int = 2, now: Any = NOON, **wishes: Any) -> Game:
    """Return a table for the club, not begun yet."""
    agreed: dict[str, Any] = {"access": Game.Access.CLUB, "club": club.pk, "time_per_move": DAY, "order": "fixed"}
    return lobby.create_game(
        host=host, wishes=lobby.Wishes(ruleset="usa@1", seats=seats, **{**agreed, **wishes}), now=now
    )


def states(club: Club) -> dict[str, str]:
    """Return what everyone is to the club, by name; hosts have a star."""
    rows = ClubMember.objects.filter(club=club).select_related("player").order_by("since", "pk")
    return {row.player.name: row.state + ("*" if row.is_host else "") for row in rows}
