"""Patterns that may mean something: lateness in several games, a shared network or email domain. It only reads.

They are only hints for judges: families and schools share networks. None is derived from what a seat holds or plans.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Value
from django.db.models.functions import Length, Right, StrIndex

from games.models import Game, NetworkSeen, Player, Seat, Turn
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
    people = _read_people([game])[game.pk]
    return [*_of_tables([people], now), *late(people, now)]


def of_games(games: Sequence[Game], now: datetime) -> list[Hint]:
    """Return what the people at each of these tables share, in as many statements as for one table."""
    people = _read_people(games)
    return _of_tables([people[game.pk] for game in games], now)


def _read_people(games: Sequence[Game]) -> Mapping[str, list[Player]]:
    """Return who sits at each table and can be judged: neither a stand-in of the house nor erased."""
    people: dict[str, list[Player]] = {game.pk: [] for game in games}
    seats = Seat.objects.filter(game__in=people, player__erased_at=None).exclude(player__kind=Player.Kind.HOUSE)
    for seat in seats.select_related("player").order_by("number"):
        if seat.player is not None:
            people[seat.game_id].append(seat.player)
    return people


def _of_tables(tables: Sequence[Sequence[Player]], now: datetime) -> list[Hint]:
    """Return what the people of each table share: networks, then domains."""
    everybody = {player.pk: player for people in tables for player in people}
    networks, domains = _read_networks(everybody, now), _find_uncommon(everybody.values())
    return [hint for people in tables for hint in (*_find_networks(people, networks), *_find_domains(people, domains))]


def late(people: Iterable[Player], now: datetime) -> list[Hint]:
    """Return hints about players whose time ran out in several games lately."""
    people_by_id = {player.pk: player for player in people}
    missed = Turn.objects.filter(player__in=people_by_id, in_time=False, closed_at__gt=now - LATELY).order_by()
    counted = missed.values("player").annotate(games=Count("game", distinct=True)).filter(games__gte=SEVERAL)
    return [
        Hint("late", (people_by_id[row["player"]],), games=row["games"]) for row in counted.order_by("-games", "player")
    ]


def _read_networks(players: Iterable[str], now: datetime) -> Mapping[str, set[str]]:
    networks: defaultdict[str, set[str]] = defaultdict(set)
    sightings = NetworkSeen.objects.filter(player__in=list(players), day__gte=(now - KEPT).date())
    for player, network in sightings.values_list("player", "network").distinct():
        networks[player].add(network)
    return networks


def _find_networks(people: Sequence[Player], networks: Mapping[str, set[str]]) -> Iterator[Hint]:
    people_by_id = {player.pk: player for player in people}
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for player in people_by_id:
        for network in networks.get(player, ()):
            groups[network].add(player)
    for group in sorted({tuple(sorted(group)) for group in groups.values() if len(group) >= SEVERAL}):
        yield Hint("network", tuple(people_by_id[player] for player in group))


def _find_domains(people: Sequence[Player], uncommon: Set[str]) -> Iterator[Hint]:
    groups: defaultdict[str, list[Player]] = defaultdict(list)
    for player in people:
        groups[_domain_of(player)].append(player)
    for domain, group in sorted(groups.items()):
        if domain in uncommon and len(group) >= SEVERAL:
            yield Hint("domain", tuple(group), shared=domain)


def _domain_of(player: Player) -> str:
    return (player.email or "").rpartition("@")[2]


def _find_uncommon(people: Iterable[Player]) -> Set[str]:
    """Return the domains of which several of these people, but few players in all, have an address."""
    shared = {domain for domain, count in Counter(map(_domain_of, people)).items() if domain and count >= SEVERAL}
    by_domain = Player.objects.annotate(domain=Right("email", Length("email") - StrIndex("email", Value("@"))))
    counts = by_domain.filter(domain__in=shared).order_by().values("domain").annotate(players=Count("pk"))
    return {row["domain"] for row in counts if row["players"] < COMMON} if shared else set()
