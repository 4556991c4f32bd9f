"""“sleep 22:30 to 7:30 in Berlin”, for whoever has only email: their clock stands still then."""

from datetime import time

import pytest

from games.models import Player
from notifications.inbox.orders import SetSleep, sleep_hours
from notifications.inbox.orders.lines import StoppedAt
from tests.inbox.letters import SigningKey
from tests.inbox.replies import OWN, answers, asked, played
from tests.inbox.replies import reply as reply_about_game
from tests.inbox.site_stories import NEWCOMER, in_a_line, reply, write
from tests.inbox.test_site import the_answer
from tests.notifications.conftest import Carry

NIGHT = (time(22, 30), time(7, 30))


@pytest.mark.parametrize(
    ("line", "begin", "end", "place"),
    [
        (sleep_hours.EXAMPLE, *NIGHT, "berlin"),
        ("Sleep 22:30 – 7:30, Europe/Berlin.", *NIGHT, "europe/berlin"),
        ("I sleep from 11pm until 7 am in New York", time(23), time(7), "new york"),
        ("sleep 22.30 to 7.30", *NIGHT, ""),
        ("sleep off", None, None, ""),
    ],
)
def test_hours_are_read_as_people_write_them(line: str, begin: time | None, end: time | None, place: str) -> None:
    assert sleep_hours.read(line) == SetSleep(begin, end, place, line)


@pytest.mark.parametrize("line", ["sleep 25:00 to 7:00", "I sleep at 22:30"])
def test_what_names_no_hours_is_asked_about(line: str) -> None:
    assert isinstance(sleep_hours.read(line), StoppedAt)


def test_a_good_night_is_no_order() -> None:
    assert sleep_hours.read("Sleep well!") is None


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_newcomer_is_asked_when_they_sleep_and_says_so(carry: Carry, provider_key: SigningKey) -> None:
    write("sign up Ada", provider_key)
    welcome = the_answer(carry)
    assert "When do you sleep, and where? Your clock stands still then" in in_a_line(welcome)
    assert sleep_hours.EXAMPLE in welcome.text
    reply(welcome, sleep_hours.EXAMPLE, provider_key)
    told = in_a_line(the_answer(carry))
    assert "Your clock stands still from 22:30 to 07:30 (Europe/Berlin)." in told
    assert "Emails that can wait do so from 22:30 to 07:30." in told
    player = Player.objects.get(email=NEWCOMER)
    assert (player.time_zone, player.habits["quiet_hours"]) == ("Europe/Berlin", {"begin": "22:30", "end": "07:30"})


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_place_that_is_none_is_refused(carry: Carry, provider_key: SigningKey) -> None:
    write("sign up Ada", provider_key)
    reply(the_answer(carry), "sleep 22:30 to 7:30 in Atlantis", provider_key)
    assert "Name a large city in your time zone." in in_a_line(the_answer(carry))
    assert not Player.objects.get(email=NEWCOMER).habits.get("quiet_hours")


@pytest.mark.parametrize(
    "line", ["I sleep from 23 to 7", "I usually sleep from 11pm to 7am.", "My sleep hours are 23 to 7", "sleep 23-7"]
)
def test_hours_of_sleep_are_read_in_a_sentence(line: str) -> None:
    assert sleep_hours.read(line) == SetSleep(time(23), time(7), "", line)


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize(("text", "moves"), [("I sleep from 23 to 7", 0), ("1\n\nI sleep from 23 to 7", 1)])
def test_a_reply_about_a_turn_sets_the_hours(carry: Carry, provider_key: SigningKey, text: str, moves: int) -> None:
    game, mail = asked(carry)
    reply_about_game(mail, text, provider_key)
    told = " ".join(answers(carry)[-1].text.split())
    assert "Your clock stands still from 23:00 to 07:00 (UTC)." in told
    assert Player.objects.get(email=OWN).habits["quiet_hours"] == {"begin": "23:00", "end": "07:00"}
    assert bool(played(game)) is bool(moves)


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize(
    "talk", ["No sleep!", "I sleep between 1 and 2", "I sleep from 23 to 7, sorry", "I sleep from 11 to 7"]
)
def test_talk_about_sleep_below_a_move_sets_no_hours(carry: Carry, provider_key: SigningKey, talk: str) -> None:
    game, mail = asked(carry)
    own = Player.objects.get(email=OWN)
    own.habits["quiet_hours"] = {"begin": "22:30", "end": "07:30"}
    own.save()
    reply_about_game(mail, f"draw deck\n\n{talk}\n\ndraw deck", provider_key)
    assert Player.objects.get(email=OWN).habits["quiet_hours"] == {"begin": "22:30", "end": "07:30"}
    assert len(played(game)) == 2


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_hours_that_cannot_be_stop_no_move_below_them(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply_about_game(mail, "sleep 11 to 7\n\ndraw deck", provider_key)
    assert "Not done: “sleep 11 to 7”" in " ".join(answers(carry)[-1].text.split())
    assert played(game)


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_place_that_is_none_is_refused_in_a_reply_about_a_turn(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply_about_game(mail, "sleep 23 to 7 in Nowhereville", provider_key)
    assert "Not done: “sleep 23 to 7 in Nowhereville”. I know no such place." in " ".join(
        answers(carry)[-1].text.split()
    )


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_no_hours_are_asked_for_in_a_reply_about_a_turn(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply_about_game(mail, "sleep 23 to", provider_key)
    assert "Say from when to when, such as “sleep 22:30 to 7:30 in Berlin”." in " ".join(
        answers(carry)[-1].text.split()
    )
