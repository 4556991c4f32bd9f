"""Emails and plans: players are not asked if their plan will answer; if it does not, they learn why and are asked."""

import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.models import Game, Player, Seat
from games.table import rulings
from games.table.plans import execution, own_plan
from games.table.play import plan_times
from notifications import links
from notifications.models import Notification
from notifications.policy import reminders
from tests.games.courts import rule
from tests.games.stories import DAY, NOON, chosen, players, post, started
from tests.notifications.conftest import Carry
from tests.notifications.test_dispute_letters import by_reader

pytestmark = pytest.mark.django_db

SOON = NOON + plan_times.LATEST
SIX_LEFT = NOON + DAY - timedelta(hours=6) + plan_times.LATEST


@pytest.fixture
def game(carry: Carry) -> Game:
    """Return a game of two in the first one's turn, with the emails so far read."""
    game = chosen(started(players(2)))
    carry(NOON)
    return game


def holder(game: Game, seat: int) -> Player:
    player = Seat.objects.select_related("player").get(game=game, number=seat).player
    assert player is not None
    return player


def give(game: Game, seat: int, *lines: str, now: datetime = NOON) -> None:
    own_plan.give(player=holder(game, seat), game_id=game.id, lines=lines, now=now)


def test_no_email_asks_whose_plan_will_answer(game: Game, carry: Carry) -> None:
    give(game, 1, "draw deck")
    post(game, 0, "draw deck", "draw deck")
    assert carry(NOON) == []
    execution.act_due(now=SOON)
    (mail,) = carry(SOON)
    assert mail.to == [holder(game, 0).email]
    assert "It is your turn." in mail.text


def test_the_next_mail_tells_what_the_plan_played(game: Game, carry: Carry) -> None:
    give(game, 1, "draw deck", "stop when played 1")
    post(game, 0, "draw deck", "draw deck")
    execution.act_due(now=SOON)
    carry(SOON)
    post(game, 0, "draw deck", "draw deck", now=SOON)
    execution.act_due(now=SOON + plan_times.LATEST)
    (mail,) = carry(SOON + plan_times.LATEST)
    assert mail.to == [holder(game, 1).email]
    assert mail.text.startswith("Your plan has stopped. The condition for stopping it is met.")
    told = " ".join(mail.text.split())
    assert "It stopped at this line: stop when played 1" in told
    assert re.search(r"Your plan played: You drew [\w ]+ and [\w ]+ from the deck\.", told)
    assert "YOUR MOVES" in mail.text


def test_others_are_not_told_whose_plan_it_was_that_played(game: Game, carry: Carry) -> None:
    give(game, 1, "draw deck")
    post(game, 0, "draw deck", "draw deck")
    execution.act_due(now=SOON)
    (mail,) = carry(SOON)
    assert "plan" not in mail.text.lower()


def test_whom_the_plan_leaves_a_question_is_asked_it(game: Game, carry: Carry) -> None:
    give(game, 1, "keep best")
    post(game, 0, "draw deck", "draw deck")
    assert carry(NOON) == []
    execution.act_due(now=SOON)
    (mail,) = carry(SOON)
    assert mail.text.startswith("Your plan doesn’t cover this. Make this move yourself, and the plan carries")
    assert "YOUR MOVES" in mail.text
    execution.act_due(now=SOON)
    assert carry(SOON) == []


def test_anyone_who_cancels_a_plan_is_asked_by_mail_again(game: Game, carry: Carry) -> None:
    give(game, 1, "draw deck")
    post(game, 0, "draw deck", "draw deck")
    own_plan.cancel(player=holder(game, 1), game_id=game.id)
    (mail,) = carry(NOON)
    assert mail.to == [holder(game, 1).email]
    assert "It is your turn." in mail.text


def test_an_email_that_waits_is_dropped_when_a_plan_is_left_meanwhile(game: Game, carry: Carry) -> None:
    post(game, 0, "draw deck", "draw deck")
    give(game, 1, "draw deck")
    assert carry(NOON) == []
    assert Notification.objects.filter(kind="your_turn", player=holder(game, 1)).latest("pk").state == "superseded"


