"""Players answer the emails about their turns, and their orders are carried out."""

import re
from email.header import decode_header, make_header
from email.utils import parseaddr

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games.models import Entry, Player, Seat
from games.people.privacy import erase_player, export_player
from notifications import tasks, wake_up
from notifications.inbox import acceptance, actions, pace, pipeline, queue
from notifications.inbox.handlers import HANDLERS
from notifications.inbox.orders import LeaveGame
from notifications.inbox.reply import ActedOn, Reply
from notifications.models import InboundEmail, Mail, ReplyAddress
from tests.games.stories import DAY, NOON, chosen, default, legal, players, post, started
from tests.games.worlds import deal, lay_deck
from tests.inbox.conftest import OpenDoor
from tests.inbox.letters import SigningKey, quoting, reply_address, sent, signed, written
from tests.inbox.replies import OWN, answers, asked, played, reply, take
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.notifications.reading import choices
from ttr_site.ticks import timetable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def answer_to(carry: Carry) -> Received:
    """Return the only email that the player has got."""
    (answer,) = answers(carry)
    return answer


def number_of(mail: Received, begins: str) -> int:
    return next(place for place, line in enumerate(choices(mail), 1) if line.startswith(begins))


@pytest.mark.django_db(transaction=True)
def test_a_number_above_the_quote_is_played_and_answered(
    carry: Carry, open_door: OpenDoor, provider_key: SigningKey
) -> None:
    game, mail = asked(carry)
    number = number_of(mail, "Take two from the deck")
    raw = signed(written(reply_address(mail), quoting(mail, str(number))), provider_key)
    sent(open_door("lmtp"), raw, reply_address(mail), lmtp=True)
    assert pipeline.process_due(now=NOON) == 1
    assert played(game) == ["draw_blind", "draw_blind"]
    answer = answer_to(carry)
    assert "You drew " in answer.text
    assert answer.message["In-Reply-To"] == "<m1@mail.example>"
    assert f"game.{game.pk}@" in answer.message["References"]
    assert answer.message["Auto-Submitted"] == "auto-replied"
    assert answer.message["List-Unsubscribe"] is None
    assert answer.message["Subject"] == "You drew from the deck: Ticket to Ride, Player 1 and you"


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [("draw deck", "You drew "), ("vacation until 9 March 2026", "You are on vacation until")],
)
def test_a_time_zone_that_is_no_longer_known_is_utc(
    carry: Carry, provider_key: SigningKey, typed: str, becomes: str
) -> None:
    """An unknown time zone must not prevent a reply from being played."""
    _, mail = asked(carry)
    Player.objects.filter(email=OWN).update(time_zone="US/Pacific-New")
    assert reply(mail, typed, provider_key).state == InboundEmail.State.ACTED
    assert becomes in answer_to(carry).text


def test_without_a_door_no_email_says_a_word_of_replies(carry: Carry, settings: Settings) -> None:
    settings.MAIL_IN_ADDRESS = ""
    _, mail = asked(carry)
    assert mail.message["Reply-To"] is None
    assert "reply" not in (mail.text + mail.html).lower()
    assert not ReplyAddress.objects.exists()


def test_an_email_that_can_be_answered_is_of_no_mailing_list(carry: Carry) -> None:
    """Evolution warns of a mailing list when replying to a List-Id; filters have a field of our own."""
    _, mail = asked(carry)
    assert mail.message["List-Id"] is None
    assert mail.message["X-Night-Mail-Stream"] == "turns"
    assert mail.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Rail", "Night Mail - Rail"),
        ("Rail (of Bela), anew", "Night Mail - Rail (of Bela), anew"),
        ("bela@mail.example", "Night Mail - bela@mail.example"),
        ("Поезд на дальний запад и обратно к ужину", "Night Mail - Поезд на дальний запад и обратно к ужину"),
    ],
)
def test_a_reply_goes_to_the_site_by_its_name_and_the_game_s(carry: Carry, name: str, called: str) -> None:
    """Address books show and collect the name, not the token."""
    people = players(2)
    chosen(started(people, name=name))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    (raw,) = (value for field, value in mail.message.raw_items() if field == "Reply-To")
    said, address = parseaddr("".join(raw.splitlines()))
    assert (str(make_header(decode_header(said))), address) == (called, reply_address(mail))
    assert reply_address(mail).startswith("play+")


