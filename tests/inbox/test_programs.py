"""Replies as mail programs place them by default: below the quote, between its lines, right after its introduction."""

from pathlib import Path
from typing import Final

import pytest

from tests.inbox.test_reading import email
from tests.inbox.typed import typed_in

FLOWED = "text/plain; charset=UTF-8; format=flowed"
ABOVE = "On 2026-11-27 08:04, Night Mail wrote:"
LONG = "> 3 Claim Sault St. Marie – Toronto with two yellow cards, which brings you"
"""A quoted line so long that a program may have wrapped it."""
ORDERS = ["2", "2.", "A B", "AC", "yes", "Yes!", "no", "yes always"]
KINDS = [FLOWED, "text/plain; charset=UTF-8"]


def lines(text: str, kind: str = KINDS[1]) -> tuple[str, ...]:
    return typed_in(email(text, kind)).lines


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", ORDERS)
def test_a_whole_order_directly_below_a_quote_is_read(order: str, kind: str) -> None:
    """Roundcube, KMail and s-nail put the cursor there."""
    assert lines(f"{ABOVE}\n> It is your turn\n{LONG}\n{order}", kind) == (order,)
    assert lines(f"{ABOVE}\n> It is your turn\n{LONG}\n{order}\nThanks, and see you\n", kind)[:1] == (order,)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", ORDERS)
def test_a_whole_order_between_quoted_lines_is_read(order: str, kind: str) -> None:
    """People answer in this way in mutt and Thunderbird."""
    assert lines(f"{ABOVE}\n> It is your turn\n{LONG}\n{order}\n{LONG}\n> 4 Draw tickets\n", kind) == (order,)


def test_only_the_first_line_is_surely_an_order() -> None:
    assert lines(f"3\n\n{ABOVE}\n{LONG}\n2\n") == ("3",), "the 2 may be how many spaces it brings the player"
    assert lines(f"{ABOVE}\n{LONG}\nnearer to it\n2\n") == ()


@pytest.mark.parametrize("order", ["draw red", "claim Toronto", "3 and then we talk"])
def test_any_line_below_a_quote_is_read_where_the_program_says_that_it_wraps_none(order: str) -> None:
    """RFC 3676, 4.5: a quote's last paragraph ends where the quote does."""
    assert lines(f"{ABOVE}\n{LONG}\n{order}\n{LONG}\n", FLOWED) == (order,)
    assert lines(f"{ABOVE}\n{LONG}\n> -- \n{order}", FLOWED) == (order,)
    assert lines(f"{ABOVE}\n{LONG} \n{order}\n{LONG}\n", FLOWED) == (), "it was wrapped without marks after all"
    assert lines(f"{ABOVE}\n{LONG}\n{order}\n{LONG}\n") == (), "it may be the second half of a line"


@pytest.mark.parametrize(
    "last",
    [
        "-- ",
        "Sent from my iPhone",
        "29a334e7b5a35520ec15218756f4f9e61fae06dba8e711078432e674ea72fda7",
        "play+21d58b2d9818ebd5fd1231068b6a26@play.nightmail.example",
        "<play+21d58b2d9818ebd5fd1231068b6a26@play.nightmail.example>",
        "4 Take two from the deck",
        "It is your turn.",
    ],
)
def test_any_line_below_a_last_quoted_line_that_has_come_to_its_end_is_read(last: str) -> None:
    assert lines(f"{ABOVE}\n> It is your turn\n> {last}\ndraw red") == ("draw red",)
    assert lines(f"{ABOVE}\n> It is your turn\n> {last}\ndraw red\nsee you") == ("draw red", "see you")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", ORDERS)
def test_an_order_below_what_s_nail_quotes_is_read(order: str, kind: str) -> None:
    """It quotes the header, too, and uses the separator of programs that do not mark quotes."""
    rule = "-------- Original Message --------"
    quote = f"{rule}\n> Subject: Your turn\n> From: Night Mail <post@mail.example>\n\n\n> It is your turn.\n>\n{LONG}"
    assert lines(f"{quote}\n{order}\n", kind) == (order,)
    assert lines(f"{order}\n{quote}\n", kind) == (order,)
    unmarked = f"{rule}\nFrom: Night Mail\n\nIt is your turn\n{order}\n"
    assert lines(unmarked, kind) == (), "nobody knows where that quote ends"


