"""The picture of the Card Game as one viewer may see it: market, big cities, rail yards, and the viewer's own cards.

It is a timetable instead of a map: a row for each seat, a column for each color. The cards on a track are only a
number, even for their owner, unless the view shows them (C6); only then do tickets say what they still lack.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.boards import Board
from engine.cards import KINDS
from engine.parts.tickets import HeldTicketView
from engine.parts.yards import RowView
from games.presentation.pictures import captions
from games.presentation.pictures.lettering import lettering
from games.presentation.pictures.signs import SEATS, definitions, symbol
from games.presentation.pictures.svg import centered, element, number, styled, text, text_element, used
from games.presentation.words import title as translated_title
from games.presentation.words.colors import CARDS
from games.presentation.words.lists import listed_with_commas
from games.presentation.words.sentences import finish

WIDE: Final = 1200.0
EDGE, GUTTER = 40.0, 50.0
HEADING, LABEL, SMALL = 22.0, 18.0, 15.0
CARD: Final = (92.0, 128.0)
ROW, LINE = 50.0, 27.0
FIRST_COLUMN, COLUMN = 250.0, 68.0
COUNTS: Final = (900.0, 1010.0, 1115.0)
BIG_CITIES: Final = 780.0
CHIP: Final = (38.0, 22.0)
TICKET: Final = (268.0, 118.0)
COLORS: Final = KINDS[:-1]


BEFORE: Final[engine.View] = {
    "ruleset": "",
    "options": {},
    "entry": 0,
    "over": False,
    "turn": None,
    "turns_left": None,
    "outcome": None,
    "market": [None] * 5,
    "deck": 0,
    "discard_pile": 0,
    "ticket_deck": 0,
    "prompts": [],
    "seats": [],
    "you": None,
}
"""The view of a table before anyone has sat down."""


@dataclass(frozen=True)
class CardTable:
    """A position of the Card Game as one viewer sees it; `players` are the names at the seats."""

    board: Board
    view: engine.View
    players: Sequence[str] = ()

    @property
    def own(self) -> engine.OwnView | None:
        """Return what only the viewer sees; None for a spectator."""
        return self.view["you"]


@dataclass
class Sheet:
    """A picture that grows downwards."""

    y: float = EDGE
    parts: list[str] = field(default_factory=list)

    def add(self, *parts: str) -> None:
        """Add these parts to the sheet, at their own positions."""
        self.parts.extend(parts)

    def heading(self, words: str, left: float, right: float, y: float | None = None) -> None:
        """Add a title over a double rule to the sheet."""
        at = self.y if y is None else y
        self.add(
            text(lettering("titles"), words, left, at + HEADING, HEADING, "text"),
            element("path", class_="frame", stroke_width=2, d=f"M{left:g} {at + 34:g}H{right:g}"),
            element("path", class_="frame", stroke_width=0.8, d=f"M{left:g} {at + 38:g}H{right:g}"),
        )


def drawn(table: CardTable, style: str) -> str:
    """Draw a table as SVG, with this style sheet."""
    sheet = Sheet()
    _draw_market(sheet, table)
    _draw_yards(sheet, table)
    _draw_own(sheet, table)
    high = sheet.y + EDGE - GUTTER / 2
    rim = element("rect", class_="frame", x=8, y=8, width=WIDE - 16, height=high - 16, stroke_width=2)
    return picture(table, style, (WIDE, high), [rim, *sheet.parts])


def picture(table: CardTable, style: str, size: tuple[float, float], parts: Sequence[str]) -> str:
    """Draw these parts as SVG of this size."""
    wide, high = size
    return element(
        "svg",
        text_element("title", translated_title(table.board.name)),
        text_element("desc", described(table)),
        styled(style),
        definitions(),
        element("rect", class_="paper", width=wide, height=high),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(wide)} {number(high)}",
        role="img",
    )


def described(table: CardTable) -> str:
    """Describe how many cards each player has in the rail yard and on the track."""
    seats = [
        _("%(player)s: %(cards)s in the rail yard, %(track)d on the track")
        % {
            "player": captions.player(table.players, seat["seat"]),
            "cards": _spell_cards(sum(row["cards"] + row["locomotives"] for row in seat["yard"])),
            "track": seat["on_track"],
        }
        for seat in table.view["seats"]
    ]
    return finish(listed_with_commas(seats)) if seats else _("Nobody has sat down yet.")


def _spell_cards(count: int) -> str:
    return ngettext("%(n)d card", "%(n)d cards", count) % {"n": count}


def _draw_market(sheet: Sheet, table: CardTable) -> None:
    """Draw the five open cards and the deck, and the big cities beside them."""
    top = sheet.y
    sheet.heading(_("Face-up cards"), EDGE, 730)
    for index, kind in enumerate(table.view["market"]):
        sheet.add(card(kind, EDGE + index * (CARD[0] + 20), top + 54))
    sheet.add(deck(table.view["deck"], EDGE + 5 * (CARD[0] + 20) + 20, top + 54))
    sheet.heading(_("Big cities"), BIG_CITIES, WIDE - EDGE, top)
    sheet.add(*_draw_big_cities(table, top + 44))
    sheet.y = top + 54 + max(CARD[1], len(table.board.big_cities) * LINE - 10) + GUTTER


def card(kind: str | None, x: float, y: float) -> str:
    """Draw a train card of the market, or its empty place for None."""
    wide, high = CARD
    if kind is None:
        return element(
            "rect", class_="frame", x=x, y=y, width=wide, height=high, rx=7, stroke_width=1.2, stroke_dasharray="4 5"
        )
    face = element("rect", class_=f"c-{kind}", x=x + 7, y=y + 7, width=wide - 14, height=high - 36, rx=4)
    sign = element("g", symbol(kind), transform=f"translate({number(x + wide / 2)} {number(y + 50)}) scale(6)")
    name = centered(lettering("names"), str(CARDS[kind]), x + wide / 2, y + high - 10, SMALL, "text")
    rim = element("rect", class_="frame", x=x, y=y, width=wide, height=high, rx=7, stroke_width=1.2)
    return element("g", text_element("title", str(CARDS[kind])), rim, face, sign, name)


def deck(cards: int, x: float, y: float) -> str:
    """Draw the deck as a stack, or as a single card if it is empty."""
    wide, high = CARD
    stack = [
        element("rect", class_="c-locomotive", x=x + shift, y=y - shift, width=wide, height=high, rx=7)
        for shift in (6, 3, 0)
    ]
    sign = element("g", symbol("locomotive"), transform=f"translate({number(x + wide / 2)} {number(y + 50)}) scale(6)")
    count = centered(lettering("names"), str(cards), x + wide / 2, y + 110, LABEL, "c-locomotive-mark")
    title = text_element("title", _("Deck: %(cards)s") % {"cards": _spell_cards(cards)})
    return element("g", title, *(stack if cards else stack[-1:]), sign, count)


def _draw_big_cities(table: CardTable, top: float) -> Iterator[str]:
    """Draw a line for each big city: its name, the seats' completed tickets that name it, its bonus."""
    words = lettering("names")
    right = WIDE - EDGE
    worth = sorted(table.board.big_cities.items(), key=lambda city: (-city[1], table.board.cities[city[0]].name))
    for index, (city, bonus) in enumerate(worth):
        y = top + index * LINE
        fact = table.board.cities[city]
        yield text(words, fact.name, BIG_CITIES, y + 18, LABEL, "text")
        for rank, seat in enumerate(_seats_with_completed(table, fact.slug)):
            yield used(f"engine-{seat + 1}", right - 60 - rank * 29, y + 12)
        yield text(words, str(bonus), right - words.width(str(bonus), LABEL), y + 18, LABEL, "text")
        yield element(
            "path", class_="frame", stroke_width=0.5, d=f"M{BIG_CITIES:g} {number(y + LINE - 2)}H{number(right)}"
        )


