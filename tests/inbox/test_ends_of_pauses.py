"""The email that ends a pause asks for the move once, and tells of no running clocks while another pause goes on."""

import pytest

from games.models import Proposal
from games.table.agreements import votes
from games.table.rulings import Pause, pauses
from tests.agreements.table import pause
from tests.games.courts import rule
from tests.games.stories import NOON, chosen, holder, players, post, started
from tests.inbox.site_stories import in_a_line
from tests.inbox.test_agreements import mail_of, newest
from tests.notifications.conftest import Carry
from tests.plans.carrying import give

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def test_an_email_with_a_turn_and_the_end_of_a_pause_asks_once(carry: Carry) -> None:
    game = chosen(started(players(2)))
    newest(carry)
    post(game, 0, "draw deck", "draw deck")
    pause(holder(game, 0), game, NOON)
    votes.answer(player=holder(game, 1), proposal_id=Proposal.objects.get().pk, agrees=True, now=NOON)
    pauses.resume(player=holder(game, 0), game_id=game.pk, now=NOON)
    mail = mail_of(newest(carry), 1)
    assert mail.text.upper().count("IS YOUR TURN") == 1
    assert "Your plan" not in mail.text


def test_whoever_has_a_plan_is_told_that_it_decides_the_turn(carry: Carry) -> None:
    game = chosen(started(players(2)))
    give(game, 0, "draw deck")
    pause(holder(game, 0), game, NOON)
    votes.answer(player=holder(game, 1), proposal_id=Proposal.objects.get().pk, agrees=True, now=NOON)
    newest(carry)
    pauses.resume(player=holder(game, 0), game_id=game.pk, now=NOON)
    told = in_a_line(mail_of(newest(carry), 0))
    assert (
        "It is your turn, and your plan will play it within half an hour. If you send a move before that, it counts."
        in told
    )


def test_the_end_of_one_of_two_pauses_promises_no_running_clocks(carry: Carry) -> None:
    game = chosen(started(players(2)))
    newest(carry)
    pause(holder(game, 0), game, NOON)
    votes.answer(player=holder(game, 1), proposal_id=Proposal.objects.get().pk, agrees=True, now=NOON)
    newest(carry)
    rule(game, Pause("upkeep"))
    newest(carry)
    pauses.resume(player=holder(game, 1), game_id=game.pk, now=NOON)
    mail = mail_of(newest(carry), 0)
    assert "clocks are running again" not in in_a_line(mail)
    assert "IS YOUR TURN" not in mail.text
