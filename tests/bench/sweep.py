"""The sweeps among many games: what they cost must follow what is due, and not what there is.

Among so many active games a thousand turns' time is over, a thousand graces have begun, a thousand reminders are due, a
thousand plans are to act and a thousand open games are to be closed; then the same among ten times as many. Every
statement of every sweep is explained, and the run fails where one reads a large table as a whole.

Sweeps that act in batches are measured beside a floor (`sweep_floor`): the same rows by plain statements. With nothing
left to do, a sweep's processor time is measured, too; and how long players wait who move meanwhile (`sweep_waits`).
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import django

django.setup()

from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.clocks.terms import Terms  # noqa: E402
from games.models import Plan, Player  # noqa: E402
from games.plans import execution, giving  # noqa: E402
from games.play import announcing, deadlines, stand_ins  # noqa: E402
from games.rulings import pausing  # noqa: E402
from games.seats import closing, lobby  # noqa: E402
from notifications import monitoring  # noqa: E402
from notifications.models import Mail, Notification, Preference  # noqa: E402
from notifications.outbox import queue  # noqa: E402
from notifications.policy import reminders  # noqa: E402
from tests.bench import crowd, plan_nodes, sweep_floor, sweep_waits  # noqa: E402
from tests.games.stories import chosen, players, started  # noqa: E402

if TYPE_CHECKING:
    from games.models import Game

SIZES: Final = (10_000, 100_000)
DUE: Final = int(os.environ.get("SWEEP_DUE", "1000"))
GAMES_EACH: Final = 2
"""How many games a player is in."""
HOUR: Final = timedelta(hours=1)
CLAIMED: Final = 100
MOST: Final = 1.1
"""By how many more questions one due thing may cost among ten times as many games."""


LEAST: Final = 0.5
"""Of the floor's rate."""
FLOORED: Final = 200
"""Games of each kind that the floor writes to."""
IDLE_RUNS: Final = 50
IDLE_MILLISECONDS: Final = 1.0
MOST_EACH: Final = 3
"""How many questions one due thing may cost a sweep that acts in batches, which are as large as time allows."""


class Cost(NamedTuple):
    """What a sweep took: how many it did, seconds, questions asked of the database."""

    done: int
    seconds: float
    queries: int


Sweep = Callable[[datetime], int]


def gathered(now: datetime) -> int:
    """Puts all that waits into emails and digests."""
    total = 0
    while count := queue.gather(now=now, limit=400):
        total += count
    return total


def pruned(now: datetime) -> int:
    """Throws away what was settled long ago; how much is not told."""
    queue.prune(now=now)
    return 0


def since(hours: int) -> dict[str, str]:
    """A turn that has been open for so many hours, and not for one."""
    return {name: f"{name} - interval '{hours - 1} hours'" for name in ("opened_at", "deadline_at", "expires_at")}


SWEEPS: Final[dict[str, tuple[Sweep, int]]] = {
    "stand-ins": (lambda now: stand_ins.play_due(now=now), 0),
    "plans": (lambda now: execution.act_due(now=now), DUE),
    "pauses": (lambda now: pausing.end_long_ones(now=now), 0),
    "graces": (lambda now: announcing.say_time_is_over(now=now), DUE),
    "deadlines": (lambda now: deadlines.sweep(now=now), DUE),
    "closings": (lambda now: closing.close_due(now=now), DUE),
    "reminders": (lambda now: reminders.note_due(now=now), DUE),
    "gathering": (gathered, DUE),
    "claiming": (lambda now: len(queue.claim(now=now, limit=CLAIMED)), CLAIMED),
    "pruning": (pruned, 0),
    "canary": (lambda now: len(monitoring.look(now)), 0),
}
"""By name: the sweep, and how many it has to do at least."""


