"""Public ratings, leaderboards, and tables that require a rating. Erased players do not appear."""

from collections.abc import Iterable
from typing import Final

from django.db.models import QuerySet

from games.errors import Forbidden, Unprocessable
from games.models import Game, Player, Rating
from games.ratings.skill import NEWCOMER, Skill

FEWEST_GAMES: Final = 10
"""The minimum number of rated games for the leaderboard."""
LOWEST, HIGHEST = 1, 4000
"""The range of ratings that a table can require."""


def skill_of(row: Rating) -> Skill:
    """Return the skill in a row."""
    return Skill(row.mu, row.sigma)


def ratings_of(player: Player) -> dict[str, Rating]:
    """Return the player's ratings, by ruleset."""
    return {row.ruleset: row for row in Rating.objects.filter(player=player, player__erased_at=None)}


def leaders(ruleset: str) -> QuerySet[Rating]:
    """Return the ratings of players with enough games, by cautious rating, the best first."""
    rows = Rating.objects.filter(ruleset=ruleset, games__gte=FEWEST_GAMES, player__erased_at=None)
    return rows.select_related("player").order_by("-cautious", "id")


def refuse_crossed(lowest: int | None, highest: int | None) -> None:
    """Raise Unprocessable("ratings_crossed") if the lowest rating is above the highest."""
    if lowest is not None and highest is not None and lowest > highest:
        raise Unprocessable("ratings_crossed", lowest=lowest, highest=highest)


def refuse_outside(game: Game, players: Iterable[Player]) -> None:
    """Refuse players whose rating is outside the game's range, except the host. Newcomers have the starting rating.

    Raises Forbidden("rating_out_of_range") with the player's rating and the range.
    """
    if game.minimum_rating is None and game.maximum_rating is None:
        return
    people = list(players)
    rows = Rating.objects.filter(player__in=people, ruleset=game.ruleset)
    ratings = {row.player_id: skill_of(row).rating for row in rows}
    lowest, highest = game.minimum_rating or LOWEST, game.maximum_rating or HIGHEST
    for player in people:
        rating = ratings.get(player.pk, NEWCOMER.rating)
        if not lowest <= rating <= highest:
            raise Forbidden("rating_out_of_range", name=player.name, rating=rating, lowest=lowest, highest=highest)
