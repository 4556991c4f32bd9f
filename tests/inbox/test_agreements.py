"""Agreements by email: a yes or no answers an email's question; "propose ..." and "take back" in flexible wording."""

from typing import Any

import pytest

from games.models import Game, Proposal
from games.table.agreements import own_move, settlement, votes
from games.table.play import deadlines
from games.table.rulings import Pause, pauses
from notifications.inbox.orders import ProposeThis, StoppedAt, TakeBackMove, WithdrawProposal
from notifications.inbox.orders import agreements as reading
from notifications.models import InboundEmail, ReplyAddress
from tests.agreements.table import propose
from tests.games.courts import as_row, rule
from tests.games.stories import DAY, NOON, chosen, holder, legal, players, post, prompts, started
from tests.inbox.letters import SigningKey, quoting, reply_address, written
from tests.inbox.replies import answers, asked, reply, take
from tests.inbox.site_stories import in_a_line
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.sweeps import at_length

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]

BY_POINTS = {"kind": "ended", "how": "adjudicated"}
PROPOSALS = {
    "propose more time 2 days": {"kind": "extended", "hours": 48},
    "Propose 36 hours more": {"kind": "extended", "hours": 36},
    "propose 2 more days": {"kind": "extended", "hours": 48},
    "propose extra time of 1 week": {"kind": "extended", "hours": 168},
    "propose a pause.": {"kind": "paused"},
    "Propose: pause the game": {"kind": "paused"},
    "propose take back to 41": {"kind": "taken_back", "as_of": 41},
    "propose to take back to entry 41": {"kind": "taken_back", "as_of": 41},
    "propose taking back my move": {"kind": "taken_back"},
    "propose end by points": BY_POINTS,
    "propose to end the game now, by the points so far": BY_POINTS,
    "propose to end the game now, by the points so far, without tickets and bonuses": BY_POINTS,
    "propose end void": {"kind": "ended", "how": "void"},
    "propose to finish without a result": {"kind": "ended", "how": "void"},
    "propose stand-in for Player 0": {"kind": "replaced", "name": "player 0"},
    "propose a stand-in": {"kind": "replaced"},
    "propose open talk": {"kind": "talk_opened", "is_open": True},
    "propose undo 44": {"kind": "undo", "entry": 44},
}


@pytest.mark.parametrize("line", PROPOSALS)
def test_what_is_proposed(line: str) -> None:
    found = reading.read(line)
    assert isinstance(found, ProposeThis)
    assert found.asked == PROPOSALS[line]


@pytest.mark.parametrize("line", ["propose marriage", "propose more time 400 days", "propose end", "propose take 41"])
def test_what_is_not_understood_is_asked_about(line: str) -> None:
    assert isinstance(reading.read(line), StoppedAt)


def test_other_lines() -> None:
    assert isinstance(reading.read("Take back my last move, please".replace(", please", "")), TakeBackMove)
    assert isinstance(reading.read("takeback"), TakeBackMove)
    assert isinstance(reading.read("withdraw my proposal"), WithdrawProposal)
    assert reading.read("take back the night") is None
    assert reading.read("I propose a toast") is None


def friends(carry: Carry, seats: int = 2) -> tuple[Game, dict[str, Received]]:
    """Return a game whose players have got their emails, and each player's last one."""
    game = chosen(started(players(seats)))
    return game, newest(carry)


def newest(carry: Carry) -> dict[str, Received]:
    return {mail.to[0]: mail for mail in carry(NOON)}


def mail_of(mails: dict[str, Received], seat: int) -> Received:
    return mails[f"player{seat}@mail.example"]


def proposed(carry: Carry, **order: Any) -> tuple[Game, Received]:
    """Return a game in which seat 1 has proposed something, and the email that asks seat 0."""
    game, _ = friends(carry)
    propose(game, 1, NOON, **order)
    return game, mail_of(newest(carry), 0)


def test_the_email_says_what_would_change_and_how_to_answer(carry: Carry) -> None:
    game = chosen(started(players(2)))
    post(game, 0, "draw deck", "draw deck")
    newest(carry)
    propose(game, 0, NOON, kind="taken_back", as_of=as_row(game)["head"] - 2)
    mail = mail_of(newest(carry), 1)
    told = " ".join(mail.text.split())
    assert "Proposal" in mail.message["Subject"]
    assert "Player 0 proposes to take back the latest moves." in told
    assert "This no longer counts: Player 0 drew two cards from the deck. What was seen" in told
    assert "What was seen since then stays known: Player 0 drew 2 cards blind." in told
    assert "Reply “yes” to agree, or “no”." in told


ANSWERS = [("yes", "agreed"), ("Yes!", "agreed"), ("I agree.", "agreed"), ("no", "declined"), ("decline", "declined")]


