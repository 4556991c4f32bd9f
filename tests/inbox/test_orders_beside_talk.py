"""Orders with talk beside them on their line, letters of tickets with words, and misspelled names of cities."""

import pytest

from notifications.inbox.orders import Offered, Order, OrdersRead, PlayMove, Title, Why, read
from tests.inbox.test_orders import LISTED, MARKET, MONDAY, TURN, USA, played, read_lines, stopped

SECOND = ["draw 1", "draw deck"]
LETTERS = {"A": 3, "B": 21, "C": 12}


def asked_by_title(line: str) -> OrdersRead[Order]:
    """Read a line in answer to a list whose lines have texts."""
    titles = [Title("Claim Denver – Omaha: 4 purple", "Claim Denver – Omaha: 4 purple")]
    return read([line], Offered(TURN, LISTED, USA, MONDAY, MARKET, titles=lambda: titles))


def talk(line: str) -> tuple[str, ...]:
    """Return what a line that plays the second move of the list says beside it."""
    orders = [order for order in read_lines(line).orders if isinstance(order, PlayMove)]
    assert [order.notation for order in orders] == SECOND, read_lines(line)
    return orders[0].talk


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("2 - and happy birthday Ben, 40 today!", "and happy birthday Ben, 40 today!"),
        ("2. Sorry for the delay, back on the 14th", "Sorry for the delay, back on the 14th"),
        ("2) thanks to all of you", "thanks to all of you"),
        ("2, and good luck to all 4 of you", "and good luck to all 4 of you"),
        ("2 :) nice one, Ada", "nice one, Ada"),
        ("2, I am greedy!", "I am greedy!"),
        ("2. Ben, how is the dog?", "Ben, how is the dog?"),
        ("2 please. Then we can talk about 3 tickets for the opera", "Then we can talk about 3 tickets for the opera"),
        ("2. You can have my seat until Friday, if you like", "You can have my seat until Friday, if you like"),
        ("2. See you later, I am off to bed", "See you later, I am off to bed"),
        ("2. Tomorrow I fly to Rome", "Tomorrow I fly to Rome"),
        ("2. Was on a plane for 9 hours", "Was on a plane for 9 hours"),
        ("2. Once again, thank you all", "Once again, thank you all"),
        ("2. We meet on the third floor", "We meet on the third floor"),
        ("Happy 40th, Ben! I'll play 2.", "Happy 40th, Ben!"),
        ("3 days left, great! 2 please", "3 days left, great!"),
        ("Well played Ada, you robbed me blind. 2 please.", "Well played Ada, you robbed me blind."),
    ],
)
def test_talk_beside_a_number_is_talk(line: str, said: str) -> None:
    assert talk(line) == (said,)


@pytest.mark.parametrize(
    "line",
    [
        *("draw tickets?", "claim denver omaha purple 4?", "take red and the deck?", "Claim Denver – Omaha: 4 purple?"),
        *("OK, draw deck?", "tickets please?", "deck?"),
    ],
)
def test_a_move_with_a_question_mark_is_asked_about(line: str) -> None:
    assert asked_by_title(line.removesuffix("?")).orders
    found = asked_by_title(line)
    assert found.orders == ()
    assert found.stopped is not None
    assert found.stopped.line == line


@pytest.mark.parametrize("line", ["me 2", "Me 2!", "you 2 have a nice day", "turn 2", "player 2"])
def test_a_number_of_a_person_or_a_turn_is_no_choice(line: str) -> None:
    assert stopped(line) == Why.NOT_UNDERSTOOD


@pytest.mark.parametrize("counted", ["3 definitely yes", "3 beats everything", "3 might work", "3 cards please"])
def test_a_number_above_another_is_asked_about_unless_it_counts_time_or_points(counted: str) -> None:
    assert stopped(f"{counted}. 2 please") in {Why.UNSURE, Why.AMBIGUOUS, Why.NOT_UNDERSTOOD}


def test_a_line_with_talk_on_both_sides_of_a_number_is_talk() -> None:
    line = "It's 1 am here, so number 2 and off to bed."
    assert talk(line) == (line,)


def test_talk_beside_a_move_is_talk() -> None:
    (order,) = read_lines("claim denver omaha purple 4. Only 12 trains left, hurry up").orders
    assert isinstance(order, PlayMove)
    assert (order.notation, order.talk) == ("claim denver-omaha purple 4", ("Only 12 trains left, hurry up",))
    assert stopped("claim el paso santa fe. Hurry up, folks") == Why.AMBIGUOUS