@pytest.mark.parametrize("order", ["3", "12", "yes", "no", "yes always", "A", "A C", "BD"])
@pytest.mark.parametrize(
    "introduction",
    [
        "On Fri, 27 Nov 2026 at 08:04, Night Mail <play@mail.example> wrote:\n> It is your turn\n> 1 Draw",
        "On Fri, 27 Nov 2026 at 08:04, Night Mail\n<play@mail.example> wrote:\n\nIt is your turn\n1",
        "Am 27.11.2026 um 08:04 schrieb Night Mail:\n> It is your turn",
        "Le 27/11/2026 à 08:04, Night Mail a écrit :\n> It is your turn",
        "El 27/11/2026 a las 8:04, Night Mail escribió:\n> It is your turn",
        "-----Original Message-----\nFrom: Night Mail <play@mail.example>\nSubject: Your turn\n\n1",
        "________________________________\nFrom: Night Mail <play@mail.example>\nSubject: Your turn\n\n1",
    ],
)
@pytest.mark.parametrize("gap", ["", " "])
def test_an_order_glued_to_what_introduces_the_quote_is_read(order: str, gap: str, introduction: str) -> None:
    assert lines(f"{order}{gap}{introduction}") == (order,)


def test_a_number_glued_to_the_fields_above_the_quote_is_read() -> None:
    assert lines("3From: Night Mail <play@mail.example>\nSubject: Your turn\n\n1") == ("3",)


@pytest.mark.parametrize(
    "introduction",
    [
        "From: Night Mail <play@mail.example>\nSubject: Your turn\n\n1",
        "3rd of May 2026, Night Mail <play@mail.example> wrote:\n> 1",
        "27 Nov 2026 08:04, Night Mail <play@mail.example> wrote:\n> 1",
        "3Com <play@mail.example> wrote:\n> 1",
        "A Le Roux <play@mail.example> wrote:\n> 1",
        "Anna On <play@mail.example> wrote:\n> 1",
        "No On <play@mail.example> wrote on 27 Nov 2026:\n> 1",
    ],
)
def test_what_introduces_a_quote_orders_nothing(introduction: str) -> None:
    assert lines(introduction) == ()


# What real programs made --------------------------------------------------------------------------------------------

MADE: Final = sorted((Path(__file__).parent / "programs").glob("*.eml"))
GRAPHICAL: Final = {"thunderbird", "claws", "sylpheed", "balsa", "evolution", "geary", "kmail"}
SIGNED: Final = ("Emil", "Fair winds and short trains")
"""A signature without a delimiter: it looks like typed text, and must not be read as an order."""
TAPPED: Final = ("draw 5", "draw green")
"""The text that a move's `mailto:` link in our emails puts into the reply."""


@pytest.mark.parametrize("file", MADE, ids=lambda file: file.stem)
def test_the_order_in_a_real_program_s_answer_is_read(file: Path) -> None:
    way = file.stem.rpartition("-")[2]
    orders = TAPPED if way == "tapped" else ("yes",) if way == "yes" else ("2",)
    below = SIGNED if way == "unmarked_signature" else ()
    assert typed_in(file.read_bytes()).lines == orders + below


def test_real_programs_answered_in_every_way_that_they_offer() -> None:
    programs = {file.stem.partition("-")[0] for file in MADE}
    assert programs == {"mutt", "neomutt", "s", "bsd", "alpine"} | GRAPHICAL
    assert len(MADE) == 131


@pytest.mark.parametrize("program", sorted(GRAPHICAL))
def test_a_graphical_program_answered_by_default_and_in_other_ways(program: str) -> None:
    ways = [file.stem for file in MADE if file.stem.startswith(f"{program}-")]
    assert f"{program}-default" in ways
    assert len(ways) > 5
