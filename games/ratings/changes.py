"""What a game has changed in its players' ratings."""

from typing import NamedTuple

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
    rows = list(RatedSeat.objects.filter(game=game, player__erased_at=None))
    return {row.player_id: RatingChange(_skill_before(row).rating, Skill(row.mu, row.sigma).rating) for row in rows}


def _skill_before(row: RatedSeat) -> Skill:
    """Return the player's skill after the rated game before this one, as `derivation` goes through them."""
    earlier = RatedSeat.objects.filter(player=row.player_id, ruleset=row.ruleset, ended_at__lte=row.ended_at)
    before = earlier.exclude(ended_at=row.ended_at, game__gte=row.game_id).order_by("-ended_at", "-game").first()
    return NEWCOMER if before is None else Skill(before.mu, before.sigma)
