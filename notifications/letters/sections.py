"""Sections of a turn's email: the news, the reader's hand, the progress of tickets, the possible moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple
from urllib.parse import quote

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.pictures.palette import DAY
from games.presentation.words.capitals import in_capitals
from games.presentation.words.lists import listed, listed_with_commas
from games.presentation.words.running_text import ToldOf
from games.presentation.words.sentences import introduce
from games.presentation.words.vocabulary import value_range
from notifications.letters.document import Link, block, colored, filled, headline, seat_sign
from notifications.order_words import order_words
from notifications.reply_addresses import EmailQuestion

GAP: Final = "  "
EDGED_CARDS: Final = frozenset({"white", "gray", "locomotive"})
"""Cards drawn with an edge: those colored nearly like the paper, and the locomotive, whose edge is brass."""


@dataclass(frozen=True, slots=True)
class News:
    """The news, the latest last; HTML joins it into one paragraph after `since` to save room on a phone's screen."""

    heading: str
    since: str
    sentences: Sequence[ToldOf]

    def as_text(self) -> str:
        lines = [filled(sentence.line, first="- ", further="  ") for sentence in self.sentences]
        return "\n".join([in_capitals(self.heading), "", *lines])

    def as_html(self) -> str:
        running_text = " ".join(sentence.html for sentence in self.sentences)
        return f'<p class="news"><span class="since">{introduce(escape(self.since))}</span> {running_text}</p>'


class CardLabel(NamedTuple):
    """The name of cards, and their kind, which determines the color."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Cards:
    """Train cards; `label` is their short heading in the HTML's margin."""

    heading: str
    label: str
    chips: Sequence[CardLabel]
    none: str

    def as_text(self) -> str:
        chips = listed(chip.words for chip in self.chips) or self.none
        return f"{in_capitals(self.heading)}\n\n{filled(chips)}"

    def as_html(self) -> str:
        chips = " ".join(map(_card_chip, self.chips)) or escape(self.none)
        row = f'<td class="what">{escape(self.label)}</td><td>{chips}</td>'
        return block("held", f'<tr valign="top">{row}</tr>')


def _card_chip(chip: CardLabel) -> str:
    kind = chip.kind if chip.kind in DAY.cards else "gray"
    ink = DAY.cards[kind]
    look = colored(ink, edge=ink.edge if kind in EDGED_CARDS else "")
    return f'<span class="chip card-{kind}" style="{look}">{escape(chip.words)}</span>'


@dataclass(frozen=True, slots=True)
class TicketItem:
    """A ticket: its letter in the picture, its cities, what its goals score (nearly always one), and its progress."""

    letter: str
    name: str
    values: Sequence[int]
    status: str

    @property
    def name_and_points(self) -> str:
        """Its cities and its value; the name of one with several goals has their values already."""
        return self.name if len(self.values) > 1 else f"{self.name} ({points(self.values[0])})"


@dataclass(frozen=True, slots=True)
class TicketItems:
    """Tickets, one per line; `more` are lines that summarize the others."""

    heading: str
    lines: Sequence[TicketItem]
    more: Sequence[str]

    def as_text(self) -> str:
        names = [line.name_and_points for line in self.lines]
        width = max(map(len, names), default=0)
        rows = [
            filled(f"{ticket.letter or '-'}{GAP}{name.ljust(width)}{GAP}{ticket.status}".rstrip(), further="   ")
            for ticket, name in zip(self.lines, names, strict=True)
        ]
        return "\n".join(
            [in_capitals(self.heading), "", *rows, *(filled(sentence, further="   ") for sentence in self.more)]
        )

    def as_html(self) -> str:
        rows = "".join(map(_ticket_row, self.lines))
        more = "".join(
            f'<tr><td></td><td colspan="2" class="soft">{escape(sentence)}</td></tr>' for sentence in self.more
        )
        return f"{headline(self.heading, _('points') if self.lines else '')}{block('tickets', rows + more)}"


def points(count: int) -> str:
    """Spell out a ticket's points."""
    return ngettext("%(n)d point", "%(n)d points", count) % {"n": count}


def _ticket_row(ticket: TicketItem) -> str:
    ring = f'<span class="letter">{escape(ticket.letter)}</span>' if ticket.letter else "–"
    status = f', <span class="soft">{escape(ticket.status)}</span>' if ticket.status else ""
    name, value = f"{escape(ticket.name)}{status}", value_range(ticket.values)
    return f'<tr valign="top"><td class="ring">{ring}</td><td>{name}</td><td class="end">{value}</td></tr>'


