"""Queries for clubs and their members; they only read."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, When

from games.errors import NotFound
from games.lobby.selectors import by_blocked
from games.models import Block, Club, ClubMember, Game, Player
from games.people import blocks

MEMBER = ClubMember.State.MEMBER
SHUT_OUT: Final = (ClubMember.State.REFUSED, ClubMember.State.REMOVED)
TOLD: Final = (MEMBER, ClubMember.State.INVITED, ClubMember.State.ASKED, ClubMember.State.DECLINED)
"""The states of which the player is told."""


@dataclass(frozen=True, slots=True)
class SeenClub:
    """A club as a reader may see it, with what the reader is to it (None: nothing)."""

    club: Club
    own: ClubMember | None
    is_barred: bool = False
    """Whether a host has blocked the reader, to whom the club then looks as if by invitation."""

    @property
    def is_member(self) -> bool:
        return self.own is not None and self.own.state == MEMBER

    @property
    def is_host(self) -> bool:
        return self.own is not None and self.own.is_host

    @property
    def is_invited(self) -> bool:
        return self.own is not None and self.own.state == ClubMember.State.INVITED

    @property
    def state(self) -> str | None:
        """Return what the reader is to the club, as the reader may know it: of a host's no, nobody is told."""
        return self.own.state if self.own is not None and self.own.state in TOLD else None

    @property
    def entry(self) -> str:
        """Return how the reader can get in, as the reader may know it."""
        is_out = self.own is not None and self.own.state in SHUT_OUT
        return Club.Entry.INVITATION if self.is_barred or is_out else self.club.entry


def known_to(player: Player | None) -> QuerySet[Club]:
    """Return the clubs of which this player (None: anyone) may know."""
    clubs = Club.objects.filter(closed_at=None)
    if player is None:
        return clubs.filter(public=True)
    return clubs.filter(Q(public=True) | Q(Exists(_own_rows(player).filter(club=OuterRef("pk")))))


def _own_rows(player: Player) -> QuerySet[ClubMember]:
    """Return the player's memberships, and the invitations that neither side's block has held back."""
    invited = Q(state=ClubMember.State.INVITED) & ~by_blocked(player, "invited_by")
    return ClubMember.objects.filter(Q(state=MEMBER) | invited, player=player)


def public_clubs(reader: Player | None) -> QuerySet[Club]:
    """Return the clubs that everyone sees, the newest first, with `count`, and `looks_closed` to the reader."""
    return _as_seen_by(reader, with_count(known_to(None))).order_by("-created_at", "pk")


def _as_seen_by(reader: Player | None, clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Annotate each club with whether it looks to the reader as if by invitation (`looks_closed`), as `see` has it."""
    if reader is None:
        return clubs
    rows = ClubMember.objects.filter(club=OuterRef("pk"))
    barred = Exists(rows.filter(is_host=True, player__in=blocks.blockers_of(reader)))
    is_member = Exists(rows.filter(player=reader, state=MEMBER))
    shut_out = Exists(rows.filter(player=reader, state__in=SHUT_OUT))
    return clubs.annotate(looks_closed=Case(When(is_member, then=False), default=Q(barred) | Q(shut_out)))


def with_count(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Annotate each club with the number of its members (`count`)."""
    return clubs.annotate(count=Count("members", filter=Q(members__state=MEMBER)))


def clubs_of(player: Player) -> QuerySet[Club]:
    """Return the clubs that the player is in, by name, with `count`."""
    mine = ClubMember.objects.filter(player=player, state=MEMBER, club=OuterRef("pk"))
    return with_count(Club.objects.filter(Exists(mine), closed_at=None)).order_by("name", "pk")


def invitations_of(player: Player) -> QuerySet[ClubMember]:
    """Return the player's open invitations to clubs, the latest first."""
    rows = _own_rows(player).filter(state=ClubMember.State.INVITED, club__closed_at=None)
    return rows.select_related("club", "invited_by").order_by("-since", "-pk")


def get_seen(player: Player | None, club_id: str) -> SeenClub:
    """Return the club as the reader sees it. Raises NotFound("no_such_club")."""
    club = known_to(player).filter(pk=club_id).first()
    if club is None:
        raise NotFound("no_such_club")
    return see(player, club)


def see(player: Player | None, club: Club) -> SeenClub:
    """Return a club that the reader may know of, with what the reader is to it."""
    own = ClubMember.objects.filter(club=club, player=player).first() if player else None
    if own is None or own.state == MEMBER or player is None:
        return SeenClub(club, own, is_barred=player is not None and own is None and has_blocking_host(club, player))
    if own.state == ClubMember.State.INVITED and not _own_rows(player).filter(pk=own.pk).exists():
        own = None
    return SeenClub(club, own, is_barred=has_blocking_host(club, player))


def has_blocking_host(club: Club, player: Player) -> bool:
    """Check whether a host of the club has blocked the player."""
    hosts = ClubMember.objects.filter(club=club, is_host=True).values("player")
    return Block.objects.filter(pk__in=blocks.blockers_of(player).filter(player__in=hosts).values("pk")).exists()


def members_of(club: Club) -> QuerySet[ClubMember]:
    """Return the members, hosts first, then those who have been in the club longest."""
    rows = ClubMember.objects.filter(club=club, state=MEMBER).select_related("player")
    return rows.order_by("-is_host", "since", "pk")


def waiting_at(club: Club) -> QuerySet[ClubMember]:
    """Return those who ask to join, the first to ask first."""
    rows = ClubMember.objects.filter(club=club, state=ClubMember.State.ASKED).select_related("player")
    return rows.order_by("since", "pk")


def invited_to(club: Club) -> QuerySet[ClubMember]:
    """Return those who have been invited and have not answered."""
    rows = ClubMember.objects.filter(club=club, state=ClubMember.State.INVITED).select_related("player")
    return rows.order_by("since", "pk")


def tables_of(club: Club) -> QuerySet[Game]:
    """Return the club's tables, the newest first, but for those of its leagues and cups, which show them."""
    return (
        Game.objects.filter(club=club)
        .exclude(order=Game.Order.PAIRED)
        .select_related("host")
        .order_by("-created_at", "-pk")
    )


def ended_since(club: Club, since: datetime) -> QuerySet[Game]:
    """Return those of the club's tables that have ended since then, the latest first."""
    ended = tables_of(club).filter(ended_at__gte=since, started_at__isnull=False)
    return ended.order_by("-ended_at", "-pk")
