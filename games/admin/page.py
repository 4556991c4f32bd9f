"""The content of a game's own page. Of the position it shows only what a spectator sees."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, F, Sum, Value
from django.db.models.functions import Coalesce
from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext as _

import engine
from engine.views import SeatView, View
from games.admin import desk_words
from games.models import Game, Seat, Turn
from games.presentation import words
from games.table import store
from games.table.clocks import outages

Names = Callable[[int], str]


class OpenQuestion(NamedTuple):
    """A question to a seat, with its time and deadline. `acted_on` is set if outages have put off the server's act."""

    seat: int
    name: str
    question: str
    prompt: str
    since: str
    deadline: str
    acted_on: str
    overdue: bool


class Clock(NamedTuple):
    """A seat's time: left for its open turn, used in all, and for how many turns."""

    left: str = ""
    late: bool = False
    used: str = ""
    turns: int = 0


class SeatRow(NamedTuple):
    """A seat: its row, its clock, and the numbers that a spectator sees."""

    seat: Seat
    name: str
    clock: Clock
    numbers: list[int | None]


class Seats(NamedTuple):
    """The seats, and the titles of the columns with their numbers."""

    columns: list[str]
    rows: list[SeatRow]


class Things(NamedTuple):
    """Some things that a seat holds; the table if `seat` is None."""

    seat: int | None
    name: str
    things: Sequence[str]


class TablePosition(NamedTuple):
    """The public part of the position. `view` is the spectator's."""

    view: View
    market: list[tuple[str, str]]
    sections: list[tuple[str, list[Things]]]


def _describe_closing(game: Game, now: datetime) -> str:
    """Describe when the game closes, and why; or that it was closed because it never began."""
    if game.never_started:
        return _("Closed, because it never began.")
    if game.closes_at is None:
        return ""
    why = _("it has not begun") if game.status == Game.Status.OPEN else _("all players have left")
    notice = (
        _("told on %(at)s") % {"at": desk_words.when(game.closing_told_at, now)}
        if game.closing_told_at
        else _("not told yet")
    )
    return f"{desk_words.when(game.closes_at, now)}: {why} ({notice})"


def overview(game: Game, now: datetime) -> list[tuple[str, str]]:
    """Return the game's settings and progress, as names and values; empty values are left out."""
    lines = [
        (_("Id"), game.id),
        (_("Ruleset"), f"{words.title(game.ruleset)} ({game.ruleset})"),
        (_("Options"), ", ".join(words.title(name) for name, chosen in sorted(game.options.items()) if chosen)),
        (_("Host"), game.host.name),
        (_("Who may join"), game.get_access_display()),
        (_("Spectators"), _describe_spectators(game)),
        (_("Seating"), game.get_order_display()),
        (_("Time per move"), _("%(hours)g hours") % {"hours": game.time_per_move.total_seconds() / 3600}),
        (_("Created"), desk_words.when(game.created_at, now)),
        (_("Started"), desk_words.when(game.started_at, now)),
        (_("Paused"), _describe_pause(game, now)),
        (_("Closes"), _describe_closing(game, now)),
        (_("Ended"), desk_words.when(game.ended_at, now)),
        (_("Secrets open"), desk_words.when(game.secrets_open_at, now)),
        (_("Commitment"), game.commitment),
        (_("Chain"), game.chain),
        (_("Board"), game.board_digest),
    ]
    return [(name, text) for name, text in lines if text]


def _describe_spectators(game: Game) -> str:
    if game.club_id is not None:
        return _("members of club %(id)s may watch") % {"id": game.club_id}
    return _("may watch") if game.public else _("may not watch")


def _describe_pause(game: Game, now: datetime) -> str:
    if game.paused_at is None:
        return ""
    return f"{desk_words.when(game.paused_at, now)} ({', '.join(desk_words.pause(reason) for reason in game.pauses)})"


def waiting(game: Game, names: Names, now: datetime) -> list[OpenQuestion]:
    """Return all open questions, most urgent first."""
    turns = Turn.objects.filter(game=game, closed_at=None).order_by("deadline_at", "seat")
    return [_make_open_question(turn, names, now) for turn in turns]


def _make_open_question(turn: Turn, names: Names, now: datetime) -> OpenQuestion:
    lost = outages.since(turn.opened_at).lost(turn)
    due = turn.expires_at + lost
    return OpenQuestion(
        seat=turn.seat,
        name=names(turn.seat),
        question=words.question(turn.kind),
        prompt=turn.prompt_id,
        since=desk_words.when(turn.opened_at, now),
        deadline=desk_words.when(turn.deadline_at, now),
        acted_on=desk_words.when(due, now) if lost else "",
        overdue=due <= now,
    )


def view_of(game: Game) -> tuple[View | None, str]:
    """Return the spectator's view; or None, and the class of the error if there is no valid position.

    Whatever is wrong with a game, the page that reports it must open.
    """
    if not game.head:
        return None, ""
    with store.TolerantReading(game) as reading:
        return store.view_for(game, None), ""
    return None, reading.error


def clocks(game: Game, now: datetime) -> dict[int, Clock]:
    """Return every seat's clock, by the seat's number. In a paused game the clocks show the time left at the pause."""
    at = game.paused_at or now
    duration = Coalesce("closed_at", Value(at)) - F("opened_at")
    sums = (
        Turn.objects.filter(game=game).values("seat").annotate(used=Sum(duration), turns=Count("pk")).order_by("seat")
    )
    due = {turn.seat: outages.due_at(turn) for turn in Turn.objects.filter(game=game, closed_at=None)}
    return {row["seat"]: _make_clock(row["used"], row["turns"], due.get(row["seat"]), at) for row in sums}


def _make_clock(used: timedelta, turns: int, due: datetime | None, at: datetime) -> Clock:
    time_left = "" if due is None else timeuntil(due, at) if due > at else _("none")
    return Clock(time_left, due is not None and due <= at, timesince(at - used, at), turns)


def seats_table(seats: Iterable[Seat], view: View | None, clocks: Mapping[int, Clock]) -> Seats:
    """Return the seats; in an ended game with their final points."""
    columns = {"points": _("points")} if view is None else words.columns(view)
    seat_views = {} if view is None else {seat_view["seat"]: seat_view for seat_view in view["seats"]}
    rows = [_make_seat_row(seat, seat_views.get(seat.number), columns, clocks) for seat in seats]
    return Seats(list(columns.values()), rows)


def _make_seat_row(
    seat: Seat, seat_view: SeatView | None, columns: Iterable[str], clocks: Mapping[int, Clock]
) -> SeatRow:
    counts = {} if seat_view is None else {column: words.count(seat_view, column) for column in columns}
    if seat.points is not None:
        counts["points"] = seat.points
    numbers = [counts.get(column) for column in columns]
    return SeatRow(seat, desk_words.name(seat), clocks.get(seat.number, Clock()), numbers)


def position(view: View, names: Names) -> TablePosition:
    """Return the market and everything else that is public, in words."""
    market = [(kind, words.card(kind)) if kind else ("", _("empty")) for kind in view["market"]]
    board = engine.ruleset(view["ruleset"]).board
    sections = [
        (title, [_make_things(row, names) for row in rows]) for title, rows in words.sections(view, names, board)
    ]
    return TablePosition(view, market, sections)


def _make_things(row: words.Row, names: Names) -> Things:
    return Things(row.seat, "" if row.seat is None else names(row.seat), row.things)
