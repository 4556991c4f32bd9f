"""Second thoughts by mail: how to take a move back, whose yes counts for what, and who has declined."""

import pytest

from games.models import Proposal
from games.table.agreements import own_move
from games.table.rulings import Pause, Resume
from tests.agreements.table import propose, say
from tests.games.courts import rule
from tests.games.stories import NOON, holder, legal, post, prompts
from tests.games.worlds import deal
from tests.inbox.letters import SigningKey
from tests.inbox.replies import asked, offered, reply
from tests.inbox.test_agreements import asked_both, friends, mail_of, newest
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


@pytest.mark.parametrize("regret", ["Sorry, I meant number 2!", "oops, wrong one", "I made a mistake there"])
def test_who_regrets_a_move_hears_how_to_take_it_back(carry: Carry, provider_key: SigningKey, regret: str) -> None:
    game, mail = asked(carry)
    deal(game, 0, blue=6)
    post(game, 0, next(move for move in legal(game, 0) if move.startswith("claim")))
    reply(mail, regret, provider_key)
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "To take back your last move, reply “take back” before anybody else moves." in told
    assert "A number, or a move, is one." not in told


@pytest.mark.parametrize("typed", ["no wait, 3", "3", "Oh no, can I take back the claim?"])
def test_another_choice_after_a_move_is_told_the_way_back(carry: Carry, provider_key: SigningKey, typed: str) -> None:
    game, mail = asked(carry)
    deal(game, 0, blue=6)
    reply(mail, next(move for move in legal(game, 0) if move.startswith("claim")), provider_key)
    answer = mail_of(newest(carry), 0)
    reply(answer, typed, provider_key, name="m2")
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "To take back your last move, reply “take back” before anybody else moves." in told
    assert "Reply with one number" not in told


def test_who_cannot_take_back_alone_hears_how_to_ask(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "draw deck twice", provider_key)
    answer = mail_of(newest(carry), 0)
    reply(answer, "Oh no, I only wanted the green one! can I take back the yellow?", provider_key, name="m2")
    assert "reply “propose take back”" in " ".join(mail_of(newest(carry), 0).text.split())
    reply(answer, "2", provider_key, name="m3")
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "It is not your turn now." in told
    assert "take back" not in told


def test_the_way_to_ask_the_others_is_told_once(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "draw deck twice", provider_key)
    reply(mail_of(newest(carry), 0), "take back", provider_key, name="m2")
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "The move has shown new cards or tickets. To ask the others to take your move back, reply" in told
    assert "Propose to the others" not in told


def test_a_card_named_out_of_turn_is_told_whose_turn_it_is(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "draw deck twice", provider_key)
    answer = mail_of(newest(carry), 0)
    words = ["the red one", "draw red", "and then another red if there is one, otherwise from the deck"]
    for place, typed in enumerate(words):
        reply(answer, typed, provider_key, name=f"n{place}")
        told = " ".join(mail_of(newest(carry), 0).text.split())
        assert f"Not played: “{typed}”. It is not your turn now." in told
        assert "Not understood" not in told


def test_a_card_named_twice_is_told_as_played_already(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "the deck", provider_key)
    newest(carry)
    reply(mail, "The deck!", provider_key, name="m2")
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "Not played: “The deck!”. It answers a question that is no longer open." in told
    assert "An earlier email of yours has answered it." in told


