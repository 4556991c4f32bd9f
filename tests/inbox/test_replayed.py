"""Somebody who gets hold of an email signed by a Microsoft server gains nothing by forwarding it to the site."""

import re
from collections.abc import Iterator
from time import thread_time

import pytest
from pytest_django import Settings

from games.models import Game, Player
from notifications import reply_addresses, sender_addresses
from notifications.inbox import acceptance, binding, pipeline
from notifications.inbox.sender import headers
from notifications.models import InboundEmail, ReplyAddress, SenderAddress
from tests.games.stories import DAY, chosen, default, players, post, started
from tests.inbox.letters import NOON, SigningKey, reply_address, written
from tests.inbox.replies import OWN, answers, asked, played, take
from tests.inbox.test_unbound import believed, in_html, unbound, without_quote
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
State = InboundEmail.State


def two_games(carry: Carry, *names: str) -> Iterator[tuple[Game, Received]]:
    """Yield games of the same two people with these names, and the email about the first turn in each."""
    people = players(2)
    games = [chosen(started(people, name=name)) for name in names]
    mails = [mail for mail in carry(NOON) if mail.to == [OWN]]
    for game, name in zip(games, names, strict=True):
        yield game, next(mail for mail in mails if str(mail.message["Subject"]).endswith(f": {name}"))


@pytest.mark.parametrize("friend", ["mallory!@evil.example", f"{'m' * 90}@evil.example", "m@[192.0.2.1]"])
def test_a_friend_is_seen_in_a_quote_by_whatever_address(carry: Carry, provider_key: SigningKey, friend: str) -> None:
    """The friend quotes our email in a question, and the player answers the friend with "draw deck"."""
    game, mail = asked(carry)
    above = f"<b>From:</b> Mallory &lt;{friend}&gt;"
    take(unbound(in_html(mail, "draw deck", above=above), provider_key), reply_address(mail))
    assert played(game) == []


def test_a_friend_at_the_same_domain_as_ours_is_somebody_else(
    carry: Carry, provider_key: SigningKey, settings: Settings
) -> None:
    """A club may let its games be answered at an address in its own domain, where its members have theirs."""
    settings.MAIL_IN_ADDRESS = "play@club.example"
    game, mail = asked(carry)
    above = "<b>From:</b> Mallory &lt;mallory@club.example&gt;"
    take(unbound(in_html(mail, "draw deck", above=above), provider_key), reply_address(mail))
    assert played(game) == []


@pytest.mark.parametrize("prefix", ["Fw: ", "WG:"])
def test_what_the_player_forwards_is_no_answer_to_us(carry: Carry, provider_key: SigningKey, prefix: str) -> None:
    game, mail = asked(carry)
    raw = in_html(mail, "draw deck").replace(b"Subject: Re: ", f"Subject: {prefix}".encode())
    assert f"Subject: {prefix}".encode() in raw
    assert take(unbound(raw, provider_key), reply_address(mail)).state == State.REFUSED
    assert played(game) == []
    assert "Did you write this email?" in answers(carry)[0].text


def test_without_a_message_id_nothing_is_done_a_second_time(carry: Carry, provider_key: SigningKey) -> None:
    """A signature can cover a missing field; then nothing signed distinguishes a copy from the original."""
    _, mail = asked(carry)
    raw = unbound(re.sub(rb"Message-ID: [^\r]+\r\n", b"", in_html(mail, "say hello")), provider_key)
    states = [take(copy, reply_address(mail)).state for copy in (raw, b"X-Copy: 2\r\n" + raw)]
    assert states.count(State.ACTED) < 2


def test_a_subject_that_goes_on_names_another_game(carry: Carry, provider_key: SigningKey) -> None:
    """A reply about "North and South" that was intercepted is sent to "North" instead."""
    (north, first), (_, second) = two_games(carry, "North", "North and South")
    sender_addresses.accept(Player.objects.get(email=OWN), "@mail.example", NOON)
    raw = without_quote(second, "draw deck", subject=f"Re: {second.message['Subject']}")
    take(unbound(raw, provider_key), reply_address(first))
    assert played(north) == []


def test_copies_at_two_addresses_at_the_same_time_play_nothing(carry: Carry, provider_key: SigningKey) -> None:
    """The order of the rows proves nothing: the other transaction may have ended earlier."""
    (north, first), (_, second) = two_games(carry, "North", "South")
    sender_addresses.accept(Player.objects.get(email=OWN), "@mail.example", NOON)
    raw = unbound(without_quote(first, "draw deck"), provider_key)
    acceptance.accept(raw, [reply_address(first)], OWN, InboundEmail.Door.PIPE, NOON)
    acceptance.accept(raw, [reply_address(second)], OWN, InboundEmail.Door.PIPE, NOON)
    pipeline.process_due(now=NOON)
    assert played(north) == []


@pytest.mark.parametrize("is_quoted", [True, False])
def test_sent_on_to_the_next_turn_of_the_same_game_it_plays_nothing(
    carry: Carry, provider_key: SigningKey, is_quoted: bool
) -> None:
    """Its subject is the same as the next email's."""
    game, mail = believed(carry, provider_key)
    raw = unbound((in_html if is_quoted else without_quote)(mail, "draw deck", name="m5"), provider_key)
    assert take(raw, reply_address(mail)).state == State.ACTED
    post(game, 0, default(game, 0))
    post(game, 1, default(game, 1))
    post(game, 1, default(game, 1))
    before, later = played(game), answers(carry)[-1]
    assert later.message["Subject"] == mail.message["Subject"]
    assert reply_address(later) != reply_address(mail)
    assert take(raw, reply_address(later)).state != State.ACTED
    assert played(game) == before


def test_a_yes_to_somebody_else_does_not_count_for_good(carry: Carry, provider_key: SigningKey) -> None:
    """Somebody to whom the player forwarded the question sends back a "yes" that the player wrote about dinner."""
    _, mail = asked(carry)
    take(unbound(without_quote(mail, "draw deck"), provider_key), reply_address(mail))
    (question,) = answers(carry)
    yes = written("friend@mail.example", "yes", name="y1", headers={"Subject": "Re: Dinner"})
    take(unbound(yes, provider_key), reply_address(question))
    assert not SenderAddress.objects.exists()


def test_an_address_that_is_over_is_remembered_while_copies_are_fresh(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    take(unbound(without_quote(mail, "draw deck"), provider_key), reply_address(mail))
    answers(carry)
    question = ReplyAddress.objects.get(purpose=ReplyAddress.Purpose.CONFIRM)
    reply_addresses.forget_old(question.expires_at + 8 * DAY)
    assert ReplyAddress.objects.filter(pk=question.pk).exists()
    reply_addresses.forget_old(question.expires_at + 10 * DAY)
    assert not ReplyAddress.objects.filter(pk=question.pk).exists()


def test_many_at_signs_and_brackets_are_read_in_no_time() -> None:
    begun = thread_time()
    for text in ("a" * 390_000, "@" * 390_000, "a@" * 190_000, "<" * 390_000, "<a " * 130_000, "<a href=" * 48_000):
        raw = b"Content-Type: text/html\r\n\r\n" + text.encode()
        list(binding.named_addresses(headers.read_email(raw)))
    assert thread_time() - begun < 20
