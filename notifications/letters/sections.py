"""Parts of a turn's email: who has done what, what the reader holds, how tickets stand, what there is to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple
from urllib.parse import quote

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pictures.palette import DAY
from games.words.running_text import ToldOf
from notifications.letters.document import Link, block, button, colored, filled, headline, seat_sign
from notifications.reply_addresses import EmailQuestion

GAP: Final = "  "
EDGED_CARDS: Final = frozenset({"white", "gray", "locomotive"})
"""Those whose color is nearly the paper's, and the one with an edge of brass."""


@dataclass(frozen=True, slots=True)
class News:
    """What happened, the latest last. HTML runs it together, since a phone's screen is small, after `since` when."""

    heading: str
    since: str
    told: Sequence[ToldOf]

    def as_text(self) -> str:
        lines = [filled(one.line, first="- ", further="  ") for one in self.told]
        return "\n".join([self.heading.upper(), "", *lines])

    def as_html(self) -> str:
        told = " ".join(map(_with_name_in_bold, self.told))
        return f'<p class="news"><span class="since">{escape(self.since)}:</span> {told}</p>'


def _with_name_in_bold(one: ToldOf) -> str:
    """The name stands out."""
    if not one.who or not one.line.startswith(one.who):
        return escape(one.line)
    return f"<strong>{escape(one.who)}</strong>{escape(one.line[len(one.who) :])}"


class CardLabel(NamedTuple):
    """Cards of a kind, which gives the color, in words."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Cards:
    """Train cards: `what` is short, for the HTML's margin."""

    heading: str
    what: str
    chips: Sequence[CardLabel]
    none: str

    def as_text(self) -> str:
        listed = ", ".join(chip.words for chip in self.chips) or self.none
        return f"{self.heading.upper()}\n\n{filled(listed)}"

    def as_html(self) -> str:
        chips = " ".join(map(_chip, self.chips)) or escape(self.none)
        row = f'<td class="what">{escape(self.what)}</td><td>{chips}</td>'
        return block("held", f'<tr valign="top">{row}</tr>')


def _chip(chip: CardLabel) -> str:
    kind = chip.kind if chip.kind in DAY.cards else "gray"
    ink = DAY.cards[kind]
    look = colored(ink, edge=ink.edge if kind in EDGED_CARDS else "")
    return f'<span class="chip card-{kind}" style="{look}">{escape(chip.words)}</span>'


@dataclass(frozen=True, slots=True)
class TicketItem:
    """A ticket: its letter in the picture, its cities, what it is worth, and how it stands."""

    letter: str
    name: str
    points: int
    stands: str


@dataclass(frozen=True, slots=True)
class TicketItems:
    """Tickets, a line each; `more` are told in short."""

    heading: str
    lines: Sequence[TicketItem]
    more: Sequence[str]

    def as_text(self) -> str:
        names = [f"{line.name} ({points(line.points)})" for line in self.lines]
        width = max(map(len, names), default=0)
        rows = [
            filled(f"{one.letter or '-'}{GAP}{name.ljust(width)}{GAP}{one.stands}".rstrip(), further="   ")
            for one, name in zip(self.lines, names, strict=True)
        ]
        return "\n".join([self.heading.upper(), "", *rows, *(filled(told, further="   ") for told in self.more)])

    def as_html(self) -> str:
        rows = "".join(map(_ticket, self.lines))
        more = "".join(f'<tr><td></td><td colspan="2" class="soft">{escape(told)}</td></tr>' for told in self.more)
        return f"{headline(self.heading, _('points') if self.lines else '')}{block('tickets', rows + more)}"


def points(count: int) -> str:
    """What a ticket is worth."""
    return ngettext("%(n)d point", "%(n)d points", count) % {"n": count}


def _ticket(one: TicketItem) -> str:
    ring = f'<span class="letter">{escape(one.letter)}</span>' if one.letter else "–"
    stands = f', <span class="soft">{escape(one.stands)}</span>' if one.stands else ""
    row = f'<td class="ring">{ring}</td><td>{escape(one.name)}{stands}</td><td class="end">{one.points}</td>'
    return f'<tr valign="top">{row}</tr>'


