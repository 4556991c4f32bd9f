"""A year of many games, with people who live by their own clocks: some vanish, some come back, some go on vacation.

The clock is passed in; nothing sleeps. Every half hour everything due is done: first by the people, each at an instant
of their own, then by the sweep. Events on the way are counted, and forbidden ones are recorded.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from django.db.models import F, Min, Q

import engine
from engine import stand_in
from games.errors import Refused
from games.lobby import closure, departures, lobby, takeovers
from games.models import Entry, Game, Heartbeat, Player, Seat, Turn
from games.people import accounts
from games.signals import entry_recorded, time_is_over
from games.table import store
from games.table.clocks import heartbeats, mapping, vacations
from games.table.clocks.terms import PRESETS, Bank, Terms
from games.table.play import deadlines, moves, stand_ins
from games.table.rulings import pauses
from tests.agreements.table import pause

NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
TICK = HOUR / 2
MINUTE = timedelta(minutes=1)
ZONES = ["UTC", "Europe/Copenhagen", "Australia/Sydney", "America/New_York", "Asia/Tokyo", "Pacific/Auckland"]
CLOCKS = [
    PRESETS["brisk"],
    PRESETS["daily"],
    PRESETS["relaxed"],
    Terms(DAY),
    Terms(DAY, grace=6 * HOUR, when_over="forfeit"),
    Terms(12 * HOUR, Bank(DAY, HOUR, 2 * DAY), grace=2 * HOUR, stops=5 * DAY),
]
OVER = (Game.Status.ENDED, Game.Status.ABANDONED)
EXPIRED = frozenset({"timeout", "forfeited"})


@dataclass
class Seen:
    """Counts of what happened, and records of what must not have happened."""

    counts: Counter[str] = field(default_factory=Counter)
    told: Counter[tuple[str, str, datetime, datetime]] = field(default_factory=Counter)
    unannounced: list[str] = field(default_factory=list)
    at_night: list[str] = field(default_factory=list)


class Year:
    """Games of people from one town, all drawn from this seed."""

    def __init__(self, games: int, people: int, seed: int, within: timedelta) -> None:
        self.random = Random(seed)
        self.now = NEW_YEAR
        self.seen = Seen()
        self.gone: set[str] = set()
        self._due: list[tuple[datetime, int, Callable[[], None]]] = []
        self._count = 0
        self.people = [self._person(number) for number in range(people)]
        for number in range(games):
            self._at(NEW_YEAR + self.random.random() * within, partial(self._begin, number))

    def run(self, longest: timedelta) -> Seen:
        """Run until every game is over, or for at most `longest`."""
        with self._watching():
            while self.now < NEW_YEAR + longest and (self._due or self._running()):
                self._tick()
        return self.seen

    def _running(self) -> bool:
        return Game.objects.filter(status=Game.Status.RUNNING).exists()

    def _tick(self) -> None:
        self.now += max((self._next() - self.now) // TICK, 0) * TICK
        until = self.now + TICK
        while self._due and self._due[0][0] <= until:
            self.now, _, act = heapq.heappop(self._due)
            act()
        self.now = until
        Heartbeat.objects.update_or_create(source=heartbeats.SWEEP, defaults={"at": self.now - MINUTE})
        stand_ins.play_due(now=self.now)
        pauses.end_long_ones(now=self.now)
        self.seen.counts["closed"] += closure.close_due(now=self.now)
        self.seen.counts["acted on"] += deadlines.sweep(now=self.now)

    def _next(self) -> datetime:
        """Return the first instant with anything to do: before it no sweep would find anything."""
        waiting = Turn.objects.filter(closed_at=None, game__paused_at=None, game__closes_at=None)
        if waiting.filter(player__kind=Player.Kind.HOUSE).exists():
            return self.now
        late = Q(announced_at=None, expires_at__gt=F("deadline_at"))
        paused = Game.objects.aggregate(at=Min("paused_at"))["at"]
        closes = Game.objects.filter(paused_at=None).aggregate(at=Min("closes_at"))["at"]
        found = [
            closes and max(closes - closure.TOLD_BEFORE, self.now),
            waiting.aggregate(at=Min("expires_at"))["at"],
            waiting.filter(late).aggregate(at=Min("deadline_at"))["at"],
            paused and paused + pauses.LONGEST,
            self._due[0][0] if self._due else None,
        ]
        return min((at for at in found if at is not None), default=self.now)

    def _at(self, when: datetime, act: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._due, (max(when, self.now), self._count, act))

    def _later(self, least: timedelta, most: timedelta, act: Callable[[], None]) -> None:
        self._at(self.now + least + self.random.random() * (most - least), act)

    # People and their lives.

    def _person(self, number: int) -> Player:
        player = Player.objects.create_user(f"towner{number}@mail.example", f"Towner {number}")
        player.time_zone = self.random.choice(ZONES)
        player.save(update_fields=["time_zone"])
        self._at(NEW_YEAR, lambda: self._live(player))
        lives = {self._vanish: 0.3, self._go_away: 0.4, self._move_house: 0.3, self._leave: 0.2, self._look: 0.3}
        for life, chance in lives.items():
            if self.random.random() < chance:
                day = NEW_YEAR + self.random.random() * 60 * DAY
                self._at(day, partial(life, player))
        return player

    def _live(self, player: Player) -> None:
        """Let the player live a while: most sleep at night, some have weekends."""
        changes: dict[str, Any] = {}
        if self.random.random() < 0.8:
            changes["quiet_hours"] = {"begin": "22:00", "end": self.random.choice(["06:30", "08:00"])}
        if self.random.random() < 0.3:
            changes["days_off"] = ["sat", "sun"]
        accounts.change_profile(player=player, changes=changes, now=self.now)

    def _move_house(self, player: Player) -> None:
        self.seen.counts["moved to another zone"] += 1
        changes = {"time_zone": self.random.choice(ZONES)}
        accounts.change_profile(player=player, changes=changes, now=self.now)

    def _go_away(self, player: Player) -> None:
        try:
            end = self.now + self.random.randint(2, 14) * DAY
            vacations.take(player=player, begin=None, end=end, now=self.now)
        except Refused:
            return
        self.seen.counts["vacations"] += 1

    def _leave(self, player: Player) -> None:
        """Leave one game of several; some regret it the next day."""
        seat = Seat.objects.filter(player=player, status=Seat.Status.PLAYING, game__status=Game.Status.RUNNING).first()
        if seat is None:
            return
        departures.resign(player=player, game_id=seat.game_id, now=self.now)
        self.seen.counts["left a game"] += 1
        if self.random.random() < 0.3:
            self._later(DAY, 2 * DAY, lambda: self._be_sorry(player, seat.game_id))

    def _be_sorry(self, player: Player, game_id: str) -> None:
        """Ask to come back, which is too late if the seat is taken or the game is over."""
        try:
            departures.come_back(player=player, game_id=game_id, now=self.now)
            self.seen.counts["was back in a game"] += 1
        except Refused:
            return

    def _look(self, player: Player) -> None:
        """Look at the list of open seats, every week or so for some months."""
        if self.now < NEW_YEAR + 120 * DAY:
            self._later(5 * DAY, 9 * DAY, lambda: self._look(player))
        seat = Seat.objects.filter(open_since__isnull=False).exclude(game__seats__player=player).first()
        if seat is None or player.pk in self.gone:
            return
        try:
            takeovers.take_over(player=player, game_id=seat.game_id, seat=seat.number, now=self.now)
        except Refused:  # this player has held another seat there
            return
        self.seen.counts["took a seat over"] += 1

    def _vanish(self, player: Player) -> None:
        self.seen.counts["vanished"] += 1
        self.gone.add(player.pk)
        if self.random.random() < 0.5:
            self._later(5 * DAY, 40 * DAY, lambda: self._come_back(player))

    def _come_back(self, player: Player) -> None:
        self.seen.counts["came back"] += 1
        self.gone.discard(player.pk)
        for seat in Seat.objects.filter(player=player, status=Seat.Status.ABSENT, game__status=Game.Status.RUNNING):
            departures.come_back(player=player, game_id=seat.game_id, now=self.now)
        for turn in Turn.objects.filter(player=player, closed_at=None):
            self._answer_later(turn)

    # Games.

    def _begin(self, number: int) -> None:
        here = [player for player in self.people if player.pk not in self.gone]
        host, *others = self.random.sample(here, self.random.choice([2, 2, 3, 4]))
        wishes = lobby.Wishes("usa@1", seats=len(others) + 1, clock=CLOCKS[number % len(CLOCKS)])
        game = lobby.create_game(host=host, wishes=wishes, now=self.now)
        for player in others:
            lobby.join_game(player=player, game_id=game.pk, now=self.now)
        self.seen.counts["games"] += 1
        if self.random.random() < 0.2:
            self._later(2 * DAY, 20 * DAY, lambda: self._pause(game.pk))

    def _pause(self, game: str) -> None:
        """Have everybody agree to pause; one of them resumes the game after some days, or all forget it."""
        sitting = Seat.objects.filter(game=game, status=Seat.Status.PLAYING, player__kind=Player.Kind.HUMAN)
        people = [seat.player for seat in sitting.select_related("player") if seat.player]
        try:
            for player in people:
                pause(player, game, self.now)
        except Refused:
            return
        self.seen.counts["paused by agreement"] += 1
        if people and self.random.random() < 0.8:
            self._later(DAY, 15 * DAY, lambda: self._go_on(people[0], game))

    def _go_on(self, player: Player, game: str) -> None:
        if Seat.objects.filter(game=game, player=player, game__status=Game.Status.RUNNING).exists():
            pauses.resume(player=player, game_id=game, now=self.now)
            for turn in Turn.objects.filter(game=game, closed_at=None):
                self._answer_later(turn)

    def _answer_later(self, turn: Turn) -> None:
        """Plan the answer: most answer within hours, some forget."""
        prompt = turn.prompt_id
        if turn.player_id is not None and self.random.random() < 0.97:
            self._later(MINUTE, 14 * HOUR, lambda: self._answer(turn.game_id, turn.seat, prompt))

    def _answer(self, game_id: str, number: int, prompt: str) -> None:
        seat = Seat.objects.select_related("player").get(game=game_id, number=number)
        if seat.player is None or seat.player_id in self.gone or seat.player.kind == Player.Kind.HOUSE:
            return
        state = store.load(store.read(game_id)).state
        asked = None if state.over else state.prompt_of(number)
        if asked is None or asked.id != prompt:
            return
        move = stand_in.choose(state.rules, engine.view(state, number), engine.options(state, number))
        request = moves.Request(prompt, [engine.notation.write(state.rules, move)])
        try:
            moves.post_moves(player=seat.player, game_id=game_id, request=request, now=self.now)
            self.seen.counts["moves"] += 1
        except Refused:  # paused
            return

    # Observations.

    @contextmanager
    def _watching(self) -> Iterator[None]:
        entry_recorded.connect(self._on_entry)
        time_is_over.connect(self._on_time_is_over)
        try:
            yield
        finally:
            entry_recorded.disconnect(self._on_entry)
            time_is_over.disconnect(self._on_time_is_over)

    def _on_entry(
        self, game: Game, entry: Entry, turns_opened: Sequence[Turn], seats: Sequence[Seat], **_: Any
    ) -> None:
        self.seen.counts[f"entries: {entry.kind}"] += 1
        for turn in turns_opened:
            self._answer_later(turn)
        if entry.kind in EXPIRED and entry.seat is not None and not entry.public.get("goes_on"):
            self._on_expiry(game, entry, seats[entry.seat])

    def _on_expiry(self, game: Game, entry: Entry, seat: Seat) -> None:
        if mapping.habits(seat.player).quiet_until(entry.at) is not None:
            self.seen.at_night.append(f"{game.pk} {entry.number}")
        store.flush()
        closed = Turn.objects.filter(game=game, seat=seat.number, closed_at=entry.at).first()
        if closed is None or (mapping.terms(game).grace and not self._was_told(closed)):
            self.seen.unannounced.append(f"{game.pk} {entry.number}")

    def _was_told(self, turn: Turn) -> bool:
        """Check that the end of the turn's time was announced, exactly once for each end of the grace."""
        turn_is = (turn.game_id, turn.prompt_id, turn.deadline_at)
        return {count for about, count in self.seen.told.items() if about[:3] == turn_is} == {1}

    def _on_time_is_over(self, game: Game, turn: Turn, **_: Any) -> None:
        self.seen.counts["told that grace runs"] += 1
        self.seen.told[game.pk, turn.prompt_id, turn.deadline_at, turn.expires_at] += 1
