"""What counts as a yes or a no to an invitation or a proposal, what is asked about, and what is talk."""

import pytest

from notifications.inbox.orders.yes_no import YesNo, find, is_whole, read_line


@pytest.mark.parametrize(
    "line",
    [
        *(
            "Yes please, and say hi to Ben",
            "ok",
            "fine",
            "Deal me in",
            "Fine by me, enjoy the trip!",
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
            "Fine by me, take your time Lena.",
            "I'm in favour",
            "In favor of it!",
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
        *(
            "I'd love to, but I have no time",
            "I'm afraid not",
            "please don't",
            "no thank you, I am away",
            "Actually no, I'll stay",
        ),
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


@pytest.mark.parametrize(
    "line",
    [
        *("ok, count me out", "Sure, I'll pass", "Okay, I decline", "ok I refuse", "fine, I'm out", "Yeah, nah"),
        *("k, nah", "OK thanks, decline", "Ok. Too busy right now", "Okay, veto", "Of course I disagree"),
        *("Absolutely disagree", "Absolutely against it", "Of course I object", "Definitely never"),
        *("Yes I am against it", "Ok, let me think about it", "OK, I'll get back to you", "Sure, let me ask Ann"),
        *("Sure, next time", "Ok let's see", "I'd love to, unfortunately I'm away all month", "Of course not"),
        *("I'd love to. Sadly I am travelling.", "I would love to play, sorry", "I'd like to, alas", "I'd love to :("),
        *("OK, draw blue", "Sure, draw 2 blue", "Good idea, I'll claim Calgary to Helena", "Yes, Ben is a liar"),
        *("No problem, I'll take the blue card", "No way I'd miss this", "Nah, I'm in!", "No. Count me in", "yes?"),
        *("No, I'd love to", "Nope, no objections", "Yes 👎", "ok ok ok pass"),
    ],
)
def test_a_yes_with_anything_beside_it_is_asked_about(line: str) -> None:
    assert read_line(line) is YesNo.UNSURE


@pytest.mark.parametrize(
    "line",
    [
        *("OK, thanks a lot!", "Sure, I'd love to :)", "Yes, count me in, please", "Of course I agree to it"),
        *(
            "I accept the invitation",
            "Yes, sounds good to me, looking forward to it",
            "fine with me too",
            "Yes, me too",
        ),
        *("ok ok", "Yes, me too", "Yes. Thank you very much, all!", "No problem at all", "Hi Ada, sure, happy to join"),
        *("Yes, I do", "Yes, I am happy to play", "Yes, I want to join", "Sure, I'm fine with that"),
        *("👍🏽 yes", "Absolutely!", "Yes, sorry for the late reply", "Yes, gladly, see you then"),
    ],
)
def test_a_yes_with_courtesies(line: str) -> None:
    assert read_line(line) is YesNo.YES


@pytest.mark.parametrize(
    "lines",
    [
        ("I'd love to.", "Unfortunately I'm away all month."),
        ("I'd love to.", "I am away all month."),
        ("Ok", "thanks, I'll think about it"),
        ("Yes", "Only if it is weekly"),
        ("Yes", "P.S. I quit"),
        ("Sure", "I'd prefer a weekly pace"),
        ("Yes", "Oh, I just saw the pace: too fast for me, count me out"),
        ("Sorry, I won't have time", "OK, thanks!"),
        ("Yes", "What would I agree to?"),
        ("Yes", *["Good morning"] * 20, "no"),
        ("Yes", f"{'So nice to hear from you! ' * 20} I have to decline."),
        ("Yes", "So nice to hear from you! " * 60),
        ("No", "Hmm, well, yes"),
        ("No", "Count me in"),
    ],
)
def test_another_line_that_doubts_or_reverses_the_answer_makes_it_unclear(lines: tuple[str, ...]) -> None:
    found = find(lines)
    assert found is not None
    assert found[1] is YesNo.UNSURE


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("Hi Ben, how are you", "Yes", "draw deck", "draw deck"), YesNo.YES),
        (("Yes please", "Can't wait, no hurry! Thank you for asking me too", "Mira"), YesNo.YES),
        (("Sorry for the delay", "OK", "How kind of you. I just got home"), YesNo.YES),
        (("No", "Exams, I am away. Thank you", "Mira"), YesNo.NO),
    ],
)
def test_talk_on_another_line_leaves_the_answer(lines: tuple[str, ...], answer: YesNo) -> None:
    found = find(lines)
    assert found is not None
    assert found[1] is answer


def test_an_answer_and_nothing_more() -> None:
    whole = ("yes", "Sure, no problem!", "No", "no sorry", "No, thanks", "Sorry, I can't", "not this time", "nope")
    assert [line for line in whole if not is_whole(line)] == []
    assert [line for line in ("No, draw blue", "OK, draw blue", "no, I build", "2", "hello") if is_whole(line)] == []


@pytest.mark.parametrize(
    "line",
    [
        *("Yes please! This time for real", "Yes please, this time for real", "Yes! Long live the trains."),
        *("Yes. It has been ages!", "Sure! My favorite map", "Yes! Ben owes me a revenge", "OK. Greetings from Rome!"),
        *("Yes, thanks! That was a great evening", "Yes please! So much fun last time", "Yes! I missed you all."),
        *(
            "Of course! What a game. Hello Ben!",
            "Yes! Let the games begin",
            "Agreed. Good catch, Ben",
            "Yes :) Trains!",
        ),
    ],
)
def test_a_yes_stands_beside_a_friendly_sentence(line: str) -> None:
    assert read_line(line) is YesNo.YES


@pytest.mark.parametrize(
    "line",
    [
        *("Yes! But not yet", "Yes. Tomorrow", "Yes! Next week.", "Yes. From Monday on", "Yes! Start without me"),
        *("Yes. Give me an hour", "Yes. When Ben is back", "Yes! What map?", "Yes. Only the Card Game", "Yes. In May"),
        *("Yes. I need to check with Ann", "Yes. Draw deck", "Yes! Ignore this email", "Yes. Just a joke"),
        *("Yes. Two days per move please", "Yes! Wrong game", "Yes. Over my dead body", "Yes. Nobody is happy"),
        *(
            "Yes. Ben first",
            "Yes. Make it weekly",
            "OK. Then I resign",
            "Yes! Undo",
            "Yes. I would rather sleep",
        ),
        *(
            "Yes! Stop these emails",
            "Yes. Doubtful",
            "Yes. Sorry",
            "Yes. Not me. Ben",
            "Yes. Trains. Trains. Trains. Go. No",
        ),
        f"Yes! {'So lovely, that lake. ' * 6}",
    ],
)
def test_a_sentence_that_delays_limits_or_asks_makes_a_yes_unclear(line: str) -> None:
    assert read_line(line) is YesNo.UNSURE


def test_a_friendly_sentence_is_more_than_the_answer() -> None:
    assert not is_whole("Yes! Ben owes me a revenge")
    assert is_whole("Yes, thanks! Looking forward to it.")


@pytest.mark.parametrize("line", ["Fine by me, take your time until Monday", "I'm in favour of three days"])
def test_what_follows_a_yes_may_change_it(line: str) -> None:
    assert read_line(line) is not YesNo.YES
