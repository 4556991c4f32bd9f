"""Letter paper: the parts that a letter is made of, each of which prints as plain text and as HTML.

One list of parts makes both, so that the text is as complete as the HTML, and everything is escaped in one place.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, zip_longest
from textwrap import fill
from typing import Final, Protocol

from django.utils.translation import gettext as _

from games.presentation.pictures.palette import DAY, Ink
from notifications.letters.style import BRASS, INK, LIGHT, NAVY, PAPER, SAND, SOFT, STYLE

SITE: Final = "Night Mail"
WIDTH: Final = 76
"""Columns of plain text: an email reader breaks longer lines where it likes (RFC 5322 2.1.1 asks for 78 at most)."""

SHOWN_WIDE: Final = 600
"""Pixels: how wide a picture is where there is room for it."""


class Element(Protocol):
    """A part of a letter."""

    def as_text(self) -> str:
        """Print the part in lines of at most `WIDTH` columns, so far as its words allow."""

    def as_html(self) -> str:
        """Print the part as HTML, escaped."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    words: str

    def as_text(self) -> str:
        return filled(self.words)

    def as_html(self) -> str:
        return f"<p>{escape(self.words)}</p>"


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows."""

    words: str

    def as_text(self) -> str:
        return f"{self.words.upper()}"

    def as_html(self) -> str:
        return headline(self.words)


@dataclass(frozen=True, slots=True)
class Items:
    """A list, an item a line."""

    lines: Sequence[str]

    def as_text(self) -> str:
        return "\n".join(filled(line, first="- ", further="  ") for line in self.lines)

    def as_html(self) -> str:
        return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in self.lines)}</ul>"


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows under a head, whose columns line up."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def as_text(self) -> str:
        rows = [self.head, *self.rows]
        widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) for row in rows)
        return "\n".join(line.rstrip() for line in lines)

    def as_html(self) -> str:
        rows = "".join(_build_row("td", row) for row in self.rows)
        return f'<table cellspacing="0">{_build_row("th", self.head)}{rows}</table>'


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Lines to be typed or compared letter by letter: moves, hashes. A long one goes on, indented, on the next line."""

    lines: Sequence[str]

    def as_text(self) -> str:
        return "\n".join(filled(line, further="    ") for line in self.lines)

    def as_html(self) -> str:
        return f"<pre>{escape(chr(10).join(self.lines))}</pre>"


@dataclass(frozen=True, slots=True)
class Link:
    """An address to go to, which stands on a line of its own."""

    words: str
    url: str

    def as_text(self) -> str:
        return f"{self.words}:\n{self.url}"

    def as_html(self) -> str:
        return f'<p><a href="{escape(self.url)}">{escape(self.words)}</a></p>'


@dataclass(frozen=True, slots=True)
class Button(Link):
    """The one address that most readers want: in HTML it looks like what it is."""

    def as_html(self) -> str:
        return button(self.words, self.url)


@dataclass(frozen=True, slots=True)
class Masthead:
    """The head of an email that asks for a turn: what is asked of whom, and by when.

    `time_left` is in words, and `until` the instant, in short. `more` goes on after the question, `doing` says what can
    be done; `by` is the instant in full, for the text. The reader's `seat`, from 0, has a `color` in words.
    """

    about: str
    reader: str
    seat: int
    color: str
    question: str
    more: str
    doing: str
    time_left: str
    until: str
    by: str

    def as_text(self) -> str:
        question = f"{self.question} {self.more}".rstrip()
        doing = f"{self.doing}." if self.doing else ""
        who = _("%(game)s. You are %(name)s, %(color)s.") % {
            "game": self.about,
            "name": self.reader,
            "color": self.color,
        }
        return "\n\n".join(filled(words) for words in (question, self.by, doing, who) if words)

    def as_html(self) -> str:
        who = f'<span class="who">{escape(self.reader)} {seat_sign(self.seat, self.color)}</span>'
        label = f'<span class="label">{_ink(BRASS, escape(self.about))}</span> {_ink(SOFT, who)}'
        title = f"{label}<h1>{_ink(LIGHT, escape(self.question.removesuffix('.')))}</h1>"
        time_left = f"<b>{_ink(BRASS, escape(self.time_left))}</b>"
        due = f'<td class="due" align="right">{time_left}<br>{_ink(SOFT, escape(self.until))}</td>'
        lines = "<br>".join(escape(words) for words in (self.more, self.doing) if words)
        below = f'<tr><td colspan="2" class="doing">{_ink(SOFT, lines)}</td></tr>' if lines else ""
        return block("masthead", f"<tr><td>{title}</td>{due}</tr>{below}", ground=NAVY)


@dataclass(frozen=True, slots=True)
class Letterhead:
    """The head of an email that asks for no turn: what it is about, and its first words, the first sentence large."""

    about: str
    words: str

    def as_text(self) -> str:
        return filled(self.words)

    def as_html(self) -> str:
        first, *more = SENTENCE.split(self.words, maxsplit=1)
        label = f'<span class="label">{_ink(BRASS, escape(self.about))}</span>'
        title = f"{label}<h1>{_ink(LIGHT, escape(first.rstrip('.:')))}</h1>"
        below = "".join(f'<tr><td class="doing">{_ink(SOFT, escape(words))}</td></tr>' for words in more)
        return block("masthead", f"<tr><td>{title}</td></tr>{below}", ground=NAVY)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, which only the HTML shows.

    `cid`: its name within the email; `words`: what it shows; `url`: where it leads; `kind`: "png" or "gif".
    """

    cid: str
    image: bytes
    words: str
    url: str
    kind: str = "png"

    def as_text(self) -> str:
        return ""

    def as_html(self) -> str:
        tag = f'<img src="cid:{escape(self.cid)}" width="{SHOWN_WIDE}" alt="{escape(self.words)}">'
        return f'<a href="{escape(self.url)}">{tag}</a>'


WIDE: Final = (Masthead, Letterhead, Picture)
"""Parts that reach from edge to edge."""
EDGED_SEATS: Final = (4, 5)
"""Black and white, which need an edge: without one they would be lost on the letter's head, or on its paper."""
SENTENCE: Final = re.compile(r"(?<=\w{3}[.?!])\s+")
"""The space after a sentence, but not after an abbreviation."""


