"""What a game has changed in its players' ratings."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Q

from games.models import Game, RatedSeat
from games.ratings.skill import NEWCOMER, Skill


class RatingChange(NamedTuple):
    """A player's rating before and after a game."""

    before: int
    after: int


def changes_of(game: Game) -> dict[str, RatingChange]:
    """Return the change by player, for those whom the game counts for; none while it waits to be counted.

    Erased players are left out.
    """
    rows = list(RatedSeat.objects.filter(game=game, player__erased_at=None).order_by("player")) if game.rated else []
    before = _skills_before(rows)
    return {
        row.player_id: RatingChange(before.get(row.player_id, NEWCOMER).rating, Skill(row.mu, row.sigma).rating)
        for row in rows
    }


def _skills_before(rows: Sequence[RatedSeat]) -> dict[str, Skill]:
    """Return the players' skills after their rated games before this one, in the order of `derivation`."""
    if not rows:
        return {}
    this, players = rows[0], [row.player_id for row in rows]
    earlier = Q(ended_at__lt=this.ended_at) | Q(ended_at=this.ended_at, game__lt=this.game_id)
    newest = RatedSeat.objects.filter(earlier, ruleset=this.ruleset, player__in=players)
    newest = newest.order_by("player", "-ended_at", "-game").distinct("player")
    return {row.player_id: Skill(row.mu, row.sigma) for row in newest}