def _seats_with_completed(table: CardTable, slug: str) -> list[int]:
    """Return the seat of each completed ticket that names a city."""
    return [
        seat["seat"]
        for seat in table.view["seats"]
        for ticket in seat["completed"]
        if slug in (ticket["from"], ticket["to"])
    ]


def _draw_yards(sheet: Sheet, table: CardTable) -> None:
    """Draw the timetable: seats as rows; colors, cards on the track, tickets and cards in hand as columns."""
    sheet.heading(_("Rail yards"), EDGE, WIDE - EDGE)
    head = sheet.y + 66
    for index, color in enumerate(COLORS):
        sheet.add(used(f"slot-{color}", FIRST_COLUMN + index * COLUMN, head))
    for x, words in zip(COUNTS, (_("on the track"), _("tickets"), _("in hand")), strict=True):
        sheet.add(centered(lettering("names"), words, x, head + 5, SMALL, "quiet"))
    sheet.y = head + 22
    for seat in table.view["seats"]:
        _draw_row(sheet, table, seat)
    sheet.y += GUTTER


def _draw_row(sheet: Sheet, table: CardTable, seat: engine.SeatView) -> None:
    words, middle = lettering("names"), sheet.y + ROW / 2
    own = table.own is not None and table.own["seat"] == seat["seat"]
    if own:
        sheet.add(element("rect", class_="own", x=EDGE, y=sheet.y + 1, width=WIDE - 2 * EDGE, height=ROW - 2, rx=3))
    sheet.add(
        used(f"engine-{seat['seat'] % SEATS + 1}", EDGE + 20, middle),
        text(words, captions.player(table.players, seat["seat"])[:20], EDGE + 44, middle + 6, LABEL, "text"),
    )
    piles = {row["color"]: row for row in seat["yard"]}
    for index, color in enumerate(COLORS):
        sheet.add(pile(piles.get(color), FIRST_COLUMN + index * COLUMN, middle))
    tickets = "?" if seat["tickets"] is None else str(seat["tickets"])
    for x, count in zip(COUNTS, (str(seat["on_track"]), tickets, str(seat["cards"])), strict=True):
        sheet.add(centered(words, count, x, middle + 6, LABEL, "text"))
    sheet.y += ROW
    sheet.add(element("path", class_="frame", stroke_width=0.5, d=f"M{EDGE:g} {sheet.y:g}H{WIDE - EDGE:g}"))