@dataclass(frozen=True, slots=True)
class ByMail:
    """The address for answering an email, and the subject of the answer."""

    address: str
    subject: str

    def link(self, lines: Sequence[str]) -> str:
        """Return a `mailto:` link (RFC 6068) that opens an answer with these lines, ready to send."""
        fields = {"subject": _("Re: %(subject)s") % {"subject": self.subject}, "body": "\r\n".join(lines)}
        query = "&".join(f"{name}={quote(text, safe='')}" for name, text in fields.items())
        return f"mailto:{quote(self.address, safe='@')}?{query}"


@dataclass(frozen=True, slots=True)
class Unsaid:
    """Words beside an order that were not said at the table, and how to say them."""

    words: str
    by_mail: ByMail | None = None

    def as_text(self) -> str:
        return filled(
            f"{self._not_said()} {_('To say it there, reply with “%(say)s” and your words.') % order_words()}"
        )

    def as_html(self) -> str:
        say = self.by_mail.link([f"say {self.words}"]) if self.by_mail else ""
        link = f' <a href="{escape(say)}">{escape(_("Say it there"))}</a>' if say else ""
        return f"<p>{escape(self._not_said())}{link}</p>"

    def _not_said(self) -> str:
        return _("Not said at the table: “%(words)s”.") % {"words": self.words}


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """A choice of the reader's: its name, reason, points, moves as typed, and an address that selects it."""

    name: str
    why: str
    worth: str
    typed: Sequence[str]
    url: str


