"""The final scores in an email: how each seat's points add up, as the page of the game shows it."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from django.utils.translation import gettext as _

from games.presentation import words
from games.presentation.scoring.final_score import FinalScore
from games.presentation.scoring.sentences import COMPLETED, FAILED, LineInWords, SeatInWords, Teller
from games.presentation.words.sentences import introduce
from notifications.context import Context
from notifications.letters.document import Element, Heading, Paragraph, block, filled, seat_sign

FATES = {COMPLETED: "✓ ", FAILED: "✗ "}
INDENT, SUM_WIDTH = "   ", 5


@dataclass(frozen=True, slots=True)
class SeatScores:
    """A seat's rank, points and rating, then a line for everything that scored, with the sum so far."""

    seat: SeatInWords
    color: str

    def as_text(self) -> str:
        seat = self.seat
        who = introduce(f"{_name(seat)}, {self.color}")
        head = filled(f"{seat.rank}  {who} {words.amount(seat.points)}", further=INDENT)
        rating = [f"{INDENT}{_rating(seat)}"] if seat.rating else []
        width = max((len(FATES.get(line.fate, "") + line.text) for line in seat.lines), default=0)
        lines = [text for line in seat.lines for text in _line_as_text(line, width)]
        note = [filled(seat.note, first=INDENT, further=INDENT)] if seat.note else []
        return "\n".join([head, *rating, *lines, *note])

    def as_html(self) -> str:
        seat = self.seat
        rating = f'<br><span class="soft">{escape(_rating(seat))}</span>' if seat.rating else ""
        who = f"{escape(seat.rank)} {seat_sign(seat.seat, self.color)} <b>{escape(_name(seat))}</b>{rating}"
        head = f'<tr valign="top"><td>{who}</td><td class="end total" colspan="2">{words.amount(seat.points)}</td></tr>'
        note = f'<tr><td class="soft" colspan="3">{escape(seat.note)}</td></tr>' if seat.note else ""
        return block("scores", f"{head}{''.join(map(_line_as_html, seat.lines))}{note}", padding=2)


def _name(seat: SeatInWords) -> str:
    return _("%(name)s (you)") % {"name": seat.name} if seat.own else seat.name


def _rating(seat: SeatInWords) -> str:
    return _("Rating %(rating)s, %(change)s") % {"rating": seat.rating, "change": seat.change}


def _line_as_text(line: LineInWords, width: int) -> Iterator[str]:
    text = f"{INDENT}{(FATES.get(line.fate, '') + line.text).ljust(width)}"
    yield f"{text}{line.points.rjust(SUM_WIDTH)}{line.total.rjust(SUM_WIDTH)}" if line.points else text.rstrip()
    if line.lacking:
        yield filled(line.lacking, first=f"{INDENT}  ", further=f"{INDENT}  ")


def _line_as_html(line: LineInWords) -> str:
    failed = " failed" if line.fate == FAILED else ""
    lacking = f'<br><span class="soft">{escape(line.lacking)}</span>' if line.lacking else ""
    text = f'<td class="line{failed}">{FATES.get(line.fate, "")}{escape(line.text)}{lacking}</td>'
    total = escape(line.total) if line.points else ""
    return f'<tr valign="top">{text}<td class="end{failed}">{escape(line.points)}</td><td class="sum">{total}</td></tr>'


def final_scores(context: Context) -> Iterator[Element]:
    """Show the final scores of a game that is over, the best first, and what turned it."""
    return list_scores(Teller(context.board, context.name, context.seat), context.final_score())


def list_scores(teller: Teller, score: FinalScore) -> Iterator[Element]:
    """Show these final scores to the teller's reader."""
    yield Heading(_("Final scores"))
    point = score.turning_point
    sentences = [teller.margin(score), teller.turning_point(point) if point and point.in_scoring else ""]
    if any(sentences):
        yield Paragraph(" ".join(filter(None, sentences)))
    for seat in teller.seats(score):
        yield SeatScores(seat, words.seat_color(seat.seat))