def pile(row: RowView | None, x: float, y: float) -> str:
    """Draw a row of a rail yard: its color and number of cards, with the locomotives on top as wheels."""
    if row is None:
        return element("circle", class_="quiet", cx=x, cy=y, r=1.3)
    words = lettering("names")
    cards, locomotives = row["cards"], row["locomotives"]
    drawn = used(f"slot-{row['color']}", x - 8, y) + text(words, str(cards), x + 8, y + 6, LABEL, "text")
    if locomotives:
        drawn += used("wheel-small", x - 8, y - 15) + text(words, str(locomotives), x + 8, y - 11, 13, "text")
    title = _("%(color)s: %(cards)s and %(locomotives)s") % {
        "color": CARDS[row["color"]],
        "cards": _spell_cards(cards),
        "locomotives": ngettext("%(n)d locomotive", "%(n)d locomotives", locomotives) % {"n": locomotives},
    }
    return element("g", text_element("title", title), drawn)


def _draw_own(sheet: Sheet, table: CardTable) -> None:
    """Draw the viewer's hand and tickets, and the cards on the viewer's track if the rules show them."""
    if table.own is None:
        return
    _draw_chips(sheet, _("Your hand"), table.own["hand"])
    stack = table.own.get("on_track")
    if stack is not None:
        _draw_chips(sheet, _("On your track"), stack)
    _draw_tickets(sheet, table)


def _draw_chips(sheet: Sheet, title: str, cards: Mapping[str, int]) -> None:
    sheet.heading(title, EDGE, WIDE - EDGE)
    words, x, y = lettering("names"), EDGE, sheet.y + 66
    for kind in KINDS:
        if cards.get(kind):
            sheet.add(
                element("g", _draw_chip(kind), transform=f"translate({number(x + CHIP[0] / 2)} {number(y)})"),
                text(words, str(cards[kind]), x + CHIP[0] + 8, y + 7, 20, "text"),
            )
            x += CHIP[0] + 46
    if not any(cards.values()):
        sheet.add(text(words, _("no cards"), x, y + 6, LABEL, "quiet"))
    sheet.y += 66 + GUTTER - 14


def _draw_chip(kind: str) -> str:
    wide, high = CHIP
    face = element("rect", class_=f"c-{kind}", x=-wide / 2, y=-high / 2, width=wide, height=high, rx=3)
    return text_element("title", str(CARDS[kind])) + face + element("g", symbol(kind), transform="scale(1.6)")


def _draw_tickets(sheet: Sheet, table: CardTable) -> None:
    """Draw the viewer's tickets in rows of four; completed ones are marked."""
    assert table.own is not None
    tickets = table.own["tickets"]
    if not tickets:
        return
    sheet.heading(_("Your tickets"), EDGE, WIDE - EDGE)
    top, step = sheet.y + 54, TICKET[0] + 16
    for index, ticket in enumerate(tickets):
        x, y = EDGE + index % 4 * step, top + index // 4 * (TICKET[1] + 16)
        sheet.add(_draw_ticket(table, ticket, x, y))
    sheet.y = top + (len(tickets) + 3) // 4 * (TICKET[1] + 16) + GUTTER - 16


def _draw_ticket(table: CardTable, ticket: HeldTicketView, x: float, y: float) -> str:
    words, titles = lettering("names"), lettering("titles")
    wide, high = TICKET
    cities = table.board.cities
    ends = [cities[table.board.city_of[slug]].name for slug in (ticket["from"], ticket["to"])]
    is_completed = ticket["completed"]
    rim = element(
        "rect", class_="ring" if is_completed else "frame", x=x, y=y, width=wide, height=high, rx=6, stroke_width=1.6
    )
    names = [text(words, name, x + 14, y + 28 + row * 22, LABEL, "text") for row, name in enumerate(ends)]
    points = centered(titles, str(ticket["points"]), x + wide - 34, y + 44, 28, "text")
    chips = [
        element(
            "g", _draw_chip(card), transform=f"translate({number(x + 33 + index * (CHIP[0] + 5))} {number(y + 92)})"
        )
        for index, card in enumerate(ticket["cards"])
    ]
    state = [centered(words, _("completed"), x + wide - 40, y + 68, 13, "letter")] if is_completed else []
    return element("g", text_element("title", f"{ends[0]} – {ends[1]}"), rim, *names, points, *chips, *state)
