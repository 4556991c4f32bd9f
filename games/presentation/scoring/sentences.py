"""The final scoring in words, for one reader: the same on the page and in the email."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from engine.boards import Board, Routes
from engine.cards import KINDS
from engine.model import MissingRoute
from engine.parts.scoring import POINTS, TICKET
from games.presentation import words
from games.presentation.scoring.final_score import FinalScore, SeatScore
from games.presentation.scoring.turning_point import TurningPoint
from games.ratings.changes import RatingChange

COMPLETED, FAILED, NEITHER = "completed", "failed", ""
FEW: Final = 1
"""How many missing routes are named; of more, the spaces are counted."""

BEHIND: Final[Mapping[str | None, Promise]] = {
    "left": gettext_lazy("left the game, and so comes after those who stayed"),
    "completed": gettext_lazy("level with %(name)s, who completed more tickets"),
    "longest_path": gettext_lazy("level with %(name)s, who has the longest continuous path"),
    "stations": gettext_lazy("level with %(name)s, who built fewer stations"),
    "big_cities": gettext_lazy("level with %(name)s, who has more bonuses for big cities"),
    None: gettext_lazy("shares the place with %(name)s"),
}
"""Why a seat is below another with as many points, or beside it. A lack of points needs no words."""
BEHIND_YOU: Final[Mapping[str | None, Promise]] = {
    "left": BEHIND["left"],
    "completed": gettext_lazy("level with you; you completed more tickets"),
    "longest_path": gettext_lazy("level with you; you have the longest continuous path"),
    "stations": gettext_lazy("level with you; you built fewer stations"),
    "big_cities": gettext_lazy("level with you; you have more bonuses for big cities"),
    None: gettext_lazy("shares the place with you"),
}

PASSED: Final[Mapping[bool, Mapping[str, Promise]]] = {
    True: {
        "own": gettext_lazy("You passed %(names)s in the final scoring."),
        "others": gettext_lazy("%(name)s passed %(names)s in the final scoring."),
        "you": gettext_lazy("%(name)s passed you in the final scoring."),
        "you_too": gettext_lazy("%(name)s passed you and %(names)s in the final scoring."),
    },
    False: {
        "own": gettext_lazy("Here you passed %(names)s for good."),
        "others": gettext_lazy("Here %(name)s passed %(names)s for good."),
        "you": gettext_lazy("Here %(name)s passed you for good."),
        "you_too": gettext_lazy("Here %(name)s passed you and %(names)s for good."),
    },
}
"""Whom the winner passed, in the final scoring or before: as the winner reads it, others, or who was passed."""
TOOK_THE_LEAD: Final[Mapping[bool, Mapping[str, Promise]]] = {
    True: {
        "own": gettext_lazy("You took the lead in the final scoring."),
        "others": gettext_lazy("%(name)s took the lead in the final scoring."),
    },
    False: {
        "own": gettext_lazy("Here you took the lead for good."),
        "others": gettext_lazy("Here %(name)s took the lead for good."),
    },
}
"""What the winner did where nobody had been ahead."""


@dataclass(frozen=True)
class LineInWords:
    """A line of a seat's scoring. `fate` of a ticket: completed or failed; `lacking`: what it lacked."""

    text: str
    points: str
    total: str
    fate: str
    lacking: str
    routes: Routes
    missing: Routes


@dataclass(frozen=True)
class SeatInWords:
    """A seat's scoring. `rating` and `change`: as in "1540 → 1562" and "+22", or ""; `note`: what broke a tie."""

    seat: int
    rank: str
    name: str
    own: bool
    points: int
    rating: str
    change: str
    note: str
    lines: Sequence[LineInWords]


