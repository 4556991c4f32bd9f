"""A stand-in asked for by email, and the way back: one email each, which says what to reply."""

import pytest

from games.lobby import departures
from games.models import Game, Seat
from tests.games.stories import NOON, holder, post
from tests.inbox.letters import SigningKey, reply_address
from tests.inbox.replies import OWN, answers, asked, reply
from tests.inbox.site_stories import in_a_line
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def handed_over(carry: Carry, key: SigningKey) -> tuple[Game, Received]:
    """Return a game in which a stand-in has the player's seat, and the one email that says so."""
    game, mail = asked(carry)
    reply(mail, "stand-in", key)
    (told,) = answers(carry)
    return game, told


def test_one_email_tells_of_the_stand_in_and_takes_a_return(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = handed_over(carry, provider_key)
    assert str(mail.message["Subject"]).startswith("A stand-in has your seat: ")
    assert in_a_line(mail).startswith("A stand-in has your seat now. You can come back until another player takes")
    assert in_a_line(mail).count("Reply “return”, and the seat is yours again.") == 1
    assert f'href="mailto:{reply_address(mail).replace("+", "%2B")}' in mail.html
    reply(mail, "return", provider_key, "m2")
    assert Seat.objects.filter(game=game, player__email=OWN, status=Seat.Status.PLAYING).exists()


def test_whoever_returns_is_welcomed_once_and_asked_for_their_turn(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = handed_over(carry, provider_key)
    reply(mail, "return", provider_key, "m2")
    (told,) = answers(carry)
    line = in_a_line(told)
    assert "Welcome back. You play with your seat again." in line
    assert "is now yours" not in line
    assert "YOUR HAND" in told.text
    assert Seat.objects.get(game=game, player__email=OWN).number == 0
    assert reply_address(told)


def test_whoever_returns_in_their_turn_is_asked_for_it(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = handed_over(carry, provider_key)
    post(game, 1, "draw deck", "draw deck")
    reply(mail, "return", provider_key, "m2")
    (told,) = answers(carry)
    assert str(told.message["Subject"]).startswith("Your turn: ")
    assert in_a_line(told).startswith("It is your turn. Play by ")
    assert "Welcome back. You play with your seat again." in in_a_line(told)


@pytest.mark.parametrize("order", ["say Still watching", "draw deck", "plan draw deck", "propose a pause", "take back"])
def test_an_order_while_a_stand_in_plays_is_told_how_to_come_back(
    carry: Carry, provider_key: SigningKey, order: str
) -> None:
    game, mail = handed_over(carry, provider_key)
    reply(mail, order, provider_key, "m2")
    (told,) = answers(carry)
    assert f"Not done: “{order}”. A stand-in has your seat. Reply “return” first" in in_a_line(told)
    assert "No game has this id" not in told.text
    reply(told, "return", provider_key, "m3")
    assert Seat.objects.filter(game=game, player__email=OWN, status=Seat.Status.PLAYING).exists()


def test_when_only_stand_ins_are_left_all_who_could_come_back_hear_that_the_game_waits(
    carry: Carry, provider_key: SigningKey
) -> None:
    game, mail = asked(carry)
    departures.hand_to_stand_in(player=holder(game, 1), game_id=game.pk, now=NOON)
    carry(NOON)
    reply(mail, "stand-in", provider_key)
    told = {mail.to[0]: mail for mail in carry(NOON)}
    waits = "Nobody is left playing this game. It closes without a winner on Mon 9 March 2026"
    assert "Only stand-ins are left. The game waits until one of you comes back" in in_a_line(told[OWN])
    assert str(told["player1@mail.example"].message["Subject"]).startswith("The game waits for you: ")
    assert waits in in_a_line(told["player1@mail.example"])
    reply(told["player1@mail.example"], "return", provider_key, "m2")
    assert Seat.objects.filter(game=game, player__email="player1@mail.example").exists()