@dataclass(frozen=True, slots=True)
class ByMail:
    """Where the email is answered, and by which subject."""

    address: str
    subject: str

    def link(self, lines: Sequence[str]) -> str:
        """A link that writes an answer with these lines (RFC 6068): what is left to do is to send it."""
        fields = {"subject": _("Re: %(subject)s") % {"subject": self.subject}, "body": "\r\n".join(lines)}
        written = "&".join(f"{name}={quote(said, safe='')}" for name, said in fields.items())
        return f"mailto:{quote(self.address, safe='@')}?{written}"


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """Something to do: its name, why, what it scores, its moves as one types them, and the address that chooses it."""

    name: str
    why: str
    worth: str
    typed: Sequence[str]
    url: str


@dataclass(frozen=True, slots=True)
class ChoiceLines:
    """What there is to do, numbered, the best first. The HTML leads there, or writes the answer where that can be sent;
    the text has one address for all.

    `question`: what the numbers answer. `letter`: what stands before them in a digest.
    """

    heading: str
    beside: str
    lines: Sequence[ChoiceLine]
    question: EmailQuestion
    by_mail: ByMail | None = None
    letter: str = ""

    def as_text(self) -> str:
        width = len(f"{self.letter}{len(self.lines)}")
        rows = []
        for number, one in enumerate(self.lines, 1):
            why = ", ".join(filter(None, (one.why, one.worth)))
            told = f"{one.name}: {why}" if why else one.name
            rows.append(filled(f"{self.letter}{number}".rjust(width) + GAP + told, further=" " * (width + len(GAP))))
        return "\n".join([self.heading.upper(), "", *rows])

    def as_html(self) -> str:
        rows = "".join(
            _choice(f"{self.letter}{number}", one, self._leads(one)) for number, one in enumerate(self.lines, 1)
        )
        return f"{headline(self.heading, self.beside)}{block('choices', rows)}"

    def _leads(self, one: ChoiceLine) -> str:
        before = f"{self.letter}: " if self.letter else ""
        return self.by_mail.link([before + line for line in one.typed]) if self.by_mail and one.typed else one.url


@dataclass(frozen=True, slots=True)
class ByNumber:
    """How one answers by number. In HTML it is the other way: each choice is a link."""

    alone: str
    otherwise: str

    def as_text(self) -> str:
        return filled(self.alone)

    def as_html(self) -> str:
        return f"<p>{escape(self.otherwise)}</p>"


@dataclass(frozen=True, slots=True)
class Suggested:
    """What may have been meant, as one types it, each with the number by which a reply chooses it.

    `further`: those that the email lists nowhere else, in notation; their numbers go on from its own.
    """

    asked: str
    numbered: Sequence[tuple[int, str]]
    hint: str
    further: Sequence[str]
    by_mail: ByMail | None = None

    def as_text(self) -> str:
        rows = [filled(f"{number}{GAP}{move}", further="   ") for number, move in self.numbered]
        return "\n\n".join([filled(self.asked), "\n".join(rows), filled(self.hint)])

    def as_html(self) -> str:
        rows = "".join(
            _choice(
                str(number), ChoiceLine(move, "", "", [move], ""), self.by_mail.link([move]) if self.by_mail else ""
            )
            for number, move in self.numbered
        )
        return f"<p><b>{escape(self.asked)}</b></p>{block('choices', rows)}<p>{escape(self.hint)}</p>"


@dataclass(frozen=True, slots=True)
class AskedToAgree:
    """A proposal that a yes or no answers: by a reply, if that can be, and always on a page.

    `letter`: what stands before the yes or no in a digest. `by`: whose it is, where the game has several.
    """

    proposal: str
    words: str
    url: str
    by_mail: ByMail | None = None
    letter: str = ""
    by: str = ""

    def as_text(self) -> str:
        how = [filled(self._hint())] if self.by_mail else []
        return "\n\n".join([*how, f"{self.words}:\n{self.url}"])

    def as_html(self) -> str:
        page = button(self.words, self.url)
        if self.by_mail is None:
            return page
        links = [(name, self.by_mail.link([self._typed(said)])) for name, said in ((_("Yes"), "yes"), (_("No"), "no"))]
        replies = " · ".join(f'<a href="{escape(url)}">{escape(said)}</a>' for said, url in links)
        return f"<p>{escape(self._hint())} {replies}</p>{page}"

    def _hint(self) -> str:
        return _("Reply “%(yes)s” to agree, or “%(no)s”.") % {"yes": self._typed("yes"), "no": self._typed("no")}

    def _typed(self, said: str) -> str:
        named = f"{said} to {self.by}" if self.by else said
        return f"{self.letter}: {named}" if self.letter else named


