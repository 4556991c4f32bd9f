"""The link of a club, by which anyone who has it joins at once.

It has a row, so that it ends as soon as a host says so. Its page shows the club to whoever has the link, also a private
one; a new link replaces the old one.
"""

from datetime import datetime
from typing import Final

from django.core.signing import BadSignature
from django.db import transaction

from games import signed_links
from games.competitions.clubs import membership
from games.competitions.clubs.creation import locked_for_host
from games.errors import NotFound
from games.models import Club, ClubLink, ClubMember, Player
from games.people.suspension import awake
from games.signed_links import LinkKind, new_kind

JOIN: Final = LinkKind("join-club-by-link", frozenset({"join"}), None, new_kind)
"""The kind of a club's link, whose row says whether it still works."""


def make(*, host: Player, club_id: str, now: datetime) -> ClubLink:
    """Create a new link to the club; the old link stops working.

    Raises NotFound("no_such_club"), Forbidden (account_suspended, address_needed, only_hosts).
    """
    with transaction.atomic():
        club = locked_for_host(awake(host, now), club_id)
        ClubLink.objects.filter(club=club).delete()
        link: ClubLink = ClubLink.objects.create(club=club, made_at=now)
        return link


def take_back(*, host: Player, club_id: str) -> None:
    """Revoke the link, if there is one. Raises NotFound("no_such_club"), Forbidden("only_hosts")."""
    with transaction.atomic():
        ClubLink.objects.filter(club=locked_for_host(host, club_id)).delete()


def link_of(club: Club) -> ClubLink | None:
    """Return the club's link, if there is one."""
    return ClubLink.objects.filter(club=club).first()


def address(link: ClubLink) -> str:
    """Return the URL of the link, which a host passes on."""
    return signed_links.address_of(token(link), JOIN)


def token(link: ClubLink) -> str:
    """Return the token at the end of the link's URL."""
    return signed_links.sign_row(JOIN, link.pk)


def read(token: str) -> ClubLink | None:
    """Return the link with this token, or None if it was revoked or never created."""
    try:
        key = signed_links.read_row(JOIN, token)
    except BadSignature:
        return None
    return ClubLink.objects.select_related("club").filter(pk=key, club__closed_at=None).first()


def join(*, player: Player, token: str, now: datetime) -> ClubMember:
    """Join the club by its link. Raises NotFound("link_over"), and what `membership.join` raises."""
    with transaction.atomic():
        player = awake(player, now)
        link = read(token)
        if link is None:
            raise NotFound("link_over")
        member = membership.join(player=player, club_id=link.club_id, now=now, by_link=True)
        if not ClubLink.objects.filter(pk=link.pk).exists():  # while this waited for the club's lock
            raise NotFound("link_over")
    return member
