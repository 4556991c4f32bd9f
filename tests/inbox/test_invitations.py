"""Invitations answered by email: a yes takes a seat, a no declines, and what may be either is asked about."""

import pytest

from games.lobby import departures, lobby, offers
from games.models import Game, Invitation, Player, Seat, TalkLine
from notifications.models import InboundEmail
from tests.games.stories import NOON, chosen, players
from tests.inbox.letters import SigningKey, quoting, reply_address, written
from tests.inbox.replies import reply, take
from tests.inbox.site_stories import in_a_line, write
from tests.inbox.site_stories import reply as reply_to_site
from tests.inbox.test_site import the_answer
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]

OWN, GUEST = "player0@mail.example", "player1@mail.example"


def invited(carry: Carry, key: SigningKey, seats: int = 3) -> tuple[Game, Received]:
    """Return a table, and the email that invites Player 1 to it."""
    players(2)
    write(f"new usa, {seats} seats, with Player 1", key, sender=OWN)
    return Game.objects.get(), the_answer(carry, GUEST)


@pytest.mark.parametrize(
    "typed", ["Yes please! When do we start?", "YES. when do we start", "Sure, who else is playing?"]
)
def test_a_yes_with_a_question_about_the_beginning_is_a_yes(carry: Carry, provider_key: SigningKey, typed: str) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, typed, provider_key)
    assert game.seats.count() == 2


@pytest.mark.parametrize(
    "typed", ["oui, avec plaisir", "Yes? When do we start?", "Yes, when do we start? Not this week!"]
)
def test_what_is_no_plain_yes_is_asked_about_with_the_reason(
    carry: Carry, provider_key: SigningKey, typed: str
) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, typed, provider_key)
    assert game.seats.count() == 1
    told = in_a_line(the_answer(carry, GUEST))
    reason = "I can read only English so far." if "oui" in typed else "Please answer with one word."
    assert reason in told


@pytest.mark.parametrize("typed", ["yes", "Hi,\n\nI'd love to play! Thanks for asking.\n\nMira", "👍", "accept"])
def test_a_yes_takes_a_seat(carry: Carry, provider_key: SigningKey, typed: str) -> None:
    game, mail = invited(carry, provider_key)
    assert "Reply “yes” to join, or “no” to decline." in in_a_line(mail)
    assert f'href="mailto:{reply_address(mail).replace("+", "%2B")}' in mail.html
    reply(mail, typed, provider_key)
    assert game.seats.count() == 2
    assert "You have a seat: Ticket to Ride" in in_a_line(the_answer(carry, GUEST))


def test_the_last_seat_begins_the_game(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key, seats=2)
    reply(mail, "count me in", provider_key)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert "The game has started." in in_a_line(the_answer(carry, GUEST))


def test_a_no_declines(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, "sorry, can't", provider_key)
    assert Invitation.objects.get().answered_at == NOON
    assert "You have declined." in the_answer(carry, GUEST).text
    reply(mail, "yes", provider_key, "m2")
    assert game.seats.count() == 2


@pytest.mark.parametrize("yes", ["Yes after all", "yes, I can after all!", "Yes please! This time for real"])
def test_a_yes_after_a_no_takes_a_seat(carry: Carry, provider_key: SigningKey, yes: str) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, "Sorry, can't this month.", provider_key)
    assert "You have declined." in the_answer(carry, GUEST).text
    reply(mail, yes, provider_key, "m2")
    assert game.seats.count() == 2


def test_an_unclear_answer_after_a_no_is_asked_about_in_an_email_that_takes_the_answer(
    carry: Carry, provider_key: SigningKey
) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, "no", provider_key)
    carry(NOON)
    reply(mail, "Hm, maybe", provider_key, "m2")
    question = the_answer(carry, GUEST)
    assert "Reply “yes” to join, or “no” to decline." in in_a_line(question)
    reply(question, "yes", provider_key, "m3")
    assert game.seats.count() == 2


def test_a_yes_after_a_no_to_a_game_that_has_begun_is_told_so(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, "no", provider_key)
    lobby.join_game(player=players(1, "Other")[0], game_id=game.pk, now=NOON)
    lobby.start_game(host=game.host, game_id=game.pk, now=NOON)
    carry(NOON)
    reply(mail, "yes", provider_key, "m2")
    told = in_a_line(the_answer(carry, GUEST))
    assert "The game has begun without you." in told
    assert "/tables" in told


def test_what_may_be_either_is_told_if_the_game_has_begun_meanwhile(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, "Yes please! But not yet", provider_key)
    lobby.join_game(player=players(1, "Other")[0], game_id=game.pk, now=NOON)
    lobby.start_game(host=game.host, game_id=game.pk, now=NOON)
    assert "The game has begun without you." in in_a_line(the_answer(carry, GUEST))


def test_a_no_after_a_yes_says_how_to_give_the_seat_back(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, "yes", provider_key)
    carry(NOON)
    reply(mail, "no", provider_key, "m2")
    assert f"You have a seat at this table. To give it back, write “leave {game.pk}” to" in in_a_line(
        the_answer(carry, GUEST)
    )


@pytest.mark.parametrize("typed", ["yes but only from Monday", "Yes! Tomorrow", "maybe", "yes\nno wait", "2", "Who?"])
def test_what_may_be_either_is_asked_about(carry: Carry, provider_key: SigningKey, typed: str) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, typed, provider_key)
    assert (game.seats.count(), Invitation.objects.get().answered_at) == (1, None)
    question = the_answer(carry, GUEST)
    assert "I am not sure whether you want to play." in in_a_line(question)
    reply(question, "yes", provider_key, "m2")
    assert game.seats.count() == 2


