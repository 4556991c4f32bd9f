"""Conditions and doubts on lines of their own, and orders below or behind a greeting."""

import time

import pytest

from notifications.inbox.orders import Ask, PlayMove, SayLine, Why, conditions
from tests.inbox.test_orders import read_lines, stopped
from tests.inbox.test_reading import email
from tests.inbox.typed import typed_in

SECOND = ["draw 1", "draw deck"]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "if Ben hasn't moved",
            "But only if nobody minds.",
            "Unless Ben objects",
            "as long as it's free",
            "when Ben is back",
        ),
        *(
            "assuming it is free",
            "Provided that Ben agrees",
            "in case Denver is taken",
            "Once Ben has moved",
            "not before Ben",
        ),
        *(
            "Wait until Ben has moved",
            "Wait for Ben, please",
            "Ignore this if Ben has moved",
            "Do it only when Ben is back",
        ),
        *("Play that after Ben", "That is only if it's free", "Otherwise the deck", "or the deck", "in that case 3"),
        *(
            "Maybe",
            "I think",
            "not yet",
            "Tomorrow",
            "later today",
            "Thanks, Ben. Unless you want it",
            "if taken, the deck",
        ),
        *(
            "PS: please wait with this until tomorrow",
            "But please don't play it before tomorrow.",
            "Ignore this, I hit send too early",
            "sorry, sent by mistake",
            "Please disregard my email",
            "Do not play this yet",
            "Hold off on that, please",
            "Skip the above",
        ),
    ],
)
def test_a_condition_on_a_line_of_its_own_is_asked_about(line: str) -> None:
    for lines in (("2", line), ("2", "Happy birthday Ben!", line), (line, "draw blue"), ("2", "draw foo", line)):
        assert stopped(*lines) in {Why.CONDITION, Why.UNSURE}


def test_the_answer_to_a_condition_names_what_would_be_played() -> None:
    found = read_lines("draw blue", "unless Ben takes it").stopped
    assert found is not None
    assert (found.line, found.reason, found.suggestions) == ("unless Ben takes it", Why.CONDITION, ("draw 2",))


def test_a_condition_on_two_lines_is_asked_about() -> None:
    assert stopped("2", "but I only want this if", "Ben hasn't moved.") == Why.CONDITION


@pytest.mark.parametrize(
    "lines",
    [
        ("When do we play again, Ben?",),
        ("Once again, thank you all",),
        ("If only I had seen that!",),
        ("Let me know if you need a break",),
        ("Sorry for the long silence, I had left my phone in the train", "until today."),
        ("If you are not the intended recipient of this email, please delete it.",),
        ("wait for me next week",),
        ("Don't send me to Miami again!",),
        ("I have sent you the photos by mail",),
        ("say if you want to stop, Ben",),
    ],
)
def test_talk_below_an_order_is_no_condition(lines: tuple[str, ...]) -> None:
    assert [order.notation for order in read_lines("2", *lines).orders if isinstance(order, PlayMove)] == SECOND


@pytest.mark.parametrize("line", ["Thanks, but only if Ben hasn't moved", "Best, unless taken", "Thanks! if it's free"])
def test_a_condition_behind_thanks_is_no_signature(line: str) -> None:
    assert stopped(*typed_in(email(f"2\n\n{line}\n\nThanks,\nTom")).lines) == Why.CONDITION


def test_thanks_before_a_name_are_a_signature() -> None:
    assert typed_in(email("2\n\nThanks, Tom van Dyke\nYours")).lines == ("2",)


def test_conditions_are_looked_for_in_little_time() -> None:
    began = time.process_time()
    conditions.find(["if " * 300, "wait " * 200, "- " * 300, " " * 600] * 30)
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(
    "line",
    [
        *("OK, draw blue", "ok draw blue", "Hi Ben, draw blue", "Thanks! draw blue", "Sure, take the blue card"),
        *(
            "Good morning! I would like to draw blue",
            "Sorry for the delay, draw blue",
            "please draw blue",
            "Let's draw blue",
        ),
        *("Hello everyone, OK, I'll draw blue.", "Yes, draw blue"),
    ],
)
def test_a_greeting_before_an_order_is_no_obstacle(line: str) -> None:
    found = read_lines(line)
    assert [order.notation for order in found.orders if isinstance(order, PlayMove)] == ["draw blue"]
    assert (found.stopped, found.orders[0].line) == (None, line)


@pytest.mark.parametrize("line", ["Hi Ben, 2", "Sure. 2", "Hello Ben, thanks for waiting: 2 please"])
def test_a_greeting_before_a_number_is_no_obstacle(line: str) -> None:
    assert [order.notation for order in read_lines(line).orders if isinstance(order, PlayMove)] == SECOND


def test_a_greeting_before_a_wish_is_no_obstacle() -> None:
    assert read_lines("Hello, help").orders == (Ask("help", "Hello, help"),)
    assert read_lines("OK, say Hello Ben!").orders == (SayLine("Hello Ben!", "OK, say Hello Ben!"),)


def test_an_order_behind_a_greeting_is_not_taken_for_one() -> None:
    assert stopped("OK, claim nowhere") == Why.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    "line",
    ["Sorry, I can't decide: draw blue", "Thanks Ben. No, draw blue", "Thanks for drawing blue, Ben", "OK, resign"],
)
def test_what_begins_with_a_greeting_and_is_no_clear_order_is_none(line: str) -> None:
    assert not read_lines(line).orders
