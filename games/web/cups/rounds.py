"""The rounds of a cup as its page shows them: tables with their players, who advances, and how the games ended."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.competitions.cups import bracket
from games.competitions.cups.course import CupCourse, CupTable, PlayedRound
from games.competitions.cups.scores import CupStanding
from games.competitions.results import How
from games.models import CupEntrant, Player, ResultCorrection
from games.presentation import words
from games.web.correction import Judged
from games.web.cups.shown import ShownCup


@dataclass(frozen=True)
class ShownSeat:
    """A seat at a table. `rank` is None while the game runs; `on`: its player is known to advance, or to have won."""

    entrant: CupEntrant
    rank: int | None
    on: bool
    own: bool

    @property
    def number(self) -> int:
        """Return the seed, counted from 1."""
        return (self.entrant.seed or 0) + 1


@dataclass(frozen=True)
class ShownTable:
    """A table of a round. `can_correct`: the reader can correct its result, or take a correction back."""

    table: CupTable
    seats: list[ShownSeat]
    correction: ResultCorrection | None
    can_correct: bool

    @property
    def own(self) -> bool:
        """Check whether the reader sits at the table."""
        return any(seat.own for seat in self.seats)

    @property
    def state(self) -> str:
        """Return the state of the table's game; "" if it ended with ranks, which are shown instead."""
        if self.table.game.game_id is None:
            return _("Not begun yet")
        states = {How.RUNNING: _("under way"), How.VOID: _("void"), How.LEFT: _("left by all")}
        return states.get(self.table.result.how, "")


@dataclass(frozen=True)
class ShownRound:
    """A round: its title, its time, its tables, and the players without one. `final`: it is the final of a knockout."""

    number: int
    final: bool
    title: str
    time: str
    tables: list[ShownTable]
    byes: list[ShownSeat]


def shown_rounds(course: CupCourse, shown_cup: ShownCup, reader: Player | None, judged: Judged) -> list[ShownRound]:
    """Return the rounds as the reader sees them."""
    return [_build_round(course, played_round, shown_cup, reader, judged) for played_round in course.rounds]


def _build_round(
    course: CupCourse, played_round: PlayedRound, shown_cup: ShownCup, reader: Player | None, judged: Judged
) -> ShownRound:
    on = bracket.went_on(course, played_round.round.number) if course.cup.is_knockout else None
    placeholders = {
        "n": played_round.round.number,
        "ends": shown_cup.format_time(played_round.round.ends_at),
        "closed": shown_cup.format_time(played_round.round.closed_at or played_round.round.ends_at),
    }
    final = course.cup.is_knockout and bracket.is_final(played_round)
    return ShownRound(
        number=played_round.round.number,
        final=final,
        title=_("Final") if final else _("Round %(n)d") % placeholders,
        time=_("ended on %(closed)s") % placeholders
        if played_round.round.closed_at
        else _("until %(ends)s at the latest") % placeholders,
        tables=[_build_table(course, table, on or (), reader, judged) for table in played_round.tables],
        byes=[_build_seat(course, seed, None, on or played_round.byes, reader) for seed in played_round.byes],
    )


def _build_table(
    course: CupCourse, table: CupTable, on: Collection[int], reader: Player | None, judged: Judged
) -> ShownTable:
    ranked = table.result.how == How.RANKED
    ranks = list(table.result.ranks) if ranked else [None] * len(table.seeds)
    seats = [
        _build_seat(course, seed, rank, on or _list_winners(course, table), reader)
        for seed, rank in zip(table.seeds, ranks, strict=True)
    ]
    seats.sort(key=lambda seat: (seat.rank or 0, seat.number))
    game_id = table.game.game_id or ""
    return ShownTable(table, seats, judged.corrections.get(game_id), not table.runs and game_id in judged.by_reader)


def _list_winners(course: CupCourse, table: CupTable) -> list[int]:
    """Return the winners of a table of a Swiss cup; none in a knockout, where results alone do not say who advances."""
    if course.cup.is_knockout or table.result.how != How.RANKED:
        return []
    return [seed for seed, rank in zip(table.seeds, table.result.ranks, strict=True) if rank == 1]


def _build_seat(
    course: CupCourse, seed: int, rank: int | None, on: Collection[int], reader: Player | None
) -> ShownSeat:
    entrant = course.players[seed]
    return ShownSeat(entrant, rank, seed in on, reader is not None and entrant.player_id == reader.pk)


def lines(standings: list[CupStanding], reader: Player | None) -> list[dict[str, object]]:
    """Return the standings as lines, with the tie-breaks that were needed, and the reader's own line marked."""
    decided = any(value for standing in standings for value in standing.tie_breaks.values())
    return [
        {
            "one": standing,
            "player": standing.entrant.player,
            "parted": [
                (tie_break.label, words.amount(value)) for tie_break, value in standing.tie_breaks.items() if decided
            ],
            "own": reader is not None and standing.entrant.player_id == reader.pk,
        }
        for standing in standings
    ]
