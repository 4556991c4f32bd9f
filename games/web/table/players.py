"""The players in turn order, with what everybody may know of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games import signals
from games.lobby import departures
from games.models import Game, Player, Seat, Turn
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


def list_players(sight: Sight, notes: Mapping[int, str] | None = None) -> Players:
    """Return the table of players, in turn order; `notes` are more than their seats' status says."""
    columns = {name: heading for name, heading in words.columns(sight.view).items() if name != "points"}
    names = [*columns, "points"]
    headings = [*columns.values(), str(words.columns(sight.view)["points"])]
    return Players(headings, [_build_row(sight, seat, names, notes or {}) for seat in sight.view["seats"]])


def explain_absences(sight: Sight) -> dict[int, str]:
    """Return notes about seats: for whom a stand-in plays; and, for the table's players, who says to be away."""
    notes: dict[int, str] = {}
    if any(seat.of_house for seat in sight.seats) and sight.has_changed_hands:
        replaced = departures.find_replaced(sight.game, sight.seats)
        notes |= {seat: _("for %(name)s") % {"name": player.display_name} for seat, player in replaced.items()}
    seats = {seat.player_id: seat.number for seat in sight.seats if seat.player_id and seat.number != sight.seat}
    if sight.seat is not None and sight.game.status == Game.Status.RUNNING and not sight.game.practice:
        answers: list[tuple[object, dict[str, str]]]
        answers = signals.absences_wanted.send(sender=Player, players=seats.keys(), now=sight.now)  # type: ignore[assignment]
        for _receiver, absences in answers:
            notes |= {seats[player]: note for player, note in absences.items()}
    return notes


def _build_row(sight: Sight, seat: engine.SeatView, columns: Sequence[str], notes: Mapping[int, str]) -> PlayerRow:
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
        note=_explain_silence(sight.seats[number]) or notes.get(number, ""),
        player=sight.seats[number].player,
    )


def _name_due_time(sight: Sight, turn: Turn) -> str:
    """Return until when a seat can answer, without the zone, which the panel names."""
    return _("due %(time)s") % {"time": clock.day_and_time(turn.deadline_at, sight.now, sight.zone)}


def _is_time_running(sight: Sight) -> bool:
    """Check whether the page shows a clock; at a practice table time is practically unlimited."""
    return not sight.game.practice and not sight.game.paused_at


def _explain_silence(seat: Seat) -> str:
    """Return why nobody answers at this seat; "" where somebody does."""
    notes = {
        Seat.Status.ABSENT: _("away, turns are skipped"),
        Seat.Status.RESIGNED: _("resigned"),
        Seat.Status.FORFEITED: _("out of the game"),
    }
    return notes.get(Seat.Status(seat.status), "")
