"""Founding a club, changing what it says of itself, and closing it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games import names
from games.competitions import hosts
from games.errors import Forbidden, NotFound, QuotaSpent, Refused, Unprocessable
from games.models import Club, ClubAnnouncement, ClubLine, ClubLink, ClubMember, ClubReport, Cup, League, Player
from games.models.club import LONGEST_ABOUT
from games.names import game_name, one_line
from games.people import audit, rights
from games.people.suspension import heard

A_DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = 3
"""How many clubs one player can found in a day."""
MOST_CLUBS: Final = 20
"""How many clubs one player can be in."""
UNNAMED: Final = "club_unnamed"
"""The kind of this act among the admins' acts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubSettings:
    """What a club says of itself, and how people get in."""

    name: str
    about: str = ""
    entry: str = Club.Entry.REQUEST
    public: bool = True

    def row_fields(self) -> dict[str, object]:
        """Return these settings as fields of a row, checked.

        Raises Unprocessable (club_name_missing, club_name_reserved, club_about_too_long,
        private_club_is_by_invitation).
        """
        name, about = game_name(self.name), one_line(self.about)
        if not name:
            raise Unprocessable("club_name_missing")
        if names.is_reserved(name):
            raise Unprocessable("club_name_reserved")
        if len(about) > LONGEST_ABOUT:
            raise Unprocessable("club_about_too_long", most=LONGEST_ABOUT)
        if not self.public and self.entry != Club.Entry.INVITATION:
            raise Unprocessable("private_club_is_by_invitation")
        return {"name": name, "about": about, "entry": self.entry, "public": self.public}


def found_club(*, founder: Player, settings: ClubSettings, now: datetime) -> Club:
    """Found a club, with its founder as its first member and host.

    Raises what `ClubSettings.row_fields` raises, Forbidden (account_suspended, account_muted, address_needed,
    only_people_in_clubs), Refused (too_many_clubs, too_many_clubs_today).
    """
    fields = settings.row_fields()
    with transaction.atomic():
        founder = heard(founder, now)
        refuse_no_human(founder)
        refuse_more_clubs(founder)
        _refuse_more_today(founder, now)
        club: Club = Club.objects.create(founder=founder, created_at=now, **fields)
        ClubMember.objects.create(club=club, player=founder, state=ClubMember.State.MEMBER, is_host=True, since=now)
    return club


def change(*, host: Player, club_id: str, changes: Mapping[str, object], now: datetime) -> Club:
    """Change some settings of a club.

    Raises what `found` raises for settings and for muted players, NotFound("no_such_club"), Forbidden("only_hosts").
    """
    with transaction.atomic():
        host = heard(host, now)
        club = locked_for_host(host, club_id)
        before = {name: getattr(club, name) for name in ("name", "about", "entry", "public")}
        fields = ClubSettings(**{**before, **changes}).row_fields()
        for name, value in fields.items():
            setattr(club, name, value)
        club.save(update_fields=list(fields))
        if not club.public:
            _hide_competitions(club)
    return club


def _hide_competitions(club: Club) -> None:
    """Let only members see the competitions of a club that is private now. Games that have begun stay as they are."""
    for kind in (Cup, League):
        kind._default_manager.filter(club=club, public=True).update(public=False, rated=False)


def take_name(*, admin: Player, club_id: str, now: datetime) -> None:
    """Clear an offensive name, and what the club says of itself. Raises NotFound, Forbidden("right_missing")."""
    rights.check(admin, hosts.TAKES_NAMES)
    with transaction.atomic():
        club = locked(club_id)
        if club.name or club.about:
            club.name = club.about = ""
            club.save(update_fields=["name", "about"])
            audit.note(admin, UNNAMED, now, detail={"club": club.pk})


def end(club: Club, now: datetime) -> None:
    """Close the club, which from now on exists for nobody, and forget what was said in it. Its row must be locked."""
    club.closed_at = now
    club.save(update_fields=["closed_at"])
    ClubLink.objects.filter(club=club).delete()
    ClubMember.objects.filter(club=club).exclude(state=ClubMember.State.MEMBER).delete()
    ClubAnnouncement.objects.filter(club=club).update(text="")
    forget_lines(club)


def forget_lines(club: Club) -> None:
    """Empty the lines of a closed club, but for those whose reports wait for an admin."""
    waiting = ClubReport.objects.filter(line__club=club, outcome=ClubReport.Outcome.OPEN)
    ClubLine.objects.filter(club=club).exclude(text="").exclude(pk__in=waiting.values("line")).update(text="")


def locked(club_id: str) -> Club:
    """Lock and return a club that is not closed. Raises NotFound("no_such_club")."""
    club = Club.objects.select_for_update(no_key=True, of=("self",)).filter(pk=club_id, closed_at=None).first()
    if club is None:
        raise NotFound("no_such_club")
    return club


def locked_for_host(host: Player, club_id: str) -> Club:
    """Lock and return the club for one of its hosts.

    Raises NotFound("no_such_club") for anyone who may not know of it, Forbidden("only_hosts") for anyone else.
    """
    club = locked(club_id)
    own = ClubMember.objects.filter(club=club, player=host, state=ClubMember.State.MEMBER).first()
    if own is None and not club.public:
        raise NotFound("no_such_club")
    if own is None or not own.is_host:
        raise Forbidden("only_hosts")
    return club


def refuse_no_human(player: Player) -> None:
    """Raise Forbidden("only_people_in_clubs") for bots, stand-ins and guests."""
    if player.kind != Player.Kind.HUMAN:
        raise Forbidden("only_people_in_clubs")


def refuse_more_clubs(player: Player) -> None:
    """Raise Refused("too_many_clubs") for a player who is in as many clubs as anyone can be. Lock the player first."""
    if is_in_enough_clubs(player):
        raise Refused("too_many_clubs", most=MOST_CLUBS)


def is_in_enough_clubs(player: Player) -> bool:
    """Check whether the player is in as many clubs as anyone can be."""
    mine = ClubMember.objects.filter(player=player, state=ClubMember.State.MEMBER, club__closed_at=None)
    return mine.count() >= MOST_CLUBS


def _refuse_more_today(founder: Player, now: datetime) -> None:
    lately = Club.objects.filter(founder=founder, created_at__gt=now - A_DAY).order_by("-created_at")
    times = list(lately.values_list("created_at", flat=True)[:MOST_A_DAY])
    if len(times) >= MOST_A_DAY:
        raise QuotaSpent("too_many_clubs_today", most=MOST_A_DAY).after(times[-1] + A_DAY - now)