DUE_BY: Final[list[tuple[str, crowd.Changes]]] = [
    ("quiet", {"Turn": since(25)}),
    ("graced", {"Turn": since(25)}),
    ("quiet", {"Turn": since(21)}),
    ("planned", {"Plan": {"acts_at": "made_at"}}),
    ("forgotten", {"Game": {"closes_at": "created_at", "closing_told_at": "created_at"}}),
]
"""What is due, of each so many: the pattern, and in what its copies differ."""
FLOORS: Final = {"deadlines": 0, "graces": 1, "plans": 3, "closings": 4}
"""Sweeps that act in batches: what is due to them, by its place in the list."""


def main() -> None:
    """Fill up to each size, sweep, and compare."""
    now = timezone.now()
    patterns = made(now)
    there, costs, nodes = 0, [], plan_nodes.Nodes()
    for size in SIZES:
        fill(patterns, there, size)
        print(f"{size:,} active games", flush=True)
        costs.append({name: measured(name, now, there, nodes if size == SIZES[-1] else None) for name in SWEEPS})
        there = size
        settle()
    wait(patterns["quiet"], there, now)
    compare(*costs)
    nodes.refuse_whole_tables()


def made(now: datetime) -> "dict[str, Game]":
    """A game of each kind, an hour into its first turn, of which two players were told."""
    people = players(2, "Sweep")
    begun = now - HOUR
    plain = chosen(started(people, now=begun, name="Plain"), now=begun)
    graced = Terms(24 * HOUR, grace=4 * HOUR)
    kinds = {
        "quiet": plain,
        "planned": chosen(started(people, now=begun, name="Planned"), now=begun),
        "graced": chosen(started(people, now=begun, name="Graced", clock=graced), now=begun),
    }
    giving.give(player=people[0], game_id=kinds["planned"].pk, lines=["draw deck"], now=begun)
    Plan.objects.update(acts_at=now + 24 * HOUR)
    wishes = lobby.Wishes(ruleset="usa@1", seats=2, time_per_move=24 * HOUR)
    kinds["forgotten"] = lobby.create_game(host=people[0], wishes=wishes, now=begun)
    gathered(now)
    settle()
    return kinds


def settle() -> None:
    """All that was to be told has been, some hours ago: rows stay."""
    Mail.objects.update(state=Mail.State.SENT, settled_at=timezone.now() - 5 * HOUR)
    Notification.objects.filter(mail=None).update(state=Notification.State.SUPERSEDED)


