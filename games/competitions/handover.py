"""Who hosts a cup or a league when its host no longer does: asked first; otherwise whoever has been in it longest."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver

from games.competitions import audience, hosts
from games.competitions.audience import Competition
from games.competitions.cups import creation as cups
from games.competitions.leagues import creation as leagues
from games.competitions.locks import lock, lock_for
from games.errors import Refused, Unprocessable
from games.models import Cup, League, Player
from games.people import desk_proposals, mentions, suspension
from games.people.player_rows import with_name
from games.signals import account_mail, player_leaving

TEMPLATE: Final = "account/email/hosts_competition"
HANDED_OVER: Final = "competition_handed_over"


def hand_over(*, player: Player, competition: Competition, name: str, now: datetime, as_admin: bool = False) -> Player:
    """Let somebody else host the competition: who is in it; of a club's, another of its hosts; of the site's, an admin.

    The host may, and with `as_admin` an admin with the right to rule. Raises Forbidden (account_suspended,
    address_needed, only_the_host), Refused("competition_over"), Unprocessable("cannot_host").
    """
    with transaction.atomic():
        player = suspension.awake(player, now)
        competition = lock_for(player, competition, as_admin=as_admin)
        if is_over(competition):
            raise Refused("competition_over")
        heir = with_name(name)
        if heir is None or not _possible_hosts(competition, now).filter(pk=heir.pk).exists():
            raise Unprocessable("cannot_host", name=name)
        hosts.note_act(player, competition, HANDED_OVER, now)
        _give(competition, heir)
    return heir


def is_over(competition: Competition) -> bool:
    """Check whether nothing of the competition is left to host."""
    return bool(competition.closed_at if isinstance(competition, League) else competition.ended_at)


def hosted_by(player: Player) -> list[Competition]:
    """Return the competitions that this player hosts and that are not over."""
    leagues = League.objects.filter(host=player, closed_at=None).order_by("created_at", "pk")
    return [*leagues, *Cup.objects.filter(host=player, ended_at=None).order_by("created_at", "pk")]


def heir_of(competition: Competition, now: datetime) -> Player | None:
    """Return who hosts it if its host goes: whoever of those who can has been in it, or hosts the club, longest."""
    possible = _possible_hosts(competition, now).exclude(pk=competition.host_id).first()
    if possible is None and competition.club_id is not None:  # who becomes the club's host when its last one goes
        return _able(audience.members_of(competition.club_id), now).exclude(pk=competition.host_id).first()
    return possible


@receiver(player_leaving)
def pass_all_on(*, player: Player, now: datetime, **_more: object) -> None:
    """Give what a player hosts who is about to be erased to its heirs, without the player's name.

    What nobody else is in ends, unless it is the site's.
    """
    audience.lock_clubs_of(player)
    for competition in map(lock, hosted_by(player)):
        if mentions.names(competition.name, player.name):
            competition.name = ""
            competition.save(update_fields=["name"])
        heir = heir_of(competition, now)
        if heir is not None:
            _give(competition, heir)
        elif not competition.official:
            _end(competition, now)


def pass_on(competition: Competition, now: datetime) -> None:
    """Give the competition to its heir, if there is one."""
    heir = heir_of(competition, now)
    if heir is not None:
        _give(lock(competition), heir)


def _end(competition: Competition, now: datetime) -> None:
    if isinstance(competition, League):
        leagues.end(competition, now)
    elif competition.state == Cup.State.OPEN:
        cups.close(competition, Cup.State.CALLED_OFF, now)


def _possible_hosts(competition: Competition, now: datetime) -> QuerySet[Player]:
    """Return the people who can host the competition, the one who has been in it longest first."""
    if competition.official:
        return desk_proposals.holders(hosts.RIGHT).order_by("date_joined", "pk")
    if competition.club_id is not None:
        return _able(audience.hosts_of(competition.club_id), now)
    able = _able(Player.objects.all(), now)
    if isinstance(competition, League):
        return able.filter(league_memberships__league=competition).order_by("league_memberships__entered_at", "pk")
    return able.filter(cups_entered__cup=competition, cups_entered__left_at=None).order_by(
        "cups_entered__entered_at", "pk"
    )


def _able(players: QuerySet[Player], now: datetime) -> QuerySet[Player]:
    able = players.filter(kind=Player.Kind.HUMAN, is_active=True, email__isnull=False)
    return able.exclude(suspended_until__gt=now)


def _give(competition: Competition, heir: Player) -> None:
    competition.host = heir
    competition.save(update_fields=["host"])
    context = {**hosts.describe(competition), "language": heir.language}
    account_mail.send(sender=Player, address=heir.email, player=heir, template=TEMPLATE, context=context, awaited=False)
