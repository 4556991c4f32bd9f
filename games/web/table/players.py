"""The players in turn order, with what everybody may know of each."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.models import Player, Seat, Turn
from games.presentation import words
from games.web.table import clock
from games.web.table.sight import Sight


@dataclass(frozen=True)
class PlayerRow:
    """A seat of the table of players.

    `counts` belong to `columns`; `due` says until when another seat can answer, `note` why nobody answers there.
    """

    seat: int
    mark: int
    name: str
    you: bool
    turn: bool
    counts: Sequence[str]
    due: str
    note: str
    player: Player | None = None


@dataclass(frozen=True)
class Players:
    """All seats; points come last."""

    columns: Sequence[str]
    rows: Sequence[PlayerRow]


def list_players(sight: Sight) -> Players:
    """Return the table of players, in turn order."""
    columns = {name: heading for name, heading in words.columns(sight.view).items() if name != "points"}
    names = [*columns, "points"]
    headings = [*columns.values(), str(words.columns(sight.view)["points"])]
    return Players(headings, [_build_row(sight, seat, names) for seat in sight.view["seats"]])


def _build_row(sight: Sight, seat: engine.SeatView, columns: Sequence[str]) -> PlayerRow:
    number = seat["seat"]
    turn = next((turn for turn in sight.turns if turn.seat == number), None)
    return PlayerRow(
        seat=number,
        mark=number + 1,
        name=sight.name(number),
        you=number == sight.seat,
        turn=turn is not None,
        counts=["–" if (count := words.count(seat, name)) is None else words.amount(count) for name in columns],
        due=_name_due_time(sight, turn) if turn and number != sight.seat and _is_time_running(sight) else "",
        note=_explain_silence(sight.seats[number]),
        player=sight.seats[number].player,
    )


def _name_due_time(sight: Sight, turn: Turn) -> str:
    """Return until when a seat can answer, without the zone, which the panel names."""
    return f"{_('due')} {clock.day_and_time(turn.deadline_at, sight.now, sight.zone)}"


def _is_time_running(sight: Sight) -> bool:
    """Check whether the page shows a clock; at a practice table time is practically unlimited."""
    return not sight.game.practice and not sight.game.paused_at


def _explain_silence(seat: Seat) -> str:
    """Return why nobody answers at this seat; "" where somebody does."""
    notes = {
        Seat.Status.ABSENT: _("away, turns are skipped"),
        Seat.Status.RESIGNED: _("resigned"),
        Seat.Status.FORFEITED: _("out of time"),
    }
    return notes.get(Seat.Status(seat.status), "")
