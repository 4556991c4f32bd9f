"""Patterns that may mean something: lateness in several games, a shared network or email domain. It only reads.

They are only hints for judges: families and schools share networks. None is derived from what a seat holds or plans.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count

from games.models import Game, NetworkSeen, Player, Turn
from games.people.sightings import KEPT

LATELY: Final = timedelta(days=30)
SEVERAL: Final = 2
COMMON: Final = 20
"""The number of players from which an email domain is considered a provider's and gives no hint."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A pattern shown by `players`. `kind`: "late" (in `games` games), "domain" (given by `shared`) or "network"."""

    kind: str
    players: tuple[Player, ...]
    games: int = 0
    shared: str = ""


def of_game(game: Game, now: datetime) -> list[Hint]:
    """Return the hints about the people at this table."""
    seated = [seat.player for seat in game.seats.select_related("player").order_by("number") if seat.player]
    people = [player for player in seated if player.kind != Player.Kind.HOUSE and player.erased_at is None]
    return [*_find_networks(people, now), *_find_domains(people), *late(people, now)]


def late(people: Iterable[Player], now: datetime) -> list[Hint]:
    """Return hints about players whose time ran out in several games lately."""
    people_by_id = {player.pk: player for player in people}
    missed = Turn.objects.filter(player__in=people_by_id, in_time=False, closed_at__gt=now - LATELY).order_by()
    counted = missed.values("player").annotate(games=Count("game", distinct=True)).filter(games__gte=SEVERAL)
    return [
        Hint("late", (people_by_id[row["player"]],), games=row["games"]) for row in counted.order_by("-games", "player")
    ]


def _find_networks(people: list[Player], now: datetime) -> Iterator[Hint]:
    people_by_id = {player.pk: player for player in people}
    sightings = NetworkSeen.objects.filter(player__in=people_by_id, day__gte=(now - KEPT).date())
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for player, network in sightings.values_list("player", "network").distinct():
        groups[network].add(player)
    for group in sorted({tuple(sorted(group)) for group in groups.values() if len(group) >= SEVERAL}):
        yield Hint("network", tuple(people_by_id[player] for player in group))


def _find_domains(people: list[Player]) -> Iterator[Hint]:
    groups: defaultdict[str, list[Player]] = defaultdict(list)
    for player in people:
        groups[(player.email or "").rpartition("@")[2]].append(player)
    for domain, group in sorted(groups.items()):
        if domain and len(group) >= SEVERAL and not _is_common(domain):
            yield Hint("domain", tuple(group), shared=domain)


def _is_common(domain: str) -> bool:
    return Player.objects.filter(email__endswith=f"@{domain}")[:COMMON].count() >= COMMON
