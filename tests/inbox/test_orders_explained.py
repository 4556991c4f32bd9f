"""Tickets by the email's letters; and for each reason to reject a line, an example of a valid one."""

import pytest

from notifications.inbox import explanations
from notifications.inbox.orders import Offered, Order, OrdersRead, PlayMove, Why, read
from tests.inbox.test_orders import LISTED, MARKET, MONDAY, TURN, USA, read_lines, stopped

OFFER = ("keep 2", "keep 13", "keep 6", "keep 2 13", "keep 2 6", "keep 13 6", "keep 2 13 6")
LETTERS = {"C": 2, "D": 13, "E": 6}


def kept(*lines: str) -> OrdersRead[Order]:
    return read(lines, Offered(OFFER, LISTED, USA, MONDAY, MARKET, LETTERS))


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("keep C and E", "keep 2 6"),
        ("keep e c", "keep 2 6"),
        ("C, E", "keep 2 6"),
        ("e & c.", "keep 2 6"),
        ("D", "keep 13"),
        ("keep all", "keep 2 13 6"),
        ("Keep all but D.", "keep 2 6"),
        ("keep only tickets D and E", "keep 13 6"),
        ("keep 6 2", "keep 2 6"),
        ("I'll take C and E", "keep 2 6"),
        ("Keep the first two, please", "keep 2 13"),
        ("keep the first and the third pls, thx", "keep 2 6"),
        ("I keep the first and third, good luck everybody!", "keep 2 6"),
        ("Hi all! I keep the first and the third, good luck everybody!", "keep 2 6"),
        ("everything but D please, ta", "keep 2 6"),
        ("everything except D please, ta", "keep 2 6"),
        ("All but the last one.", "keep 2 13"),
        ("keep the last two", "keep 13 6"),
    ],
)
def test_tickets_by_their_letters(line: str, move: str) -> None:
    found = kept("Hi!", line, "Ada")
    assert found.stopped is None
    assert [order.notation for order in found.orders if isinstance(order, PlayMove)] == [move]


@pytest.mark.parametrize(
    "lines",
    [
        ["C", "E"],
        ["keep C", "E"],
        ["Keep C", "", "D"],
        ["keep C and A"],
        ["keep both"],
        ["C C"],
        ["keep C 6"],
        ["keep the first one"],
        ["I take C"],
    ],
)
def test_letters_that_may_mean_something_else_keep_nothing(lines: list[str]) -> None:
    found = kept(*lines)
    assert found.orders == ()
    assert found.stopped is not None


def test_whoever_is_asked_which_tickets_may_name_any_of_them() -> None:
    offered = Offered(OFFER, LISTED, USA, MONDAY, MARKET, LETTERS)
    doubtful = read(["C and E please. Or wait, is D better? No, keep C E"], offered).stopped
    assert doubtful is not None
    told = explanations.explained(doubtful, offered, is_first=True)[0]
    assert "with one number, or with the letters of the tickets to keep, out of C D E" in told


def test_letters_count_only_on_the_first_line_and_while_tickets_are_on_offer() -> None:
    found = kept("1", "C")
    assert len(found.orders) == 1
    assert found.stopped is not None
    assert found.stopped.reason is Why.LETTERS_NOT_FIRST
    assert read_lines("C", "draw red").orders == read(["draw red"], Offered(TURN, LISTED, USA, MONDAY, MARKET)).orders
    assert stopped("keep C") == Why.NOT_UNDERSTOOD


