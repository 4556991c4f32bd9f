"""Numbers with words, texts of the list, and orders taken back."""

from collections.abc import Sequence
from datetime import date

import pytest

import engine
from notifications.inbox.orders import Offered, PlayMove, Title, Why, read
from tests.inbox.letters import SigningKey
from tests.inbox.replies import asked, played, reply
from tests.inbox.test_orders import LISTED, MARKET, TURN, read_lines, stopped
from tests.inbox.test_orders import played as read_moves
from tests.notifications.conftest import Carry

USA = engine.RULESETS["usa@1"]
SECOND = ["draw 1", "draw deck"]
COMPLETE = "complete 3 5"


@pytest.mark.parametrize(
    "line",
    [
        *("2 please", "2, thanks!", "2 :-)", "2 👍", "2️⃣", "1. 2", "2nd", "#2 thanks", "Hi, 2", "yes, 2"),
        *("I choose 2", "number two", "Two", "the second one", "I'll take the second one", "2 looks good"),
        "Option 2 please, have a nice day",
    ],
)
def test_a_number_with_words_is_that_number(line: str) -> None:
    assert read_moves(line) == SECOND


@pytest.mark.parametrize("line", ["one", "One please", "number one", "the first one", "1. 1"])
def test_one_is_a_number_where_no_other_is(line: str) -> None:
    assert read_moves(line) == LISTED[0]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("2 and 3", Why.AMBIGUOUS),
        ("2, 3", Why.AMBIGUOUS),
        ("take 1", Why.AMBIGUOUS),
        *((line, Why.UNSURE) for line in ("2 or 3", "not 2", "No, 2", "2?", "maybe 2", "2:30", "2 no wait 3")),
        *((line, Why.NOT_UNDERSTOOD) for line in ("2 December", "2pm", "2 days", "call me at 2", "I'll take one")),
    ],
)
def test_two_readings_a_doubt_or_a_date_play_nothing(line: str, reason: Why) -> None:
    assert stopped(line) == reason


@pytest.mark.parametrize("line", ["draw 2 cards", "take 2 cards", "keep 2 tickets", "complete 2 tickets"])
def test_how_many_is_never_which(line: str) -> None:
    legal = (*TURN, "keep 2", "complete 2")
    assert not read([line], Offered(legal, [], USA, date(2026, 3, 2), MARKET)).orders


@pytest.mark.parametrize(
    ("lines", "suggestions"),
    [
        (["draw 3", "no wait, take white instead"], ("draw 3", "draw 5")),
        (["draw 3", "Oops, I meant draw 4"], ("draw 3", "draw 4")),
        (["1", "Oops, sorry, 3 of course."], ("claim denver-omaha purple 4", "draw deck\ndraw deck")),
        (["1", "no wait"], ("claim denver-omaha purple 4",)),
        (["1", "scratch that"], ("claim denver-omaha purple 4",)),
        (["1", "no thanks"], ("claim denver-omaha purple 4",)),
    ],
)
def test_an_order_taken_back_is_asked_about(lines: Sequence[str], suggestions: tuple[str, ...]) -> None:
    found = read_lines(*lines)
    assert found.orders == ()
    assert found.stopped is not None
    assert (found.stopped.reason, found.stopped.suggestions) == (Why.TAKEN_BACK, suggestions)


@pytest.mark.parametrize("below", ["thanks", "wait for me next week", "say no wait, that was fun"])
def test_other_words_below_take_nothing_back(below: str) -> None:
    assert [order.notation for order in read_lines("2", below).orders if isinstance(order, PlayMove)] == SECOND


@pytest.mark.parametrize(
    "above", ["See you when Bela has moved", "Take care not to play yet", "Always yours, but not now"]
)
def test_what_begins_like_a_goodbye_above_a_number_is_asked_about(above: str) -> None:
    assert read_lines(above, "2").orders == ()


@pytest.mark.parametrize("line", ["Complete 12 tickets", "complete 12 tickets: Denver", "1 Complete 12 tickets"])
def test_a_text_of_the_list_is_that_line(line: str) -> None:
    titles = [Title("Complete 12 tickets", "Complete 12 tickets Denver – Omaha; Dallas – Houston 40 points")]
    offered = Offered((COMPLETE, "complete 12"), [[COMPLETE]], USA, date(2026, 3, 2), titles=lambda: titles)
    (order,) = read([line], offered).orders
    assert isinstance(order, PlayMove)
    assert order.notation == COMPLETE


def test_a_text_that_stands_for_two_lines_is_asked_about() -> None:
    titles = [Title("Draw", "Draw red"), Title("Draw", "Draw blue")]
    offered = Offered(TURN, [["draw 1"], ["draw 2"]], USA, date(2026, 3, 2), titles=lambda: titles)
    assert read(["Draw"], offered).orders == ()
    found = read(["Draw"], offered).stopped
    assert found is not None
    assert found.suggestions == ("draw 1", "draw 2")


def test_of_tracks_that_differ_in_nothing_either_will_do() -> None:
    assert read_moves("Claim Dallas – Houston: 1 green") == ["claim dallas-houston-1 green 1"]
    paid = tuple(f"claim kansas_city-saint_louis-{track} loco 2" for track in (1, 2))
    assert stopped("claim kansas city-saint louis loco 2", legal=paid) == Why.AMBIGUOUS


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_line_of_the_email_s_list_is_played(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    lines = mail.text.partition("YOUR MOVES")[2].splitlines()
    line = next(text.strip() for text in lines if "Draw tickets" in text)
    reply(mail, line, provider_key)
    assert played(game) == ["draw_tickets"]
