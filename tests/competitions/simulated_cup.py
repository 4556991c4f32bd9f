"""A cup of random players, round after round, with people who vanish, leave and are suspended.

Time goes in steps, as in `simulated`. The expected results are computed independently, from the games' rows alone: who
goes on, who wins, and who must be notified of what.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random
from time import perf_counter
from typing import Final

from games.competitions.cups import admission, course, creation, scores, sweeps
from games.competitions.cups.creation import CupCharter
from games.competitions.cups.rounds import BREAK
from games.models import Cup, CupEntrant, CupGame, CupRound, Game, Player, Ruling, Seat
from games.table.clocks.terms import PRESETS
from notifications.models import Notification
from tests.competitions.bots import Bots, sweep_games

BEGIN = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
FEW: Final = 6
"""With this few players left, nobody else goes, so that somebody can win."""


@dataclass(frozen=True)
class CupPlan:
    """Size and length of the cup; `vanishing`, `leaving` and `suspended` count players per round."""

    players: int
    kind: Cup.Kind
    seats: int
    advancing: int | None = None
    rounds: int | None = None
    ruleset: str = "lagoon@1"
    clock: str = "daily"
    round_days: int = 21
    step: timedelta = timedelta(hours=12)
    moves_in_a_step: int = 2
    vanishing: int = 2
    leaving: int = 1
    suspended: int = 1
    seed: int = 1


@dataclass
class RoundTold:
    """The results of a round."""

    number: int
    players: int
    byes: int
    tables: int
    ended_by_rule: int
    gone: Counter[str]
    took: timedelta
    seconds: float

    def __str__(self) -> str:
        gone = ", ".join(f"{number} {why}" for why, number in sorted(self.gone.items()))
        return (
            f"round {self.number}: {self.players} players, {self.tables} tables, {self.byes} byes; "
            f"{self.tables - self.ended_by_rule} games were played to their end, {self.ended_by_rule} ended with the "
            f"round; out of the cup: {gone or 'nobody'}; closed after {self.took.days} days; {self.seconds:.0f} s"
        )


@dataclass
class CupSimulation:
    """The cup and its players over time."""

    plan: CupPlan
    bots: Bots = field(init=False)
    now: datetime = BEGIN

    def __post_init__(self) -> None:
        self.bots = Bots(Random(self.plan.seed), Player.Kind.HUMAN, self.plan.kind.value.title())
        host = self.bots.one()
        self.cup: Cup = creation.make(host=host, charter=self.charter(), now=BEGIN)
        for player in [host, *(self.bots.one() for _ in range(1, self.plan.players))]:
            admission.enter(player=player, cup_id=self.cup.pk, now=BEGIN)

    def charter(self, club: str | None = None) -> CupCharter:
        """Return the settings of the cup, which begins in two days."""
        return CupCharter(
            name="Simulated",
            kind=self.plan.kind,
            ruleset=self.plan.ruleset,
            seats=self.plan.seats,
            clock=PRESETS[self.plan.clock],
            entry_closes_at=self.now + timedelta(days=2),
            advancing=self.plan.advancing,
            rounds=self.plan.rounds,
            round_days=self.plan.round_days,
            club=club,
        )

    def rounds(self) -> Iterator[RoundTold]:
        """Yield each round once it is closed and has been checked."""
        self.now = self.cup.entry_closes_at
        number = 0
        while self._goes_on():
            begun, number = perf_counter(), number + 1
            self._sweep()
            round_ = CupRound.objects.get(cup=self.cup, number=number)
            self._live_through(round_)
            yield self._told(round_, perf_counter() - begun)
            self.now = max(self.now, self._closed(round_) + BREAK)

    def _goes_on(self) -> bool:
        self.cup.refresh_from_db()
        return self.cup.state in (Cup.State.OPEN, Cup.State.RUNNING)

    def _closed(self, round_: CupRound) -> datetime:
        assert round_.closed_at is not None
        return round_.closed_at

    def _live_through(self, round_: CupRound) -> None:
        assert (round_.began_at, round_.announced_at) == (self.now, self.now), "it begins at once, with all its games"
        troubled = round_.began_at + timedelta(days=self.plan.round_days / 7)
        while round_.closed_at is None:
            assert self.now < round_.ends_at, "it is closed when its time is over"
            self.now = min(self.now + self.plan.step, round_.ends_at)
            if self.now >= troubled:
                self._trouble()
                troubled = round_.ends_at + self.plan.step
            running = CupGame.objects.filter(round=round_, game__status=Game.Status.RUNNING).order_by("pk")
            self.bots.play(map(str, running.values_list("game", flat=True)), self.plan.moves_in_a_step, self.now)
            self._sweep()
            round_.refresh_from_db()

    def _sweep(self) -> None:
        sweep_games(self.now)
        sweeps.sweep(now=self.now)

    def _trouble(self) -> None:
        """Remove some of the remaining players, in different ways."""
        standings = scores.cup_standings(course.current_course(self.cup))
        inside = [one.entrant.player for one in standings if one.status == scores.CupStatus.IN]
        here = sorted((one for one in inside if one.pk not in self.bots.vanished), key=lambda one: one.name)
        plan = self.plan
        if len(here) < FEW + plan.vanishing + plan.leaving + plan.suspended:
            return
        chosen = self.bots.random.sample(here, plan.vanishing + plan.leaving + plan.suspended)
        self.bots.vanished |= {one.pk for one in chosen[: plan.vanishing]}
        for one in chosen[plan.vanishing : plan.vanishing + plan.leaving]:
            admission.leave(player=one, cup_id=self.cup.pk, now=self.now)
        for one in chosen[plan.vanishing + plan.leaving :]:
            self.bots.suspend(one, until=self.now + timedelta(days=1000))

    def _told(self, round_: CupRound, seconds: float) -> RoundTold:
        games = list(CupGame.objects.filter(round=round_).values_list("game", flat=True))
        assert not Game.objects.filter(pk__in=games, status=Game.Status.RUNNING).exists()
        self._check_draw(round_)
        left = CupEntrant.objects.filter(cup=self.cup, left_at__gt=round_.began_at)
        return RoundTold(
            number=round_.number,
            players=len(self._seeds(round_)),
            byes=len(round_.byes),
            tables=len(games),
            ended_by_rule=Ruling.objects.filter(game__in=games, rule="round_over").count(),
            gone=Counter(left.values_list("why", flat=True)),
            took=self._closed(round_) - round_.began_at,
            seconds=seconds,
        )

    def _seeds(self, round_: CupRound) -> set[int]:
        tables = CupGame.objects.filter(round=round_).values_list("seeds", flat=True)
        return {*round_.byes, *(seed for table in tables for seed in table)}

    def _check_draw(self, round_: CupRound) -> None:
        """Check that the round's players are those who advanced from the one before."""
        if round_.number == 1:
            assert self._seeds(round_) == set(range(self.plan.players))
            return
        before = CupRound.objects.get(cup=self.cup, number=round_.number - 1)
        if self.plan.kind == Cup.Kind.KNOCKOUT:
            assert self._seeds(round_) == self._through(before, self.plan.advancing or 1, round_.began_at)
        else:
            assert self._seeds(round_) == self._here(round_.began_at)

    def _here(self, at: datetime) -> set[int]:
        """Return the players who have not left by then."""
        entrants = CupEntrant.objects.filter(cup=self.cup).values_list("seed", "left_at")
        return {seed for seed, left_at in entrants if seed is not None and (left_at is None or left_at > at)}

    def _through(self, round_: CupRound, count: int, at: datetime) -> set[int]:
        """Return the players who advance: byes and the best present player at each table; for equal places the
        better seed."""
        here = self._here(at)
        through = here & set(round_.byes)
        for fixture in CupGame.objects.filter(round=round_).select_related("game"):
            ranks = Seat.objects.filter(game=fixture.game, game__status=Game.Status.ENDED).order_by("number")
            order = sorted(zip(ranks.values_list("rank", flat=True), fixture.seeds, strict=True))
            through |= set([seed for _, seed in order if seed in here][:count])
        return through

    def check_winner(self) -> list[str]:
        """Check that the cup is over with the expected winners; return their names."""
        self.cup.refresh_from_db()
        assert self.cup.state == Cup.State.OVER
        standings = scores.cup_standings(course.current_course(self.cup))
        assert [one.rank for one in standings] == sorted(one.rank for one in standings)
        won = [one.entrant for one in standings if one.status == scores.CupStatus.WON]
        last = CupRound.objects.filter(cup=self.cup).latest("number")
        if self.plan.kind == Cup.Kind.KNOCKOUT:
            assert {one.seed for one in won} == self._through(last, 1, self._closed(last))
        else:
            self._check_points({one.entrant.seed or 0: one.points or 0 for one in standings}, won)
        return [one.player.name for one in won]

    def _check_points(self, told: dict[int, int], won: list[CupEntrant]) -> None:
        """Check for two points for everyone a player finishes ahead of, and one for everyone who shares the place."""
        points: Counter[int] = Counter()
        for fixture in CupGame.objects.filter(round__cup=self.cup):
            ranks = list(Seat.objects.filter(game=fixture.game).order_by("number").values_list("rank", flat=True))
            for number, seed in enumerate(fixture.seeds):
                others = [(rank or 0) - (ranks[number] or 0) for rank in ranks[:number] + ranks[number + 1 :]]
                empty = self.plan.seats - len(fixture.seeds)
                points[seed] += sum(2 if by > 0 else by == 0 for by in others) + 2 * empty
        assert told == {seed: points[seed] for seed in told}
        best = max(points[seed] for seed in self._here(self.now))
        assert {points[one.seed or 0] for one in won} == {best}

    def met_again(self) -> int:
        """Return how many pairs have met more than once."""
        met: Counter[tuple[int, int]] = Counter()
        for seeds in CupGame.objects.filter(round__cup=self.cup).values_list("seeds", flat=True):
            met.update(combinations(sorted(seeds), 2))
        return sum(count > 1 for count in met.values())

    def check_heard(self) -> int:
        """Check that everyone heard once of every round they play, of its end, and of being out; return the number of
        messages.

        The host hears of the cup's end even after leaving it.
        """
        wanted: Counter[tuple[str, int | None, int]] = Counter()
        rounds = list(CupRound.objects.filter(cup=self.cup).order_by("number"))
        for one in rounds:
            began = self._seeds(one) & self._here(one.announced_at or self.now)
            wanted.update(("cup_round", one.number, seed) for seed in began)
        for one in rounds[:-1]:
            ended = self._seeds(one) & self._here(self._closed(one))
            wanted.update(("cup_result", one.number, seed) for seed in ended)
        host = CupEntrant.objects.get(cup=self.cup, player=self.cup.host_id).seed or 0
        wanted.update(("cup_over", None, seed) for seed in self._here(self.now) | {host})
        lost = CupEntrant.objects.filter(cup=self.cup, why__in=["absent", "gone"])
        wanted.update(("cup_left", None, seed or 0) for seed in lost.values_list("seed", flat=True))
        seeds = dict(CupEntrant.objects.filter(cup=self.cup).values_list("player", "seed"))
        heard = Notification.objects.filter(cup=self.cup).values_list("kind", "round", "player")
        found = Counter((kind, number, seeds[player] or 0) for kind, number, player in heard)
        assert found == wanted, (found - wanted, wanted - found)
        return wanted.total()
