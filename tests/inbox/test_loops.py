"""Emails without an order: repeated ones come from a program and get no answer; players are never slowed down."""

from datetime import timedelta

import pytest

from games.models import Seat
from notifications.inbox import loops
from notifications.models import InboundEmail
from tests.games.stories import post
from tests.inbox import site_stories
from tests.inbox.letters import NOON, SigningKey
from tests.inbox.replies import OWN, answers, asked, played, reply
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
State = InboundEmail.State


def test_a_responder_that_repeats_itself_is_answered_once(carry: Carry, provider_key: SigningKey) -> None:
    """Nothing in its header says that it is a program."""
    _, mail = asked(carry)
    for place in range(5):
        reply(mail, "I am away until Monday.", provider_key, f"m{place}")
        mail = next(iter(answers(carry)), mail)
    assert InboundEmail.objects.filter(state=State.REFUSED).count() == 1
    assert InboundEmail.objects.filter(state=State.DROPPED, reason=loops.NO_ORDER_AGAIN).count() == 4


def test_a_responder_that_never_says_the_same_is_answered_a_few_times(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    told = []
    for place in range(loops.MOST + 2):
        reply(mail, f"I am away. Ticket number {place} was opened for you.", provider_key, f"m{place}")
        told += answers(carry)
    assert len(told) == loops.MOST
    hint = "For a while I answer only emails with an order."
    assert [hint in " ".join(mail.text.split()) for mail in told] == [*[False] * (loops.MOST - 1), True]
    reply(mail, "draw deck", provider_key, "own")
    assert played(game) == ["draw_blind"], "its player's moves are played all the same"
    assert len(answers(carry)) == 1


def test_a_slow_responder_that_never_says_the_same_is_answered_so_often_a_day(
    carry: Carry, provider_key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loops, "MOST_A_DAY", 3)
    _, mail = asked(carry)
    reasons = [
        reply(mail, f"I am away. Ticket {place} is yours.", provider_key, f"m{place}").reason for place in range(5)
    ]
    assert reasons == [loops.NO_ORDER] * 3 + [loops.NO_ORDER_AGAIN] * 2


def test_an_unclear_yes_that_repeats_itself_is_answered_once(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "resign", provider_key)
    (question,) = answers(carry)
    reasons = []
    for place in range(3):
        reasons.append(reply(question, "yes\n\nbut not now", provider_key, f"y{place}").reason)
        question = next(iter(answers(carry)), question)
    assert reasons == [loops.NO_ORDER, loops.NO_ORDER_AGAIN, loops.NO_ORDER_AGAIN]
    reply(question, "yes", provider_key, "own")
    assert Seat.objects.filter(game=game).exclude(status=Seat.Status.PLAYING).exists()


def test_who_plays_is_answered_however_often(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    for place in range(6):
        reply(mail, "status", provider_key, f"m{place}")
        assert len(answers(carry)) == 1


def test_who_mistypes_an_order_is_told_each_time(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    for place, text in enumerate(["claim nowhere", "claim nowhere", "99", "yes", "keep Z", "draw rde"]):
        assert reply(mail, text, provider_key, f"m{place}").state == State.REFUSED
        assert len(answers(carry)) == 1
    assert played(game) == []


def test_a_responder_that_writes_to_the_site_is_answered_a_few_times(carry: Carry, provider_key: SigningKey) -> None:
    asked(carry)
    reasons = [
        site_stories.write(f"I am away, says ticket {place}.", provider_key, sender=OWN, name=f"s{place}").reason
        for place in range(loops.MOST + 2)
    ]
    assert reasons == [loops.NO_ORDER] * loops.MOST + [loops.NO_ORDER_AGAIN] * 2
    *_, last = answers(carry)
    assert "For a while I answer only emails with an order." in site_stories.in_a_line(last)
    assert site_stories.write("games", provider_key, sender=OWN, name="own").reason == ""
    assert len(answers(carry)) == 1, "its player's orders are answered all the same"


def test_the_same_text_to_the_site_is_answered_once(carry: Carry, provider_key: SigningKey) -> None:
    asked(carry)
    rows = [
        site_stories.write("I am away until Monday.", provider_key, sender=OWN, name=f"s{place}") for place in range(3)
    ]
    assert [row.reason for row in rows] == [loops.NO_ORDER, loops.NO_ORDER_AGAIN, loops.NO_ORDER_AGAIN]
    assert len(answers(carry)) == 1


def test_the_same_words_are_answered_where_another_question_is_open(carry: Carry, provider_key: SigningKey) -> None:
    """Whoever wrote too early writes the same again once asked, and may believe to have moved."""
    game, mail = asked(carry)
    reply(mail, "draw deck twice", provider_key)
    (told,) = answers(carry)
    assert reply(told, "the dearest one", provider_key, "m2").reason == loops.NO_ORDER
    assert len(answers(carry)) == 1
    post(game, 1, "draw deck", "draw deck")
    (turn,) = answers(carry)
    assert reply(turn, "the dearest one", provider_key, "m3").reason == loops.NO_ORDER
    (again,) = answers(carry)
    assert reply(again, "the dearest one", provider_key, "m4").reason == loops.NO_ORDER_AGAIN


def test_the_same_words_are_answered_once_the_game_asks_again(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "draw deck twice", provider_key)
    (told,) = answers(carry)
    assert reply(told, "the dearest one", provider_key, "m2").reason == loops.NO_ORDER
    InboundEmail.objects.update(settled_at=NOON - timedelta(minutes=1))
    post(game, 1, "draw deck", "draw deck")
    assert reply(told, "the dearest one", provider_key, "m3").reason == loops.NO_ORDER


def test_a_new_question_is_answered_once_even_in_a_pause(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    for place in range(loops.MOST):
        reply(mail, f"Something odd, the {place} thing", provider_key, f"m{place}")
    *_, last = answers(carry)
    told = " ".join(last.text.split())
    assert "For a while I answer only emails with an order. Moves are played as always." in told
    assert "From Mon 2 Mar, 12:10 UTC on I answer everything again." in told
    post(game, 0, "draw deck", "draw deck")
    post(game, 1, "draw deck", "draw deck")
    (turn,) = answers(carry)
    assert reply(turn, "the dearest one", provider_key, "n1").reason == loops.NO_ORDER
    (answer,) = answers(carry)
    assert "For a while I answer only emails with an order." in " ".join(answer.text.split())
    assert reply(answer, "or the cheapest", provider_key, "n2").reason == loops.NO_ORDER_AGAIN
