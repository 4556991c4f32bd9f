"""Plans by mail: their lines are read like any order, and what cannot be read is told with its true reason."""

import pytest

import engine
from engine.errors import EngineError
from games.kinds import EntryKind
from games.models import Entry, Game, Plan, Player, Proposal
from games.table.agreements import votes
from games.table.plans import execution
from games.table.play import plan_times
from games.table.rulings import pauses
from notifications.inbox import orders
from notifications.inbox.orders import GivePlan, Offered, PlanLine, StoppedAt, Why
from notifications.policy import preferences
from tests.agreements.table import propose
from tests.games.stories import NOON, holder, post
from tests.inbox.letters import SigningKey
from tests.inbox.replies import OWN, answers, asked, played, reply
from tests.inbox.test_orders import CARD_GAME, LISTED, MARKET, MONDAY, OLD_WEST, TURN, USA
from tests.notifications.conftest import Carry

EUROPE = engine.RULESETS["europe@1"]


def planned(*lines: str, rules: engine.Ruleset = USA, letters: dict[str, int] | None = None) -> GivePlan:
    offered = Offered(TURN, LISTED, rules, MONDAY, MARKET, letters or {})
    (order,) = orders.read(["plan:", *lines], offered).orders
    assert isinstance(order, GivePlan)
    return order


def meant(*lines: str, rules: engine.Ruleset = USA, letters: dict[str, int] | None = None) -> list[str]:
    """Return the lines of the plan in its own words; each must have been understood."""
    read = planned(*lines, rules=rules, letters=letters).read
    assert [(line.typed, line.refusal) for line in read if line.refusal] == []
    return [each for line in read for each in line.means]


def refused(line: str, rules: engine.Ruleset = USA) -> str:
    """Return why a line cannot stand in a plan."""
    (read,) = planned(line, rules=rules).read
    refusal = read.refusal
    assert refusal is not None
    return refusal.code if isinstance(refusal, EngineError) else str(refusal.reason)


TWICE = ["once draw deck", "once draw deck"]


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("draw deck twice", TWICE),
        ("Draw two from the deck.", TWICE),
        ("draw 2 from the deck", TWICE),
        ("draw 2 cards from the deck", TWICE),
        ("take two cards from the deck", TWICE),
        ("two from the deck", TWICE),
        ("then draw blind twice, please", TWICE),
        ("take red and blue", ["once draw red", "once draw blue"]),
        ("draw pink", ["draw purple"]),
        ("draw red or deck", ["draw red else deck"]),
        ("draw red or blue", ["draw red blue"]),
        ("den-oma", ["claim denver-omaha"]),
        ("claim den-oma", ["claim denver-omaha"]),
        ("Claim Omaha to Denver", ["claim denver-omaha"]),
        ("clam denver omaha", ["claim denver-omaha"]),
        ("build Denver – Omaha", ["claim denver-omaha"]),
        ("Denver - Omaha with purple", ["claim denver-omaha purple 4"]),
        ("Denvr - Omaha with 3 purple 1 loco", ["claim denver-omaha purple 3 loco 1"]),
        ("kansas city to st louis", ["claim kansas_city-saint_louis"]),
        ("kansas city to st louis track 2", ["claim kansas_city-saint_louis-2"]),
        ("claim kansas city st louis blue", ["claim kansas_city-saint_louis blue 2"]),
        ("1. claim den-oma", ["claim denver-omaha"]),
        ("- draw red else deck", ["draw red else deck"]),
        ("2", ["once draw red", "once draw deck"]),
        ("number 1 please", ["claim denver-omaha purple 4"]),
        ("draw tickets", ["tickets"]),
    ],
)
def test_a_line_means_what_it_means_as_an_order(line: str, lines: list[str]) -> None:
    assert meant(line) == lines


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("always claim den-oma when holding 5 red", ["always claim denver-omaha when holding 5 red"]),
        ("draw deck twice unless last round", ["once draw deck unless last round"] * 2),
        ("always draw deck twice", ["always draw deck"]),
        ("tickets if tickets done", ["tickets when tickets done"]),
        ("stop if last round", ["stop when last round"]),
        ("stop when others claim den-oma", ["stop when others claim denver-omaha"]),
        ("stop when others claim near Salt Lake City", ["stop when others claim near salt_lake_city"]),
        ("Wait until 6 hours left", ["wait until 6 hours left"]),
        ("once draw red", ["once draw red"]),
    ],
)
def test_a_line_has_what_only_plans_have(line: str, lines: list[str]) -> None:
    assert meant("best", line) == ["best", *lines]


