"""Newcomers who only have email: an invitation to their address, and a join link, are answered by mail alone."""

import pytest

from games.lobby import join_links, lobby
from games.models import AddressInvitation, Game, Player, Seat
from notifications.inbox.site import welcome
from notifications.letters import site_questions
from notifications.letters.site_questions import SiteQuestion
from notifications.models import SiteEmail
from tests.games.stories import DAY, players
from tests.inbox.letters import NOON, SigningKey, reply_address
from tests.inbox.site_stories import NEWCOMER, in_a_line, reply, write
from tests.inbox.test_site import the_answer
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def invited(carry: Carry) -> tuple[Game, Received]:
    """Return a table of three, and the email that invites the newcomer to it."""
    (host,) = players(1)
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY, access="invitation"), now=NOON)
    lobby.invite(host=host, game_id=game.pk, addresses=[NEWCOMER], network="192.0.2.7", now=NOON)
    return game, the_answer(carry)


def sits(game: Game) -> bool:
    return Seat.objects.filter(game=game, player__email=NEWCOMER).exists()


@pytest.mark.parametrize("yes", ["yes please", "yes, gladly!", "count me in"])
def test_two_lines_are_an_account_and_the_seat(carry: Carry, provider_key: SigningKey, yes: str) -> None:
    game, mail = invited(carry)
    assert "The game is for 3 players, with 1 day for each move." in in_a_line(mail)
    assert "reply with “sign up” and the name that others will see" in in_a_line(mail)
    assert site_questions.find(reply_address(mail)) == SiteQuestion.about("table", game.pk)
    reply(mail, f"sign up Ada\n{yes}", provider_key)
    assert sits(game)
    told = in_a_line(the_answer(carry))
    assert "You have a seat: Ticket to Ride" in told
    assert "WHAT YOU CAN WRITE NEXT open tables" in told
    assert "YOU ARE INVITED" not in told


@pytest.mark.parametrize(
    "lines",
    [
        "Hi Anna, great idea!\n\nsign up Carla\nyes\n\nCarla",
        "Hello!\nsign up Pedro\nyes please\nBest wishes",
        "sign up Quin\n\nThank you!\nyes",
        "sign up Quin\nI have played it with my sister before.\nyes",
        "yes\nsign up Jan",
        "sign up Jan. Yes please!",
        "Hi Olga,\nsign up Quin and yes",
    ],
)
def test_polite_words_around_the_two_lines_take_no_seat_away(
    carry: Carry, provider_key: SigningKey, lines: str
) -> None:
    game, mail = invited(carry)
    reply(mail, lines, provider_key)
    assert sits(game)
    assert Player.objects.get(email=NEWCOMER).name in lines


@pytest.mark.parametrize("lines", ["sign up Dr. No", "sign up Ada\nI think of the others.\nOK, see you"])
def test_what_may_be_a_name_or_talk_takes_no_seat(carry: Carry, provider_key: SigningKey, lines: str) -> None:
    game, mail = invited(carry)
    reply(mail, lines, provider_key)
    assert Player.objects.filter(email=NEWCOMER).exists()
    assert not sits(game)
    assert "YOU ARE INVITED" in in_a_line(the_answer(carry))


@pytest.mark.parametrize("yes", ["yes", "Yes, count me in!", "Count me in :-)", "I'd love to!"])
def test_the_welcome_names_what_waits_and_takes_a_yes(carry: Carry, provider_key: SigningKey, yes: str) -> None:
    game, mail = invited(carry)
    reply(mail, "sign up Ada", provider_key)
    welcome = the_answer(carry)
    assert f"YOU ARE INVITED - 1: Ticket to Ride, by Player 0: 1 of 3 seats taken, 1 day a move ({game.pk})" in (
        in_a_line(welcome)
    )
    assert "WHAT YOU CAN WRITE NEXT yes open tables" in in_a_line(welcome)
    reply(welcome, yes, provider_key, "s3")
    assert sits(game)


def test_a_name_that_is_taken_is_asked_for_until_it_is_free(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry)
    reply(mail, "sign up Player 0\nyes", provider_key)
    taken = the_answer(carry)
    assert "Not done either: “yes”. Send all of it again, with another name." in in_a_line(taken)
    reply(taken, "ok then ada", provider_key, "s3")
    again = the_answer(carry)
    assert "I found no order in your email. WHAT YOU CAN WRITE NEXT sign up Ada help" in in_a_line(again)
    reply(again, "sign up Ada\nyes", provider_key, "s4")
    assert sits(game)


