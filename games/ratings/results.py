"""The players for whom the result of a game counts, and their places.

1. A game counts if people sat on all its seats when it began, and it ended with ranks.
2. Players who have kept their seats are placed by these ranks among each other.
3. Players who left or were removed after the game had properly begun, each seat having moved twice, share the last
   place. Players who left before have no place.
4. The moves of stand-ins, and of players who took over a seat, do not change the rating of anybody who began the game.
   A player who asked to be rated when taking over a seat is compared with those who stayed, and rated alone; one who
   leaves again is last.

A player whose seat the clock or the table has taken has lost it by an absence, but one who has left a cup or a league,
or asked for a stand-in, has not. Games lost by the same absence count once, which `derivation` ensures.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from math import inf
from typing import Final, NamedTuple

from games import instants
from games.kinds import EntryKind
from games.logged_entries import PublicEntry, acting_seat
from games.models import CupEntrant, Entry, Game, LeagueExit, Player, Seat
from games.table import store
from games.table.play import participation

MOVES: Final = frozenset({EntryKind.MOVE, EntryKind.PLANNED, EntryKind.TIMEOUT, EntryKind.STAND_IN})
"""The kinds of entries by which a seat's move is made, by whomever."""
PROPER: Final = 2
"""The number of moves of each seat after which a game has properly begun."""
BY_ABSENCE: Final = frozenset({EntryKind.FORFEITED, EntryKind.TAKEN_OVER})


class RatedPlayer(NamedTuple):
    """A player and their place (infinite: behind all who stayed). `lost_at`: when an absence cost them their seat."""

    player: str
    rank: float
    lost_at: datetime | None = None


class RatedGame(NamedTuple):
    """The players for whom a game counts: those who began it, and those who took over a seat and asked to be rated."""

    began: Sequence[RatedPlayer] = ()
    joined: Sequence[RatedPlayer] = ()

    @property
    def stayed(self) -> list[RatedPlayer]:
        """Return the players who began the game and have kept their seats."""
        return [rated for rated in self.began if rated.rank != inf]

    def only(self, counts: Callable[[RatedPlayer], bool]) -> "RatedGame":
        """Return this game with only those players for whom `counts` is true."""
        return RatedGame(list(filter(counts, self.began)), list(filter(counts, self.joined)))


def rated_games(games: Collection[Game]) -> dict[str, RatedGame]:
    """Return the players for whom each of these ended games counts, by the game's id."""
    seats: dict[str, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=seats).order_by("game", "number"):
        seats[seat.game_id].append(seat)
    began, askers, quitters = begun_by_people(seats), _read_askers(seats), _read_quitters(games)
    return {
        game.pk: _rated_game(game, seats[game.pk], began[game.pk], askers[game.pk], quitters)
        for game in games
        if game.pk in began and all(seat.rank for seat in seats[game.pk])
    }


def begun_by_people(games: Collection[str]) -> dict[str, Sequence[str]]:
    """Return who began each of these games, by seat, leaving out games begun by stand-ins, which never count."""
    started = Entry.objects.filter(game__in=games, kind=EntryKind.STARTED)
    began = dict(started.values_list("game_id", "public__players"))
    beginners = Player.objects.filter(pk__in={player for players in began.values() for player in players if player})
    people = set(beginners.filter(kind__in=Player.PEOPLE).values_list("pk", flat=True))
    return {game: players for game, players in began.items() if people.issuperset(players)}


def can_count(game: Game) -> bool:
    """Check whether a game can count for ratings: it is rated, and only people began it."""
    return game.rated and game.pk in begun_by_people([game.pk])


def can_count_for(game: Game, player: str) -> bool:
    """Check whether a game can count for this player, who began it or asked to be rated when taking over a seat."""
    if not game.rated:
        return False
    began = begun_by_people([game.pk]).get(game.pk)
    return began is not None and (player in began or player in _read_askers([game.pk])[game.pk])


def _read_askers(games: Collection[str]) -> defaultdict[str, dict[str, int]]:
    """Return the players who asked to be rated when taking over a seat, with its number, by the game's id."""
    entries = Entry.objects.filter(game__in=games, kind=EntryKind.TAKEN_OVER, public__rated=True).order_by("number")
    askers = defaultdict[str, dict[str, int]](dict)
    for game, player, seat in entries.values_list("game_id", "public__player", "public__seat"):
        askers[game][player] = seat
    return askers


def _read_quitters(games: Iterable[Game]) -> dict[tuple[str, str], datetime]:
    """Return when players left a game's cup or league by their own decision, by the ids of game and player."""
    of_competition = [game.pk for game in games if game.of_competition]
    if not of_competition:
        return {}
    of_leagues = LeagueExit.objects.filter(why=LeagueExit.Why.LEFT, place__division__games__game__in=of_competition)
    of_cups = CupEntrant.objects.filter(why=CupEntrant.Why.LEFT, cup__rounds__games__game__in=of_competition)
    exits = (
        *of_leagues.values_list("place__division__games__game", "player", "at"),
        *of_cups.values_list("cup__rounds__games__game", "player", "left_at"),
    )
    return {(game, player): at for game, player, at in exits if at is not None}


def _rated_game(
    game: Game,
    seats: Iterable[Seat],
    began: Sequence[str],
    askers: Mapping[str, int],
    quitters: Mapping[tuple[str, str], datetime],
) -> RatedGame:
    holders = [seat if seat.status not in Seat.GONE else None for seat in seats]
    ranks = {seat.player_id: seat.rank for seat in holders if seat and seat.player_id}
    if ranks.keys() == set(began) and not askers:
        return RatedGame([RatedPlayer(player, ranks[player] or inf) for player in began])
    log = store.public_log(game)
    proper, last_held = _proper_from(log, len(began)), _last_held(log)

    def came_in(seat: int, player: str, since: float) -> Iterator[RatedPlayer]:
        """Yield the player's place, which is last if they have left after `since`."""
        if player in ranks:
            yield RatedPlayer(player, ranks[player] or inf)
        elif (last_entry := log[last_held[seat, player]])["number"] > since:  # the next entry: their numbers start at 1
            yield RatedPlayer(player, inf, _lost_at(last_entry, quitters.get((game.pk, player))))

    return RatedGame(
        [rated for seat, player in enumerate(began) for rated in came_in(seat, player, proper)],
        [rated for player, seat in askers.items() if player not in began for rated in came_in(seat, player, 0)],
    )


def _lost_at(entry: PublicEntry, quit_at: datetime | None) -> datetime | None:
    """Return when the player lost the seat by this entry, if by an absence and not after quitting the competition."""
    at = instants.read(entry["at"])
    absent = (EntryKind(entry["kind"]) in BY_ABSENCE and not entry.get("handed_over")) or "agreed" in entry
    return at if absent and (quit_at is None or at < quit_at) else None


def _proper_from(log: Iterable[PublicEntry], seats: int) -> float:
    """Return the number of the entry by which every seat had moved twice; infinite if there is no such entry."""
    moves = Counter[int]()
    for entry in log:
        if EntryKind(entry["kind"]) in MOVES:
            moves[acting_seat(entry)] += 1
            if all(moves[seat] >= PROPER for seat in range(seats)):
                return float(entry["number"])
    return inf


def _last_held(log: Iterable[PublicEntry]) -> dict[tuple[int, str], int]:
    """Return the number of the last entry after which each player held each seat without having left it."""
    course = participation.course(log)
    return {
        (seat, player): number
        for number, players in course.players.items()
        for seat, player in enumerate(players)
        if player and course.standings[number].statuses[seat] not in participation.LEFT
    }
