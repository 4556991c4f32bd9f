"""Emails to people in a competition about what its host, or an admin, has decided."""

from collections.abc import Iterable
from typing import Final, TypedDict

from django.db.models import QuerySet

from games.competitions import hosts
from games.competitions.audience import Competition
from games.models import Cup, League, Player
from games.signals import account_mail

REMOVED: Final = "account/email/removed_from_competition"


def send(competition: Competition, people: Iterable[Player], template: str, **context: object) -> None:
    """Email these people about the competition, each in their own language."""
    for player in people:
        if player.email:
            own = {"language": player.language, "is_host": player.pk == competition.host_id}
            account_mail.send(
                sender=Player,
                address=player.email,
                player=player,
                template=template,
                context={**hosts.describe(competition), **own, **context},
                awaited=False,
            )


def everyone_in(competition: Competition) -> QuerySet[Player]:
    """Return everyone who has entered and not left, and who plays in the running season."""
    if isinstance(competition, Cup):
        return Player.objects.filter(cups_entered__cup=competition, cups_entered__left_at=None).order_by("pk")
    members = Player.objects.filter(league_memberships__league=competition)
    placed = Player.objects.filter(
        league_places__division__season__league=competition, league_places__division__season__state="running"
    )
    return (members | placed).distinct().order_by("pk")


class CompetitionKey(TypedDict):
    """The two foreign keys of a row that is about one competition, of which one is None."""

    cup: Cup | None
    league: League | None


def key_of(competition: Competition) -> CompetitionKey:
    """Return the keys of a row about this competition."""
    if isinstance(competition, Cup):
        return {"cup": competition, "league": None}
    return {"cup": None, "league": competition}
