"""Who hosts a club when its last host goes: asked first; otherwise whoever has been in it longest."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver

from games import signals
from games.competitions.clubs import creation
from games.errors import Unprocessable
from games.models import Club, ClubMember, Player
from games.people import mentions
from games.people.player_rows import with_name
from games.signals import player_leaving

State = ClubMember.State


def go(own: ClubMember, club: Club, now: datetime, heir_name: str = "") -> None:
    """Take a member out; if it was the last host, somebody else is, and if it was the last member, the club closes.

    The club's row must be locked. Raises Unprocessable("cannot_host_club").
    """
    others = ClubMember.objects.filter(club=club, state=State.MEMBER).exclude(pk=own.pk)
    if not others.exists():
        own.delete()
        creation.end(club, now)
        _tell_left(club, own.player, now)
        return
    if own.is_host and not others.filter(is_host=True).exists():
        make_host(_find_heir(others, heir_name, now) if heir_name else _longest(others, now), club, now)
    own.delete()
    _tell_left(club, own.player, now)


def _tell_left(club: Club, player: Player, now: datetime) -> None:
    signals.club_left.send(sender=Club, club=club, player=player, now=now)


def _find_heir(others: QuerySet[ClubMember], name: str, now: datetime) -> ClubMember:
    player = with_name(name)
    heir = _able(others, now).filter(player=player).first() if player else None
    if heir is None:
        raise Unprocessable("cannot_host_club", name=name)
    return heir


def _longest(others: QuerySet[ClubMember], now: datetime) -> ClubMember:
    """Return who has been in the club longest; a suspended member only if all are."""
    heir = _able(others, now).order_by("since", "pk").first() or others.order_by("since", "pk").first()
    assert heir is not None
    return heir


def _able(others: QuerySet[ClubMember], now: datetime) -> QuerySet[ClubMember]:
    return others.filter(player__is_active=True).exclude(player__suspended_until__gt=now)


def heirs_of(club: Club, host: Player, now: datetime) -> list[Player]:
    """Return who can host the club if this host leaves, the longest member first; nobody if there is another host."""
    others = ClubMember.objects.filter(club=club, state=State.MEMBER).exclude(player=host)
    if others.filter(is_host=True).exists():
        return []
    return [row.player for row in _able(others, now).select_related("player").order_by("since", "pk")]


def make_host(row: ClubMember, club: Club, now: datetime) -> None:
    """Make a member a host, who hears of it."""
    row.is_host = True
    row.save(update_fields=["is_host"])
    signals.club_changed.send(sender=Club, club=club, what="host", player=row.player, now=now)


@receiver(player_leaving)
def leave_all(*, player: Player, now: datetime, **_more: object) -> None:
    """Take a player who is about to be erased out of all clubs, and their name out of those they founded or host."""
    mine = ClubMember.objects.filter(player=player, state=State.MEMBER, club__closed_at=None)
    hosted = set(mine.filter(is_host=True).values_list("club", flat=True))
    for club_id in mine.order_by("club").values_list("club", flat=True):
        with transaction.atomic():
            club = creation.locked(club_id)
            if club_id in hosted:
                _forget_name(club, player)
            own = ClubMember.objects.filter(club=club, player=player).first()
            if own is not None:
                go(own, club, now)
    for club in Club.objects.filter(founder=player):
        _forget_name(club, player)


def _forget_name(club: Club, player: Player) -> None:
    changed = [field for field in ("name", "about") if mentions.names(getattr(club, field), player.name)]
    for field in changed:
        setattr(club, field, "")
    if changed:
        club.save(update_fields=changed)
