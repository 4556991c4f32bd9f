"""A league of random bots, season after season, with people who vanish; invariants are checked after each.

Time goes in steps. In each, the sweeps run as in the worker, and every present bot answers some of its prompts. Some
vanish without a word, some leave, are suspended or erased; some come later, and wait.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from time import perf_counter

from games.competitions.leagues import admission, creation, sweeps, tables
from games.competitions.leagues.creation import LeagueCharter
from games.models import (
    Game,
    League,
    LeagueExit,
    LeagueGame,
    LeaguePlace,
    LeagueSeason,
    Player,
    Rating,
    Ruling,
)
from games.people import privacy
from games.ratings import derivation
from games.table.clocks.terms import PRESETS
from tests.competitions.bots import Bots, sweep_games

BEGIN = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Plan:
    """Size and length of the league; `comers` and `vanishing` count players per season."""

    players: int = 60
    seasons: int = 3
    ruleset: str = "lagoon@1"
    clock: str = "daily"
    seats: int = 3
    games_each: int = 3
    division_size: int = 20
    movers: int = 3
    season_days: int = 40
    step: timedelta = timedelta(hours=12)
    moves_in_a_step: int = 2
    comers: int = 8
    vanishing: int = 5
    leaving: int = 2
    seed: int = 1


@dataclass
class Told:
    """The results of a season."""

    number: int
    divisions: list[int]
    games: int
    played_to_the_end: int
    ended_on_time: int
    lost: Counter[str]
    replaced: int
    by_stand_ins: int
    promoted: int
    relegated: int
    seconds: float

    def __str__(self) -> str:
        lost = ", ".join(f"{number} {why}" for why, number in sorted(self.lost.items()))
        return (
            f"season {self.number}: divisions of {self.divisions}; {self.games} games, of which "
            f"{self.played_to_the_end} were played to their end and {self.ended_on_time} ended with the season; places "
            f"lost: {lost or 'none'}; {self.replaced} got another player, {self.by_stand_ins} were left to stand-ins; "
            f"{self.promoted} promoted, {self.relegated} relegated; {self.seconds:.0f} s"
        )


@dataclass
class Simulation:
    """The league and its players over time."""

    plan: Plan
    bots: Bots = field(init=False)
    now: datetime = BEGIN

    def __post_init__(self) -> None:
        self.bots = Bots(Random(self.plan.seed))
        host = self.bots.one()
        self.league: League = creation.found_league(host=host, charter=self.charter(), now=BEGIN)
        for player in [host, *(self.newcomer() for _ in range(1, self.plan.players))]:
            admission.enter(player=player, league_id=self.league.pk, now=BEGIN)

    def newcomer(self) -> Player:
        """Return somebody who can enter the league."""
        return self.bots.one()

    def charter(self, club: str | None = None) -> LeagueCharter:
        """Return the settings of the league."""
        return LeagueCharter(
            name="Simulated",
            ruleset=self.plan.ruleset,
            seats=self.plan.seats,
            clock=PRESETS[self.plan.clock],
            starts_at=BEGIN + timedelta(days=2),
            games_each=self.plan.games_each,
            division_size=self.plan.division_size,
            movers=self.plan.movers,
            season_days=self.plan.season_days,
            bots="allowed",
            club=club,
        )

    def seasons(self) -> Iterator[Told]:
        """Yield each season once it is over and has been checked."""
        for number in range(1, self.plan.seasons + 1):
            begun = perf_counter()
            season = self._live_through(number)
            yield self._told(season, perf_counter() - begun)

    def _live_through(self, number: int) -> LeagueSeason:
        season = LeagueSeason.objects.select_related("league__host").get(league=self.league, number=number)
        self.now = season.starts_at
        troubled = season.starts_at + timedelta(days=self.plan.season_days / 4)
        self._sweep()
        if number > 1:
            self._check_moves(season)
        for _ in range(self.plan.comers):
            admission.enter(player=self.newcomer(), league_id=self.league.pk, now=self.now)
        while self.now < season.ends_at:
            if self.now >= troubled:
                self._trouble(season)
                troubled = season.ends_at
            self._play()
            self.now = min(self.now + self.plan.step, season.ends_at)
            self._sweep()
        season.refresh_from_db()
        assert season.state == LeagueSeason.State.OVER, "it ends when it was announced to"
        return season

    def _sweep(self) -> None:
        sweep_games(self.now)
        sweeps.sweep(now=self.now)

    def _trouble(self, season: LeagueSeason) -> None:
        held = LeaguePlace.objects.filter(division__season=season, player__isnull=False).exclude(
            player=self.league.host_id
        )
        players = [place.player_id for place in held.order_by("pk") if place.player_id not in self.bots.vanished]
        chosen = self.bots.random.sample(players, self.plan.vanishing + self.plan.leaving + 2)
        people = Player.objects.in_bulk(chosen)
        self.bots.vanished |= set(map(str, chosen[: self.plan.vanishing]))
        for one in chosen[self.plan.vanishing : -2]:
            admission.leave(player=people[one], league_id=self.league.pk, now=self.now)
        suspended, erased = people[chosen[-2]], people[chosen[-1]]
        self.bots.suspend(suspended, until=self.now + timedelta(days=1000))
        privacy.erase_player(player=erased, now=self.now)

    def _play(self) -> None:
        fixtures = LeagueGame.objects.filter(division__season__league=self.league, game__status=Game.Status.RUNNING)
        games = list(fixtures.order_by("pk").values_list("game", flat=True))
        self.bots.play(map(str, games), self.plan.moves_in_a_step, self.now)

    def _told(self, season: LeagueSeason, seconds: float) -> Told:
        """Check a season's invariants, and return its results."""
        found = tables.division_tables(season)
        for table in found:
            for standing in table.standings:
                assert (standing.line.played, standing.running) == (self.plan.games_each, 0), "every game was played"
                assert standing.place.outcome == standing.outcome
        games = [game.game_id for table in found for game in table.games]
        assert not Game.objects.filter(pk__in=games, ended_at__gt=season.ends_at).exists()
        ended = Ruling.objects.filter(game__in=games, rule="season_over").count()
        outcomes = Counter(standing.outcome for table in found for standing in table.standings)
        moved = self.plan.movers * (len(found) - 1)
        assert outcomes["promoted"] == outcomes["relegated"] == moved
        exits = Counter(str(why) for why in self._exits(season).values_list("why", flat=True))
        vacant = sum(standing.place.player_id is None for table in found for standing in table.standings)
        return Told(
            number=season.number,
            divisions=[len(table.standings) for table in found],
            games=len(games),
            played_to_the_end=len(games) - ended,
            ended_on_time=ended,
            lost=exits,
            replaced=sum(exits.values()) - vacant,
            by_stand_ins=vacant,
            promoted=outcomes["promoted"],
            relegated=outcomes["relegated"],
            seconds=seconds,
        )

    def _exits(self, season: LeagueSeason):  # type: ignore[no-untyped-def]
        return LeagueExit.objects.filter(place__division__season=season)

    def _check_moves(self, season: LeagueSeason) -> None:
        """Check that players who went up play at most one level above their old one, and those who went down one
        below."""
        levels = {
            place.player_id: place.division.level
            for place in LeaguePlace.objects.filter(division__season=season).select_related("division")
        }
        before = LeaguePlace.objects.filter(division__season__league=self.league, player__in=levels.keys())
        step = {"promoted": -1, "stays": 0, "relegated": 1}
        for place in before.filter(division__season__number=season.number - 1).select_related("division"):
            owed = place.division.level + step[place.outcome]
            assert levels[place.player_id] <= owed, (place, place.outcome)

    def ratings_reproduce(self) -> int:
        """Check that recomputing all ratings from the games gives the same; return how many there are."""

        def known() -> list[tuple[object, ...]]:
            rows = Rating.objects.filter(ruleset=self.plan.ruleset).order_by("player")
            return list(rows.values_list("player", "mu", "sigma", "games"))

        before = known()
        derivation.derive(self.plan.ruleset, BEGIN - timedelta(days=1))
        assert known() == before
        return len(before)