def fill(patterns: "dict[str, Game]", there: int, size: int) -> None:
    """As many more games as are missing; every tenth player wants a daily digest."""
    people = size // GAMES_EACH * 2
    numbers = there
    crowd.add_players(Player.objects.earliest("date_joined").pk, there // GAMES_EACH * 2, people - 1)
    wishes = Player.objects.filter(name__startswith="Crowd", name__endswith="7", mail_preferences=None)
    Preference.objects.bulk_create(Preference(player=one, stream="turns", mode="daily") for one in wishes)
    for kind, other in DUE_BY:
        crowd.add_games(patterns[kind], numbers, numbers + DUE - 1, people, other)
        numbers += DUE
    for kind, _ in DUE_BY:
        crowd.add_games(patterns[kind], numbers, numbers + FLOORED - 1, people, {})
        numbers += FLOORED
    crowd.add_games(patterns["quiet"], numbers, size - 1, people, {})
    crowd.tell_each_by_its_own_mail()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def measured(name: str, now: datetime, first: int, nodes: plan_nodes.Nodes | None) -> Cost:
    """The sweep measured; then when there is nothing left to do. Before that it is explained, and undone.

    `first`: the number of the first game that was added.
    """
    sweep, least = SWEEPS[name]
    lines = explained(sweep, now, nodes) if nodes else []
    costs: list[Cost] = []
    place = FLOORS.get(name, 0)
    left = sweep_floor.left_by(lambda: costs.append(spent(lambda: sweep(now))), crowd.key(first + place * DUE))
    (cost,), idle = costs, spent(lambda: sweep(now))
    assert cost.done >= least, (name, cost)
    done = max(1, cost.done)
    each = f"{cost.seconds / done * 1e3:.1f} ms and {cost.queries / done:.2f} queries each"
    nothing = f"then {idle.done:,} in {idle.seconds * 1e3:.0f} ms, {idle.queries} queries"
    print(f"  {name}: {cost.done:,} in {cost.seconds:.2f} s, {cost.queries:,} queries: {each}; {nothing}", flush=True)
    if name in FLOORS:
        floor(cost, left, first + len(DUE_BY) * DUE + place * FLOORED)
        idly(sweep, now, idle)
    for line in lines:
        print(f"      {line}", flush=True)
    return cost


def floor(cost: Cost, left: list[sweep_floor.Left], first: int) -> None:
    """Beside the same rows by plain statements, at games from this number on."""
    rate = sweep_floor.rate(left, [crowd.key(number) for number in range(first, first + FLOORED)])
    ratio = cost.done / cost.seconds / rate
    print(f"      the same rows by plain statements: {1e3 / rate:.1f} ms each, {ratio:.2f} of that rate", flush=True)
    assert ratio >= LEAST


def idly(sweep: Sweep, now: datetime, idle: Cost) -> None:
    """What a sweep costs that has nothing to do."""
    begun = time.process_time()
    for _ in range(IDLE_RUNS):
        sweep(now)
    took = (time.process_time() - begun) / IDLE_RUNS * 1e3
    print(f"      with nothing due: {took:.2f} ms of processor time, {idle.queries} statement", flush=True)
    assert (idle.queries, took <= IDLE_MILLISECONDS) == (1, True)


def wait(pattern: "Game", first: int, now: datetime) -> None:
    """How long players wait who move while the sweep of deadlines is at their games."""
    crowd.add_games(pattern, first, first + DUE - 1, first // GAMES_EACH * 2, {"Turn": since(25)})
    waits = sweep_waits.during(lambda: deadlines.sweep(now=now), now)
    many, longest = len(waits.milliseconds), waits.milliseconds[-1]
    middle = waits.milliseconds[many // 2]
    told = f"the longest {longest:.0f} ms, half of them at most {middle:.0f}; {waits.in_time} were in time"
    print(f"  {many} moves posted while deadlines are acted on: {told}", flush=True)


def explained(sweep: Sweep, now: datetime, nodes: plan_nodes.Nodes) -> list[str]:
    """What PostgreSQL reads for the sweep."""
    seen = plan_nodes.Nodes()
    with transaction.atomic(), plan_nodes.explained(seen):
        sweep(now)
        transaction.set_rollback(True)
    nodes.whole |= seen.whole
    return seen.lines()


def spent(work: Callable[[], int]) -> Cost:
    """What a piece of work takes."""
    with counted() as queries:
        begun = time.perf_counter()
        done = work()
        return Cost(done, time.perf_counter() - begun, len(queries))


@contextmanager
def counted() -> Iterator[list[None]]:
    """One item for each question to the database."""
    queries: list[None] = []

    def ask(execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        queries.append(None)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(ask):
        yield queries


def compare(few: dict[str, Cost], many: dict[str, Cost]) -> None:
    """Print what one due thing costs among many games, against among few; insist that it takes no more questions.

    Of the time nothing is demanded: other work on the machine may have taken it.
    """
    for name in SWEEPS:
        one, other = few[name], many[name]
        if one.done and other.done:
            slower = (other.seconds / other.done) / (one.seconds / one.done)
            asked = (other.queries / other.done) / (one.queries / one.done)
            print(f"{name}: among ten times as many {slower:.2f} times the time, {asked:.2f} times the queries")
            assert asked < MOST or (name in FLOORS and other.queries / other.done <= MOST_EACH), name


if __name__ == "__main__":
    main()