def headed(parts: Sequence[Element], about: str) -> list[Element]:
    """Turn the first words of a letter into its head, unless something else begins it."""
    first, *rest = parts
    return [Letterhead(about, first.words), *rest] if isinstance(first, Paragraph | Heading) else list(parts)


def text(parts: Iterable[Element]) -> str:
    """Print the whole letter as plain text."""
    return "\n\n".join(filter(None, (part.as_text() for part in parts))) + "\n"


def html(parts: Iterable[Element], *, title: str, language: str, preheader: str = "") -> str:
    """Print the whole letter as a page of HTML that needs nothing from elsewhere.

    The preheader is what mail programs show beside the subject; in the letter itself it is not seen.
    """
    before = f'<div class="preheader">{escape(preheader)}</div>' if preheader else ""
    rows = "\n".join(_add_margin(wide, some) for wide, some in groupby(parts, lambda part: isinstance(part, WIDE)))
    paper = block("paper", f"\n{rows}\n", ground=PAPER, width=str(SHOWN_WIDE), padding=0)
    body = before + block("ground", f'<tr><td class="around" align="center">{paper}</td></tr>', ground=SAND, padding=0)
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f'<title>{escape(title)}</title><style>{STYLE}</style></head><body bgcolor="{SAND}">{body}</body></html>'
    )


def _add_margin(wide: bool, parts: Iterable[Element]) -> str:
    content = "\n".join(part.as_html() for part in parts)
    kind = "" if wide else ' class="in"'
    return f'<tr><td{kind} align="left">\n{content}\n</td></tr>'


def block(kind: str, rows: str, *, ground: str = "", width: str = "100%", padding: int = 4) -> str:
    """Return rows of a table that only lays things out: it means nothing to a screen reader.

    `ground`, `width` and `padding` stand in attributes for mail programs that know no CSS for them.
    """
    bgcolor = f' bgcolor="{ground}"' if ground else ""
    return (
        f'<table class="{kind}" role="presentation" width="{width}" cellpadding="{padding}" cellspacing="0"{bgcolor}>'
        f"{rows}</table>"
    )


def button(words: str, url: str) -> str:
    """Return a link on a ground of its own, which is a cell's: links have none in Outlook."""
    link = f'<a href="{escape(url)}">{_ink(PAPER, escape(words))}</a>'
    gap = '<tr><td class="gap" height="8"></td></tr>'
    return block("go", f'{gap}<tr><td class="button" align="center" bgcolor="{INK}">{link}</td></tr>{gap}')


def headline(words: str, beside: str = "") -> str:
    """Return a heading; what stands beside it, if anything, has a cell of its own."""
    if not beside:
        return f'<h2 class="alone">{escape(words)}</h2>'
    cell = f'<td class="beside" align="right" valign="bottom">{escape(beside)}</td>'
    return block("title", f"<tr><td><h2>{escape(words)}</h2></td>{cell}</tr>")


def _ink(color: str, html: str) -> str:
    """Return words in a color that they keep where a dark ground is left of the style, and nothing else."""
    return f'<font color="{color}">{html}</font>'


def seat_sign(seat: int, color: str) -> str:
    """Return the color of a seat, from 0, with its name on it."""
    number = seat % len(DAY.seats)
    look = colored(DAY.seats[number], edge=DAY.rail if number in EDGED_SEATS else "")
    return f'<span class="seat seat-{number}" style="{look}">{escape(color)}</span>'


def colored(ink: Ink, edge: str) -> str:
    """Return the style of something in a color: its ground, its words, and its border, which has the same color.

    Some mail programs drop grounds by night, but no border does any. `edge`: the border's color where the own one would
    be lost by day.
    """
    return f"background: {ink.fill}; color: {ink.mark}; border-color: {edge or ink.fill}"


def filled(words: str, *, first: str = "", further: str = "") -> str:
    """Break words into lines of at most `WIDTH` columns, only at spaces.

    With single spaces between them, as nearly always, a loop of our own does it: the library would take longer than all
    else in a letter.
    """
    if words[-1:].strip() and words.isprintable():
        if len(first) + len(words) <= WIDTH:
            return first + words
        if "  " not in words and words[0] != " ":
            return "\n".join(_break_lines(words, first, further))
    return fill(
        words, WIDTH, initial_indent=first, subsequent_indent=further, break_long_words=False, break_on_hyphens=False
    )


def _break_lines(words: str, first: str, further: str) -> Iterator[str]:
    """Yield lines, each as long as possible; a word that is longer than a line has one to itself."""
    line, indent = first + words, len(first)
    while len(line) > WIDTH:
        end = line.rfind(" ", indent, WIDTH + 1)
        if end < 0:
            end = line.find(" ", max(indent, WIDTH + 1))
        if end < 0:
            break
        yield line[:end]
        line, indent = further + line[end + 1 :], len(further)
    yield line


def _build_row(cell: str, cells: Sequence[str]) -> str:
    return f'<tr valign="top">{"".join(f"<{cell}>{escape(words)}</{cell}>" for words in cells)}</tr>'
