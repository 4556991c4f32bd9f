"""The rounds of a cup as its page shows them: tables with who sits there, who goes on, and what came of the game."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import words
from games.competitions.cups import bracket
from games.competitions.cups.course import CupCourse, CupTable, PlayedRound
from games.competitions.cups.scores import CupStanding
from games.competitions.results import How
from games.models import Cup, CupEntrant, Player
from games.web.cups.shown import ShownCup


@dataclass(frozen=True)
class ShownSeat:
    """Somebody at a table. `rank` is None while the game runs; `on`: goes on, or won, where that is known."""

    entrant: CupEntrant
    rank: int | None
    on: bool
    own: bool

    @property
    def number(self) -> int:
        """The seed, counted from 1."""
        return (self.entrant.seed or 0) + 1


@dataclass(frozen=True)
class ShownTable:
    """A table of a round."""

    table: CupTable
    seats: list[ShownSeat]

    @property
    def own(self) -> bool:
        """Whether the reader sits there."""
        return any(seat.own for seat in self.seats)

    @property
    def state(self) -> str:
        """What became of its game; nothing to say where that has ranks."""
        if self.table.game.game_id is None:
            return _("Not begun yet")
        told = {How.RUNNING: _("under way"), How.VOID: _("void"), How.LEFT: _("left by all")}
        return told.get(self.table.result.how, "")


@dataclass(frozen=True)
class ShownRound:
    """A round: what it is called, how long it runs, its tables, and those without one. `final`: of a knockout."""

    number: int
    final: bool
    title: str
    time: str
    tables: list[ShownTable]
    byes: list[ShownSeat]


def shown_rounds(course: CupCourse, shown: ShownCup, reader: Player | None) -> list[ShownRound]:
    """All of them, as the reader sees them."""
    return [_round(course, each, shown, reader) for each in course.rounds]


def _round(course: CupCourse, each: PlayedRound, shown: ShownCup, reader: Player | None) -> ShownRound:
    on = bracket.went_on(course, each.round.number) if course.cup.kind == Cup.Kind.KNOCKOUT else None
    told = {
        "n": each.round.number,
        "ends": shown.at(each.round.ends_at),
        "closed": shown.at(each.round.closed_at or each.round.ends_at),
    }
    final = course.cup.kind == Cup.Kind.KNOCKOUT and bracket.is_final(each)
    return ShownRound(
        number=each.round.number,
        final=final,
        title=_("Final") if final else _("Round %(n)d") % told,
        time=_("ended on %(closed)s") % told if each.round.closed_at else _("until %(ends)s at the latest") % told,
        tables=[_table(course, table, on or (), reader) for table in each.tables],
        byes=[_seat(course, seed, None, on or each.byes, reader) for seed in each.byes],
    )


def _table(course: CupCourse, table: CupTable, on: Collection[int], reader: Player | None) -> ShownTable:
    ranked = table.result.how == How.RANKED
    ranks = list(table.result.ranks) if ranked else [None] * len(table.seeds)
    seats = [
        _seat(course, seed, rank, on or _winners(course, table), reader)
        for seed, rank in zip(table.seeds, ranks, strict=True)
    ]
    return ShownTable(table, sorted(seats, key=lambda seat: (seat.rank or 0, seat.number)))


def _winners(course: CupCourse, table: CupTable) -> list[int]:
    """In a Swiss cup those with the first place stand out; in a knockout nobody does until it is known who goes on."""
    if course.cup.kind == Cup.Kind.KNOCKOUT or table.result.how != How.RANKED:
        return []
    return [seed for seed, rank in zip(table.seeds, table.result.ranks, strict=True) if rank == 1]


def _seat(course: CupCourse, seed: int, rank: int | None, on: Collection[int], reader: Player | None) -> ShownSeat:
    entrant = course.players[seed]
    return ShownSeat(entrant, rank, seed in on, reader is not None and entrant.player_id == reader.pk)


def lines(standings: list[CupStanding], reader: Player | None) -> list[dict[str, Any]]:
    """The standings, with the tie-breaks that were needed once there is a result, and the reader's own line."""
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
