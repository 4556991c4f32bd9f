"""Cups for tests: created, entered and swept through the real services."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from games.competitions.cups import admission, course, creation, scores, sweeps
from games.competitions.cups.course import CupCourse, CupTable
from games.competitions.cups.creation import CupCharter
from games.lobby import departures
from games.models import Cup, CupEntrant, Game, Player
from games.table.clocks.terms import PRESETS
from tests.games.beginnings import remembered
from tests.games.stories import DAY, NOON, players

BEGINS = NOON + 7 * DAY
KNOCKOUT = {"kind": Cup.Kind.KNOCKOUT, "advancing": 1}
SWISS: dict[str, Any] = {"kind": Cup.Kind.SWISS, "rounds": 3}


def made(host: Player, *, now: datetime = NOON, **wishes: Any) -> Cup:
    """Return a cup at tables of two, a knockout unless `wishes` say otherwise."""
    agreed: dict[str, Any] = {
        "name": "Spring Cup",
        "ruleset": "usa@1",
        "seats": 2,
        "clock": PRESETS["daily"],
        "entry_closes_at": now + 7 * DAY,
        **({} if "kind" in wishes else KNOCKOUT),
        **wishes,
    }
    return creation.make(host=host, charter=CupCharter(**agreed), now=now)


def enters(cup: Cup, people: Sequence[Player], *, now: datetime = NOON) -> None:
    """Enter these people in order, which is also their seeding."""
    for number, player in enumerate(people):
        admission.enter(player=player, cup_id=cup.pk, now=now + timedelta(seconds=number))


def begun(count: int, **wishes: Any) -> tuple[Cup, list[Player]]:
    """Return a cup of this many players in its first round; the first of them is its host."""

    def played() -> tuple[Cup, list[Player]]:
        people = players(count, str(wishes.get("name", "Player")))
        cup = made(people[0], **wishes)
        enters(cup, people)
        sweeps.sweep(now=BEGINS)
        return cup, people

    return remembered(f"a cup of {count}: {wishes}", played)


def as_it_is(cup: Cup) -> CupCourse:
    """Return the cup's course, loaded from its rows."""
    return course.current_course(Cup.objects.select_related("host").get(pk=cup.pk))


def tables(cup: Cup, number: int) -> list[tuple[int, ...]]:
    """Return the seeds at each table of this round."""
    return [tuple(sorted(one.seeds)) for one in as_it_is(cup).rounds[number - 1].tables]


def game_at(table: CupTable) -> Game:
    """Return the game of a table that has begun."""
    assert table.game.game is not None
    return table.game.game


def won(cup: Cup, *winners: int, now: datetime) -> None:
    """Let these seeds win: at each of their running tables in the newest round all others resign."""
    for table in running(cup):
        if any(seed in winners for seed in table.seeds):
            for seed in table.seeds:
                if seed not in winners:
                    player = CupEntrant.objects.select_related("player").get(cup=cup, seed=seed).player
                    departures.resign(player=player, game_id=game_at(table).pk, now=now)


def running(cup: Cup) -> Iterator[CupTable]:
    """Yield the newest round's tables with running games."""
    last = as_it_is(cup).last
    return iter([one for one in last.tables if one.runs] if last else [])


def states(cup: Cup) -> list[tuple[int | None, int, str]]:
    """Return the standings: seed, rank, status."""
    return [(one.entrant.seed, one.rank, str(one.status)) for one in scores.cup_standings(as_it_is(cup))]
