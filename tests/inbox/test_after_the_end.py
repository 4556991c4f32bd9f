"""The end of a game told to those for whom stand-ins played, and what emails about an ended game are answered."""

import pytest

from games.lobby import departures
from games.models import Game, Invitation, Player, Seat, TalkLine
from games.table import store
from games.table.rulings.commands import End
from notifications import noticeboard
from notifications.models import Notification
from notifications.policy import kinds
from tests.agreements.table import propose
from tests.games.courts import rule
from tests.games.sitting import take
from tests.games.stories import NOON, chosen, holder, players, post, started
from tests.inbox.letters import SigningKey, reply_address
from tests.inbox.replies import OWN, answers, asked, played, reply
from tests.inbox.site_stories import in_a_line, write
from tests.inbox.test_standing_in import handed_over
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def ended(game: Game) -> Game:
    """End a game with the points so far."""
    rule(game, End("adjudicated"))
    return store.read(game.pk)


def left_to_a_stand_in(carry: Carry, key: SigningKey, **wishes: object) -> tuple[Game, Received]:
    """Return an ended private game, in which a stand-in had the player's seat, and the email that asked for it."""
    game, mail = handed_over(carry, key)
    Game.objects.filter(pk=game.pk).update(public=False)
    return ended(game), mail


def test_whoever_a_stand_in_plays_for_hears_of_the_end(carry: Carry, provider_key: SigningKey) -> None:
    left_to_a_stand_in(carry, provider_key)
    (told,) = answers(carry)
    assert " won with " in str(told.message["Subject"])
    line = in_a_line(told)
    assert line.startswith("Ticket to Ride is over. ")
    assert "FINAL SCORES" in told.text
    assert "Stand-in (for you), red: " in told.text
    assert "/accounts/login/?next=%2Fgames%2F" in told.text or "sign-in?next=%2Fgames%2F" in told.text
    assert "/play/" not in told.text


def test_they_have_a_notice_of_it(carry: Carry, provider_key: SigningKey) -> None:
    game, _mail = left_to_a_stand_in(carry, provider_key)
    notices = noticeboard.list_notices(Player.objects.get(email=OWN), NOON)
    assert kinds.GAME_OVER.name in set(notices.filter(game=game).values_list("kind", flat=True))


def test_nobody_else_who_left_hears_of_the_end() -> None:
    game = chosen(started(players(4)))
    for number in (0, 1):
        departures.hand_to_stand_in(player=holder(game, number), game_id=game.pk, now=NOON)
    leaver = holder(game, 2)
    departures.resign(player=leaver, game_id=game.pk, now=NOON)
    ended(game)
    told = Notification.objects.filter(game=game, kind=kinds.GAME_OVER.name)
    without_seat = told.filter(seat=None).values_list("player__email", flat=True)
    assert set(without_seat) == {"player0@mail.example", "player1@mail.example"}
    assert told.filter(player=leaver).count() == 1


@pytest.mark.parametrize("order", ["return", "status", "stand-in"])
def test_orders_after_the_end_are_answered_with_how_it_ended(
    carry: Carry, provider_key: SigningKey, order: str
) -> None:
    _game, mail = left_to_a_stand_in(carry, provider_key)
    answers(carry)
    reply(mail, order, provider_key, "m2")
    (told,) = answers(carry)
    line = in_a_line(told)
    assert "is not running" not in line
    assert " won with " in line
    assert "next=%2Fgames%2F" in told.text
    assert ("FINAL SCORES" in told.text) == (order == "status")


