"""All ratings that follow from the games that have ended, in the order in which they did.

1. One ruleset at a time is locked, for a rating depends on every one before it.
2. What was derived from games that ended at an instant or later is dropped; skills are again as they were before it.
3. The games that count are gone through in order, some at a time; every seat gets its row.
4. The newest row of everyone concerned is the player's rating.

For a game that has just ended, nothing is dropped and one game is gone through.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Final
from zlib import crc32

from django.db import connection, transaction
from django.db.models import Count, Q

from games.models import Entry, Game, Player, RatedSeat, Rating, Seat
from games.ratings.skill import NEWCOMER, Skill, after

AT_ONCE: Final = 500
"""Games that are held in memory at the same time."""


def derive(ruleset: str, since: datetime) -> None:
    """Derives anew all that games ended since then, that instant included, have made of anybody's rating."""
    with transaction.atomic():
        _lock(ruleset)
        dropped = RatedSeat.objects.filter(ruleset=ruleset, ended_at__gte=since)
        concerned = set(dropped.values_list("player_id", flat=True))
        dropped.delete()
        skills: dict[str, Skill] = {}
        for some in _in_order(ruleset, since):
            seats = _counting(some)
            players = {seat.player_id for row in seats.values() for seat in row if seat.player_id}
            skills |= _newest(ruleset, players - skills.keys())
            rows = [row for game in some if game.pk in seats for row in _rated(game, seats[game.pk], skills)]
            RatedSeat.objects.bulk_create(rows)
            concerned |= players
        _write(ruleset, concerned)


def rulesets() -> list[str]:
    """Every ruleset in which anything is rated, or could be."""
    ended = Game.objects.filter(status=Game.Status.ENDED).values_list("ruleset", flat=True)
    return sorted({*ended.distinct(), *Rating.objects.values_list("ruleset", flat=True).distinct()})


def _lock(ruleset: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [crc32(f"ratings of {ruleset}".encode())])


def _in_order(ruleset: str, since: datetime) -> Iterator[list[Game]]:
    """The games that ended since then, in the order in which they did, some at a time."""
    meant = Game.objects.filter(ruleset=ruleset, rated=True, public=True, practice=False)
    ended = meant.filter(status=Game.Status.ENDED, ended_at__gte=since).order_by("ended_at", "pk")
    some = list(ended[:AT_ONCE])
    while some:
        yield some
        at, key = some[-1].ended_at, some[-1].pk
        some = list(ended.filter(Q(ended_at__gt=at) | Q(ended_at=at, pk__gt=key))[:AT_ONCE])


def _counting(games: Collection[Game]) -> dict[str, list[Seat]]:
    """The seats of those games that people played from the start to the end."""
    found: dict[str, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=found).select_related("player").order_by("game", "number"):
        found[seat.game_id].append(seat)
    first = dict(Entry.objects.filter(game__in=found, number=1).values_list("game_id", "public__players"))
    return {game: seats for game, seats in found.items() if _counts(seats, first[game])}


def _counts(seats: Collection[Seat], began: Collection[str]) -> bool:
    people = all(seat.rank and seat.player and seat.player.kind in Player.PEOPLE for seat in seats)
    return people and [seat.player_id for seat in seats] == list(began)


def _rated(game: Game, seats: Iterable[Seat], skills: dict[str, Skill]) -> list[RatedSeat]:
    """The rows of a game; `skills` are afterwards as the game has left them."""
    ranked = [(seat.player_id, seat.rank) for seat in seats if seat.player_id and seat.rank]
    made = after([skills.get(player, NEWCOMER) for player, _ in ranked], [rank for _, rank in ranked])
    skills |= {player: skill for (player, _), skill in zip(ranked, made, strict=True)}
    shared = {"game": game, "ruleset": game.ruleset, "ended_at": game.ended_at}
    return [
        RatedSeat(player_id=player, rank=rank, mu=skill.mu, sigma=skill.sigma, **shared)
        for (player, rank), skill in zip(ranked, made, strict=True)
    ]


def _newest(ruleset: str, players: Collection[str]) -> dict[str, Skill]:
    """The skills that these players' last rated games have left."""
    rows = RatedSeat.objects.filter(ruleset=ruleset, player__in=players)
    newest = rows.order_by("player", "-ended_at", "-game").distinct("player")
    return {player: Skill(mu, sigma) for player, mu, sigma in newest.values_list("player_id", "mu", "sigma")}


def _write(ruleset: str, players: Collection[str]) -> None:
    """The ratings of these players, who may have none any more."""
    skills = _newest(ruleset, players)
    counted = RatedSeat.objects.filter(ruleset=ruleset, player__in=players).order_by().values("player")
    games = dict(counted.annotate(n=Count("pk")).values_list("player", "n"))
    Rating.objects.filter(ruleset=ruleset, player__in=set(players) - skills.keys()).delete()
    made = [
        Rating(player_id=one, ruleset=ruleset, games=games[one], cautious=skill.cautious, **skill._asdict())
        for one, skill in sorted(skills.items())
    ]
    changed = ["mu", "sigma", "games", "cautious"]
    Rating.objects.bulk_create(made, update_conflicts=True, unique_fields=["player", "ruleset"], update_fields=changed)
