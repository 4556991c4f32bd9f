"""The panel of a game that is over: who won, and how each seat's points add up, with lines to show on the map."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.parts.network import routes_in
from games.lobby import again
from games.logged_entries import LoggedEntry
from games.models import Game
from games.presentation import words
from games.presentation.pictures import plot
from games.presentation.pictures.scene import Spotlight
from games.presentation.replay import timeline
from games.presentation.replay.timeline import Timeline
from games.presentation.scoring.final_score import FinalScore, final_score
from games.presentation.scoring.sentences import LineInWords, SeatInWords, Teller
from games.ratings.changes import changes_of
from games.table import store
from games.web.table import news, next_stop, rematch
from games.web.table.sight import Sight

UNRANKED: Final = (Game.Status.ABANDONED, Game.Status.VOID)


@dataclass(frozen=True)
class ShownOnMap:
    """What the map shows alone, and what it is; `borrowed`: which of its routes are those of others, or ""."""

    key: str
    text: str
    spotlight: Spotlight
    borrowed: str = ""

    @property
    def mark(self) -> int:
        """The seat, from 1."""
        return self.spotlight.seat + 1


@dataclass(frozen=True)
class ResultLine:
    """A line of a seat's scoring; `key` shows it on the map, "" if it has nothing there."""

    key: str
    words: LineInWords


@dataclass(frozen=True)
class SeatResult:
    """A seat's scoring; `key` shows all its routes on the map, "" if it has none."""

    key: str
    mark: int
    words: SeatInWords
    lines: Sequence[ResultLine]


@dataclass(frozen=True)
class TurningPointInWords:
    """The entry that turned the game, as in the log, and why it did."""

    entry: int
    told: str
    why: str


@dataclass(frozen=True)
class Ended:
    """The final scoring, as the body of the panel; and the plot of points over time, "" if there is nothing in it."""

    template: ClassVar[str] = "web/table/_ended.html"
    outcome: str
    margin: str
    results: Sequence[SeatResult]
    can_play_again: bool
    rematch: rematch.Rematch | None
    stop: next_stop.NextStop | None
    shown: ShownOnMap | None
    plot: str
    turning_point: TurningPointInWords | None


def build_ended(sight: Sight, key: str) -> Ended:
    """Return the final scoring for this viewer. `key`: what the map is to show alone, as the address has it."""
    line = timeline.make(len(sight.seats), store.log_for(sight.game, None))
    score = final_score(sight.seats, sight.scorings, line, changes_of(sight.game))
    teller = Teller(sight.board, sight.name, sight.seat)
    results = [_build_result(seat) for seat in teller.seats(score)]
    return Ended(
        outcome=_describe_outcome(sight),
        margin=teller.margin(score),
        results=results,
        can_play_again=_can_play_again(sight),
        rematch=rematch.find_rematch(sight),
        stop=next_stop.find(sight),
        shown=next((shown for shown in _list_shown(sight, results) if shown.key == key != ""), None),
        plot=_draw_plot(sight, line, score),
        turning_point=_tell_turning_point(sight, line, score, teller),
    )


def _can_play_again(sight: Sight) -> bool:
    if sight.player is None or sight.alone:
        return False
    return again.may_play_again(sight.game, sight.seats, sight.player)


def _describe_outcome(sight: Sight) -> str:
    if sight.game.status in UNRANKED:
        return _("Nobody has won")
    first = [scoring for scoring in sight.scorings if scoring.rank == 1]
    names = words.all_of([sight.name(scoring.seat) for scoring in first])
    sentence = ngettext("%(names)s wins with %(points)s", "%(names)s win with %(points)s", len(first))
    return sentence % {"names": names, "points": words.amount(first[0].points if first else 0)}


def _build_result(seat: SeatInWords) -> SeatResult:
    lines = [
        ResultLine(f"{seat.seat}.{number}" if line.routes or line.missing else "", line)
        for number, line in enumerate(seat.lines)
    ]
    return SeatResult(str(seat.seat) if any(line.key for line in lines) else "", seat.seat + 1, seat, lines)


def _list_shown(sight: Sight, results: Sequence[SeatResult]) -> Iterator[ShownOnMap]:
    """Yield everything that the map can show alone: a seat's routes with those that it borrowed, and each line's."""
    for result in results:
        seat, name = result.words.seat, result.words.name
        own = [slug for slug, holder in sight.view.get("routes", {}).items() if holder == seat]
        used = [slug for line in result.lines for slug in _slugs(sight, line.words.routes)]
        routes = list(dict.fromkeys([*own, *used]))
        yield ShownOnMap(result.key, name, Spotlight(seat, routes), _name_borrowed(sight, seat, routes))
        for line in result.lines:
            text = _("%(name)s: %(line)s") % {"name": name, "line": line.words.text}
            routes = _slugs(sight, line.words.routes)
            lights = Spotlight(seat, routes, _slugs(sight, line.words.missing))
            yield ShownOnMap(line.key, text, lights, _name_borrowed(sight, seat, routes))


def _name_borrowed(sight: Sight, seat: int, routes: Sequence[str]) -> str:
    """Return which of these routes another seat has claimed, as a sentence; "" if none."""
    borrowed = [slug for slug in routes if sight.view["routes"].get(slug) != seat]
    if not borrowed:
        return ""
    names = [words.route(slug, sight.board) for slug in borrowed]
    return _("Borrowed by stations: %(routes)s.") % {"routes": words.all_of(names)}


def _slugs(sight: Sight, routes: int) -> list[str]:
    return [sight.board.routes[route].slug for route in routes_in(routes)]


def _draw_plot(sight: Sight, line: Timeline, score: FinalScore) -> str:
    """Draw the points over time, with a mark at the turning point."""
    if not any(any(then.points) for then in line.scores):
        return ""
    lines = [
        plot.Plotted(seat, sight.name(seat), [(then.entry, then.points[seat]) for then in line.scores])
        for seat in range(len(sight.seats))
    ]
    point = score.turning_point
    return plot.drawn(lines, line.head, None if point is None else point.entry, scored=line.scoring)


def _tell_turning_point(sight: Sight, line: Timeline, score: FinalScore, teller: Teller) -> TurningPointInWords | None:
    point = score.turning_point
    if point is None:
        return None
    scored = "" if point.in_scoring else tell_what_scored(sight.as_of(point.entry), line.entry(point.entry), point.seat)
    return TurningPointInWords(point.entry, scored, teller.turning_point(point))


def tell_what_scored(sight: Sight, entry: LoggedEntry, seat: int) -> str:
    """Return what the seat completed in this entry, if it did; or else what the entry was."""
    completed = words.completions(entry, sight.seat, sight.name, sight.board)
    return completed.get(seat) or " ".join(news.tell(sight, entry)[:1])
