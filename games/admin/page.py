"""What a game's own page shows. Of the position it shows what a spectator sees, and nothing more."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import structlog
from django.utils.translation import gettext as _

import engine
from games import store, words
from games.admin import wording
from games.models import Game, Seat, Turn
from games.services import clock

Names = Callable[[int], str]
View = Mapping[str, Any]
log = structlog.get_logger(__name__)


class Waiting(NamedTuple):
    """A seat that is asked something, since when, and until when. `acted_on` differs after an outage."""

    seat: int
    name: str
    question: str
    prompt: str
    since: str
    deadline: str
    acted_on: str
    overdue: bool


class SeatRow(NamedTuple):
    """A seat: what its row says, and the numbers that a spectator sees there."""

    seat: Seat
    name: str
    numbers: list[int | None]


class Seats(NamedTuple):
    """The seats under the titles of their numbers."""

    columns: list[str]
    rows: list[SeatRow]


class Things(NamedTuple):
    """Some things of a seat; of the table where `seat` is None."""

    seat: int | None
    name: str
    things: Sequence[str]


class Position(NamedTuple):
    """What lies open on the table. `view` is the spectator's."""

    view: View
    market: list[tuple[str, str]]
    sections: list[tuple[str, list[Things]]]


def facts(game: Game, now: datetime) -> list[tuple[str, str]]:
    """What was agreed and how far it is: names and values; what is not there is left out."""
    told = [
        (_("Id"), game.id),
        (_("Ruleset"), f"{words.title(game.ruleset)} ({game.ruleset})"),
        (_("Options"), ", ".join(words.title(name) for name, chosen in sorted(game.options.items()) if chosen)),
        (_("Host"), game.host.name),
        (_("Who may join"), game.get_access_display()),
        (_("Spectators"), _("may watch") if game.public else _("may not watch")),
        (_("Seating"), game.get_order_display()),
        (_("Time per move"), _("%(hours)g hours") % {"hours": game.time_per_move.total_seconds() / 3600}),
        (_("Created"), wording.when(game.created_at, now)),
        (_("Started"), wording.when(game.started_at, now)),
        (_("Ended"), wording.when(game.ended_at, now)),
        (_("Secrets open"), wording.when(game.secrets_open_at, now)),
        (_("Commitment"), game.commitment),
        (_("Chain"), game.chain),
        (_("Board"), game.board_digest),
    ]
    return [(name, value) for name, value in told if value]


def waiting(game: Game, names: Names, now: datetime) -> list[Waiting]:
    """Every open question, the most urgent first."""
    turns = Turn.objects.filter(game=game, closed_at=None).order_by("deadline_at", "seat")
    return [_waiting(turn, names, now) for turn in turns]


def _waiting(turn: Turn, names: Names, now: datetime) -> Waiting:
    due = clock.due_at(turn)
    return Waiting(
        seat=turn.seat,
        name=names(turn.seat),
        question=words.question(turn.kind),
        prompt=turn.prompt_id,
        since=wording.when(turn.opened_at, now),
        deadline=wording.when(turn.deadline_at, now),
        acted_on="" if due == turn.deadline_at else wording.when(due, now),
        overdue=due <= now,
    )


def view_of(game: Game) -> tuple[View | None, str]:
    """The spectator's view; or None, and the class of the error where no position can be made.

    Whatever is wrong with a game, the page that tells of it must open.
    """
    if not game.head:
        return None, ""
    try:
        return store.view_for(game, None), ""
    except Exception as error:
        log.warning("position_unreadable", game=game.id, error=type(error).__name__)
        return None, type(error).__name__


def seats_table(seats: Iterable[Seat], view: View | None) -> Seats:
    """The seats; in an ended game their final points."""
    columns = {"points": _("points")} if view is None else words.columns(view)
    seen = {} if view is None else {each["seat"]: each for each in view["seats"]}
    rows = [_seat_row(seat, seen.get(seat.number, {}), columns) for seat in seats]
    return Seats(list(columns.values()), rows)


def _seat_row(seat: Seat, seen: View, columns: Iterable[str]) -> SeatRow:
    known = seen if seat.points is None else {**seen, "points": seat.points}
    return SeatRow(seat, wording.name(seat), [known.get(column) for column in columns])


def position(view: View, names: Names) -> Position:
    """The market and all else that lies open, in words."""
    market = [(kind, words.card(kind)) if kind else ("", _("empty")) for kind in view["market"]]
    board = engine.ruleset(view["ruleset"]).board
    sections = [(title, [_things(row, names) for row in rows]) for title, rows in words.sections(view, names, board)]
    return Position(view, market, sections)


def _things(row: words.Row, names: Names) -> Things:
    return Things(row.seat, "" if row.seat is None else names(row.seat), row.things)
