"""What lines order of a turn is played as a whole, or asked about as a whole."""

import re

import pytest

import engine
from notifications.inbox.orders import Offered, PlayMove, StoppedAt, Why
from notifications.inbox.orders import read as read_lines
from tests.games.stories import players, started
from tests.inbox.letters import SigningKey
from tests.inbox.replies import answers, asked, played, reply
from tests.inbox.site_stories import in_a_line
from tests.inbox.test_orders import MONDAY, USA
from tests.inbox.test_orders_of_cards import LEGAL, LISTED
from tests.notifications.conftest import Carry

MARKET = ("red", "blue", "purple", "locomotive", "red")
NORDIC = engine.RULESETS["nordic@1"]


def offered(rules: engine.Ruleset = USA, draws_left: int = 2) -> Offered:
    return Offered(LEGAL, LISTED, rules, MONDAY, MARKET, draws_left=draws_left)


def ordered(*lines: str, among: Offered | None = None) -> list[str]:
    found = read_lines(lines, among or offered())
    return [order.notation for order in found.orders if isinstance(order, PlayMove)]


def asked_about(*lines: str, among: Offered | None = None) -> StoppedAt:
    """Return why nothing of these lines is played."""
    found = read_lines(lines, among or offered())
    assert found.orders == ()
    assert found.stopped is not None
    return found.stopped


@pytest.mark.parametrize(
    "lines",
    [
        ("draw deck", "then locomotive"),
        ("draw deck", "draw locomotive"),
        ("deck", "and then the locomotive"),
        ("draw deck", "and locomotive"),
        ("take blue", "take loco"),
        ("draw 2", "draw 4"),
        ("draw deck", "then the locomotive, please"),
        ("locomotive", "then the deck"),
    ],
)
def test_a_face_up_locomotive_and_a_card_on_two_lines_are_asked_about(lines: tuple[str, ...]) -> None:
    assert asked_about(*lines).reason is Why.LOCOMOTIVE_AND_MORE


@pytest.mark.parametrize("lines", [("draw deck", "then locomotive"), ("draw deck, then locomotive",)])
def test_where_a_locomotive_is_a_card_like_any_other_both_are_drawn(lines: tuple[str, ...]) -> None:
    """As N3 has it."""
    assert ordered(*lines, among=offered(NORDIC)) == ["draw deck", "draw locomotive"]


@pytest.mark.parametrize(
    "lines",
    [
        ("red", "and then a green one"),
        ("draw red", "draw green"),
        ("draw red, then green",),
        ("Red and green, please",),
        ("draw blue", "then blue"),
    ],
)
def test_a_second_card_that_does_not_lie_there_is_asked_about(lines: tuple[str, ...]) -> None:
    assert asked_about(*lines).reason is Why.NOT_FACE_UP


@pytest.mark.parametrize(
    ("lines", "suggestions"),
    [
        (("draw deck", "draw deck", "draw deck"), ()),
        (("tickets", "draw deck"), ("tickets", "draw deck")),
        (("claim duluth omaha blue", "then draw deck"), ("claim duluth-omaha-1 blue 2", "draw deck")),
        (("3", "draw deck"), ("draw deck\ndraw deck", "draw deck")),
    ],
)
def test_more_than_a_turn_is_asked_about(lines: tuple[str, ...], suggestions: tuple[str, ...]) -> None:
    stopped = asked_about(*lines)
    assert (stopped.reason, stopped.suggestions) == (Why.TOO_MUCH_FOR_A_TURN, suggestions)


def test_a_second_card_leaves_one_to_draw() -> None:
    assert asked_about("draw deck", "then red", among=offered(draws_left=1)).reason is Why.TOO_MUCH_FOR_A_TURN
    assert asked_about("draw deck twice", among=offered(draws_left=1)).reason is Why.TOO_MUCH_FOR_A_TURN


@pytest.mark.parametrize(
    "rest",
    [
        *("locomotive", "loco", "2. locomotive", "- locomotive", "next locomotive", "plus locomotive", "then 4"),
        *("then loco or red", "then the other one", "followed by red", "and then draw 4", "4", "draw", "draw dek"),
        *("then red else deck", "same again"),
    ],
)
def test_a_second_card_that_is_not_understood_is_asked_about_before_the_first_is_drawn(rest: str) -> None:
    asked_about("draw deck", rest)


def test_what_both_lines_may_order_is_suggested_as_a_whole() -> None:
    assert asked_about("draw deck", "red").suggestions == ("draw deck\ndraw red",)
    assert asked_about("draw deck", "the red second").suggestions == ("draw deck\ndraw red",)
    assert asked_about("draw deck", "blue 2) red").suggestions == ()
    assert asked_about("draw deck", "draw dek").suggestions == ("draw deck\ndraw deck",)
    assert asked_about("3", "Hold on, not yet").suggestions == ("draw deck\ndraw deck",)


@pytest.mark.parametrize("rest", ["then banana", "Thanks, what a fine red!!! Anna will be so sad", "then we shall see"])
def test_talk_below_a_card_is_no_second_one(rest: str) -> None:
    assert ordered("draw deck", rest) == ["draw deck"]


def test_what_the_rules_refuse_from_the_start_is_tried_so_that_they_say_why() -> None:
    assert ordered("claim boston-montreal-1 red 2", "draw deck") == ["claim boston-montreal-1 red 2", "draw deck"]


@pytest.mark.parametrize("line", ["you pick 2", "You choose 2 please", "u pick 2"])
def test_a_number_that_somebody_else_is_to_choose_is_asked_about(line: str) -> None:
    assert asked_about(line).reason is Why.UNSURE


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_half_a_turn_is_not_played_and_the_whole_is_offered_in_words(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "draw deck\ndraw dek", provider_key)
    assert played(game) == []
    (offer,) = answers(carry)
    assert re.search(r"Did you mean this\? \d Take two from the deck Reply “yes”", in_a_line(offer))
    reply(offer, "yes", provider_key, "m2")
    assert played(game) == ["draw_blind", "draw_blind"]


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_the_second_card_s_email_takes_one_card(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "draw deck", provider_key)
    (second,) = answers(carry)
    reply(second, "draw deck\nthen the deck", provider_key, "m2")
    assert played(game) == ["draw_blind"]
    assert "are more than one turn. Reply with the one move that you want." in in_a_line(answers(carry)[0])


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_an_example_names_tickets_as_the_list_does(carry: Carry, provider_key: SigningKey) -> None:
    started(players(2))
    mail = next(mail for mail in answers(carry))
    reply(mail, "keep London", provider_key)
    assert "Write it like this: keep A and B" in in_a_line(answers(carry)[0])
