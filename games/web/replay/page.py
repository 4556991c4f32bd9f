"""The page of an entry: everything it shows to one viewer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils.translation import gettext as _

from engine.parts.goals import earned_so_far, list_values
from engine.parts.tickets import HeldTicketView
from games import instants
from games.presentation import words
from games.presentation.pictures import inline, plot
from games.presentation.pictures.scene import Scene
from games.presentation.pictures.svg import element
from games.presentation.prospects import cards
from games.web import grounds
from games.web.replay.lookback import Lookback
from games.web.table import clock, page, players, yards
from games.web.table.news import LogLine

BEFORE, AFTER = 4, 4
"""How many lines of the log are shown before and after the entry."""
SAID: Final = 2
"""How many sentences of an entry are shown beside its number; the others are shown below."""
MINUTE: Final = timedelta(minutes=1)


@dataclass(frozen=True)
class StepLinks:
    """The entries that the links lead to: a turn or a step back, a step or a turn forward; each may be None."""

    turn_before: int | None
    before: int | None
    after: int | None
    turn_after: int | None


@dataclass(frozen=True)
class SeatThen:
    """A seat after the entry. `acted`: the entry is its own; `used`: the time it has taken so far."""

    mark: int
    name: str
    you: bool
    acted: bool
    counts: Sequence[str]
    used: str


@dataclass(frozen=True)
class HeldTicket:
    """A ticket that a seat held at the entry; `gain`: what it scored in the end."""

    name: str
    points: str
    completed: bool
    gain: int


@dataclass(frozen=True)
class HeldThen:
    """What a seat held: the cards of its hand and its stack, and its tickets. The stack is None if hidden or absent."""

    mark: int
    name: str
    hand: Sequence[cards.Chip]
    stack: Sequence[cards.Chip] | None
    tickets: Sequence[HeldTicket]


@dataclass(frozen=True)
class TicketsTurnedOver:
    """A seat's tickets in the end."""

    mark: int
    name: str
    tickets: Sequence[HeldTicket]


@dataclass(frozen=True)
class NearLine:
    """A line of the log near the entry."""

    line: LogLine
    here: bool
    later: bool


@dataclass(frozen=True)
class ReplayPage:
    """The page of an entry, part by part."""

    lookback: Lookback
    name: str
    about: str
    sentences: Sequence[str]
    more: Sequence[str]
    when: str
    took: str
    taken_back_by: int | None
    restores: int | None
    links: StepLinks
    marks: str
    board: str
    yards: yards.Yards | None
    columns: Sequence[str]
    seats: Sequence[SeatThen]
    hands: Sequence[HeldThen]
    tickets: Sequence[TicketsTurnedOver]
    near: Sequence[NearLine]
    plot: str
    scores: Sequence[tuple[int, str, Sequence[int]]]

    @property
    def number(self) -> int:
        """Return the entry's number."""
        return self.lookback.number

    @property
    def head(self) -> int:
        """Return the number of the game's last entry."""
        return self.lookback.timeline.head

    @property
    def names(self) -> list[str]:
        """Return the names of those who sat there then, by seat."""
        then = self.lookback.sight.as_of(self.number)
        return [then.name(seat) for seat in range(len(then.seats))]


def make(back: Lookback) -> ReplayPage:
    """Build the page of the entry."""
    sight, line, number = back.sight, back.timeline, back.number
    line_here = back.lines.get(number)
    sentences = [*line_here.sentences, *line_here.scores] if line_here else [_("Nothing was played: a clock was set.")]
    table, took = players.list_players(sight.as_of(number)), line.took(number)
    return ReplayPage(
        lookback=back,
        name=page.name_of(sight),
        about=words.rules(sight.game.ruleset, sight.game.options),
        sentences=sentences[:SAID],
        more=sentences[SAID:],
        when=clock.day_and_time(instants.read(line.entry(number)["at"]), sight.now, sight.zone),
        took="" if took is None or sight.game.practice else _say_time_taken(took),
        taken_back_by=line.taken_back_by(number),
        restores=line.restored.get(number),
        links=_find_links(back),
        marks=_draw_marks(back),
        board=_draw_board(back) if sight.board.routes else "",
        yards=yards.list_yards(sight),
        columns=table.columns,
        seats=list(_list_seats(back, table)),
        hands=list(_list_held(back)),
        tickets=list(_list_tickets(back)),
        near=_list_near(back),
        plot=plot.drawn(list(_list_plotted(back)), line.head, number, scored=line.scoring),
        scores=[(score.entry, clock.when(score.at, sight.now, sight.zone), score.points) for score in line.scores],
    )


