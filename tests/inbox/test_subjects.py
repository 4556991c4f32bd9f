"""What came of a reply stands in the subject of its answer."""

import pytest

from games.models import Player
from notifications import sender_addresses
from notifications.models import InboundEmail
from tests.games.stories import NOON, chosen, players, started
from tests.inbox.letters import SigningKey, reply_address
from tests.inbox.replies import OWN, answers, asked, played, reply, take
from tests.inbox.test_unbound import unbound, without_quote
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("draw deck", "You drew from the deck"),
        ("claim the moon", "Nothing done yet"),
        ("say hello", "Your email"),
        ("status", "As you asked"),
    ],
)
def test_the_topic_is_what_came_of_it(carry: Carry, provider_key: SigningKey, text: str, topic: str) -> None:
    _, mail = asked(carry)
    reply(mail, text, provider_key)
    assert [str(answer.message["Subject"]) for answer in answers(carry)] == [f"{topic}: Player 1 and you"]


def test_tickets_that_were_kept_are_not_named(carry: Carry, provider_key: SigningKey) -> None:
    """A subject may be read on a locked screen by whoever sits beside it."""
    started(players(2))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    reply(mail, "keep A B", provider_key)
    assert [str(answer.message["Subject"]) for answer in answers(carry)] == ["Played: Player 1 and you"]


def test_a_doubted_email_is_to_be_confirmed(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    take(unbound(without_quote(mail, "draw deck"), provider_key), reply_address(mail))
    assert [str(answer.message["Subject"]) for answer in answers(carry)] == ["Please confirm: Player 1 and you"]


def test_a_subject_that_two_tables_share_proves_nothing(carry: Carry, provider_key: SigningKey) -> None:
    """An answer about one table that was intercepted is sent to another one of the same players."""
    people = players(2)
    games = [chosen(started(people)) for _ in range(2)]
    first, second = (mail for mail in carry(NOON) if mail.to == [OWN])
    assert first.message["Subject"] == second.message["Subject"]
    sender_addresses.accept(Player.objects.get(email=OWN), "@mail.example", NOON)
    email = take(unbound(without_quote(first, "draw deck"), provider_key), reply_address(second))
    assert email.state != InboundEmail.State.ACTED
    assert [played(game) for game in games] == [[], []]