def test_the_subject_of_two_cards_names_both(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    color = next(kind for kind in offered(game, 0).market if kind not in (None, "locomotive"))
    reply(mail, f"draw {color}, then deck", provider_key)
    assert str(mail_of(newest(carry), 0).message["Subject"]).startswith("You drew two cards: ")


def test_where_a_yes_agrees_a_number_plays_the_move_that_is_suggested(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked_both(carry)
    reply(mail, "drwa deck twice", provider_key)
    offer = mail_of(newest(carry), 0)
    told = " ".join(offer.text.split())
    assert "Reply “yes” to agree, or “no”." in told
    assert "Reply with its number, and it is played." in told
    assert "Reply “yes”, and it is played." not in told
    reply(offer, "yes", provider_key, name="m2")
    assert Proposal.objects.get().state == "agreed"
    assert prompts(game)[0]["seat"] == 0, "nothing was played"


def test_who_answered_hears_who_declined(carry: Carry) -> None:
    game, _ = friends(carry, 3)
    proposal = propose(game, 1, NOON, kind="paused")
    newest(carry)
    say(game, 2, proposal, agrees=False, now=NOON)
    told = " ".join(mail_of(newest(carry), 1).text.split())
    assert "Player 2 has declined, so nothing changes." in told
    assert "You had proposed to pause the game" in told


@pytest.mark.parametrize(
    "typed", ["hmm, on second thoughts I would rather play on", "Sure, I am on the road until Sunday"]
)
def test_an_unclear_answer_to_what_is_decided_is_told_so(carry: Carry, provider_key: SigningKey, typed: str) -> None:
    game, _ = friends(carry)
    propose(game, 1, NOON, kind="paused")
    mail = mail_of(newest(carry), 0)
    reply(mail, "yes", provider_key)
    newest(carry)
    reply(mail, typed, provider_key, name="m2")
    answer = mail_of(newest(carry), 0)
    told = " ".join(answer.text.split())
    assert "I am not sure whether you agree" not in told
    reply(answer, "no", provider_key, name="m3")
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "Nothing was done: what the table has agreed stays so." in told


def test_the_status_says_how_a_proposal_stands(carry: Carry, provider_key: SigningKey) -> None:
    game, mails = friends(carry, 3)
    proposal = propose(game, 0, NOON, kind="paused")
    say(game, 1, proposal, agrees=True, now=NOON)
    newest(carry)
    reply(mail_of(mails, 0), "status", provider_key)
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "You propose to pause the game" in told
    assert "Agreed: Player 0, Player 1. Still asked: Player 2." in told


def test_what_was_agreed_is_said(carry: Carry, provider_key: SigningKey) -> None:
    game, _ = friends(carry)
    propose(game, 1, NOON, kind="extended", hours=48)
    mail = mail_of(newest(carry), 0)
    reply(mail, "yes", provider_key)
    mails = newest(carry)
    told = " ".join(mail_of(mails, 1).text.split())
    assert "The table has agreed to give Player 0 2 days more." in told
    assert "decided something" not in told


def test_a_paused_game_is_nobody_s_turn(carry: Carry, provider_key: SigningKey) -> None:
    game, mails = friends(carry)
    rule(game, Pause())
    newest(carry)
    reply(mail_of(mails, 1), "say hello", provider_key)
    told = " ".join(mail_of(newest(carry), 1).text.split())
    assert "The game is paused. Then it waits for Player 0." in told
    reply(mail_of(mails, 0), "1", provider_key, name="m2")
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "To play on, reply “go on”." in told


def test_a_pause_stands_between_the_moves_before_and_after_it(carry: Carry) -> None:
    game, _ = friends(carry)
    post(game, 0, "draw deck", "draw deck")
    post(game, 1, "draw deck", "draw deck")
    rule(game, Pause())
    rule(game, Resume())
    table = " ".join(mail_of(newest(carry), 0).text.split())
    assert table.index("Player 1 drew") < table.index("The game was paused for a while.")


def test_an_answer_to_a_question_that_was_taken_back_says_by_whom(carry: Carry, provider_key: SigningKey) -> None:
    game, _ = friends(carry)
    deal(game, 0, blue=6)
    post(game, 0, next(move for move in legal(game, 0) if move.startswith("claim")))
    turn = mail_of(newest(carry), 1)
    own_move.take_back(player=holder(game, 0), game_id=game.pk, now=NOON)
    newest(carry)
    reply(turn, "draw deck", provider_key)
    told = " ".join(mail_of(newest(carry), 1).text.split())
    assert "It answers a question that is no longer open. A move was taken back since, by Player 0." in told


def test_who_took_the_move_back_reads_it_as_you(carry: Carry, provider_key: SigningKey) -> None:
    game, mails = friends(carry)
    deal(game, 0, blue=6)
    post(game, 0, next(move for move in legal(game, 0) if move.startswith("claim")))
    own_move.take_back(player=holder(game, 0), game_id=game.pk, now=NOON)
    newest(carry)
    reply(mail_of(mails, 0), "draw deck", provider_key)
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "You took a move back since." in told
    assert "by Player 0" not in told