@pytest.mark.parametrize(
    "line",
    [
        *("2. Just kidding", "2. Or the deck?", "2. Oh no!", "2. I can't decide", "2 - wait for it", "2. Whatever"),
        *("2. Should I take 3?", "2. Is that right?", "2. What do you think?", "2. Sorry, that was wrong"),
        *("2. If it is still free", "2. Only if nobody minds", "2. Please play 3 if not possible", "2. Otherwise 3"),
        *("1, and 2 as well", "2, thanks. Take the deck", "2. Draw tickets", "draw tickets. draw red"),
        *("2. I take it back", "2. Take it back", "2. Forget it, I'll decide tomorrow", "2. Strike that"),
        *("2. Disregard", "2. Hang on a minute", "2. Once Ben has claimed Denver", "2. After Ben moves"),
        *("2. As soon as I get cards", "2. Provided it's free", "2. Assuming it is free", "2. In case it is free"),
        *("claim denver omaha purple 4, so long as nobody minds", "2. Tomorrow", "2. Later", "2. Pending", "2. Draft"),
        *("2. That is what I'd do in your place, Ben", "2. was taken by Ben", "2 - the first is tempting too"),
        *("1. I also like the blue card", "2. Alternatively the deck", "2. Thanks! Forget it", "2. Play it tomorrow"),
        *("2. Hello Ben. I take that back.", "2. But only later today", "2. Is already taken", "2. Not yet"),
        *("2 - 1 for Liverpool!", "2. December is my birthday", "2. 12. is my birthday", "1! 2! 3! Happy new year"),
    ],
)
def test_talk_that_doubts_or_names_another_choice_is_asked_about(line: str) -> None:
    assert stopped(line) == Why.UNSURE


@pytest.mark.parametrize(
    "line",
    [
        *("We met at 5. 2 is my lucky number!", "Thanks for the photos! Number 2 is my favourite.", "2, which I like"),
        *(
            "Happy birthday Ben! 2",
            "Chapter 2. Thanks",
            "Call me tomorrow. Option 2 would be Sunday",
            "4 (four) trains",
        ),
    ],
)
def test_a_number_in_talk_is_talk(line: str) -> None:
    assert stopped(line) == Why.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    "lines", [("2 please", "3 please"), ("1. The house rules", "2. The map"), ("1) Denver", "thanks", "2) Dallas")]
)
def test_two_numbers_on_lines_of_their_own_are_asked_about(lines: tuple[str, ...]) -> None:
    assert stopped(*lines) == Why.UNSURE


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("everything except b", "keep 3 12"),
        ("I'll keep A and C", "keep 3 12"),
        ("give back B please", "keep 3 12"),
        ("I'd like to keep all three of them.", "keep 3 12 21"),
        ("All 3 please", "keep 3 12 21"),
        ("keep A and C. Good luck, everybody!", "keep 3 12"),
        ("keep A and C, give B back", "keep 3 12"),
        ("I'll keep A and C and I return B", "keep 3 12"),
        ("return B, keep A and C please", "keep 3 12"),
    ],
)
def test_letters_of_tickets_with_words(line: str, kept: str) -> None:
    (order,) = _read_with_tickets(line)
    assert order.notation == kept


@pytest.mark.parametrize(
    "line",
    [
        *("All,", "all two of them", "I keep fit", "drop me a line", "give back", "A and C. Or B", "All the best"),
        *("keep A, return B", "keep A and C, return C", "keep A and C, keep B", "keep A and C, return B, return A"),
    ],
)
def test_other_words_keep_no_tickets(line: str) -> None:
    assert not _read_with_tickets(line)


def _read_with_tickets(line: str) -> list[PlayMove]:
    legal = ("keep 3 12", "keep 3 12 21")
    found = read([line], Offered(legal, LISTED, USA, MONDAY, letters=LETTERS))
    return [order for order in found.orders if isinstance(order, PlayMove)]


@pytest.mark.parametrize(
    "line", ["claim denvr-omaha purple 4", "claim Denver to Ohmaha, 4 purple", "claim devner omaha p 4"]
)
def test_a_typing_error_in_a_city_is_no_obstacle(line: str) -> None:
    assert played(line) == ["claim denver-omaha purple 4"]


@pytest.mark.parametrize("line", ["claim dever-omoho purple 4", "claim denvr-omaha blue 4", "claim dnver-omha"])
def test_a_misspelled_move_that_is_not_clear_is_not_played(line: str) -> None:
    assert not read_lines(line).orders