def test_a_bare_yes_is_told_what_to_write(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = invited(carry)
    reply(mail, "Yes!", provider_key)
    assert "sign up Ada yes" in in_a_line(the_answer(carry))
    assert not Player.objects.filter(email=NEWCOMER).exists()


def test_talk_is_told_how_to_decline_too(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = invited(carry)
    reply(mail, "Who is this?", provider_key)
    assert "If you would rather not, reply “no”." in in_a_line(the_answer(carry))


@pytest.mark.parametrize("no", ["no", "No, thank you.", "Sorry, can't this month."])
def test_a_no_declines(carry: Carry, provider_key: SigningKey, no: str) -> None:
    _, mail = invited(carry)
    reply(mail, no, provider_key)
    assert "You have declined." in in_a_line(the_answer(carry))
    assert AddressInvitation.objects.get().answered_at == NOON
    assert not Player.objects.filter(email=NEWCOMER).exists()


def test_who_has_declined_is_told_what_to_do_after_all(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry)
    reply(mail, "no", provider_key)
    declined = the_answer(carry)
    assert "If you change your mind, reply “yes”." in in_a_line(declined)
    reply(declined, "ok, I changed my mind, yes", provider_key, "s3")
    again = the_answer(carry)
    assert "sign up Ada yes" in in_a_line(again)
    reply(again, "sign up Zoe\nyes", provider_key, "s4")
    assert sits(game)


@pytest.mark.parametrize("yes", ["ok ok, yes. sign up Zoe", "yes. sign up Yan"])
def test_who_has_declined_signs_up_and_finds_the_invitation(carry: Carry, provider_key: SigningKey, yes: str) -> None:
    game, mail = invited(carry)
    reply(mail, "no", provider_key)
    reply(the_answer(carry), yes, provider_key, "s3")
    welcome = the_answer(carry)
    assert "WHAT YOU CAN WRITE NEXT yes open tables" in in_a_line(welcome)
    reply(welcome, "yes", provider_key, "s4")
    assert sits(game)


def test_who_has_declined_signs_up_and_sits_down_at_once(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry)
    reply(mail, "no", provider_key)
    reply(the_answer(carry), "sign up Zoe\nyes", provider_key, "s3")
    assert sits(game)


def test_thanks_after_a_no_open_nothing_again(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = invited(carry)
    reply(mail, "no", provider_key)
    assert reply(the_answer(carry), "Thank you, good bye", provider_key, "s3").state == SiteEmail.State.DROPPED
    assert AddressInvitation.objects.get().answered_at == NOON


def test_whoever_wants_to_be_left_alone_is(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry)
    reply(mail, "Who is this? Please leave me alone and never write to me again.", provider_key)
    assert "You have declined, and we will not email you again." in in_a_line(the_answer(carry))
    other = lobby.create_game(host=game.host, wishes=lobby.Wishes("usa@1", 3, DAY, access="invitation"), now=NOON)
    lobby.invite(host=game.host, game_id=other.pk, addresses=[NEWCOMER], network="192.0.2.7", now=NOON)
    assert not [mail for mail in carry(NOON) if mail.to == [NEWCOMER]]


def test_a_yes_or_no_among_talk_answers_no_invitation(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry)
    reply(mail, "sign up Ada", provider_key)
    carry(NOON)
    for place, text in enumerate(["Hi Player 0, shall we play on Sunday?\n\nno", "games\nno"]):
        write(text, provider_key, name=f"t{place}")
    assert not game.invitations.exclude(answered_at=None).exists()


def test_a_yes_to_nothing_is_told_so(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write("yes", provider_key, sender="player0@mail.example")
    assert "You have no invitation to answer." in in_a_line(the_answer(carry, "player0@mail.example"))


def test_a_join_link_is_understood(carry: Carry, provider_key: SigningKey) -> None:
    (host,) = players(1)
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY, access="invitation"), now=NOON)
    url = join_links.address(join_links.make(host=host, game_id=game.pk, now=NOON))
    write(f"join {url}", provider_key)
    assert "Sign up first" in in_a_line(the_answer(carry))
    write(f"sign up Ada\n{url}", provider_key, name="s2")
    assert sits(game)
    assert "You have a seat: Ticket to Ride" in in_a_line(the_answer(carry))
    join_links.take_back(host=host, game_id=game.pk)
    assert write(f"join {url}", provider_key, name="s3").state == SiteEmail.State.REFUSED
    assert "This link has ended." in in_a_line(the_answer(carry))


def test_a_number_without_a_list_is_told_what_to_do(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write("accept 1", provider_key, sender="player0@mail.example")
    told = in_a_line(the_answer(carry, "player0@mail.example"))
    assert "A number counts in a reply to the email that lists it. Write “games” for your list" in told


@pytest.mark.parametrize("no", ["no", "Please leave me alone."])
def test_a_no_to_what_explains_is_taken(carry: Carry, provider_key: SigningKey, no: str) -> None:
    _, mail = invited(carry)
    reply(mail, "Who is this?", provider_key)
    told = the_answer(carry)
    assert "If you would rather not, reply “no”." in in_a_line(told)
    reply(told, no, provider_key, "s9")
    assert AddressInvitation.objects.get().answered_at == NOON


@pytest.mark.parametrize(
    "lines",
    [
        ["Please don't message me before 9"],
        ["Never email me on weekends."],
        ["Don't write back, I am on a train"],
        ["Please stop emailing so often"],
        ["Do not email me about cups"],
    ],
)
def test_who_says_when_or_about_what_to_email_is_not_cut_off(lines: list[str]) -> None:
    assert not welcome.is_to_stop(lines)


@pytest.mark.parametrize(
    "line",
    [
        "Never email me again!",
        "Please do not write to me at this address",
        "Stop messaging me. At night I sleep",
        *("Stop emailing me at once!", "Stop spamming me every day", "Stop inviting me, I said no twice"),
        *("Unsubscribe, this is so annoying", "Never email me about anything", "Leave me alone and don't come back"),
        "Unsubscribe",
    ],
)
def test_who_wants_no_more_emails_gets_none(line: str) -> None:
    assert welcome.is_to_stop([line])


@pytest.mark.parametrize("line", ["Ok, thanks!", "No problem", "No time", "Fine.", "Why not"])
def test_a_word_of_thanks_to_another_answer_takes_no_seat(carry: Carry, provider_key: SigningKey, line: str) -> None:
    game, mail = invited(carry)
    reply(mail, "sign up Ada", provider_key)
    carry(NOON)
    write("settings", provider_key, name="s5")
    reply(the_answer(carry), line, provider_key, "s6")
    assert not sits(game)
    assert not game.invitations.exclude(answered_at=None).exists()


def test_a_footer_below_a_yes_stops_no_emails(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = invited(carry)
    footer = "Click here to unsubscribe from our newsletter"
    reply(mail, f"Yes, I would love to!\n\nAda\nWidgets\n{footer}", provider_key)
    assert "You have declined" not in in_a_line(the_answer(carry))


def test_an_invitation_is_answered_whatever_was_answered_before(carry: Carry, provider_key: SigningKey) -> None:
    write("Hi! What games are there?", provider_key)
    assert "Welcome to Night Mail!" in in_a_line(the_answer(carry))
    game, mail = invited(carry)
    for number, yes in enumerate(["Yes please!\n\nDora", "Yes, gladly!"]):
        reply(mail, yes, provider_key, f"y{number}")
        told = the_answer(carry)
        assert "You are invited to play: welcome!" in in_a_line(told)
    assert reply(mail, "Yes, gladly!", provider_key, "again").state == SiteEmail.State.DROPPED
    reply(told, "Which name?", provider_key, "asks")
    reply(the_answer(carry), "sign up Dora\nyes", provider_key, "at last")
    assert sits(game)


def test_a_stranger_who_replies_to_an_answer_hears_again_but_a_program_does_not_for_long(
    carry: Carry, provider_key: SigningKey
) -> None:
    write("Hi! What games are there?", provider_key)
    told = the_answer(carry)
    reply(told, "I am thinking about it. Call me Dora.", provider_key, "r1")
    told = the_answer(carry)
    assert "sign up Ada" in told.text
    states = [reply(told, f"I am away, message {number}", provider_key, f"r{number}").state for number in range(2, 10)]
    assert states.count(SiteEmail.State.ACTED) == 4
    assert states[4:] == [SiteEmail.State.DROPPED] * 4