def test_an_invitation_to_a_game_called_off_is_refused(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    host = Seat.objects.get().player
    assert host is not None
    lobby.leave_game(player=host, game_id=game.pk, now=NOON)
    assert "This game was called off before it began." in in_a_line(the_answer(carry, GUEST))
    reply(mail, "yes", provider_key)
    refusal = in_a_line(the_answer(carry, GUEST))
    assert "Not done: “yes”." in refusal
    assert "This game was called off before it began." in refusal


def test_a_no_to_a_game_called_off_declines_nothing(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    host = Seat.objects.get().player
    assert host is not None
    lobby.leave_game(player=host, game_id=game.pk, now=NOON)
    carry(NOON)
    reply(mail, "no", provider_key)
    assert Invitation.objects.get().answered_at is None
    assert "Not done: “no”." in in_a_line(the_answer(carry, GUEST))
    reply(mail, "help", provider_key, "m2")
    assert "This is what you can write." in in_a_line(the_answer(carry, GUEST))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("return", "Not done: “return”."),
        ("help", "This is what you can write."),
        ("status", "This is how the game stands."),
        ("admin The game is stuck", "admin"),
        ("no", "All right: nothing was done."),
    ],
)
def test_who_held_a_seat_is_not_asked_to_play_again(
    carry: Carry, provider_key: SigningKey, typed: str, told: str
) -> None:
    game, mail = invited(carry, provider_key, seats=2)
    reply(mail, "count me in", provider_key)
    Seat.objects.filter(game=game, player__email=GUEST).update(player=None)
    Invitation.objects.update(answered_at=None)
    carry(NOON)
    reply(mail, typed, provider_key, "m2")
    answer = in_a_line(the_answer(carry, GUEST))
    assert told in answer
    assert "whether you want to play" not in answer
    assert Invitation.objects.get().answered_at is None


def test_the_same_unclear_answer_twice_may_be_a_program_s(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = invited(carry, provider_key)
    rows = [reply(mail, "OK, we have got your request 1234.", provider_key, name) for name in ("m1", "m2")]
    assert [row.reason for row in rows] == ["no_order", "no_order_again"]


def test_an_unproved_yes_is_asked_about_first(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    row = take(written(reply_address(mail), quoting(mail, "yes"), name="m3", sender=GUEST), reply_address(mail))
    assert (row.state, game.seats.count()) == (InboundEmail.State.REFUSED, 1)
    question = the_answer(carry, GUEST)
    assert "join the game" in question.text
    reply(question, "yes", provider_key, "m4")
    assert game.seats.count() == 2


def test_a_word_beside_a_yes_can_be_said_at_the_table(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = invited(carry, provider_key)
    reply(mail, "Yes!\n\nThanks for asking, Ann, see you at the concert", provider_key)
    answer = the_answer(carry, GUEST)
    assert "Not said at the table: “Thanks for asking, Ann, see you at the concert”." in in_a_line(answer)
    reply(answer, "say Thanks for asking, Ann", provider_key, "m2")
    assert TalkLine.objects.get().text == "Thanks for asking, Ann"


def test_a_late_yes_is_told_once_and_of_no_seats_while_one_is_offered(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    others = players(2, "Other")
    for other in others:
        lobby.join_game(player=other, game_id=game.pk, now=NOON)
    game = Game.objects.get(pk=game.pk)
    seat = game.seats.get(player=others[0])
    chosen(game)
    departures.resign(player=others[0], game_id=game.pk, now=NOON)
    guest = Player.objects.get(email=GUEST)
    offers.offer(host=game.host, game_id=game.pk, seat=seat.number, name=guest.name, now=NOON)
    carry(NOON)
    reply(mail, "yes", provider_key, "m2")
    told = in_a_line(the_answer(carry, GUEST))
    assert told.count("The game has begun without you") == 1
    assert "seats are taken" not in told


def invited_twice(carry: Carry, key: SigningKey) -> tuple[list[Game], Received]:
    """Return two tables, and the one email that invites Player 1 to both."""
    players(2)
    for number in range(2):
        write(f"new usa, 3 seats, with Player 1, called Rails {number}", key, sender=OWN, name=f"n{number}")
    return list(Game.objects.order_by("name")), the_answer(carry, GUEST)


def test_two_invitations_in_one_email_are_answered_by_reply(carry: Carry, provider_key: SigningKey) -> None:
    (first, second), mail = invited_twice(carry, provider_key)
    assert mail.message["Subject"] == "Invitations"
    for game in (first, second):
        assert f"Reply “accept {game.pk}” to join, or “decline {game.pk}” to decline." in in_a_line(mail)
        assert f"body=accept%20{game.pk}" in mail.html
    reply_to_site(mail, f"decline {first.pk}\naccept {second.pk}", provider_key)
    assert [game.seats.count() for game in (first, second)] == [1, 2]
    assert not Invitation.objects.filter(game=first, answered_at=None).exists()


@pytest.mark.parametrize("typed", ["Sure, count me in!", "yes", "Yes to both, please!", "both"])
def test_a_yes_to_two_invitations_is_asked_about(carry: Carry, provider_key: SigningKey, typed: str) -> None:
    games, mail = invited_twice(carry, provider_key)
    reply_to_site(mail, typed, provider_key)
    asks = the_answer(carry, GUEST)
    assert "You have several invitations. Answer each on a line of its own." in in_a_line(asks)
    assert "WHAT YOU CAN WRITE NEXT accept 1" in in_a_line(asks)
    reply_to_site(asks, "accept 1\naccept 2", provider_key, "m3")
    assert [game.seats.count() for game in games] == [2, 2]
