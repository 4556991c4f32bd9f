"""The games a player has played, as far as a reader may know: games that the reader may not see do not count.

Practice games, games that never began, and seats that others have taken over are left out.
"""

from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from games.lobby import selectors
from games.models import Game, Player, Seat

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

UNBEGUN: Final = (Game.Status.OPEN, Game.Status.CLOSED)
MOST_COMPANIONS: Final = 10


class Played(NamedTuple):
    """The numbers of games of one ruleset: running, ended with ranks, and won."""

    ruleset: str
    running: int
    ended: int
    won: int


class OwnResult(TypedDict):
    """The annotations that `games` adds to a game's row: the player's own result, if there is one."""

    points: int | None
    rank: int | None


class Companion(NamedTuple):
    """A person the player has played with, and the number of games."""

    player: Player
    games: int


def games(player: Player, reader: Player | None) -> "QuerySet[WithAnnotations[Game, OwnResult]]":
    """Return the player's games that the reader may know of, annotated with the player's own `points` and `rank`."""
    own = Seat.objects.filter(game=OuterRef("pk"), player=player)
    visible = selectors.visible_games(reader).filter(practice=False, seats__player=player).exclude(status__in=UNBEGUN)
    return visible.annotate(points=Subquery(own.values("points")), rank=Subquery(own.values("rank")))


def by_ruleset(player: Player, reader: Player | None) -> list[Played]:
    """Return the numbers of games of each ruleset, the most played first."""
    counts = (
        _seats(player, reader)
        .values(ruleset=F("game__ruleset"))
        .annotate(
            all=Count("pk"),
            running=Count("pk", filter=Q(game__status=Game.Status.RUNNING)),
            ended=Count("pk", filter=Q(game__status=Game.Status.ENDED)),
            won=Count("pk", filter=Q(game__status=Game.Status.ENDED, rank=1)),
        )
        .order_by("-all", "ruleset")
    )
    return [Played(row["ruleset"], row["running"], row["ended"], row["won"]) for row in counts]


def companions(player: Player, reader: Player | None) -> list[Companion]:
    """Return the people with whom the player has played most."""
    others = Seat.objects.filter(
        game__in=_seats(player, reader).values("game"), player__erased_at=None, player__kind__in=Player.PEOPLE
    ).exclude(player=player)
    counts = others.values("player").annotate(games=Count("pk")).order_by("-games", "player")[:MOST_COMPANIONS]
    games_by_player = {row["player"]: row["games"] for row in counts}
    people = Player.objects.in_bulk(games_by_player)
    return [Companion(people[player_id], games) for player_id, games in games_by_player.items()]


def _seats(player: Player, reader: Player | None) -> QuerySet[Seat]:
    visible = selectors.visible_games(reader).filter(practice=False).exclude(status__in=UNBEGUN)
    return Seat.objects.filter(player=player, game__in=visible.order_by().values("pk"))
