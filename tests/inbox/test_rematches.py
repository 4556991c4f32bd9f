"""A rematch by email: its invitation, and what comes of a yes."""

import pytest

from games.lobby import again, departures, lobby
from games.models import Game, Seat
from notifications.policy import courtesy
from tests.games.stories import DAY, NOON, chosen, holder, players, started
from tests.inbox.letters import SigningKey
from tests.inbox.replies import OWN, answers, reply
from tests.inbox.site_stories import in_a_line
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def invited(carry: Carry, count: int = 3) -> tuple[Game, Received]:
    """Return a rematch that the last player has opened, and its invitation to the first."""
    before = chosen(started(players(count)))
    opener = holder(before, count - 1)
    for number in range(count - 1):
        departures.resign(player=holder(before, number), game_id=before.pk, now=NOON)
    carry(NOON)
    rematch = again.play_again(player=opener, game_id=before.pk, now=NOON).game
    (mail,) = answers(carry)
    return rematch, mail


def test_its_invitation_says_that_it_is_one_and_who_else_is_asked(carry: Carry) -> None:
    _rematch, mail = invited(carry)
    assert mail.message["Subject"] == "Rematch: Ticket to Ride, game 2"
    line = in_a_line(mail)
    assert line.startswith("Player 2 invites you to play again.")
    assert "Game: Ticket to Ride, game 2, 3 seats" in line
    assert "Also invited: Player 1" in line


@pytest.mark.parametrize(("text", "topic"), [("yes", "You have a seat"), ("no", "You have declined")])
def test_the_answer_says_in_its_subject_what_came_of_it(
    carry: Carry, provider_key: SigningKey, text: str, topic: str
) -> None:
    rematch, mail = invited(carry)
    reply(mail, text, provider_key)
    (told,) = answers(carry)
    assert str(told.message["Subject"]).startswith(f"{topic}: Ticket to Ride, ")
    assert str(told.message["Subject"]).endswith(", game 2")
    assert f"/tables/{rematch.pk}" in told.text


def test_a_yes_that_begins_the_game_is_answered_by_one_email_that_asks(carry: Carry, provider_key: SigningKey) -> None:
    rematch, mail = invited(carry, 2)
    reply(mail, "yes", provider_key)
    assert Seat.objects.filter(game=rematch, player__email=OWN).exists()
    (told,) = answers(carry)
    assert told.message["Subject"] == "Your turn: Ticket to Ride, Player 1 and you, game 2"
    assert "You have a seat: Ticket to Ride, Player 1, game 2." in in_a_line(told)
    assert "When it is your turn, you get an email" not in in_a_line(told)
    assert "Choose your first tickets" in told.text


def test_whoever_opens_it_hears_whose_invitation_waits(carry: Carry, provider_key: SigningKey) -> None:
    before = chosen(started(players(3)))
    (mail,) = (mail for mail in carry(NOON) if mail.to == [OWN] and "Your turn" in str(mail.message["Subject"]))
    (host,) = players(1, "Host")
    for _ in range(courtesy.MOST_A_DAY):
        table = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY, access="invitation"), now=NOON)
        lobby.invite(host=host, game_id=table.pk, names=["Player 1"], now=NOON)
        carry(NOON)
    for number in (1, 2):
        departures.resign(player=holder(before, number), game_id=before.pk, now=NOON)
    carry(NOON)
    reply(mail, "play again", provider_key)
    (told,) = answers(carry)
    waits = "Invitations are emailed only a few times a day, so this one comes later for Player 1."
    assert waits in in_a_line(told)
