"""Tables of a club, which its members see and watch, besides the people at the table.

One that is for the club (`Game.Access.CLUB`) any member can join, and nobody else can be invited or let in by a link.
Rematches and the later games of a series are by invitation, but the club still sees them.
"""

from collections.abc import Iterable, Sized

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.errors import NotFound, Refused, Unprocessable
from games.models import Club, ClubMember, Game, Player


def memberships_of(player: Player) -> QuerySet[ClubMember]:
    """Return the player's memberships in clubs that are not closed."""
    return ClubMember.objects.filter(player=player, state=ClubMember.State.MEMBER, club__closed_at=None)


def is_member(player: Player, club_id: str) -> bool:
    """Check whether the player is a member of the club, and it is not closed."""
    return memberships_of(player).filter(club=club_id).exists()


def known_clubs(player: Player | None) -> QuerySet[Club, str]:
    """Return the ids of clubs that everyone sees, and of those that the player (None: anyone) is in."""
    mine = Q(pk__in=memberships_of(player).values("club")) if player else Q()
    return Club.objects.filter(Q(public=True) | mine, closed_at=None).values_list("pk", flat=True)


def of_own_clubs(player: Player, prefix: str = "") -> Q:
    """Return the condition that a game (`prefix`: the path to it) is a table of a club that the player is in."""
    mine = memberships_of(player).filter(club=OuterRef(f"{prefix}club"))
    return Q(**{f"{prefix}club__isnull": False}) & Q(Exists(mine))


def to_join(player: Player, prefix: str = "") -> Q:
    """Return the condition that a game is for a club that the player is in."""
    return Q(**{f"{prefix}access": Game.Access.CLUB}) & of_own_clubs(player, prefix)


def is_open_to(player: Player, prefix: str = "") -> Q:
    """Return the condition that a game is for no club, or for one that the player is in."""
    return ~Q(**{f"{prefix}access": Game.Access.CLUB}) | to_join(player, prefix)


def refuse_wish(host: Player, access: str, club_id: str | None) -> None:
    """Check that a table for a club names one of the host's own, and that a table for anyone names none.

    Raises Unprocessable("club_and_access"), NotFound("no_such_club").
    """
    if (access == Game.Access.CLUB and club_id is None) or (access == Game.Access.OPEN and club_id is not None):
        raise Unprocessable("club_and_access")
    if club_id is not None and not is_member(host, club_id):
        raise NotFound("no_such_club")


def can_join(player: Player, game: Game) -> bool:
    """Check whether the game is for a club that the player is in."""
    return _is_for_club(game) and is_member(player, game.club_id or "")


def is_closed_to(player: Player, game: Game) -> bool:
    """Check whether the game is for a club that the player is not in."""
    return _is_for_club(game) and not can_join(player, game)


def refuse_outsiders(game: Game, inviter: Player, players: Iterable[Player], addresses: Sized = ()) -> None:
    """Refuse to let in anyone but members where the game is for a club.

    An inviter who has left the club learns of nobody whether they are in it. Raises Refused (for_members_only, for any
    address and for such an inviter; not_in_the_club, with the names of those who are not).
    """
    if not _is_for_club(game):
        return
    if addresses or is_closed_to(inviter, game):
        refuse_open_door(game)
    members = set(
        ClubMember.objects.filter(club=game.club_id, state=ClubMember.State.MEMBER).values_list("player", flat=True)
    )
    if outsiders := [player.name for player in players if player.pk not in members]:
        raise Refused("not_in_the_club", names=outsiders)


def refuse_open_door(game: Game) -> None:
    """Raise Refused("for_members_only") if the game is for a club: no link or email lets strangers in."""
    if _is_for_club(game):
        raise Refused("for_members_only")


def _is_for_club(game: Game) -> bool:
    return game.access == Game.Access.CLUB
