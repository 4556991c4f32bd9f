"""Letter paper: the parts that a letter is made of, each of which prints as plain text and as HTML.

One list of parts makes both, so that the text is as complete as the HTML, and everything is escaped in one place.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from textwrap import fill
from typing import Final, Protocol

WIDTH: Final = 76
"""Columns of plain text: a mail reader breaks longer lines where it likes (RFC 5322 2.1.1 asks for 78 at most)."""

SHOWN_WIDE: Final = 600
"""Pixels: how wide a picture is where there is room for it."""

STYLE: Final = """
body { margin: 0; padding: 16px; background: #f4f1ea; color: #22252a; font: 16px/1.5 Georgia, serif; }
main { display: block; max-width: 640px; margin: 0 auto; }
h2 { margin: 28px 0 6px; font-size: 17px; border-bottom: 1px solid #c9bfa9; }
p, ul, table, pre { margin: 8px 0; }
td { padding: 2px 14px 2px 0; }
th { padding: 2px 14px 2px 0; text-align: left; font-weight: normal; color: #6b6353; }
pre { font: 13px/1.5 Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: #8a2b1c; }
.button { display: inline-block; padding: 10px 22px; border-radius: 4px; font-weight: bold; text-decoration: none; }
.button { background: #1b2033; color: #fff; }
img { display: block; max-width: 100%; height: auto; margin: 16px 0; }
.preheader { display: none; max-height: 0; overflow: hidden; mso-hide: all; }
@media (prefers-color-scheme: dark) {
  body { background: #1b1d21 !important; color: #e6e1d6 !important; }
  h2 { border-color: #4a463d !important; }
  th { color: #a79f8d !important; }
  a { color: #f0a08f !important; }
  .button { background: #f0b44c !important; color: #16192a !important; }
}
"""


class Element(Protocol):
    """Something that stands on paper."""

    def as_text(self) -> str:
        """The part in lines of at most `WIDTH` columns, so far as its words allow."""

    def as_html(self) -> str:
        """The part as HTML, escaped."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    words: str

    def as_text(self) -> str:
        return _fill(self.words)

    def as_html(self) -> str:
        return f"<p>{escape(self.words)}</p>"


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows."""

    words: str

    def as_text(self) -> str:
        return f"{self.words.upper()}"

    def as_html(self) -> str:
        return f"<h2>{escape(self.words)}</h2>"


@dataclass(frozen=True, slots=True)
class Items:
    """A list, an item a line."""

    lines: Sequence[str]

    def as_text(self) -> str:
        return "\n".join(_fill(line, first="- ", further="  ") for line in self.lines)

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
        rows = "".join(_row("td", row) for row in self.rows)
        return f"<table>{_row('th', self.head)}{rows}</table>"


@dataclass(frozen=True, slots=True)
class Verbatim:
    """What is typed or compared letter by letter: moves, hashes. Each line may go on, indented, on the next."""

    lines: Sequence[str]

    def as_text(self) -> str:
        return "\n".join(_fill(line, further="    ") for line in self.lines)

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
        return f'<p><a class="button" href="{escape(self.url)}">{escape(self.words)}</a></p>'


@dataclass(frozen=True, slots=True)
class Picture:
    """What only the HTML shows. `cid`: what it is called by within the email; `words`: what it shows."""

    cid: str
    png: bytes
    words: str

    def as_text(self) -> str:
        return ""

    def as_html(self) -> str:
        return f'<img src="cid:{escape(self.cid)}" width="{SHOWN_WIDE}" alt="{escape(self.words)}">'


def text(parts: Iterable[Element]) -> str:
    """The whole letter as plain text."""
    return "\n\n".join(filter(None, (part.as_text() for part in parts))) + "\n"


def html(parts: Iterable[Element], *, title: str, language: str, preheader: str = "") -> str:
    """The whole letter as a page of HTML that needs nothing from elsewhere.

    The preheader is what mail programs show beside the subject; in the letter itself it is not seen.
    """
    before = f'<div class="preheader">{escape(preheader)}</div>' if preheader else ""
    body = "\n".join(part.as_html() for part in parts)
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>{before}<main>\n{body}\n</main></body></html>"
    )


def _fill(words: str, *, first: str = "", further: str = "") -> str:
    if len(first) + len(words) <= WIDTH and words.isprintable() and words[-1:].strip():
        return first + words  # most are as short as that, and filling them would take longer than all else on paper
    return fill(
        words, WIDTH, initial_indent=first, subsequent_indent=further, break_long_words=False, break_on_hyphens=False
    )


def _row(cell: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{cell}>{escape(words)}</{cell}>' for words in cells)}</tr>"
