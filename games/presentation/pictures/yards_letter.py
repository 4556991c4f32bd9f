"""The Card Game for an email, and as a thumbnail: half as wide as the table's picture, to be readable on a phone.

The email's text lists hand and tickets. A phone shows a picture 360 pixels wide: letters of 20 units are 11 pixels.
"""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.cards import KINDS
from games.presentation.pictures import captions
from games.presentation.pictures.lettering import lettering
from games.presentation.pictures.signs import SEATS, symbol
from games.presentation.pictures.svg import element, number, text, used
from games.presentation.pictures.yards import CardTable, Sheet, card, deck, picture, pile

WIDE: Final = 640.0
EDGE: Final = 22.0
CARD_STEP: Final = 100.0
LETTERS, COUNT = 22.0, 20.0
SEAT: Final = 92.0
PILE: Final = 72.0
COLORS: Final = KINDS[:-1]
SMALL_PICTURE: Final = (620.0, 388.0)
"""The size of the thumbnail, in the eight-to-five shape of its place in lists, which crops wider pictures."""
SMALL_ROW: Final = 62.0
SMALL_CARD: Final = (64.0, 84.0)


def letter(table: CardTable, style: str) -> str:
    """Draw market and rail yards for an email."""
    sheet = Sheet(y=EDGE)
    sheet.heading(_("Face-up cards"), EDGE, WIDE - EDGE)
    for index, kind in enumerate(table.view["market"]):
        sheet.add(card(kind, EDGE + index * CARD_STEP, sheet.y + 54))
    sheet.add(deck(table.view["deck"], EDGE + 5 * CARD_STEP, sheet.y + 54))
    sheet.y += 54 + 128 + 26
    sheet.heading(_("Rail yards"), EDGE, WIDE - EDGE)
    sheet.y += 44
    for seat in table.view["seats"]:
        sheet.add(*_draw_seat(table, seat, sheet.y))
        sheet.y += SEAT
    high = sheet.y + 14
    rim = element("rect", class_="frame", x=6, y=6, width=WIDE - 12, height=high - 12, stroke_width=2)
    return picture(table, style, (WIDE, high), [rim, *sheet.parts])


def _draw_seat(table: CardTable, seat: engine.SeatView, top: float) -> Iterator[str]:
    """Draw a seat's name, and the number of cards on the track; below them the piles."""
    words = lettering("names")
    if table.own is not None and table.own["seat"] == seat["seat"]:
        yield element("rect", class_="own", x=EDGE - 8, y=top + 1, width=WIDE - 2 * EDGE + 16, height=SEAT - 2, rx=3)
    yield used(f"engine-{seat['seat'] % SEATS + 1}", EDGE + 16, top + 24)
    yield text(words, captions.player(table.players, seat["seat"])[:20], EDGE + 40, top + 31, LETTERS, "text")
    label = _("%(n)d on the track") % {"n": seat["on_track"]}
    yield text(words, label, WIDE - EDGE - words.width(label, COUNT), top + 31, COUNT, "quiet")
    piles = {row["color"]: row for row in seat["yard"]}
    for index, color in enumerate(COLORS):
        at = f"translate({number(EDGE + 36 + index * PILE)} {number(top + 70)})"
        yield element("g", pile(piles.get(color), 0, 0), transform=f"{at} scale(1.4)")
    yield element("path", class_="frame", stroke_width=0.5, d=f"M{EDGE:g} {number(top + SEAT)}H{WIDE - EDGE:g}")


def thumbnail(table: CardTable, style: str) -> str:
    """Draw the rail yards as rails with cards on them, and the market beside them, in a few bold signs."""
    parts: list[str] = []
    seats = table.view["seats"]
    top = (SMALL_PICTURE[1] - SMALL_ROW * len(seats)) / 2
    for index, seat in enumerate(seats):
        parts += _draw_rails(seat, top + (index + 0.5) * SMALL_ROW)
    for index, kind in enumerate(table.view["market"]):
        x, y = 402 + index % 3 * 70 + (35 if index > 2 else 0), 101 + index // 3 * 102
        parts.append(_draw_small_card(kind, x, y))
    return picture(table, style, SMALL_PICTURE, parts)


def _draw_rails(seat: engine.SeatView, middle: float) -> Iterator[str]:
    yield element(
        "path", class_="frame", stroke_width=1.2, d=f"M84 {number(middle - 4)}H386M84 {number(middle + 4)}H386"
    )
    yield _enlarge(used(f"engine-{seat['seat'] % SEATS + 1}", 0, 0), 54, middle)
    for index, row in enumerate(seat["yard"][:6]):
        yield _enlarge(used(f"slot-{row['color']}", 0, 0), 116 + index * 50, middle)


def _enlarge(sign: str, x: float, y: float) -> str:
    return element("g", sign, transform=f"translate({number(x)} {number(y)}) scale(1.9)")


def _draw_small_card(kind: str | None, x: float, y: float) -> str:
    wide, high = SMALL_CARD
    if kind is None:
        return element("rect", class_="frame", x=x, y=y, width=wide, height=high, rx=6, stroke_width=1.5)
    face = element("rect", class_=f"c-{kind}", x=x, y=y, width=wide, height=high, rx=6)
    return face + element(
        "g", symbol(kind), transform=f"translate({number(x + wide / 2)} {number(y + high / 2)}) scale(4.4)"
    )