def _choice(number: str, one: ChoiceLine, url: str) -> str:
    tile = f'<td class="tile"><span class="number">{escape(number)}</span></td>'
    why = f'<br><span class="soft">{escape(one.why)}</span>' if one.why else ""
    linked = f'<a href="{escape(url)}">{escape(one.name)}</a>' if url else escape(one.name)
    name = f"<td>{linked}{why}</td>"
    return f'<tr>{tile}{name}<td class="end">{escape(one.worth)}</td></tr>'


@dataclass(frozen=True, slots=True)
class Fold:
    """Much in little room: groups, each with its name."""

    heading: str
    groups: Sequence[tuple[str, Sequence[str]]]

    def as_text(self) -> str:
        lines = [filled(f"{name}: {'; '.join(things)}", first="- ", further="  ") for name, things in self.groups]
        return "\n".join([self.heading.upper(), "", *lines])

    def as_html(self) -> str:
        groups = (f"<strong>{escape(name)}</strong> {escape('; '.join(things))}" for name, things in self.groups)
        return f'{headline(self.heading)}<p class="fold">{"<br>".join(groups)}</p>'


@dataclass(frozen=True, slots=True)
class Numbered:
    """Many numbered things in little room: groups, each with its name, or "" where the things say all."""

    heading: str
    groups: Sequence[tuple[str, Sequence[tuple[int, str]]]]

    def as_text(self) -> str:
        lines = []
        for name, things in self.groups:
            told = "; ".join(f"({number}) {thing}" for number, thing in things)
            lines.append(filled(f"{name}: {told}" if name else told, first="- ", further="  "))
        return "\n".join([self.heading.upper(), "", *lines])

    def as_html(self) -> str:
        groups = (_numbered(name, things) for name, things in self.groups)
        return f'{headline(self.heading)}<p class="fold">{"<br>".join(groups)}</p>'


def _numbered(name: str, things: Sequence[tuple[int, str]]) -> str:
    told = "; ".join(f"<b>{number}</b>&nbsp;{escape(thing)}" for number, thing in things)
    return f"{escape(name)}: {told}" if name else told


class PlayerCounts(NamedTuple):
    """A seat, from 0, with its player, its color in words, whether it is the reader's own, and its numbers."""

    seat: int
    name: str
    color: str
    own: bool
    counts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Counts:
    """A number in each column for each player, the reader's own row in bold."""

    heading: str
    columns: Sequence[str]
    rows: Sequence[PlayerCounts]

    def as_text(self) -> str:
        cells = [["", *self.columns], *([f"{row.name}, {row.color}", *row.counts] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = (GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)
        return "\n".join([self.heading.upper(), "", *(line.rstrip() for line in lines)])

    def as_html(self) -> str:
        head = "".join(f'<th scope="col">{escape(column)}</th>' for column in self.columns)
        rows = "".join(map(_counts, self.rows))
        table = f'<table class="counts" width="100%" cellspacing="0"><tr><th></th>{head}</tr>{rows}</table>'
        return headline(self.heading) + table


def _counts(row: PlayerCounts) -> str:
    shown = f"<strong>{escape(row.name)}</strong>" if row.own else escape(row.name)
    cells = "".join(f"<td>{escape(count)}</td>" for count in row.counts)
    return f'<tr><td class="who">{shown} {seat_sign(row.seat, row.color)}</td>{cells}</tr>'


@dataclass(frozen=True, slots=True)
class SmallLinks:
    """What few need, and small: in HTML on a line."""

    links: Sequence[Link]

    def as_text(self) -> str:
        return "\n\n".join(link.as_text() for link in self.links)

    def as_html(self) -> str:
        if not self.links:
            return ""
        shown = (f'<a href="{escape(link.url)}">{escape(link.words)}</a>' for link in self.links)
        return f'<p class="small">{" &nbsp; ".join(shown)}</p>'


@dataclass(frozen=True, slots=True)
class Seal:
    """A hash, whole, in as little room as it takes."""

    heading: str
    about: str
    chain: str

    def as_text(self) -> str:
        return f"{self.heading.upper()}\n\n{self.about}\n{self.chain}"

    def as_html(self) -> str:
        told = f"{escape(self.heading)}, {escape(self.about)}:"
        return f'<p class="small">{told}<br><span class="hash">{escape(self.chain)}</span></p>'
