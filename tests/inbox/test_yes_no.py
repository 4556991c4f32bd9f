"""What counts as a yes or a no to an invitation or a proposal, what is asked about, and what is talk."""

import pytest

from notifications.inbox.orders.yes_no import YesNo, find, read_line


@pytest.mark.parametrize(
    "line",
    [
        *(
            "Yes please, and say hi to Ben",
            "ok",
            "fine",
            "Deal me in",
            "Can't wait!",
            "I accept, count on me",
            "Go ahead!",
        ),
        *(
            "Sure, why not",
            "No problem",
            "No objections from me",
            "That's fine with me",
            "Sounds great 🙂",
            "I'll play!",
        ),
        *("I would love to join", "Oh yes!", "Thanks for asking! Yes.", "yes, no rush though I'm around", "👍"),
    ],
)
def test_a_yes(line: str) -> None:
    expected = YesNo.UNSURE if "though" in line else YesNo.YES
    assert read_line(line) is expected


@pytest.mark.parametrize(
    "line",
    [
        *("No, but thanks", "nope", "Not today", "I'd rather not", "Sorry, I can't", "count me out", "I'll pass", "👎"),
        *("I'd love to, but I have no time", "I'm afraid not", "please don't", "no thank you, I am away"),
    ],
)
def test_a_no(line: str) -> None:
    assert read_line(line) is YesNo.NO


@pytest.mark.parametrize(
    "line",
    [
        *(
            "Yes, if Ben plays too",
            "yes/no",
            "OK, what is this?",
            "maybe",
            "not sure yet",
            "No, wait, yes",
            "yes or no",
        ),
        *(
            "Sure, but not today",
            "fine, thanks, and you?",
            "I would love to, but only from Monday",
            "No, unless it is short",
        ),
    ],
)
def test_what_may_be_either(line: str) -> None:
    assert read_line(line) is YesNo.UNSURE


@pytest.mark.parametrize(
    "line",
    [
        *(
            "I'd love to know how long it takes",
            "I'm in Berlin this week",
            "Good luck",
            "Let's go to the cinema",
            "No rush",
        ),
        *(
            "Is it OK if I join later?",
            "No news from Ben?",
            "Join us for dinner?",
            "Please do not write to me again",
            "2",
        ),
        *(
            "I accept that this is spam",
            "Happy to see you on Friday",
            "No. 2",
            "Never heard of it",
            "Okinawa",
            "Yesterday",
        ),
    ],
)
def test_talk_is_no_answer(line: str) -> None:
    assert read_line(line) is None


def test_the_first_line_that_is_no_greeting_answers() -> None:
    assert find(["Hi Ada,", "yes", "Mira"]) == (1, YesNo.YES)
    assert find(["Nice weather here", "yes"]) is None
    assert find(["Yes", "no, wait"]) == (0, YesNo.UNSURE)