@dataclass(frozen=True, slots=True)
class ChoiceLines:
    """Numbered choices, the best first.

    The HTML links each to its address, or to an email that plays it; the text has one address for all. `question` is
    what the numbers answer, and `letter` their prefix in a digest.
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
        for number, choice in enumerate(self.lines, 1):
            why = listed(filter(None, (choice.why, choice.worth)))
            text = f"{introduce(choice.name)} {why}" if why else choice.name
            rows.append(filled(f"{self.letter}{number}".rjust(width) + GAP + text, further=" " * (width + len(GAP))))
        return "\n".join([in_capitals(self.heading), "", *rows])

    def as_html(self) -> str:
        rows = "".join(
            _choice_row(f"{self.letter}{number}", choice, self._link_to(choice))
            for number, choice in enumerate(self.lines, 1)
        )
        return f"{headline(self.heading, self.beside)}{block('choices', rows)}"

    def _link_to(self, choice: ChoiceLine) -> str:
        before = f"{self.letter}: " if self.letter else ""
        return (
            self.by_mail.link([before + line for line in choice.typed]) if self.by_mail and choice.typed else choice.url
        )


@dataclass(frozen=True, slots=True)
class ByNumber:
    """How to answer by number: `alone` for the text, `otherwise` for the HTML, where each choice is also a link."""

    alone: str
    otherwise: str

    def as_text(self) -> str:
        return filled(self.alone)

    def as_html(self) -> str:
        return f"<p>{escape(self.otherwise)}</p>"


@dataclass(frozen=True, slots=True)
class SuggestedTurn:
    """What may have been meant: its number in a reply, its words, and its moves as a player types them."""

    number: int
    name: str
    typed: Sequence[str]


@dataclass(frozen=True, slots=True)
class Suggested:
    """Turns that may have been meant, each with the number by which a reply chooses it.

    `further` are the moves in notation of those that the email lists nowhere else; their numbers continue after its
    own. The number of a single one is left out then, since a yes chooses it; unless it is `chosen_by_number`.
    """

    heading: str
    turns: Sequence[SuggestedTurn]
    hint: str
    further: Sequence[Sequence[str]]
    by_mail: ByMail | None = None
    chosen_by_number: bool = False

    def as_text(self) -> str:
        rows = [filled(f"{self._label(turn)}{GAP}{turn.name}", further="   ") for turn in self.turns]
        return "\n\n".join([filled(self.heading), "\n".join(rows), filled(self.hint)])

    def as_html(self) -> str:
        rows = "".join(
            _choice_row(
                self._label(turn),
                ChoiceLine(turn.name, "", "", turn.typed, ""),
                self.by_mail.link(turn.typed) if self.by_mail else "",
            )
            for turn in self.turns
        )
        return f"<p><b>{escape(self.heading)}</b></p>{block('choices', rows)}<p>{escape(self.hint)}</p>"

    def _label(self, turn: SuggestedTurn) -> str:
        is_alone = len(self.turns) == 1 and bool(self.further) and not self.chosen_by_number
        return "-" if is_alone else str(turn.number)


def _choice_row(number: str, choice: ChoiceLine, url: str) -> str:
    tile = f'<td class="tile"><span class="number">{escape(number)}</span></td>'
    why = f'<br><span class="soft">{escape(choice.why)}</span>' if choice.why else ""
    linked = f'<a href="{escape(url)}">{escape(choice.name)}</a>' if url else escape(choice.name)
    name = f"<td>{linked}{why}</td>"
    return f'<tr>{tile}{name}<td class="end">{escape(choice.worth)}</td></tr>'


@dataclass(frozen=True, slots=True)
class Fold:
    """A compact list of many items: named groups, folded."""

    heading: str
    groups: Sequence[tuple[str, Sequence[str]]]

    def as_text(self) -> str:
        lines = [
            filled(f"{introduce(name)} {listed_with_commas(things)}", first="- ", further="  ")
            for name, things in self.groups
        ]
        return "\n".join([in_capitals(self.heading), "", *lines])

    def as_html(self) -> str:
        groups = (
            f"<strong>{escape(name)}</strong> {escape(listed_with_commas(things))}" for name, things in self.groups
        )
        return f'{headline(self.heading)}<p class="fold">{"<br>".join(groups)}</p>'


@dataclass(frozen=True, slots=True)
class Numbered:
    """A compact list of many numbered items in groups, each with a name, or "" if the items explain themselves."""

    heading: str
    groups: Sequence[tuple[str, Sequence[tuple[int, str]]]]

    def as_text(self) -> str:
        lines = []
        for name, things in self.groups:
            text = listed_with_commas(f"({number}) {thing}" for number, thing in things)
            lines.append(filled(f"{introduce(name)} {text}" if name else text, first="- ", further="  "))
        return "\n".join([in_capitals(self.heading), "", *lines])

    def as_html(self) -> str:
        groups = (_numbered_group(name, things) for name, things in self.groups)
        return f'{headline(self.heading)}<p class="fold">{"<br>".join(groups)}</p>'


def _numbered_group(name: str, things: Sequence[tuple[int, str]]) -> str:
    text = listed_with_commas(f"<b>{number}</b>&nbsp;{escape(thing)}" for number, thing in things)
    return f"{introduce(escape(name))} {text}" if name else text


class PlayerCounts(NamedTuple):
    """A seat (from 0), its player, its color in words, whether it is the reader's own, and its numbers."""

    seat: int
    name: str
    color: str
    own: bool
    counts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Counts:
    """A table with a row of numbers for each player, the reader's own in bold."""

    heading: str
    columns: Sequence[str]
    rows: Sequence[PlayerCounts]

    def as_text(self) -> str:
        cells = [["", *self.columns], *([f"{row.name}, {row.color}", *row.counts] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = (GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)
        return "\n".join([in_capitals(self.heading), "", *(line.rstrip() for line in lines)])

    def as_html(self) -> str:
        head = "".join(f'<th scope="col">{escape(column)}</th>' for column in self.columns)
        rows = "".join(map(_counts_row, self.rows))
        table = (
            f'<table class="counts" width="100%" cellpadding="3" cellspacing="0"><tr><th></th>{head}</tr>{rows}</table>'
        )
        return headline(self.heading) + table


def _counts_row(row: PlayerCounts) -> str:
    name = f"<strong>{escape(row.name)}</strong>" if row.own else escape(row.name)
    cells = "".join(f"<td>{escape(count)}</td>" for count in row.counts)
    return f'<tr><td class="who">{name} {seat_sign(row.seat, row.color)}</td>{cells}</tr>'


@dataclass(frozen=True, slots=True)
class SmallLinks:
    """Links that few readers need, in small type; HTML puts them on one line."""

    links: Sequence[Link]

    def as_text(self) -> str:
        return "\n\n".join(link.as_text() for link in self.links)

    def as_html(self) -> str:
        if not self.links:
            return ""
        anchors = (f'<a href="{escape(link.url)}">{escape(link.words)}</a>' for link in self.links)
        return f'<p class="small">{" &nbsp; ".join(anchors)}</p>'


@dataclass(frozen=True, slots=True)
class Seal:
    """A complete hash in as little room as possible."""

    heading: str
    about: str
    chain: str

    def as_text(self) -> str:
        return f"{in_capitals(self.heading)}\n\n{self.about}\n{self.chain}"

    def as_html(self) -> str:
        label = introduce(f"{escape(self.heading)}, {escape(self.about)}")
        return f'<p class="small">{label}<br><span class="hash">{escape(self.chain)}</span></p>'