def test_yes_is_the_number_that_was_offered_and_nothing_without() -> None:
    assert stopped("yes") == Why.NOTHING_OFFERED
    found = read(["Yes."], Offered(TURN, LISTED, USA, MONDAY, MARKET, suggested=1))
    assert found.orders == (PlayMove("claim denver-omaha purple 4", "Yes."),)
    assert read(["draw red", "yes"], Offered(TURN, LISTED, USA, MONDAY, MARKET, suggested=1)).stopped is None


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["99"], "The email that you answered has no move “99”: its numbers go from 1 to 4. Nothing was done."),
        (["draw red", "2"], "“2” stands below other lines."),
        (["4"], "“4” can be done in several ways. Please say which."),
        (["yes"], "You wrote “yes”, but the email that you answered offers nothing"),
        (["claim denver-omaha"], "“claim denver-omaha” may mean more than one of your moves."),
        (["claim it"], "Not understood: “claim it”. Write it like this: claim denver-omaha purple 4."),
        (["keep the change"], "None of your moves begins with “keep” now."),
        (["so what"], "Not understood: “so what”. Reply “help”, and you get examples. Nothing was done."),
        (["draw red", "so what", "vacation until soon"], "Nothing from there on was done."),
        (["vacation until 4/5/2027"], "may be more than one day. Write “vacation until 4 May 2027” or “vacation"),
        (["vacation until soon"], "names no day that I know. Write it like this: vacation until 1 December."),
    ],
)
def test_each_reason_says_what_would_be_right(lines: list[str], told: str) -> None:
    offered = Offered(TURN, LISTED, USA, MONDAY, MARKET)
    found = read(lines, offered)
    assert found.stopped is not None
    assert told in " ".join(explanations.explained(found.stopped, offered, is_first=not found.orders))


def test_a_closed_question_is_named_first() -> None:
    offered = Offered(None, LISTED, USA, MONDAY, is_open=False)
    found = read(["claim den-oma b 4"], offered)
    assert found.stopped is not None
    told = explanations.explained(found.stopped, offered, is_first=True)
    assert told[0] == "Not played: “claim den-oma b 4”. It answers a question that is no longer open."
    found = read(["1 2"], offered)
    assert found.stopped is not None
    told = explanations.explained(found.stopped, offered, is_first=True)
    assert told[0] == "The question that you answered is no longer open."


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("Can we pause until Monday?", "Reply “pause” to propose a pause to the table"),
        ("I'm travelling, sorry", "a line such as “vacation until 1 December”"),
        ("I'm back already, go on!", "To play on after a pause, reply “go on”."),
        ("nudge petra, she is asleep", "Reply “nudge” to remind whoever the game waits for."),
        ("2 more days for tom, please", "a line such as “propose more time 2 days”"),
        ("A stand-in please, I'll be back on Wednesday!", "Reply “stand-in”, and a stand-in holds your seat"),
        ("I am away until Friday, sorry", "a line such as “vacation until Friday”"),
        ("Who is next?", "Reply “status”: it says whose turn it is, until when"),
        ("When is the deadline?", "Reply “status”: it says whose turn it is, until when"),
        ("I'm out, sorry. Too much work at the moment.", "Reply “stand-in”, and a stand-in holds your seat"),
    ],
)
def test_whoever_cannot_play_just_now_is_told_what_to_write(line: str, hint: str) -> None:
    report = Offered(None, [], USA, MONDAY, is_open=False)
    found = read([line], report)
    assert found.stopped is not None
    assert hint in explanations.explained(found.stopped, report, is_first=True)[0]


@pytest.mark.parametrize("line", ["everything except D or so", "all but the cheapest, I think", "keep F und B, danke"])
def test_a_choice_of_tickets_that_is_unclear_is_an_order_all_the_same(line: str) -> None:
    found = read([line], Offered(OFFER, LISTED, USA, MONDAY, MARKET, LETTERS))
    assert not found.orders
    assert found.has_order, "so it is answered, whatever else is not"


def test_two_languages_in_a_line_are_told_that_one_is_read() -> None:
    offered = Offered(OFFER, LISTED, USA, MONDAY, MARKET, LETTERS)
    found = read(["keep C und E, danke"], offered).stopped
    assert found is not None
    assert "I can read only English so far" in explanations.explained(found, offered, is_first=True)[0]


def test_letters_on_several_lines_are_all_that_the_example_keeps() -> None:
    offered = Offered(OFFER, LISTED, USA, MONDAY, MARKET, LETTERS)
    apart = read(["C", "E"], offered).stopped
    assert apart is not None
    assert "on one: keep C E." in explanations.explained(apart, offered, is_first=True)[0]
