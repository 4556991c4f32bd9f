"""Who advances in a cup, and which tables are done. Pure.

**Knockout.** The first few advance from a table (`Cup.advancing`), only the winner from the final. A player who has
left the cup never advances, whatever the result of the seat: the next player does. Players who share a place are
ordered by seed, as are all at a table whose game was declared void, or could not be ended. Nobody advances from a game
that all have left.

**Swiss and round robin.** Everyone advances who has not left the cup.

Somebody who plays in another's place advances in theirs.

Draws are final: a player who takes part in a later round has advanced from the one before.
"""

from collections.abc import Sequence

from games.competitions.cups import round_robin
from games.competitions.cups.course import CupCourse, CupTable, PlayedRound
from games.competitions.results import How
from games.models import Cup


def is_final(round_: PlayedRound) -> bool:
    """Check whether this round decides a knockout."""
    return len(round_.tables) == 1 and not round_.byes


def places(table: CupTable) -> list[int]:
    """Return the place of each seat at a table that is over; all share the first if there are no ranks."""
    ranks = table.result.ranks if table.result.how == How.RANKED else [1] * len(table.seeds)
    return list(ranks)


def advancing(course: CupCourse, round_: PlayedRound) -> list[int]:
    """Return the seeds of the players who advance from the round by its present results; from the final, the winner."""
    if not course.cup.is_knockout:
        return [seed for seed in course.players if not course.has_left(seed)]
    seeds = [seed for seed in map(course.holder, round_.byes) if not course.has_left(seed)]
    for table in round_.tables:
        seeds += _advancing_from(course, table, 1 if is_final(round_) else course.cup.advancing or 1)
    return sorted(seeds, key=lambda seed: course.lineage(seed)[-1])


def _advancing_from(course: CupCourse, table: CupTable, count: int) -> list[int]:
    if table.result.how == How.LEFT:
        return []
    ordered = sorted(zip(places(table), table.seeds, strict=True))
    holders = [course.holder(seed) for _, seed in ordered]
    return [seed for seed in holders if not course.has_left(seed)][:count]


def went_on(course: CupCourse, number: int) -> Sequence[int] | None:
    """Return the seeds of the round with this number that have advanced from it; None if it is not closed.

    Where somebody else plays in their place now, they have advanced all the same.
    """
    round_ = course.rounds[number - 1]
    if number < len(course.rounds) and course.cup.is_knockout:
        on = course.rounds[number].seeds
    elif round_.round.closed_at is not None:
        on = advancing(course, round_)
    else:
        return None
    lineages = {ancestor for seed in on for ancestor in course.lineage(seed)}
    return [seed for seed in round_.seeds if seed in lineages]


def still_in(course: CupCourse) -> set[int]:
    """Return the seeds of the players who are neither beaten nor have left."""
    if course.last is None:
        return set()
    if course.last.round.closed_at is not None or not course.cup.is_knockout:
        return set(advancing(course, course.last))
    return {seed for seed in map(course.holder, course.last.seeds) if not course.has_left(seed)}


def is_done(course: CupCourse, round_: PlayedRound, table: CupTable) -> bool:
    """Check whether nothing depends on the table's game: it is over, or all players who have not left advance."""
    if not table.runs:
        return True
    return course.cup.is_knockout and _is_walkover(course, round_, table)


def _is_walkover(course: CupCourse, round_: PlayedRound, table: CupTable) -> bool:
    staying = [seed for seed in map(course.holder, table.seeds) if not course.has_left(seed)]
    return len(staying) <= (1 if is_final(round_) else course.cup.advancing or 1)


def is_decided(course: CupCourse) -> bool:
    """Check whether the newest round is the cup's last, once it is closed."""
    if course.last is None:
        return False
    advancing_count = len(advancing(course, course.last))
    if course.cup.is_knockout:
        return advancing_count <= 1
    return advancing_count <= 1 or course.last.round.number >= last_round(course)


def last_round(course: CupCourse) -> int:
    """Return the number of the last round of a Swiss cup or a round robin."""
    if course.cup.kind == Cup.Kind.ROUND_ROBIN:
        return round_robin.rounds(len(course.places), course.cup.legs or 1)
    return course.cup.rounds_wanted or 0
