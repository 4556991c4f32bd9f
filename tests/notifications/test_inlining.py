"""Inlining gives emails the same styles as the library does, although it asks only once for each path of tags."""

import re
from html.parser import HTMLParser
from typing import Final

import css_inline
import pytest

from games.presentation.pictures.palette import DAY
from games.presentation.words.running_text import ToldOf
from games.presentation.words.sentences import Clause, Plain
from notifications.letters import document, inline_css
from notifications.letters.document import (
    Button,
    Element,
    Grid,
    Heading,
    Items,
    Letterhead,
    Link,
    Masthead,
    OpeningWords,
    Paragraph,
    Picture,
    Verbatim,
)
from notifications.letters.questions import AskedToAgree, AskedToJoin
from notifications.letters.sections import (
    ByMail,
    ByNumber,
    CardLabel,
    Cards,
    ChoiceLine,
    ChoiceLines,
    Counts,
    Fold,
    News,
    Numbered,
    PlayerCounts,
    Seal,
    SmallLinks,
    Suggested,
    SuggestedTurn,
    TicketItem,
    TicketItems,
    Unsaid,
)
from notifications.letters.style import INK, NAVY, PAPER, SAND, STYLE
from notifications.reply_addresses import NOTHING_ASKED

BY_LIBRARY: Final = css_inline.CSSInliner(keep_style_tags=True, load_remote_stylesheets=False, minify_css=True)
AS_IT_IS: Final = css_inline.CSSInliner(inline_style_tags=False, keep_style_tags=True, load_remote_stylesheets=False)
URL: Final = "https://night-mail.example/play/a~b?prompt=1.0&keep=1,2"
SAID: Final = 'A <b> & "quotes" > \'one\' style="x" href=y –'
MAIL: Final = ByMail("play+t@night-mail.example", SAID)
LINES: Final = [ChoiceLine(SAID, SAID, "1", ["keep 1"], URL), ChoiceLine("b", "", "", [], "")]
PARTS: Final[list[Element]] = [
    Masthead(SAID, URL, SAID, 0, "red", OpeningWords(SAID, SAID), OpeningWords(SAID), "1 day left", SAID, SAID),
    OpeningWords(SAID, SAID),
    Letterhead(SAID, f"First. {SAID}", "First", SAID),
    Paragraph(SAID),
    Heading(SAID),
    Items([SAID, SAID]),
    Grid(["", SAID], [[SAID, "1"], ["2", "3"]]),
    Verbatim([SAID, "  b"]),
    Link(SAID, URL),
    Button(SAID, URL),
    Picture("board@night-mail.example", b"", SAID, URL),
    Paragraph(SAID),
    News(SAID, SAID, [ToldOf("A", (Clause("A", lambda name: f"{SAID} {name}"),)), ToldOf("", (Plain(SAID),))]),
    Cards(SAID, SAID, [CardLabel("red", SAID), CardLabel("", SAID)], SAID),
    Cards(SAID, SAID, [], SAID),
    TicketItems(SAID, [TicketItem("A", SAID, [4], SAID), TicketItem("", SAID, [4], "")], [SAID]),
    ChoiceLines(SAID, SAID, LINES, NOTHING_ASKED, MAIL, "A"),
    ChoiceLines(SAID, "", LINES, NOTHING_ASKED),
    ByNumber(SAID, SAID),
    Suggested(SAID, [SuggestedTurn(1, SAID, [SAID])], SAID, [], MAIL),
    AskedToAgree("p", SAID, URL, MAIL),
    AskedToAgree("p", SAID, URL),
    AskedToJoin(SAID, URL, MAIL),
    AskedToJoin(SAID, URL),
    Unsaid(SAID, MAIL),
    Unsaid(SAID),
    Fold(SAID, [(SAID, [SAID, SAID])]),
    Numbered(SAID, [(SAID, [(1, SAID)]), ("", [(2, SAID)])]),
    Counts(SAID, [SAID], [PlayerCounts(0, SAID, "red", True, ["1"]), PlayerCounts(5, SAID, "x", False, ["2"])]),
    SmallLinks([Link(SAID, URL), Link(SAID, URL)]),
    Seal(SAID, SAID, "1f"),
]


class Reader(HTMLParser):
    """The contents of a page: tags, ignoring the order of their attributes, and words."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[object] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(tag)

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def read(html: str) -> list[object]:
    reader = Reader()
    reader.feed(html)
    return reader.found


def written(parts: list[Element]) -> str:
    return document.html(parts, title=SAID, language="en", preheader=SAID)


@pytest.mark.parametrize("parts", [PARTS, PARTS[::-1], *([part] for part in PARTS)])
def test_every_part_of_a_letter_looks_as_the_library_would_have_it(parts: list[Element]) -> None:
    html = written(parts)
    assert read(AS_IT_IS.inline(inline_css.inlined(html))) == read(BY_LIBRARY.inline(html))


def test_grounds_stand_in_attributes_as_in_the_style() -> None:
    """Outlook reads the backgrounds of tables and cells from their attributes."""
    tags = re.findall(r'<(?:body|table|td)[^>]* bgcolor="([^"]+)" style="([^"]+)"', inline_css.inlined(written(PARTS)))
    assert {ground for ground, _style in tags} == {SAND, PAPER, NAVY, INK}
    assert all(f"background:{ground}" in style for ground, style in tags)


@pytest.mark.parametrize("kind", [*DAY.cards, ""])
def test_a_card_has_a_border_in_its_color(kind: str) -> None:
    """In dark mode Thunderbird drops backgrounds, but no borders."""
    ink = DAY.cards[kind or "gray"]
    html = inline_css.inlined(written([Cards("", "", [CardLabel(kind, "2 of them")], "")]))
    ((border, look),) = re.findall(r'class="chip[^>]*border:2px solid[^>]*?border-color:(#\w+)([^>]*)>', html)
    assert border == (ink.edge if kind in ("white", "gray", "locomotive", "") else ink.fill), look


@pytest.mark.parametrize("seat", range(6))
def test_a_seat_has_a_border_in_its_color(seat: int) -> None:
    html = document.seat_sign(seat, "red")
    assert f"border-color: {DAY.rail if seat in document.EDGED_SEATS else DAY.seats[seat].fill}" in html


def test_a_letter_is_the_same_the_second_time() -> None:
    assert inline_css.inlined(written(PARTS)) == inline_css.inlined(written(PARTS))


def test_selectors_look_at_an_element_and_at_what_it_stands_in_alone() -> None:
    """They do not look at siblings or state: otherwise a path would not determine the style."""
    selectors = re.findall(r"([^{}]+)\{", re.sub(r"@media [^{]+\{", "", STYLE))
    assert all(re.fullmatch(r"[\w\s.,-]+", selector) for selector in selectors)
