"""What came of a reply stands in the subject of its answer."""

import pytest

from games.models import Player
from notifications import sender_addresses
from notifications.models import InboundEmail
from tests.games.stories import NOON, chosen, players, started
from tests.inbox.letters import SigningKey, reply_address
from tests.inbox.replies import OWN, answers, asked, played, reply, take
from tests.inbox.site_stories import in_a_line
from tests.inbox.test_unbound import unbound, without_quote
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
NAME = "Ticket to Ride, Player 1 and you"


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("draw deck", "Your turn, draw a second card"),
        ("draw deck\ndraw deck", "You drew from the deck"),
        ("tickets", "Your turn, choose tickets"),
        ("claim the moon", "Nothing done yet"),
        ("say hello", "Your email"),
        ("status", "As you asked"),
    ],
)
def test_the_topic_is_what_came_of_it(carry: Carry, provider_key: SigningKey, text: str, topic: str) -> None:
    _, mail = asked(carry)
    reply(mail, text, provider_key)
    assert [str(answer.message["Subject"]) for answer in answers(carry)] == [
        f"{topic}: Ticket to Ride, Player 1 and you"
    ]


def test_tickets_that_were_kept_are_not_named(carry: Carry, provider_key: SigningKey) -> None:
    """A subject may be read on a locked screen by whoever sits beside it."""
    started(players(2))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    reply(mail, "keep A B", provider_key)
    subjects = [str(answer.message["Subject"]) for answer in answers(carry)]
    assert subjects == [f"You have chosen your first tickets: {NAME}"]


def test_a_doubted_email_is_to_be_confirmed(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    take(unbound(without_quote(mail, "draw deck"), provider_key), reply_address(mail))
    assert [str(answer.message["Subject"]) for answer in answers(carry)] == [
        "Please confirm: Ticket to Ride, Player 1 and you"
    ]


def test_a_subject_that_two_tables_share_proves_nothing(carry: Carry, provider_key: SigningKey) -> None:
    """An answer about one table that was intercepted is sent to another one of the same players."""
    people = players(2)
    games = [chosen(started(people, name="Friday Trains")) for _ in range(2)]
    first, second = (mail for mail in carry(NOON) if mail.to == [OWN])
    assert first.message["Subject"] == second.message["Subject"]
    sender_addresses.accept(Player.objects.get(email=OWN), "@mail.example", NOON)
    email = take(unbound(without_quote(first, "draw deck"), provider_key), reply_address(second))
    assert email.state != InboundEmail.State.ACTED
    assert [played(game) for game in games] == [[], []]


@pytest.mark.parametrize("count", [1, 2])
def test_a_subject_of_last_week_is_taken_unless_two_tables_had_it(
    carry: Carry, provider_key: SigningKey, count: int
) -> None:
    """Tables without a name were called after their players alone, so those of the same people had one subject."""
    people = players(2)
    games = [chosen(started(people)) for _ in range(count)]
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    sender_addresses.accept(Player.objects.get(email=OWN), "@mail.example", NOON)
    raw = without_quote(mail, "draw deck", subject="Re: Your turn: Player 1 and you")
    email = take(unbound(raw, provider_key), reply_address(mail))
    assert (email.state == InboundEmail.State.ACTED) == (count == 1)
    assert [len(played(game)) for game in games] == [1 if count == 1 else 0] * count


def test_a_question_that_a_move_opens_comes_first_and_the_receipt_below(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "tickets", provider_key)
    (answer,) = answers(carry)
    assert in_a_line(answer).startswith("Choose which of the tickets you drew to keep. Play by Tue 3 March 2026")
    assert "You drew the tickets Duluth" in in_a_line(answer)
    assert "What came of your email" not in answer.text
    assert "You have 1 day left.</div>" in answer.html