def test_nobody_is_reminded_of_what_a_plan_will_answer(game: Game, carry: Carry) -> None:
    give(game, 1, "draw deck")
    post(game, 0, "draw deck", "draw deck")
    late = NOON + DAY - timedelta(hours=5)
    reminders.note_due(now=late)
    assert carry(late) == []


def test_a_plan_that_was_replaced_is_not_said_to_have_stopped(game: Game, carry: Carry) -> None:
    give(game, 1, "draw deck", "stop when holding 1 cards")
    post(game, 0, "draw deck", "draw deck")
    execution.act_due(now=SOON)
    give(game, 1, "draw deck")
    assert carry(SOON) == []


def test_anyone_who_takes_the_seat_over_is_asked_whatever_the_plan_before(game: Game, carry: Carry) -> None:
    give(game, 1, "draw deck")
    post(game, 0, "draw deck", "draw deck")
    heir = players(1, "Heir")[0]
    rule(game, rulings.Replace(seat=1, player=heir.pk))
    assert heir.email in [to for mail in carry(NOON) for to in mail.to]


def link(text: str) -> str:
    """Return the path of the page that an email links to."""
    found = re.search(r"https://night-mail\.example(/plans/\S+)", text)
    assert found
    return found[1]


@time_machine.travel(SOON, tick=False)
def test_an_email_leads_to_the_plan_and_there_it_is_cancelled(game: Game, carry: Carry) -> None:
    give(game, 1, "keep best", "tickets when deck 1")
    post(game, 0, "draw deck", "draw deck")
    execution.act_due(now=SOON)
    (mail,) = carry(SOON)
    address, browser = link(mail.text), Client()
    for _ in range(2):
        page = browser.get(address)
        assert "tickets when deck 1" in page.content.decode()
    assert browser.post(address, {"do": "cancel"}).status_code == 303
    assert "You have no plan in this game" in browser.get(address).content.decode()
    assert browser.post(address, {"do": "cancel"}).status_code == 303
    assert carry(SOON) == []


def test_a_plan_that_has_stopped_says_why_on_its_page(game: Game, carry: Carry) -> None:
    give(game, 1, "draw deck", "stop when holding 1 cards")
    post(game, 0, "draw deck", "draw deck")
    execution.act_due(now=SOON)
    page = Client().get(links.game_url(links.PLAN, holder(game, 1), game.pk, timezone.now()).partition(".example")[2])
    assert "The condition for stopping it is met." in page.content.decode()


def test_anyone_who_has_no_plan_reads_nothing_of_plans(game: Game, carry: Carry) -> None:
    give(game, 0, "draw deck")
    execution.act_due(now=SOON)
    (mail,) = carry(SOON)
    assert "/plans/" not in mail.text


@pytest.mark.parametrize("address", ["/plans/x", "/plans/abc.def~xyz"])
def test_a_forged_address_leads_nowhere(address: str) -> None:
    assert Client().get(address).status_code == 404
    assert Client().post(address).status_code == 404


def test_its_player_is_asked_at_once_and_told_what_the_plan_does(game: Game, carry: Carry) -> None:
    give(game, 1, "wait until 6 hours left", "draw deck")
    post(game, 0, "draw deck", "draw deck")

    (mail,) = carry(NOON)

    told = by_reader([mail])
    assert told.keys() == {"player1"}
    assert told["player1"].startswith("It is your turn.")
    assert "If you haven’t moved when 6 hours are left, your plan moves for you." in told["player1"]


def test_others_learn_of_it_only_when_it_has_moved(game: Game, carry: Carry) -> None:
    give(game, 1, "wait until 6 hours left", "draw deck")
    post(game, 0, "draw deck", "draw deck")
    carry(NOON)
    execution.act_due(now=SIX_LEFT)
    told = by_reader(carry(SIX_LEFT))
    assert told.keys() == {"player0"}
    assert "plan" not in told["player0"].lower()


def test_a_plan_that_is_given_anew_and_stops_again_says_so_again(game: Game, carry: Carry) -> None:
    for again in range(2):
        now = NOON + again * timedelta(hours=1)
        give(game, 0, "draw deck", "stop when trains 45", now=now)
        execution.act_due(now=now + plan_times.LATEST)
        (mail,) = carry(now + plan_times.LATEST)
        assert mail.text.startswith("Your plan has stopped. The condition for stopping it is met.")
    assert execution.act_due(now=NOON + DAY) == 0