def test_a_field_in_utf_8_begins_on_its_own_line(carry: Carry) -> None:
    """A line with nothing but a name looks broken to mail servers."""
    people = players(2)
    chosen(started(people, name="Поезд на дальний запад и обратно к ужину, а там"))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    header = mail.raw.partition(b"\r\n\r\n")[0]
    assert b"\r\nSubject: =?utf-8?" in header
    assert b"\r\nReply-To: =?utf-8?" in header


def test_an_address_is_short_enough_and_in_no_table(carry: Carry) -> None:
    _, mail = asked(carry)
    local, _, _ = reply_address(mail).partition("@")
    assert len(local) <= 64
    assert local == local.lower()
    row = ReplyAddress.objects.filter(player__email=OWN).latest("pk")
    assert local.partition("+")[2] not in (row.token_hash, str(row.listed))
    assert "\n\nReply with a number" in mail.text
    assert "Tapping a move opens an email" in mail.html
    assert "Replying with its number does the same" in mail.html


def test_every_number_is_a_legal_turn(carry: Carry) -> None:
    game, mail = asked(carry)
    row = ReplyAddress.objects.filter(player__email=OWN).latest("pk")
    assert len(row.listed) == len(choices(mail))
    firsts = {moves[0] for moves in row.listed}
    assert firsts <= set(legal(game, 0))


def test_a_move_in_notation_and_the_next_question_in_the_answer(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "Draw  Deck", provider_key)
    assert played(game) == ["draw_blind"]
    answer = answer_to(carry)
    assert reply_address(answer) != reply_address(mail)
    assert "YOUR MOVES" in answer.text
    reply(answer, "1", provider_key, "m2")
    assert len(played(game)) == 2


