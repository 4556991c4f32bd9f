"""Cards named without a verb: each named card is drawn, and no other; a color alone never takes a listed pair."""

import pytest

from notifications.inbox.orders import Offered, PlayMove, Title, Why
from notifications.inbox.orders import read as read_lines
from tests.games.stories import prompts
from tests.inbox.letters import SigningKey
from tests.inbox.replies import answers, asked, played, reply
from tests.inbox.replies import offered as offered_in
from tests.inbox.site_stories import in_a_line
from tests.inbox.test_orders import MONDAY, USA
from tests.notifications.conftest import Carry

MARKET = ("red", "black", "purple", "white", "red")
TITLES = (
    "Claim Duluth – Omaha",
    "Take red and black",
    "Take two from the deck",
    "Draw tickets",
)
LISTED = (["claim duluth-omaha-1 blue 2"], ["draw 1", "draw black"], ["draw deck", "draw deck"], ["tickets"])
LEGAL = ("claim duluth-omaha-1 blue 2", *(f"draw {place}" for place in range(1, 6)), "draw deck", "tickets")


def offered(*titles: Title) -> Offered:
    named = titles or [Title(title, title) for title in TITLES]
    return Offered(LEGAL, LISTED, USA, MONDAY, MARKET, titles=lambda: named)


def ordered(*lines: str) -> list[str]:
    return [order.notation for order in read_lines(lines, offered()).orders if isinstance(order, PlayMove)]


ALONE = (
    *("red please", "Red", "RED!", "the red one", "the red one please", "red one, thanks", "I take the red one"),
    *("Red :-)", "I'd like the red card please", "red please, ta", "Hi all, the red one", "OK, red"),
)


@pytest.mark.parametrize("line", ALONE)
def test_a_color_alone_is_one_card(line: str) -> None:
    assert ordered(line) == ["draw red"]


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("Red. Then the deck.", ["draw red", "draw deck"]),
        ("red, then the deck please", ["draw red", "draw deck"]),
        ("Red. And the other one from the deck.", ["draw red", "draw deck"]),
        ("red and another red", ["draw red", "draw red"]),
        ("white and purple", ["draw white", "draw purple"]),
        ("two red", ["draw red", "draw red"]),
        ("red, then one from the deck", ["draw red", "draw deck"]),
        ("from the deck please", ["draw deck"]),
        ("the deck", ["draw deck"]),
        ("two from the deck", ["draw deck", "draw deck"]),
        ("take red and black", ["draw 1", "draw black"]),
        ("Take black from the market then from the deck", ["draw black", "draw deck"]),
    ],
)
def test_cards_are_drawn_as_they_are_named(line: str, moves: list[str]) -> None:
    assert ordered(line) == moves


def test_a_line_below_goes_on() -> None:
    assert ordered("Red.", "Then the deck.") == ["draw red", "draw deck"]


OTHERS = (
    *("red or white", "red?", "not red", "no red", "red if it is still there", "Thanks Red", "green", "orange please"),
    *("red and white and black", "red is my favourite", "top from the market", "the red one and the ticket"),
    *("maybe red", "I would take the red one"),
)


@pytest.mark.parametrize("line", OTHERS)
def test_other_words_draw_nothing(line: str) -> None:
    assert ordered(line) == []


def test_what_may_also_choose_another_line_is_asked_about() -> None:
    titles = [
        Title("Claim Duluth – Omaha", "Claim Duluth – Omaha for 2 red"),
        *(Title(name, name) for name in TITLES[1:]),
    ]
    stopped = read_lines(["red please"], offered(*titles)).stopped
    assert stopped is not None
    assert (stopped.reason, stopped.suggestions) == (Why.AMBIGUOUS, ("draw 1", LEGAL[0]))


@pytest.mark.parametrize(
    "lines",
    [
        ("3. Only one of them, then the white one.",),
        ("2. Sorry, the loco I mean",),
        ("1. Sorry, the deck I meant",),
        ("2. Only the red one",),
        ("3", "", "Only one of them"),
        ("3", "and then a white one if it is still there"),
        ("2. And black too",),
    ],
)
def test_a_correction_behind_a_number_is_asked_about(lines: tuple[str, ...]) -> None:
    assert ordered(*lines) == []


@pytest.mark.parametrize("line", ["3. Only one more day to go!", "3. Just a moment ago I saw a train"])
def test_talk_behind_a_number_corrects_nothing(line: str) -> None:
    assert ordered(line) == ["draw deck", "draw deck"]


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_after_a_card_named_alone_the_second_is_asked_for(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    color = next(kind for kind in offered_in(game, 0).market if kind not in (None, "locomotive"))
    reply(mail, f"the {color} one please", provider_key)
    assert played(game) == ["take_card"]
    (answer,) = answers(carry)
    assert "Draw your second card." in in_a_line(answer)
    assert [prompt["type"] for prompt in prompts(game)] == ["draw_again"]


@pytest.mark.parametrize("line", ["kansas city", "Saint Louis please", "the kansas city"])
def test_a_city_alone_is_no_line_of_the_list(line: str) -> None:
    title = "Claim Kansas City – Saint Louis: 2 blue"
    claims = ("claim kansas_city-saint_louis-1 blue 2", "claim kansas_city-saint_louis-2 purple 2")
    among = Offered(claims, [[claims[0]]], USA, MONDAY, MARKET, titles=lambda: [Title(title, title)])
    assert read_lines([line], among).orders == ()
    assert [order.line for order in read_lines(["kansas city louis"], among).orders] == ["kansas city louis"]


@pytest.mark.parametrize(
    "line",
    ["blue locomotive", "blue, locomotive", "locomotive then the deck", "draw 2, then locomotive", "draw 4 then 1"],
)
def test_a_face_up_locomotive_and_another_card_are_asked_about_before_either_is_drawn(line: str) -> None:
    """It is the only card of its turn (B6)."""
    market = ("red", "blue", "purple", "locomotive", "red")
    found = read_lines((line,), Offered(LEGAL, LISTED, USA, MONDAY, market))
    assert found.stopped is not None
    assert (found.orders, found.stopped.reason) == ((), Why.LOCOMOTIVE_AND_MORE)
