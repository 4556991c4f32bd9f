"""Standings and final scoring from the ledger: every point has its line, ranks follow the rules (B21, B22, P1-P4)."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Annotated, Final, NamedTuple, TypedDict

from engine.model import Feature, Phase, Points, ScoringAccount, ScoringLine, Standing, State
from engine.parts.turns import GONE, RANKED

TICKET = "ticket"
CORRECTION: Final = "correction"
LEFT, POINTS = "left", "points"
"""What ranks a seat below another before the tie-breaks of the game: its player left (P1), or it has fewer points."""


class Score(NamedTuple):
    """The sum of one seat's lines of the ledger."""

    points: int
    completed: int
    ledger: tuple[Points, ...]

    def count(self, reason: str) -> int:
        """Return the number of lines with this reason."""
        return sum(1 for line in self.ledger if line.reason == reason)


def completed_tickets(score: Score) -> int:
    """Return the number of completed tickets, for the tie-break of all games (B21, W10, C16)."""
    return score.completed


def bonuses(reason: str) -> Callable[[Score], int]:
    """Return a tie-break that counts bonuses of this kind (B21, C16)."""
    return lambda score: score.count(reason)


def scored(state: State, seat: int) -> Score:
    """Add up a seat's lines; points may be negative (B22)."""
    lines = tuple(line for line in state.ledger if line.seat == seat)
    completed = sum(1 for line in lines if line.reason == TICKET and line.points > 0)
    return Score(sum(line.points for line in lines), completed, lines)


def _criteria(state: State, seat: int, score: Score) -> dict[str, int]:
    """Return by what the seat is ranked, the most important first (P1, B21)."""
    stayed = state.away.get(seat) not in GONE
    ties = {name: count(score) for name, count in state.rules.tie_breaks.items()}
    return {LEFT: int(stayed), POINTS: score.points, **ties}


def standings(state: State) -> list[Standing]:
    """Return standings by seat. Equals share a rank; players who left rank below all who stayed (P1).

    Ranks are None without a result (running, abandoned, void).
    """
    scores = [scored(state, seat) for seat in range(state.seats)]
    keys = [(*_criteria(state, seat, score).values(),) for seat, score in enumerate(scores)]
    ranked = state.outcome in RANKED
    ranks = [1 + sum(1 for other in keys if other > own) if ranked else None for own in keys]
    return [Standing(seat, ranks[seat], *score) for seat, score in enumerate(scores)]


class SeatAbove(NamedTuple):
    """The seat ranked next above this one, and the first thing in which it is ahead; None if nothing parts the two."""

    seat: int
    by: str | None


class SeatScoring(NamedTuple):
    """How a seat's points add up: `lines` from the ledger in the order of scoring, each with the sum so far."""

    seat: int
    rank: int | None
    points: int
    completed: int
    behind: SeatAbove | None
    lines: tuple[tuple[str, ScoringLine, int], ...]


def final_scoring(state: State) -> list[SeatScoring]:
    """Return the scoring of a game that is over, the best seat first, as each feature accounts for its points."""
    order = sorted(standings(state), key=lambda standing: (standing.rank or 0, -standing.points, standing.seat))
    above = {below.seat: _compare(state, ahead, below) for ahead, below in pairwise(order) if below.rank is not None}
    return [
        SeatScoring(row.seat, row.rank, row.points, row.completed, above.get(row.seat), _account(state, row))
        for row in order
    ]


def _account(state: State, standing: Standing) -> tuple[tuple[str, ScoringLine, int], ...]:
    lines = [
        (reason, line)
        for reason, account in state.rules.accounts.items()
        for line in account.lines(state, standing.seat, [one for one in standing.ledger if one.reason == reason])
    ]
    sums = accumulate(line.points for _, line in lines)
    return tuple((reason, line, total) for (reason, line), total in zip(lines, sums, strict=True))


def _compare(state: State, ahead: Standing, below: Standing) -> SeatAbove:
    upper, lower = (_criteria(state, row.seat, scored(state, row.seat)) for row in (ahead, below))
    return SeatAbove(ahead.seat, next((name for name, count in upper.items() if count != lower[name]), None))


def each_line(state: State, seat: int, ledger: Sequence[Points]) -> Iterator[ScoringLine]:
    """Yield a line of the final scoring for each line of the ledger. For `ScoringAccount`."""
    return (ScoringLine(line.points, (line.subject,)) for line in ledger)


def tickets_by_points(state: State, seat: int, ledger: Sequence[Points]) -> Iterator[ScoringLine]:
    """Yield a line for each ticket, the most valuable first and those not completed last. For `ScoringAccount`."""
    return each_line(state, seat, sorted(ledger, key=lambda line: (-line.points, int(line.subject))))


def one_line(state: State, seat: int, ledger: Sequence[Points]) -> Iterator[ScoringLine]:
    """Yield one line for all lines of the ledger, each subject once; none if there are none. For `ScoringAccount`."""
    if ledger:
        subjects = tuple(dict.fromkeys(line.subject for line in ledger))
        yield ScoringLine(sum(line.points for line in ledger), subjects)


class PointsView(TypedDict):
    """What a seat has scored."""

    points: Annotated[int, "What it has scored so far; tickets count at the end."]


def _points(state: State, seat: int, viewer: int | None) -> PointsView:
    return {"points": sum([line.points for line in state.ledger if line.seat == seat])}


FEATURE: Final = Feature(seat=_points, accounts={CORRECTION: ScoringAccount(Phase.RULINGS, each_line)})
