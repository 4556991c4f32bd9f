"""The parts that an email is made of, each of which renders as plain text and as HTML.

Both versions come from one list of parts, so the text is as complete as the HTML, and all escaping is in one place.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, zip_longest
from textwrap import fill
from typing import Final, Protocol

from django.utils.translation import gettext as _

from games.presentation.pictures.palette import DAY, Ink
from games.presentation.words.capitals import in_capitals
from games.presentation.words.sentences import finish, introduce
from notifications.letters.first_sentences import first_sentence
from notifications.letters.style import BRASS, INK, LIGHT, NAVY, PAPER, SAND, SOFT, STYLE

SITE: Final = "Night Mail"
WIDTH: Final = 76
"""Columns of plain text: email readers break longer lines anywhere (RFC 5322 2.1.1 recommends at most 78)."""

SHOWN_WIDE: Final = 600
"""The width of a picture in pixels where there is room for it."""


class Element(Protocol):
    """A part of an email."""

    def as_text(self) -> str:
        """Render the part in lines of at most `WIDTH` columns; only a longer word makes a longer line."""

    def as_html(self) -> str:
        """Render the part as escaped HTML."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    words: str

    def as_text(self) -> str:
        return filled(self.words)

    def as_html(self) -> str:
        return f"<p>{escape(self.words)}</p>"


@dataclass(frozen=True, slots=True)
class OpeningWords:
    """What an email says first: a clause, which is enlarged where it heads the email, and further sentences."""

    clause: str
    more: str = ""

    @property
    def words(self) -> str:
        """The clause and what follows it, in sentences."""
        return f"{finish(self.clause)} {self.more}".rstrip()

    def as_text(self) -> str:
        return filled(self.words)

    def as_html(self) -> str:
        return f"<p>{escape(self.words)}</p>"


@dataclass(frozen=True, slots=True)
class Quoted:
    """What somebody wrote, a paragraph of it."""

    words: str

    def as_text(self) -> str:
        return filled(self.words, first="> ", further="> ")

    def as_html(self) -> str:
        return f"<p>“{escape(self.words)}”</p>"


def quote(words: str) -> Iterator[Element]:
    """Quote a user's text, paragraph by paragraph."""
    for paragraph in filter(None, map(str.strip, words.splitlines())):
        yield Quoted(paragraph)


@dataclass(frozen=True, slots=True)
class Code:
    """A code to be typed or copied, large."""

    code: str

    def as_text(self) -> str:
        return self.code

    def as_html(self) -> str:
        return f'<p class="code">{escape(self.code)}</p>'


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of the parts that follow."""

    words: str

    def as_text(self) -> str:
        return in_capitals(self.words)

    def as_html(self) -> str:
        return headline(self.words)


@dataclass(frozen=True, slots=True)
class Items:
    """A list with one line per item."""

    lines: Sequence[str]

    def as_text(self) -> str:
        return "\n".join(filled(line, first="- ", further="  ") for line in self.lines)

    def as_html(self) -> str:
        return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in self.lines)}</ul>"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a header row and aligned columns."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def as_text(self) -> str:
        rows = [self.head, *self.rows]
        widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) for row in rows)
        return "\n".join(line.rstrip() for line in lines)

    def as_html(self) -> str:
        rows = "".join(_build_row("td", row) for row in self.rows)
        return f'<table cellpadding="4" cellspacing="0">{_build_row("th", self.head)}{rows}</table>'


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Lines to be typed or compared character by character, such as moves and hashes; long ones wrap with an indent."""

    lines: Sequence[str]

    def as_text(self) -> str:
        return "\n".join(filled(line, further="    ") for line in self.lines)

    def as_html(self) -> str:
        return f"<pre>{escape(chr(10).join(self.lines))}</pre>"


@dataclass(frozen=True, slots=True)
class Link:
    """A link on a line of its own."""

    words: str
    url: str

    def as_text(self) -> str:
        return f"{introduce(self.words)}\n{self.url}"

    def as_html(self) -> str:
        return f'<p><a href="{escape(self.url)}">{escape(self.words)}</a></p>'


@dataclass(frozen=True, slots=True)
class Button(Link):
    """The link that most readers want, which HTML shows as a button."""

    def as_html(self) -> str:
        return button(self.words, self.url)


@dataclass(frozen=True, slots=True)
class Masthead:
    """The head of an email that asks for a turn: the question, who must answer it, and by when.

    `time_left` is in words and `until` a short deadline; `by` is the full deadline, for the text. `doing` says what can
    be done, if the question does not. The reader's `seat` (from 0) has a `color` in words. `table` is the
    address of the table, for whoever would rather play there than scroll.
    """

    about: str
    table: str
    reader: str
    seat: int
    color: str
    question: OpeningWords
    doing: OpeningWords | None
    time_left: str
    until: str
    by: str

    def as_text(self) -> str:
        doing = self.doing.words if self.doing else ""
        who = _("%(game)s. You are %(name)s, %(color)s.") % {
            "game": self.about,
            "name": self.reader,
            "color": self.color,
        }
        return "\n\n".join(filled(words) for words in (self.question.words, self.by, doing, who) if words)

    def as_html(self) -> str:
        who = f'<span class="who">{escape(self.reader)} {seat_sign(self.seat, self.color)}</span>'
        label = f'<span class="label">{_ink(BRASS, escape(self.about))}</span> {_ink(SOFT, who)}'
        title = f"{label}<h1>{_ink(LIGHT, escape(self.question.clause))}</h1>"
        time_left = f"<b>{_ink(BRASS, escape(self.time_left))}</b>"
        table = f'<a href="{escape(self.table)}">{_ink(BRASS, escape(_("Open the table")))}</a>'
        due = f'<td class="due" align="right">{time_left}<br>{_ink(SOFT, escape(self.until))}<br>{table}</td>'
        doing = "" if self.doing is None else self.doing.words if self.doing.more else self.doing.clause
        lines = "<br>".join(escape(words) for words in (self.question.more, doing) if words)
        below = f'<tr><td colspan="2" class="doing">{_ink(SOFT, lines)}</td></tr>' if lines else ""
        return block("masthead", f"<tr><td>{title}</td>{due}</tr>{below}", ground=NAVY)


