"""What becomes of a club's competitions when somebody leaves the club, and when it ends."""

from datetime import datetime

from django.dispatch import receiver

from games.competitions import handover
from games.competitions.cups import creation as cups
from games.competitions.leagues import creation as leagues
from games.models import Club, Cup, CupEntrant, League, LeagueMember, Player
from games.signals import club_left


@receiver(club_left)
def leave_what_is_to_come(*, club: Club, player: Player, now: datetime, **_more: object) -> None:
    """Take the player out of cups and seasons of the club that have not begun; end them all with the club.

    What has begun is played to its end. What the player hosts there, another host of the club does.
    """
    entered = Cup.objects.filter(club=club, state=Cup.State.OPEN, entrants__player=player).order_by("pk")
    for cup_id in list(entered.values_list("pk", flat=True)):
        if cups.locked(cup_id).state == Cup.State.OPEN:
            CupEntrant.objects.filter(cup=cup_id, player=player, left_at=None).delete()
    LeagueMember.objects.filter(league__club=club, player=player).delete()
    if club.closed_at is not None:
        _end_all(club, now)
    for competition in handover.hosted_by(player):
        if competition.club_id == club.pk:
            handover.pass_on(competition, now)


def _end_all(club: Club, now: datetime) -> None:
    for league in League.objects.filter(club=club, closed_at=None).order_by("pk"):
        leagues.end(leagues.locked(league.pk), now)
    for cup in Cup.objects.filter(club=club, state=Cup.State.OPEN).order_by("pk"):
        cups.close(cups.locked(cup.pk), Cup.State.CALLED_OFF, now)
