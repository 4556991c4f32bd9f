"""People whom a player may want to invite: friends first, then those the player has played with."""

from typing import Final, NamedTuple

from django.db.models import Aggregate, Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from games.models import Friend, Game, Player, Seat
from games.people import blocks

MOST: Final = 50


class Acquaintance(NamedTuple):
    """A person to invite, whether a friend, and the number of games played together."""

    player: Player
    friend: bool
    games: int


def acquaintances(player: Player, most: int = MOST) -> list[Acquaintance]:
    """Return friends, then people from the player's own games, the most recent first.

    People whom the player has blocked are left out. Practice games and tables that never began do not count.
    """
    friend = Friend.objects.filter(player=player, other=OuterRef("pk"))
    together = _together(player)
    people = (
        Player.objects.filter(is_active=True, kind__in=Player.PEOPLE)
        .exclude(pk=player.pk)
        .exclude(Q(pk__in=blocks.blocked_by(player)) | Q(owner__in=blocks.blocked_by(player)))
        .filter(Exists(friend) | Q(pk__in=_together(player).values("player")))
        .annotate(
            friend=Exists(friend),
            games=_of_each(together, Count("pk")),
            latest=_of_each(together, Max("game__started_at")),
        )
        .order_by("-friend", F("latest").desc(nulls_last=True), "name")[:most]
    )
    return [Acquaintance(person, person.friend, person.games or 0) for person in people]


def _together(player: Player) -> QuerySet[Seat]:
    """Return the seats at all tables at which the player has played."""
    own = Seat.objects.filter(player=player, game__practice=False, game__started_at__isnull=False)
    return Seat.objects.filter(game__in=own.values("game")).exclude(game__status=Game.Status.CLOSED)


def _of_each(seats: QuerySet[Seat], aggregate: Aggregate) -> Subquery:
    """Return what these seats come to for the player of each row."""
    own = seats.filter(player=OuterRef("pk")).order_by().values("player")
    return Subquery(own.annotate(total=aggregate).values("total"))