@pytest.mark.parametrize(
    ("typed", "state"),
    at_length(ANSWERS, at_once=[("I agree.", "agreed"), ("no", "declined")]),
)
def test_a_yes_or_no_answers_it(carry: Carry, provider_key: SigningKey, typed: str, state: str) -> None:
    game, mail = proposed(carry, kind="ended", how="void")
    reply(mail, typed, provider_key)
    assert Proposal.objects.get().state == state
    assert as_row(game)["status"] == ("void" if state == "agreed" else "running")


@pytest.mark.parametrize("seats", [2, 3])
def test_a_move_below_the_yes_answers_the_open_question(carry: Carry, provider_key: SigningKey, seats: int) -> None:
    propose(started(players(seats)), 1, NOON, kind="paused")
    reply(mail_of(newest(carry), 0), "Yes, enjoy!\n\nkeep A and B", provider_key)
    over = "Everyone has agreed: it is done. Not done: “keep A and B”. The game is paused."
    assert (over if seats == 2 else "You have agreed. Still asked: Player 2. You kept") in in_a_line(answers(carry)[0])


def test_of_several_each_is_answered_by_the_name_of_its_player(carry: Carry, provider_key: SigningKey) -> None:
    game, _ = friends(carry, 3)
    first, second = propose(game, 1, NOON, kind="ended", how="void"), propose(game, 2, NOON, kind="paused")
    mail = mail_of(newest(carry), 0)
    assert "Reply “yes to Player 2” to agree, or “no to Player 2”." in " ".join(mail.text.split())
    reply(mail, "yes", provider_key)
    assert {one.state for one in Proposal.objects.all()} == {"open"}
    reply(mail, "No to player 1.\nI agree to Player 2", provider_key, name="m2")
    first.refresh_from_db()
    assert first.state == "declined"
    assert [vote.agrees for vote in second.votes.order_by("cast_at")] == [True, True]