def _say_time_taken(span: timedelta) -> str:
    return _("after %(time)s") % {"time": spelled(span)} if span >= MINUTE else _("within a minute")


def spelled(span: timedelta) -> str:
    """Return a short form of a duration: "2 d 6 h", "3 h 05 min", "12 min"."""
    amounts = clock.amounts(span)
    nonzero = [amount for amount in amounts if int(amount.number)] or amounts[-1:]
    return " ".join(f"{amount.number if len(nonzero) > 1 else int(amount.number)} {amount.unit}" for amount in nonzero)


def _find_links(back: Lookback) -> StepLinks:
    number, line = back.number, back.timeline
    turns = (line.turn_before(number), line.turn_after(number))
    return StepLinks(
        turn_before=turns[0] if turns[0] < number else None,
        before=max((other for other in back.lines if other < number), default=None),
        after=min((other for other in back.lines if other > number), default=None),
        turn_after=turns[1] if turns[1] > number else None,
    )


def _draw_marks(back: Lookback) -> str:
    """Draw a line for each entry that brought its seat points, in the color of the seat."""
    counting = back.timeline.counting
    drawn = [
        element(
            "path",
            class_=f"s-{line.mark}-track" + ("" if number in counting else " undone"),
            d=f"M{number - 0.5} 0V10",
        )
        for number, line in back.lines.items()
        if line.points and line.mark
    ]
    box = f"0 0 {back.timeline.head} 10"
    return element("svg", *drawn, class_="marks", viewBox=box, preserveAspectRatio="none", aria_hidden="true")


def _draw_board(back: Lookback) -> str:
    sight, entry = back.sight.as_of(back.number), back.timeline.entry(back.number)
    names = [sight.name(seat) for seat in range(len(sight.seats))]
    last = [event["route"] for event in entry["events"] if event["type"] == "route_claimed"]
    scene = Scene.from_view(sight.board, sight.view, last=last, players=names)
    return inline.drawn(sight.board, scene, inline.Links(), grounds.address(sight.board))


def _list_seats(back: Lookback, table: players.Players) -> Iterator[SeatThen]:
    used, acted = back.timeline.used(back.number), back.timeline.entry(back.number)["seat"]
    for row in table.rows:
        spent = used[row.seat]
        yield SeatThen(
            mark=row.mark,
            name=row.name,
            you=row.you,
            acted=row.seat == acted,
            counts=row.counts,
            used=spelled(spent) if spent >= MINUTE and not back.sight.game.practice else "–",
        )


def _list_held(back: Lookback) -> Iterator[HeldThen]:
    """Yield what the viewer held; or what all seats held, if the secrets are open."""
    own, then = [back.sight.you] if back.sight.you else [], back.sight.as_of(back.number)
    for you in own if back.hands is None else back.hands:
        stack = you.get("on_track")
        yield HeldThen(
            mark=you["seat"] + 1,
            name=then.name(you["seat"]),
            hand=cards.chips(you["hand"]),
            stack=None if stack is None else cards.chips(stack),
            tickets=[_build_ticket(back, ticket) for ticket in you["tickets"]],
        )


def _list_tickets(back: Lookback) -> Iterator[TicketsTurnedOver]:
    """Yield the tickets of all seats, once they are turned over; nothing where the hands have them."""
    if back.hands is None:
        for seat, tickets in enumerate(back.tickets or ()):
            yield TicketsTurnedOver(
                seat + 1, back.sight.name(seat), [_build_ticket(back, ticket) for ticket in tickets]
            )


def _build_ticket(back: Lookback, ticket: HeldTicketView) -> HeldTicket:
    earned = earned_so_far(ticket)
    return HeldTicket(
        name=words.ticket_title(ticket["number"], back.sight.board),
        points=words.value_range(list_values(ticket)),
        completed=earned is not None,
        gain=-ticket["points"] if earned is None else earned,
    )


def _list_near(back: Lookback) -> list[NearLine]:
    """Return the lines around the entry, oldest first."""
    numbers = sorted(back.lines)
    at = sum(number < back.number for number in numbers)
    nearby = numbers[max(0, at - BEFORE) : at + 1 + AFTER]
    return [NearLine(back.lines[number], number == back.number, number > back.number) for number in nearby]


def _list_plotted(back: Lookback) -> Iterator[plot.Plotted]:
    scores = back.timeline.scores
    for seat in range(len(back.sight.seats)):
        yield plot.Plotted(seat, back.sight.name(seat), [(score.entry, score.points[seat]) for score in scores])