@dataclass(frozen=True, slots=True)
class Letterhead:
    """The head of an email that asks for no turn: its subject, and its opening words, of which `head` is enlarged."""

    about: str
    words: str
    head: str
    more: str

    def as_text(self) -> str:
        return filled(self.words)

    def as_html(self) -> str:
        label = f'<span class="label">{_ink(BRASS, escape(self.about))}</span>'
        title = f"{label}<h1>{_ink(LIGHT, escape(self.head))}</h1>"
        below = f'<tr><td class="doing">{_ink(SOFT, escape(self.more))}</td></tr>' if self.more else ""
        return block("masthead", f"<tr><td>{title}</td></tr>{below}", ground=NAVY)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, shown only in the HTML.

    `cid` is its name within the email, `words` its description, `url` its link, and `kind` "png" or "gif".
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
"""Parts that extend from edge to edge."""
EDGED_SEATS: Final = (4, 5)
"""Black and white, which need an edge because they would vanish against the email's head or its paper."""


def headed(parts: Sequence[Element], about: str, names: Sequence[str] = ()) -> list[Element]:
    """Turn the opening, or the first paragraph or heading, of an email into its head, unless another part comes first.

    `names` are those of people and games, in which no sentence ends.
    """
    first, *rest = parts
    if isinstance(first, OpeningWords):
        return [Letterhead(about, first.words, first.clause, first.more), *rest]
    if not isinstance(first, Paragraph | Heading):
        return list(parts)
    head, more = first_sentence(first.words, names)
    return [Letterhead(about, first.words, head.rstrip(".:").rstrip(), more), *rest]


def text(parts: Iterable[Element]) -> str:
    """Render the whole email as plain text."""
    return "\n\n".join(filter(None, (part.as_text() for part in parts))) + "\n"


def html(parts: Iterable[Element], *, title: str, language: str, preheader: str = "") -> str:
    """Render the whole email as an HTML page that loads nothing external.

    The preheader is the text that mail programs show next to the subject; it is invisible in the email itself.
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
    """Return rows as a table used only for layout, which screen readers ignore.

    `ground`, `width` and `padding` become attributes, for mail programs without CSS support for them.
    """
    bgcolor = f' bgcolor="{ground}"' if ground else ""
    return (
        f'<table class="{kind}" role="presentation" width="{width}" cellpadding="{padding}" cellspacing="0"{bgcolor}>'
        f"{rows}</table>"
    )


def button(words: str, url: str) -> str:
    """Return a link as a button, colored through its table cell because Outlook ignores a link's own background."""
    link = f'<a href="{escape(url)}">{_ink(PAPER, escape(words))}</a>'
    gap = '<tr><td class="gap" height="8"></td></tr>'
    return block("go", f'{gap}<tr><td class="button" align="center" bgcolor="{INK}">{link}</td></tr>{gap}')


def headline(words: str, beside: str = "") -> str:
    """Return a heading, with a cell of its own for the text `beside` it, if any."""
    if not beside:
        return f'<h2 class="alone">{escape(words)}</h2>'
    cell = f'<td class="beside" align="right" valign="bottom">{escape(beside)}</td>'
    return block("title", f"<tr><td><h2>{escape(words)}</h2></td>{cell}</tr>")


def _ink(color: str, html: str) -> str:
    """Return text in a color that survives when a program keeps nothing of the style but a dark background."""
    return f'<font color="{color}">{html}</font>'


def seat_sign(seat: int, color: str) -> str:
    """Return the name of a seat's color on that color; seats count from 0."""
    number = seat % len(DAY.seats)
    look = colored(DAY.seats[number], edge=DAY.rail if number in EDGED_SEATS else "")
    return f'<span class="seat seat-{number}" style="{look}">{escape(color)}</span>'


def colored(ink: Ink, edge: str) -> str:
    """Return the CSS for an element in a color: its background, its text, and a border.

    The border repeats the color because some mail programs drop backgrounds by night, but none drops borders. `edge` is
    the border's color where the element's own would be invisible by day.
    """
    return f"background: {ink.fill}; color: {ink.mark}; border-color: {edge or ink.fill}"


def filled(words: str, *, first: str = "", further: str = "") -> str:
    """Break text into lines of at most `WIDTH` columns, only at spaces.

    Text with single spaces, which nearly all of it is, goes through our own loop: the library would take longer than
    everything else in an email.
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
    """Yield lines, each as long as possible; a word longer than a line gets its own."""
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