def test_what_an_email_did_not_tell_of_is_not_answered_by_it(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = proposed(carry, kind="paused")
    propose(game, 0, NOON + DAY / 24, kind="ended", how="void")
    reply(mail, "yes to Player 0", provider_key)
    assert set(Proposal.objects.values_list("state", flat=True)) == {"open"}


def test_a_yes_and_then_a_move(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = proposed(carry, kind="extended", hours=24)
    reply(mail, "yes\ndraw deck\ndraw deck", provider_key)
    assert Proposal.objects.get().state == "agreed"
    assert prompts(game)[0]["seat"] == 0 or prompts(game)[0]["seat"] == 1


def asked_both(carry: Carry) -> tuple[Game, Received]:
    """Return a game in which seat 0 is asked for a move and an agreement, and the email that asks for both."""
    game = chosen(started(players(2)))
    propose(game, 1, NOON, kind="extended", hours=24)
    mail = mail_of(newest(carry), 0)
    address = ReplyAddress.objects.filter(player__email=mail.to[0]).latest("created_at")
    assert address.prompt
    assert address.proposal_id
    return game, mail


@pytest.mark.parametrize(
    "typed",
    [
        *("OK, draw blue", "Sure, draw 2 blue", "Good idea, I'll claim Calgary to Helena", "No, draw blue"),
        *("No problem, I'll take the blue card", "OK, keep the tickets"),
    ],
)
def test_a_yes_with_a_move_beside_it_is_no_agreement(carry: Carry, provider_key: SigningKey, typed: str) -> None:
    _, mail = asked_both(carry)
    reply(mail, typed, provider_key)
    assert Proposal.objects.get().state == "open"
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "You have agreed" not in told
    assert "I am not sure whether you agree" not in told
    assert f"“{typed}”" in told or "I found no order in your email" in told


@pytest.mark.parametrize(
    ("typed", "state"),
    [
        *(("Ok. Let us discuss it.", "open"), ("Yes. Denver Omaha.", "open"), ("Yes. In principle.", "open")),
        *(("No, that is enough for today", "open"), ("Sure, next time", "open"), ("Yes\nOnly if it is short", "open")),
        *(("Sure, no problem!", "agreed"), ("Yes please\nthanks", "agreed"), ("no, thanks", "declined")),
    ],
)
def test_beside_a_question_for_a_move_only_a_whole_line_answers(
    carry: Carry, provider_key: SigningKey, typed: str, state: str
) -> None:
    _, mail = asked_both(carry)
    row = reply(mail, typed, provider_key)
    assert Proposal.objects.get().state == state
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert ("I am not sure whether you agree" in told) is (state == "open")
    assert (row.reason == "no_order") is (state == "open")


def test_a_word_below_a_yes_is_talk(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = proposed(carry, kind="paused")
    reply(mail, "yes\n\nThanks, Ben, what a good idea of yours!", provider_key)
    told = " ".join(" ".join(mail.text for mail in carry(NOON) if mail.to == ["player0@mail.example"]).split())
    assert "Everyone has agreed: it is done." in told
    assert "Not said at the table: “Thanks, Ben, what a good idea of yours!”" in told
    assert "Not understood" not in told


def test_the_same_answer_twice_in_one_email_is_no_order_below_it(carry: Carry, provider_key: SigningKey) -> None:
    game, _ = friends(carry, 3)
    first, second = propose(game, 1, NOON, kind="ended", how="void"), propose(game, 2, NOON, kind="paused")
    mail = mail_of(newest(carry), 0)
    reply(mail, "no to Player 1\nyes to Player 2\nyes to Player 2", provider_key)
    first.refresh_from_db()
    assert first.state == "declined"
    assert second.votes.filter(player__email=mail.to[0]).count() == 1
    told = mail_of(newest(carry), 0).text.partition("YOUR TURN")[0]
    assert "Not understood" not in told
    assert "offers nothing" not in told


def test_a_doubt_below_answers_by_name_makes_them_unclear(carry: Carry, provider_key: SigningKey) -> None:
    game, _ = friends(carry, 3)
    propose(game, 1, NOON, kind="ended", how="void")
    propose(game, 2, NOON, kind="paused")
    reply(mail_of(newest(carry), 0), "yes to Player 2\nonly if it is short", provider_key)
    assert {one.state for one in Proposal.objects.all()} == {"open"}
    assert "I am not sure whether you agree" in " ".join(mail_of(newest(carry), 0).text.split())


@pytest.mark.parametrize("unclear", ["Maybe, if it is short", "Whatever you like, Ben"])
def test_the_answer_to_what_was_unclear_takes_the_yes(carry: Carry, provider_key: SigningKey, unclear: str) -> None:
    _, mail = proposed(carry, kind="paused")
    reply(mail, unclear, provider_key)
    question = mail_of(newest(carry), 0)
    assert "Reply “yes” to agree, or “no”." in question.text
    reply(question, "yes", provider_key, name="m2")
    assert Proposal.objects.get().state == "agreed"


def test_a_goodbye_beside_a_yes_is_part_of_it(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = proposed(carry, kind="paused")
    reply(mail, "Fine with me, see you Tuesday", provider_key)
    assert Proposal.objects.get().state == "agreed"


def test_a_yes_twice_or_too_late_does_nothing_more(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = proposed(carry, kind="ended", how="void")
    reply(mail, "no", provider_key)
    reply(mail, "yes", provider_key, name="m2")
    assert as_row(game)["status"] == "running"
    assert "It no longer waits for an answer: declined." in mail_of(newest(carry), 0).text


def test_a_forged_yes_agrees_to_nothing_until_it_is_confirmed(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = proposed(carry, kind="ended", how="void")
    to = reply_address(mail)
    take(written(to, quoting(mail, "yes")), to, door=InboundEmail.Door.PIPE)
    assert as_row(game)["status"] == "running"
    doubt = mail_of(newest(carry), 0)
    assert "agree to what was proposed" in doubt.text
    reply(doubt, "yes", provider_key, name="m2")
    assert as_row(game)["status"] == "void"


def test_proposing_and_withdrawing_by_email(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "propose more time 2 days", provider_key)
    assert Proposal.objects.get().asked["hours"] == 48
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "You ask for 2 days more. Asked: Player 1." in told
    reply(mail, "withdraw", provider_key, name="m2")
    assert Proposal.objects.get().state == "withdrawn"
    reply(mail, "withdraw", provider_key, name="m3")
    assert "Not done: “withdraw”. The proposal was withdrawn" in in_a_line(mail_of(newest(carry), 0))


def test_whoever_lets_the_game_go_on_hears_if_it_stays_paused(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    rule(game, Pause())
    newest(carry)
    reply(mail, "go on", provider_key)
    assert "The game is paused." in " ".join(mail_of(newest(carry), 0).text.split())


def test_one_email_tells_whoever_lets_the_game_go_on(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    pause = propose(game, 1, NOON, kind="paused")
    votes.answer(player=holder(game, 0), proposal_id=pause.pk, agrees=True, now=NOON)
    assert as_row(game)["paused_at"]
    carry(NOON)
    reply(mail, "go on", provider_key)
    (told,) = answers(carry)
    assert str(told.message["Subject"]).startswith("Your turn: ")
    assert "The game goes on: " in in_a_line(told)
    assert in_a_line(told).count("the clocks are running again") == 1


def test_one_email_tells_whoever_agrees_last_what_is_done(carry: Carry, provider_key: SigningKey) -> None:
    game, _mail = asked(carry)
    propose(game, 1, NOON, kind="paused")
    (question,) = answers(carry)
    reply(question, "yes", provider_key)
    (told,) = answers(carry)
    assert str(told.message["Subject"]).startswith("Agreed by the table: ")
    assert "Everyone has agreed: it is done." in in_a_line(told)
    assert "The clocks are stopped until one of you resumes the game" in in_a_line(told)
    assert "To play on, reply “go on”" in in_a_line(told)


def test_proposing_to_take_back_the_own_last_turn(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    post(game, 0, "draw deck", "draw deck")
    reply(mail, "propose take back", provider_key)
    assert Proposal.objects.get().asked == {"kind": "taken_back", "as_of": as_row(game)["head"] - 2}


def test_a_stand_in_for_the_only_one_who_is_absent(carry: Carry, provider_key: SigningKey) -> None:
    game, mails = friends(carry, 3)
    deadlines.sweep(now=NOON + DAY)
    post(game, 1, "draw deck", "draw deck", now=NOON + DAY)
    mail = mail_of({one.to[0]: one for one in carry(NOON + DAY)}, 2)
    assert mails
    reply(mail, "propose stand-in", provider_key)
    assert not Proposal.objects.exists()  # when this email was written, nobody was absent
    assert "A stand-in can only sit in for somebody who is absent." in mail_of(newest(carry), 2).text


@pytest.mark.parametrize("order", ["take back", "Sorry, can I take my last move back, please?"])
def test_the_own_last_move_is_taken_back(carry: Carry, provider_key: SigningKey, order: str) -> None:
    game, mail = asked(carry)
    while not [move for move in legal(game, 0) if move.startswith("claim")]:
        for seat in (0, 1):
            post(game, seat, "draw deck", "draw deck")
    post(game, 0, next(move for move in legal(game, 0) if move.startswith("claim")))
    reply(mail, order, provider_key)
    assert prompts(game)[0]["seat"] == 0
    assert "Your last move is taken back." in mail_of(newest(carry), 0).text
    reply(mail, "take back", provider_key, name="m2")
    assert "reply “propose take back”" in " ".join(mail_of(newest(carry), 0).text.split())


def test_taking_back_first_tickets_asks_nobody_else_again(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(3))
    asked_first = mail_of(newest(carry), 0)
    post(game, 2, next(iter(legal(game, 2))))
    own_move.take_back(player=holder(game, 2), game_id=game.pk, now=NOON)
    assert not newest(carry)
    reply(asked_first, "1", provider_key)
    assert {prompt["seat"] for prompt in prompts(game)} == {1, 2}


def test_who_is_asked_when_a_pause_is_over_reads_the_moves(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = proposed(carry, kind="paused")
    reply(mail, "yes", provider_key)
    newest(carry)
    pauses.resume(player=holder(game, 1), game_id=game.pk, now=NOON)
    mail = mail_of(newest(carry), 0)
    told = " ".join(mail.text.split())
    assert "The pause is over" in mail.message["Subject"]
    assert "IT IS YOUR TURN" in told
    assert "Reply with a number" in told
    reply(mail, "draw deck", provider_key, name="m2")
    assert "You drew" in " ".join(mail_of(newest(carry), 0).text.split())


def test_in_a_pause_no_email_offers_a_move_or_counts_time(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = proposed(carry, kind="paused")
    for number, typed in enumerate(["yes", "moves", "status", "2"]):
        reply(mail, typed, provider_key, name=f"m{number}")
        told = " ".join(mail_of(newest(carry), 0).text.split())
        assert "The clocks stand still" in told or "The game is paused" in told, typed
        for promise in ("Reply with a number", "YOUR MOVES", "grace period", "If your time runs out", "IS YOUR TURN"):
            assert promise not in told, (typed, promise)


def test_who_answered_hears_that_nothing_came_of_it(carry: Carry) -> None:
    game, _ = friends(carry, 3)
    propose(game, 1, NOON, kind="ended", how="adjudicated")
    newest(carry)
    post(game, 0, "draw deck", "draw deck")
    settlement.settle_due(now=NOON)
    told = mail_of(newest(carry), 1).text
    assert "The game has gone on, so nothing came of the proposal." in " ".join(told.split())


def test_everyone_hears_what_the_table_has_decided(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = proposed(carry, kind="paused")
    reply(mail, "yes", provider_key)
    mails = newest(carry)
    assert "Everyone agreed to pause." in " ".join(mail_of(mails, 1).text.split())


def test_a_game_that_ended_by_agreement_says_so(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = proposed(carry, kind="ended", how="void")
    reply(mail, "yes", provider_key)
    told = " ".join(mail_of(newest(carry), 1).text.split())
    assert "By agreement of the table, Ticket to Ride ended without a result." in told
    assert "admin" not in told.split("Ask an admin")[0]
    assert as_row(game)["status"] == "void"