def test_an_answer_to_a_closed_question_plays_nothing(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    post(game, 0, "draw deck", "draw deck")
    post(game, 1, default(game, 1))
    before = Entry.objects.filter(game=game).count()
    for name, said in (("m1", str(number_of(mail, "Take two from the deck"))), ("m2", "draw deck")):
        reply(mail, said, provider_key, name)
        assert "It answers a question that is no longer open." in answer_to(carry).text
    assert Entry.objects.filter(game=game).count() == before
    assert set(InboundEmail.objects.values_list("state", flat=True)) == {InboundEmail.State.REFUSED}


def test_what_is_no_order_is_explained_and_stops_the_rest(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "claim atlantis-utopia blue 3\ndraw deck", provider_key)
    assert played(game) == []
    text = answer_to(carry).text
    assert "Not understood: “claim atlantis-utopia blue 3" in text
    assert "YOUR MOVES" in text


def test_an_email_that_comes_twice_is_one(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    raw = signed(written(to, quoting(mail, "draw deck")), provider_key)
    take(raw, to)
    again = b"Received: from elsewhere\r\n by here\r\n" + raw
    assert acceptance.accept(again, [to, to.upper()], OWN, InboundEmail.Door.PIPE, NOON) == 1
    assert pipeline.process_due(now=NOON) == 0
    assert played(game) == ["draw_blind"]
    assert InboundEmail.objects.count() == 1


def test_its_bytes_go_in_two_weeks_and_its_key_stays(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "draw deck", provider_key)
    assert queue.erase_old(now=NOON + 13 * DAY) == 0
    assert queue.erase_old(now=NOON + 14 * DAY) == 1
    row = InboundEmail.objects.get()
    assert (row.raw, row.sender) == (None, "")
    assert re.fullmatch("[0-9a-f]{64}", row.key)


def test_an_erased_players_emails_go_at_once(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "draw deck", provider_key)
    player = Player.objects.get(email=OWN)
    assert "draw deck" in str(export_player(player=player)["inbound_emails"])
    erase_player(player=player, now=NOON)
    assert not InboundEmail.objects.exists()
    assert not ReplyAddress.objects.filter(player=player).exists()
    raw = signed(written(reply_address(mail), "draw deck", name="m2"), provider_key)
    assert acceptance.accept(raw, [reply_address(mail)], OWN, InboundEmail.Door.PIPE, NOON) == 0


def test_the_beat_and_a_wake_up_find_what_came_in(
    carry: Carry, provider_key: SigningKey, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    raw = signed(written(to, "draw deck"), provider_key)
    with django_capture_on_commit_callbacks() as woken:
        acceptance.accept(raw, [to], OWN, InboundEmail.Door.PIPE, NOON)
    assert wake_up.wake_reader in woken
    assert wake_up.READ in {one["task"] for one in timetable(30).values()}
    tasks.read_mail()
    assert played(game) == ["draw_blind"]


def test_what_it_quotes_is_sealed(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "draw deck", provider_key)
    kept = bytes(InboundEmail.objects.get().raw or b"")
    assert b"YOUR MOVES" not in kept
    assert b"YOUR MOVES" in (acceptance.content(InboundEmail.objects.get()) or b"")


def test_resigning_waits_for_a_yes(carry: Carry, provider_key: SigningKey) -> None:
    game, _ = asked(carry)
    row = ReplyAddress.objects.filter(player__email=OWN).latest("pk")
    acted = ActedOn()
    HANDLERS[LeaveGame](Reply.to_address(row, NOON), LeaveGame("resign"), acted)
    assert acted.waits
    assert Seat.objects.get(game=game, number=0).status == Seat.Status.PLAYING
    assert "You have resigned." in actions.leave(Reply.to_address(row, NOON, is_sure=True)).sentences
    assert Seat.objects.get(game=game, number=0).status == Seat.Status.RESIGNED


def test_more_than_a_limit_of_answers_wait_and_are_one(
    carry: Carry, provider_key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "MOST_AN_HOUR", 1)
    game, mail = asked(carry)
    for name, text in (("m1", "nonsense m1"), ("m2", "nonsense m2"), ("m3", "status"), ("m4", "draw deck\nstatus")):
        reply(mail, text, provider_key, name)
    told = [one for one in carry(NOON) if one.to == [OWN]]
    warning = "the next answers wait until Mon 2 Mar, 13:00 UTC, and come together"
    assert [warning in " ".join(now.text.split()) for now in told] == [True, False]
    assert ["You drew " in now.text for now in told] == [False, True], "what a move brings never waits"
    (late,) = [one for one in carry(NOON + pace.HOUR) if one.to == [OWN]]
    assert late.text.startswith("Answers to 2 of your emails.")
    assert "that we gathered them" in " ".join(late.text.split())
    assert "nonsense m2" in late.text
    assert late.text.count("This is how the game stands.") == 1
    assert late.text.count("WHOSE TURN IT IS") == 1
    assert Mail.objects.filter(game=game, player__email=OWN, context__isnull=False).count() == 0


def test_who_says_no_stays_in_the_game(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "resign", provider_key)
    (question,) = answers(carry)
    reply(question, "no", provider_key, "m2")
    assert "You stay in the game." in answers(carry)[0].text
    assert Seat.objects.get(game=game, number=0).status == Seat.Status.PLAYING


def test_a_question_that_was_not_understood_stays_open(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "resign", provider_key)
    (question,) = answers(carry)
    reply(question, "I think so, probably", provider_key, "m2")
    (again,) = answers(carry)
    assert "asked whether you want to leave this game for good." in " ".join(again.text.split())
    assert Seat.objects.get(game=game, number=0).status == Seat.Status.PLAYING
    reply(again, "Yes, I do.", provider_key, "m3")
    assert Seat.objects.get(game=game, number=0).status == Seat.Status.RESIGNED


def test_nobody_leaves_by_a_word_that_may_mean_something_else(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "resign", provider_key)
    (question,) = answers(carry)
    for place, unclear in enumerate(["yes, but not today", "yes?", "ok", "no problem, resign"]):
        reply(question, unclear, provider_key, f"n{place}")
    assert Seat.objects.get(game=game, number=0).status == Seat.Status.PLAYING


def test_the_reader_is_you_and_hears_whose_turn_it_is(carry: Carry, provider_key: SigningKey) -> None:
    game = chosen(started(players(2)))
    deal(game, 0, purple=4)
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    reply(mail, "claim denver-omaha purple 4", provider_key)
    told = " ".join(answers(carry)[0].text.split())
    claimed = "You claimed Denver – Omaha with 4 purple, for 7 points."
    assert f"{claimed} Now it’s Player 1’s turn." in told
    assert "Player 0 claimed" not in told


def test_what_stands_below_a_refused_order_is_named(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "claim denver-omaha purple 4\ndraw dek\nsay hello\n\nBest wishes\nAda", provider_key)
    assert played(game) == []
    assert "Not done either: “draw dek”; “say hello”." in " ".join(answers(carry)[0].text.split())


def test_what_stands_below_a_line_that_nobody_understands_is_named(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "draw dek\ndraw deck\nstatus", provider_key)
    assert played(game) == []
    told = " ".join(answers(carry)[0].text.split())
    assert "Nothing was done. Not done either: “draw deck”; “status”." in told


def test_a_city_that_is_taken_is_told_with_those_that_are_free(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2), ruleset="old_west@1")
    for seat in (0, 1):
        post(game, seat, default(game, seat))
    post(game, 1, "start las_vegas")
    mail = [mail for mail in carry(NOON) if mail.to == [OWN]][-1]
    reply(mail, "start in Las Vegas", provider_key)
    told = " ".join(answers(carry)[0].text.split())
    assert "There is already a marker in Las Vegas. You can choose Albuquerque, Ashland," in told
    reply(mail, "start in Ashland", provider_key, "m2")
    assert "You chose to start in Ashland." in " ".join(answers(carry)[0].text.split())


def test_a_question_of_two_sentences_is_a_title_and_a_line(carry: Carry, provider_key: SigningKey) -> None:
    started(players(2))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    reply(mail, "nonsense", provider_key)
    assert "\n\nCHOOSE YOUR FIRST TICKETS\n\nEverybody does, at the same time.\n\n" in answers(carry)[0].text


def test_a_move_that_comes_too_late_is_called_that(carry: Carry, provider_key: SigningKey) -> None:
    started(players(2))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    reply(mail, "keep A B", provider_key)
    reply(mail, "keep A C", provider_key, "m2")
    told = " ".join(" ".join(mail.text.split()) for mail in answers(carry))
    assert "Not played: “keep A C”. It answers a question that is no longer open." in told
    assert "Not understood" not in told


@pytest.mark.parametrize("below", ["keep 1", "claim whatever you like"])
def test_a_move_below_the_end_of_a_turn_is_called_that(carry: Carry, provider_key: SigningKey, below: str) -> None:
    game, mail = asked(carry)
    reply(mail, f"draw deck\ndraw deck\n{below}", provider_key)
    assert len(played(game)) == 2
    told = " ".join(answers(carry)[0].text.split())
    assert f"Not played: “{below}”. The move before it ended your turn." in told


def test_more_than_a_turn_is_asked_about_as_a_whole(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "draw deck\ndraw deck\ntickets", provider_key)
    assert played(game) == []
    told = " ".join(answers(carry)[0].text.split())
    assert "“tickets” and what you wrote above it are more than one turn." in told


def test_two_cards_alike_are_told_as_two(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    lay_deck(game, red=2)
    reply(mail, "plan off\n\ndraw deck twice", provider_key)
    assert "You drew two red from the deck." in " ".join(answer_to(carry).text.split())