def test_other_games_are_planned_in_the_words_of_their_orders() -> None:
    assert meant("keep A and C", rules=USA, letters={"A": 3, "B": 17, "C": 20}) == ["keep 3 20"]
    assert meant("station in Wien", "paris to brest", rules=EUROPE) == ["station wien", "claim brest-paris"]
    assert meant("marker denver with 2 blue", rules=OLD_WEST) == ["marker denver blue 2"]
    assert meant("take two from the deck", "place 3 blue", rules=CARD_GAME) == [*TWICE, "place blue 3"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("draw deck thrice", "draw_which_cards"),
        ("draw pink unicorn", "draw_which_cards"),
        ("draw 3", "name_the_card"),
        ("claim atlantis", "unknown_route"),
        ("claim den-oma in mauve", "claim_what"),
        ("claim den-oma with red", "wrong_color"),
        ("den-oma when it rains", "unknown_condition"),
        ("first 2", Why.AMBIGUOUS),
        ("17", Why.NO_SUCH_NUMBER),
        ("pause", Why.NOT_UNDERSTOOD),
        ("hold the line", Why.NOT_UNDERSTOOD),
    ],
)
def test_what_cannot_be_planned_has_its_true_reason(line: str, code: str) -> None:
    assert refused(line) == code


def test_what_may_be_two_routes_is_asked_about_by_name() -> None:
    (line,) = planned("los - san", rules=OLD_WEST).read
    ways = ("claim los_angeles-san_diego", "claim los_angeles-san_francisco")
    assert line == PlanLine("los - san", refusal=StoppedAt("los - san", Why.AMBIGUOUS, ways))


def test_a_goodbye_is_no_part_of_a_plan_but_a_bare_route_is() -> None:
    assert meant("den-oma", "Best regards", "Ada") == ["claim denver-omaha"]
    assert meant("draw red", "den-oma", "Cheers,", "Ada") == ["draw red", "claim denver-omaha"]
    order = planned("draw red", "and whatever you think is good")
    assert order.below == ("and whatever you think is good",)


WHEN = "It will be played when your turn comes"


def said(carry: Carry) -> str:
    """Return the text of the latest answer, in one line."""
    return " ".join(answers(carry)[-1].text.split())


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_the_answer_says_for_which_turn_the_plan_is_and_what_it_says_now(
    carry: Carry, provider_key: SigningKey
) -> None:
    game, mail = asked(carry)
    reply(mail, "draw deck\ndraw deck\nplan:\nden-oma\ntake two from the deck", provider_key)
    assert len(played(game)) == 2
    text = said(carry)
    assert f"Your plan is taken. {WHEN}, after Player 1’s." in text
    assert "It now says: “claim denver-omaha”; “once draw deck”; “once draw deck”." in text


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_plan_for_the_open_question_says_whether_it_has_an_answer(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "Plan for next time: draw deck twice", provider_key)
    assert "It will answer your open question, within half an hour, and then play your next turns." in said(carry)
    reply(mail, "plan: stop when last round\nstart denver when last round", provider_key, name="m2")
    reply(mail, "plan: tickets when last round", provider_key, name="m3")
    assert "It has no answer to your open question: make this move yourself." in said(carry)
    reply(mail, "plan:\ndraw deck\nwait until 6 hours left", provider_key, name="m4")
    assert "It plays if you haven’t moved when 6 hours of your turn are left." in said(carry)


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_refused_plan_says_of_each_line_why_and_what_to_write(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "plan: draw deck twice", provider_key)
    reply(mail, "plan:\ndraw deck\npause\n17\nden-oma with red", provider_key, name="m2")
    text = said(carry)
    assert "Your plan was not taken. The one that you had stays." in text
    assert "“pause”: I do not understand this as a line of a plan. Write a move, such as “claim" in text
    assert "“17”: A plan is for turns to come, so it names moves, and no lines of a list." in text
    assert "“den-oma with red”: " in text
    assert Plan.objects.get(game=game).orders == TWICE


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_plan_of_too_many_lines_is_refused(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "plan:\n" + "draw deck twice\n" * 21, provider_key)
    assert "A plan has at most 40 lines, and this has 42." in said(carry)
    assert not Plan.objects.filter(game=game).exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_two_draws_of_a_plan_are_for_one_turn(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "plan: draw deck twice", provider_key)
    execution.act_due(now=NOON + plan_times.LATEST)
    assert Entry.objects.filter(game=game, kind=EntryKind.PLANNED, seat=0).count() == 2
    post(game, 1, "draw deck", "draw deck", now=NOON + plan_times.LATEST)
    execution.act_due(now=NOON + plan_times.LATEST * 2)
    assert Entry.objects.filter(game=game, kind=EntryKind.PLANNED, seat=0).count() == 2


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize(
    ("plan", "told"),
    [
        ("draw deck twice\nand whatever you think is good", "Not a part of it: “and whatever you think is good”."),
        ("tickets when last round", "It has no answer to your open question: make this move yourself."),
    ],
)
def test_who_wants_few_answers_hears_what_a_plan_leaves_out(
    carry: Carry, provider_key: SigningKey, plan: str, told: str
) -> None:
    _, mail = asked(carry)
    preferences.put_habits(Player.objects.get(email=OWN), {"every_answer": False}, now=NOON)
    reply(mail, f"plan:\n{plan}", provider_key)
    assert told in said(carry)