def test_seated_players_are_told_how_it_ended_too(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    ended(game)
    answers(carry)
    reply(mail, "nudge", provider_key)
    (told,) = answers(carry)
    assert in_a_line(told).startswith("Not done: “nudge”. The game is over.")
    assert " won with " in in_a_line(told)


def test_a_late_yes_to_a_turn_is_told_that_nothing_was_done(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    ended(game)
    answers(carry)
    reply(mail, "yes", provider_key)
    told = in_a_line(answers(carry)[0])
    assert "The question that you answered is no longer open." in told
    assert "To play again with the same players" not in told


def test_an_unclear_late_yes_to_a_proposal_is_asked_about(carry: Carry, provider_key: SigningKey) -> None:
    game, _mail = asked(carry)
    propose(game, 1, NOON, kind="paused")
    (proposal,) = answers(carry)
    ended(game)
    answers(carry)
    reply(proposal, "yes, when do we start?", provider_key)
    assert in_a_line(answers(carry)[0]).startswith("I am not sure whether you agree to what was proposed.")


def test_an_order_below_a_yes_after_the_end_is_named(carry: Carry, provider_key: SigningKey) -> None:
    game, _mail = asked(carry)
    ended(game)
    (over,) = answers(carry)
    reply(over, "yes\nnudge", provider_key)
    told = in_a_line(answers(carry)[0])
    assert "Not done either: “nudge”. To play again with the same players, reply “play again”." in told


def test_what_became_of_a_private_game_is_nothing_to_whoever_was_replaced(
    carry: Carry, provider_key: SigningKey
) -> None:
    game, mail = handed_over(carry, provider_key)
    take(game, Player.objects.create_user("new@mail.example", "New"))
    Game.objects.filter(pk=game.pk).update(public=False)
    ended(game)
    answers(carry)
    reply(mail, "status", provider_key, "m2")
    (told,) = answers(carry)
    assert " won with " not in told.text
    assert "/games/" not in told.text


def test_status_shows_the_open_table_while_a_stand_in_plays(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = handed_over(carry, provider_key)
    reply(mail, "status", provider_key, "m2")
    (told,) = answers(carry)
    assert "A stand-in has your seat. You can come back" in in_a_line(told)
    assert "Reply “return”, and the seat is yours again." in in_a_line(told)
    assert "PLAYERS" in told.text
    assert "YOUR HAND" not in told.text
    reply(told, "return", provider_key, "m3")
    assert Seat.objects.filter(game=game, player__email=OWN, status=Seat.Status.PLAYING).exists()


def test_the_email_of_the_end_takes_a_reply_to_play_again(carry: Carry, provider_key: SigningKey) -> None:
    game, _mail = asked(carry)
    ended(game)
    (told,) = answers(carry)
    assert "Reply “play again”, and everyone is invited to a new table." in in_a_line(told)
    assert "and play there" not in told.text
    assert reply_address(told)
    reply(told, "play again", provider_key, "m2")
    again = Game.objects.get(again_of=game)
    assert again.host.email == OWN
    assert Invitation.objects.filter(game=again, player__email="player1@mail.example").exists()
    (opened,) = answers(carry)
    assert in_a_line(opened).startswith("You play again: everyone is invited to a new table.")
    assert str(opened.message["Subject"]).startswith("You play again: ")
    assert "waiting-room" in opened.text or again.pk in opened.text


def test_whoever_a_stand_in_played_for_plays_again_by_a_reply(carry: Carry, provider_key: SigningKey) -> None:
    game, _mail = left_to_a_stand_in(carry, provider_key)
    (told,) = answers(carry)
    assert "Reply “play again”, and everyone is invited to a new table." in in_a_line(told)
    reply(told, "play again", provider_key, "m2")
    again = Game.objects.get(again_of=game)
    assert (again.host.email, again.seats.count()) == (OWN, 1)
    assert not again.invitations.filter(player__email=OWN).exists()


def test_play_again_is_talk_while_a_game_runs(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "1\nRematch", provider_key)
    assert played(game)
    assert not Game.objects.filter(again_of=game).exists()


def test_games_names_where_a_stand_in_plays_and_how_that_ended(carry: Carry, provider_key: SigningKey) -> None:
    game, _mail = handed_over(carry, provider_key)
    Game.objects.filter(pk=game.pk).update(public=False)
    write("games", provider_key, sender=OWN)
    (told,) = answers(carry)
    assert (
        "YOU HAVE LEFT - Ticket to Ride, Player 1 and you: A stand-in plays for you. You can come back."
        in in_a_line(told)
    )
    assert "Come back: Ticket to Ride, Player 1 and you:" in told.text
    ended(game)
    answers(carry)
    write("games", provider_key, sender=OWN, name="s2")
    (told,) = answers(carry)
    assert "OVER - Ticket to Ride, Player 1 and you: Stand-in and Player 1 won with 0 each." in in_a_line(told)
    assert f"next=%2Fgames%2F{game.pk}" in told.text


@pytest.mark.parametrize("typed", ["Well played, that was fun!", "Thanks all! Great game", "What a finish :-)"])
def test_words_for_the_table_after_the_end_can_be_said_there(
    carry: Carry, provider_key: SigningKey, typed: str
) -> None:
    game, _mail = asked(carry)
    ended(game)
    (told,) = answers(carry)
    reply(told, typed, provider_key)
    (answer,) = answers(carry)
    line = in_a_line(answer)
    assert f"Not said at the table: “{typed}”. To say it there, reply with “say” and your words." in line
    assert "Not understood" not in line
    reply(answer, f"say {typed}", provider_key, "m2")
    assert TalkLine.objects.get().text == typed


@pytest.mark.parametrize(
    ("typed", "explained"),
    [
        ("who won?", "Not understood: “who won?”. Nothing was done. You and Player 1 won with 0 each."),
        ("resume please", "Not done: “resume please”. The game is over."),
        ("danke, das war toll", "not “danke, das war toll”. Reply “help”"),
        ("draw deck", "Not done: “draw deck”. The game is over."),
    ],
)
def test_what_may_be_more_than_words_for_the_table_is_explained(
    carry: Carry, provider_key: SigningKey, typed: str, explained: str
) -> None:
    game, _mail = asked(carry)
    ended(game)
    (told,) = answers(carry)
    reply(told, typed, provider_key)
    line = in_a_line(answers(carry)[0])
    assert explained in line
    assert "Not said at the table" not in line


def test_the_end_by_agreement_is_told_once(carry: Carry, provider_key: SigningKey) -> None:
    game, _mail = asked(carry)
    post(game, 0, "tickets")
    propose(game, 1, NOON, kind="ended", how="adjudicated")
    (proposal,) = answers(carry)
    reply(proposal, "yes", provider_key)
    told = " ".join(map(in_a_line, answers(carry)))
    assert told.count("By agreement of the table, the game is over") == 1
    assert told.count("You had not chosen, so this was played:") == 1
    assert "Everyone has agreed: it is done." in told
