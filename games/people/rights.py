"""What an admin may do, checked in one place for the admin site, the API and bulk actions.

Two conditions must hold: a permission, which groups give (support, referee, operator), and that the admin is not
involved in the game: anyone who holds or ever held a seat in it, in person or by a bot of theirs, can neither see its
secrets nor rule on it, not even a superuser.
"""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from games.errors import Forbidden
from games.kinds import SEATING
from games.models import Entry, Game, Player, Seat


def check(admin: Player, right: str, game: Game | None = None) -> None:
    """Raise Forbidden("right_missing") or Forbidden("plays_in_this_game")."""
    if not has(admin, right):
        raise Forbidden("right_missing", right=right)
    if game is not None and plays(admin, game):
        raise Forbidden("plays_in_this_game")


def has(admin: Player, right: str) -> bool:
    """Check whether the admin has this right, whatever the game."""
    return admin.has_perm(f"games.{right}")


def plays(admin: Player, game: Game) -> bool:
    """Check whether the admin, or a bot of theirs, holds a seat of the game, or ever did."""
    return Game.objects.filter(plays_there(admin, "pk"), pk=game.pk).exists()


def played_by(admin: Player, games: Iterable[str]) -> set[str]:
    """Return those of these games in which the admin, or a bot of theirs, holds or ever held a seat."""
    return set(Game.objects.filter(plays_there(admin, "pk"), pk__in=list(games)).values_list("pk", flat=True))


def plays_there(admin: Player, game: str = "game") -> Q:
    """Return a condition for rows whose game, in the field `game`, the admin plays or once played in."""
    seats = Seat.objects.filter(Q(player=admin) | Q(player__owner=admin), game=OuterRef(game))
    condition = Q()
    for player_id in [admin.pk, *Player.objects.filter(owner=admin).values_list("pk", flat=True)]:
        condition |= (
            Q(public__players__contains=[player_id]) | Q(public__player=player_id) | Q(public__before=player_id)
        )
    entries = Entry.objects.filter(condition, game=OuterRef(game), kind__in=SEATING)
    return Q(Exists(seats)) | Q(Exists(entries))


def plays_with(admin: Player, player: Player) -> bool:
    """Check whether the two share a table that is not over, the admin's bots included."""
    own = Seat.objects.filter(
        Q(player=admin) | Q(player__owner=admin), game__status__in=[Game.Status.OPEN, Game.Status.RUNNING]
    )
    return Seat.objects.filter(player=player, game__in=own.values("game")).exists()