@pytest.mark.parametrize(
    "line", ["Plan for my next turn is to claim den-oma", "plan to claim denver omaha", "Plan B then"]
)
def test_talk_of_a_plan_is_none(line: str) -> None:
    offered = Offered(TURN, LISTED, USA, MONDAY, MARKET)
    assert not [order for order in orders.read([line, "2"], offered).orders if isinstance(order, orders.GivePlan)]


@pytest.mark.parametrize("goodbye", ["Take care!", "Keep well", "Always yours", "See you on Sunday"])
def test_a_goodbye_below_a_plan_is_no_line_of_it(goodbye: str) -> None:
    assert [line.typed for line in planned("draw red else deck", goodbye).read] == ["draw red else deck"]


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_whose_plan_decides_is_asked_neither_after_a_pause_nor_after_more_time(
    carry: Carry, provider_key: SigningKey
) -> None:
    game, mail = asked(carry)
    reply(mail, "draw deck\ndraw deck\nplan:\ndraw deck twice", provider_key)
    post(game, 1, "draw deck", "draw deck")
    propose(game, 1, NOON, kind="paused")
    answers(carry)
    votes_yes(game)
    answers(carry)
    pauses.resume(player=holder(game, 1), game_id=game.pk, now=NOON)
    (after_pause,) = answers(carry)
    propose(game, 1, NOON, kind="extended", hours=48)
    (proposal,) = answers(carry)
    reply(proposal, "yes", provider_key, name="m2")
    for told in (after_pause, answers(carry)[-1]):
        assert "It is your turn, and your plan will play it within half an hour." in " ".join(told.text.split())
        assert "YOUR MOVES" not in told.text
        assert not str(told.message["Subject"]).startswith("Your turn")


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_while_a_game_is_paused_no_answer_says_that_the_plan_plays_soon(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "draw deck\ndraw deck\nplan:\ndraw deck twice", provider_key)
    post(game, 1, "draw deck", "draw deck")
    propose(game, 1, NOON, kind="paused")
    votes_yes(game)
    answers(carry)
    reply(mail, "say A pause, fine!", provider_key, name="m2")
    text = " ".join(answers(carry)[-1].text.split())
    assert "A pause, fine!" in text
    assert "half an hour" not in text
    assert "The clocks stand still. You can move when the game goes on." in text


def votes_yes(game: Game) -> None:
    proposal = Proposal.objects.get(game=game, state=Proposal.State.OPEN)
    votes.answer(player=holder(game, 0), proposal_id=proposal.pk, agrees=True, now=NOON)
