"""Who a competition is for: everyone, or a club.

The members of a club enter its competitions, and its hosts host them. Unless one is public, only members see it, and
those who take part: whoever leaves the club plays a cup or a season that has begun to its end, and no other.
"""

from typing import Final, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.errors import Forbidden, NotFound, Unprocessable
from games.lobby import club_tables
from games.models import Club, ClubMember, Cup, CupEntrant, League, LeagueMember, LeaguePlace, LeagueSeason, Player

Competition = Cup | League
C = TypeVar("C", Cup, League)

UNKNOWN: Final = {Cup: "no_such_cup", League: "no_such_league"}
"""What somebody is told who may not know of a competition."""


def refuse_wish(host: Player, club_id: str, *, public: bool, official: bool) -> None:
    """Check that the host can make a competition for this club, which stays as it is until the transaction ends.

    Raises NotFound("no_such_club"), Forbidden("only_hosts"), Unprocessable (official_for_club, private_club_is_unseen).
    """
    club = Club.objects.select_for_update(no_key=True, of=("self",)).filter(pk=club_id, closed_at=None).first()
    if club is None or not (club.public or club_tables.is_member(host, club_id)):
        raise NotFound("no_such_club")
    if not is_host_of(club_id, host):
        raise Forbidden("only_hosts")
    if official:
        raise Unprocessable("official_for_club")
    if public and not club.public:
        raise Unprocessable("private_club_is_unseen")


def is_host_of(club_id: str, player: Player) -> bool:
    """Check whether the player is a host of the club."""
    return club_tables.memberships_of(player).filter(club=club_id, is_host=True).exists()


def hosted_clubs(player: Player) -> QuerySet[Club]:
    """Return the clubs that the player hosts, by name."""
    mine = club_tables.memberships_of(player).filter(is_host=True)
    return Club.objects.filter(pk__in=mine.values("club")).order_by("name", "pk")


def known(kind: type[C], reader: Player | None) -> QuerySet[C]:
    """Return the competitions of which the reader (None: anyone) may know."""
    rows: QuerySet[C] = kind._default_manager.all()
    if reader is None:
        return rows.filter(public=True)
    of_own_clubs = Q(club__in=club_tables.memberships_of(reader).values("club"))
    return rows.filter(Q(public=True) | of_own_clubs | _takes_part(kind, reader))


def _takes_part(kind: type[Cup] | type[League], reader: Player) -> Q:
    """Return the condition that the reader is in the competition, or plays in its running season."""
    if kind is Cup:
        return Q(Exists(CupEntrant.objects.filter(cup=OuterRef("pk"), player=reader, left_at=None)))
    running = LeaguePlace.objects.filter(player=reader, division__season__state=LeagueSeason.State.RUNNING)
    members = LeagueMember.objects.filter(league=OuterRef("pk"), player=reader)
    return Q(Exists(members)) | Q(Exists(running.filter(division__season__league=OuterRef("pk"))))


def refuse_unknown(reader: Player, competition: Competition) -> None:
    """Raise NotFound (no_such_cup, no_such_league) if the reader may not know of the competition."""
    if not (competition.public or is_known(competition, reader)):
        raise NotFound(UNKNOWN[type(competition)])


def is_known(competition: Competition, reader: Player | None) -> bool:
    """Check whether the reader (None: anyone) may know of the competition."""
    rows = known(Cup, reader) if isinstance(competition, Cup) else known(League, reader)
    return rows.filter(pk=competition.pk).exists()


def refuse_outsiders(player: Player, competition: Competition) -> None:
    """Refuse to let anyone but a member enter a club's competition.

    Raises NotFound (no_such_cup, no_such_league), Forbidden("competition_of_club").
    """
    refuse_unknown(player, competition)
    if competition.club_id is not None and not club_tables.is_member(player, competition.club_id):
        raise Forbidden("competition_of_club")


def is_open_to(competition: Competition, reader: Player | None) -> bool:
    """Check whether the reader (None: somebody who has not signed in) is not kept out because it is a club's."""
    if competition.club_id is None:
        return True
    return reader is not None and club_tables.is_member(reader, competition.club_id)


def lock_membership(player: Player, kind: type[Cup] | type[League], competition_id: str) -> None:
    """Let the player not leave the competition's club, if it has one, until the transaction ends.

    Locks are taken in this order: player, club, membership, competition.
    """
    club_id = kind._default_manager.filter(pk=competition_id).values_list("club", flat=True).first()
    mine = ClubMember.objects.filter(club=club_id, player=player)
    list(mine.select_for_update(no_key=True, of=("self",)))


def lock_clubs_of(player: Player) -> None:
    """Lock the clubs that the player is in, before their competitions are."""
    mine = club_tables.memberships_of(player).values("club")
    list(Club.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=mine).order_by("pk"))


def members_of(club_id: str) -> QuerySet[Player]:
    """Return the members of the club, its hosts first, then whoever has been in it longest."""
    members = Player.objects.filter(clubs__club=club_id, clubs__state=ClubMember.State.MEMBER)
    return members.order_by("-clubs__is_host", "clubs__since", "clubs__pk")


def hosts_of(club_id: str) -> QuerySet[Player]:
    """Return the hosts of the club, the one who has been in it longest first."""
    return members_of(club_id).filter(clubs__is_host=True)
