"""Who goes on, and whose table is done. Pure.

**Knockout.** From a table the first few go on (`Cup.advancing`), from the final only the winner. Whoever has left the
cup goes on from no table, whatever came of the seat: the next player does. Those who share a place are ordered by seed,
and so are all at a table whose game was declared void, or could not be ended. From a game that all have left, nobody
goes on.

**Swiss.** Everyone goes on who has not left the cup.

What has been drawn stands: whoever takes part in a later round has gone on from the one before.
"""

from collections.abc import Sequence

from games.competitions.cups.course import CupCourse, CupTable, PlayedRound
from games.competitions.results import How
from games.models import Cup


def is_final(round_: PlayedRound) -> bool:
    """Check whether a knockout is decided by this round."""
    return len(round_.tables) == 1 and not round_.byes


def places(table: CupTable) -> list[int]:
    """Return the place of each seat at a table that is over; all share the first where no ranks are known."""
    ranks = table.result.ranks if table.result.how == How.RANKED else [1] * len(table.seeds)
    return list(ranks)


def advancing(course: CupCourse, round_: PlayedRound) -> list[int]:
    """Return the seeds of those who go on from the round as its results are; from the final, the winner."""
    if course.cup.kind == Cup.Kind.SWISS:
        return [seed for seed in course.players if not course.has_left(seed)]
    seeds = [seed for seed in round_.byes if not course.has_left(seed)]
    for table in round_.tables:
        seeds += _advancing_from(course, table, 1 if is_final(round_) else course.cup.advancing or 1)
    return sorted(seeds)


def _advancing_from(course: CupCourse, table: CupTable, count: int) -> list[int]:
    if table.result.how == How.LEFT:
        return []
    ordered = sorted(zip(places(table), table.seeds, strict=True))
    return [seed for _, seed in ordered if not course.has_left(seed)][:count]


def went_on(course: CupCourse, number: int) -> Sequence[int] | None:
    """Return the seeds that have gone on from the round of this number; None while it is not closed."""
    if number < len(course.rounds) and course.cup.kind == Cup.Kind.KNOCKOUT:
        return course.rounds[number].seeds
    round_ = course.rounds[number - 1]
    return advancing(course, round_) if round_.round.closed_at is not None else None


def still_in(course: CupCourse) -> set[int]:
    """Return the seeds of those who play on: neither beaten nor gone."""
    if course.last is None:
        return set()
    if course.last.round.closed_at is not None or course.cup.kind == Cup.Kind.SWISS:
        return set(advancing(course, course.last))
    return {seed for seed in course.last.seeds if not course.has_left(seed)}


def is_done(course: CupCourse, round_: PlayedRound, table: CupTable) -> bool:
    """Check whether nothing depends on the table's game: it is over, or all who have stayed go on."""
    if not table.runs:
        return True
    return course.cup.kind == Cup.Kind.KNOCKOUT and _is_walkover(course, round_, table)


def _is_walkover(course: CupCourse, round_: PlayedRound, table: CupTable) -> bool:
    staying = [seed for seed in table.seeds if not course.has_left(seed)]
    return len(staying) <= (1 if is_final(round_) else course.cup.advancing or 1)


def is_decided(course: CupCourse) -> bool:
    """Check whether the cup is over with its newest round, once that is closed."""
    if course.last is None:
        return False
    advancing_count = len(advancing(course, course.last))
    if course.cup.kind == Cup.Kind.KNOCKOUT:
        return advancing_count <= 1
    return advancing_count <= 1 or course.last.round.number >= (course.cup.rounds_wanted or 0)