@dataclass(frozen=True)
class Teller:
    """What the sentences need: the board, the players' names, and the reader's own seat (None: a spectator)."""

    board: Board
    name: Callable[[int], str]
    reader: int | None

    def seats(self, score: FinalScore) -> list[SeatInWords]:
        """Return all seats in words, the best first."""
        return [self._seat(seat) for seat in score.seats]

    def margin(self, score: FinalScore) -> str:
        """Return by how much the winner is ahead, as a sentence; "" if something else than points decided."""
        if len(score.seats) < 2:
            return ""
        first, second = (seat.scoring for seat in score.seats[:2])
        if second.behind != (first.seat, POINTS):
            return ""
        points = first.points - second.points
        if second.seat == self.reader:
            yours = ngettext(
                "%(name)s finished %(n)d point ahead of you.", "%(name)s finished %(n)d points ahead of you.", points
            )
            return yours % {"n": points, "name": self.name(first.seat)}
        facts = {"n": points, "name": self.name(first.seat), "other": self.name(second.seat)}
        if first.seat == self.reader:
            own = ngettext(
                "You finished %(n)d point ahead of %(other)s.", "You finished %(n)d points ahead of %(other)s.", points
            )
            return own % facts
        sentence = ngettext(
            "%(name)s finished %(n)d point ahead of %(other)s.",
            "%(name)s finished %(n)d points ahead of %(other)s.",
            points,
        )
        return sentence % facts

    def turning_point(self, point: TurningPoint) -> str:
        """Return whom the winner passed for good, or that nobody had been ahead, as a sentence."""
        others = [self.name(seat) for seat in point.passed if seat != self.reader]
        if point.seat == self.reader:
            who = "own"
        elif self.reader not in point.passed:
            who = "others"
        else:
            who = "you_too" if others else "you"
        sentence = str((PASSED if point.passed else TOOK_THE_LEAD)[point.in_scoring][who])
        return sentence % {"name": self.name(point.seat), "names": words.all_of(others)}

    def _seat(self, seat: SeatScore) -> SeatInWords:
        scoring = seat.scoring
        return SeatInWords(
            seat=scoring.seat,
            rank="–" if scoring.rank is None else str(scoring.rank),
            name=self.name(scoring.seat),
            own=scoring.seat == self.reader,
            points=scoring.points,
            rating=_rating(seat.rating),
            change="" if seat.rating is None else words.signed(seat.rating.after - seat.rating.before),
            note=self._note(scoring),
            lines=[self._line(reason, line, total) for reason, line, total in scoring.lines],
        )

    def _note(self, scoring: engine.SeatScoring) -> str:
        if scoring.behind is None:
            return ""
        table = BEHIND_YOU if scoring.behind.seat == self.reader else BEHIND
        sentence = table.get(scoring.behind.by)
        return "" if sentence is None else str(sentence) % {"name": self.name(scoring.behind.seat)}

    def _line(self, reason: str, line: engine.ScoringLine, total: int) -> LineInWords:
        fate = NEITHER if reason != TICKET else COMPLETED if line.points > 0 else FAILED
        return LineInWords(
            text=words.scoring_line(reason, line, self.board),
            points=words.signed(line.points) if line.points or not line.routes else "",
            total=words.amount(total),
            fate=fate,
            lacking=self._lacking(line) if fate == FAILED else "",
            routes=line.routes,
            missing=sum(1 << lost.route for lost in line.missing),
        )

    def _lacking(self, line: engine.ScoringLine) -> str:
        """Return what a ticket lacked: routes and who has them, or the cards that it takes."""
        if len(line.missing) > FEW:
            spaces = sum(self.board.routes[lost.route].length for lost in line.missing)
            return ngettext("lacked %(n)d space", "lacked %(n)d spaces", spaces) % {"n": spaces}
        if line.missing:
            return _("lacked %(route)s") % {"route": self._missing_route(line.missing[0])}
        cards = self.board.tickets[self.board.ticket_of[int(line.subjects[0])]].cards
        takes = words.counted({KINDS[card]: cards.count(card) for card in cards})
        return _("takes %(cards)s") % {"cards": takes} if takes else ""

    def _missing_route(self, lost: MissingRoute) -> str:
        a, b = (self.board.cities[end].name for end in self.board.routes[lost.route].ends)
        if lost.holder is None:
            return f"{a} – {b}"
        if lost.holder == self.reader:
            return _("your %(a)s – %(b)s") % {"a": a, "b": b}
        return _("%(name)s’s %(a)s – %(b)s") % {"name": self.name(lost.holder), "a": a, "b": b}


def _rating(change: RatingChange | None) -> str:
    return "" if change is None else f"{change.before} → {change.after}"
