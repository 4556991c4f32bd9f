"""The page of email settings, reached by an email's link or signed in: GET shows, POST changes."""

import re
from datetime import time
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings
from time_machine import TimeMachineFixture

from games.errors import Forbidden
from games.lobby import departures
from games.models import Game, Player
from notifications import absences, links, sender_addresses
from notifications.lists import Mode, Stream
from notifications.models import Absence, Habits, Preference, SenderAddress
from notifications.policy import preferences
from tests.games.admins import admin
from tests.games.stories import DAY, NOON, chosen, players, post, started
from tests.notifications.api import client
from tests.notifications.conftest import Carry
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db

WHOLE = {
    "do": "mail",
    "streams-turns": "at_once",
    "streams-reminders": "hourly",
    "streams-games": "daily",
    "streams-invitations": "off",
    "reminders": "2",
    "lead_hours": "12",
    "digest_at": "18:30",
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "time_zone": "Australia/Sydney",
    "language": "en",
}
AWAY = {"do": "away", "starts_on": "2026-03-05", "ends_on": "2026-03-12", "text": "On a walk."}


@pytest.fixture(autouse=True)
def _at_noon(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOON, tick=False)


def page_of(player: Player) -> str:
    return links.mail_url(player, NOON).removeprefix("https://night-mail.example")


def table(carry: Carry) -> tuple[list[Player], Game]:
    """Return two players in the first one's turn, with all emails read, and their game."""
    people = players(2)
    game = chosen(started(people, name="The Old Line"))
    carry(NOON)
    return people, game


def test_every_email_of_a_game_leads_there(carry: Carry) -> None:
    started(players(2))
    for mail in carry(NOON):
        path = re.search(r"https://night-mail\.example(/mail/\S+)", mail.text)
        assert path is not None
        shown = Client().get(path[1])
        assert "Email settings" in shown.content.decode()
        assert "default-src 'none'" in shown["Content-Security-Policy"]
        assert "no-store" in shown["Cache-Control"]
        assert not re.search(r"<script|<style| style=|<img", shown.content.decode())
    assert not Preference.objects.exists()


def test_what_is_said_there_holds() -> None:
    (player,) = players(1)
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post(page_of(player), WHOLE)
    assert (answer.status_code, answer["Location"]) == (303, f"{page_of(player)}?saved=1")
    assert "Saved." in browser.get(answer["Location"]).content.decode()
    assert preferences.of_player(player) == {
        Stream.TURNS: Mode.AT_ONCE,
        Stream.REMINDERS: Mode.HOURLY,
        Stream.GAMES: Mode.DAILY,
        Stream.INVITATIONS: Mode.OFF,
    }
    habits = Habits.objects.get()
    assert (habits.reminders, habits.lead_hours, habits.digest_at) == (2, 12, time(18, 30))
    assert (habits.quiet_from, habits.quiet_until) == (time(22), time(7))
    player.refresh_from_db()
    assert player.time_zone == "Australia/Sydney"
    assert "It is now 23:00 in your time zone." in browser.get(page_of(player)).content.decode()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"quiet_until": ""}, "Fill in both, or leave both empty."),
        ({"quiet_until": "22:00"}, "Quiet hours can’t start and end at the same time."),
        ({"streams-turns": "sometimes"}, "Select a valid choice"),
        ({"reminders": "9"}, "Select a valid choice"),
        ({"digest_at": "noon"}, "Enter a valid time"),
        ({"time_zone": "Mars/Olympus"}, "Select a valid choice"),
        ({"do": "nothing"}, "Nothing was saved"),
    ],
)
def test_what_makes_no_sense_comes_back_and_changes_nothing(wrong: dict[str, str], told: str) -> None:
    (player,) = players(1)
    answer = Client().post(page_of(player), {**WHOLE, **wrong})
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert "Nothing was saved" in answer.content.decode()
    assert not Preference.objects.exists()
    assert not Habits.objects.exists()


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_nothing_happens_unless_it_is_posted(method: str) -> None:
    (player,) = players(1)
    getattr(Client(), method)(page_of(player), WHOLE)
    assert not Preference.objects.exists()


def test_a_single_game_may_differ(carry: Carry) -> None:
    people, game = table(carry)
    wish = {"do": "game", "game": game.pk, "turns": "off", "reminders": "", "games": "daily"}
    assert Client().post(page_of(people[0]), wish).status_code == 303
    assert preferences.of_games(people[0]) == {game.pk: {Stream.TURNS: Mode.OFF, Stream.GAMES: Mode.DAILY}}
    assert "The Old Line" in Client().get(page_of(people[0])).content.decode()
    (stranger,) = players(1, "Stranger")
    assert Client().post(page_of(stranger), wish).status_code == 422
    assert preferences.of_games(stranger) == {}


# The link -------------------------------------------------------------------------------------------------------------


def test_a_link_is_of_one_player_and_ends_with_the_address_and_its_time(time_machine: TimeMachineFixture) -> None:
    one, other = players(2)
    path = page_of(one)
    good = path.rpartition("/")[2]
    for bad in (good[:-1], good.replace(one.pk, other.pk), "x", f"{one.pk}..69a58a40"):
        assert Client().get(f"/mail/{bad}").status_code == 404
        assert Client().post(f"/mail/{bad}", WHOLE).status_code == 404
    time_machine.move_to(NOON + 180 * DAY, tick=False)
    assert Client().get(path).status_code == 200
    time_machine.move_to(NOON + 181 * DAY, tick=False)
    assert Client().get(path).status_code == 404
    time_machine.move_to(NOON, tick=False)
    Player.objects.filter(pk=one.pk).update(email="new@mail.example")
    assert Client().get(path).status_code == 404


def test_anyone_who_is_signed_in_needs_no_link_but_a_page_of_ours_to_post_from() -> None:
    (player,) = players(1)
    browser = Client(enforce_csrf_checks=True)
    assert browser.get("/mail/")["Location"].startswith("/accounts/login/")
    browser.force_login(player)
    shown = browser.get("/mail/").content.decode()
    assert browser.post("/mail/", WHOLE).status_code == 403
    assert not Preference.objects.exists()
    key = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', shown)
    assert key is not None
    assert browser.post("/mail/", {**WHOLE, "csrfmiddlewaretoken": key[1]}).status_code == 303
    assert Preference.objects.filter(player=player).exists()


def test_whoever_has_the_email_neither_speaks_to_the_others_nor_sees_other_addresses(carry: Carry) -> None:
    people, game = table(carry)
    player = people[1]
    sender_addresses.accept(player, "ada@phone.example", NOON)
    browser_of(player).post("/mail/", AWAY)
    browser, key = Client(), SenderAddress.objects.get().pk
    shown = browser.get(page_of(player)).content.decode()
    assert "With your account" in shown
    for words in ("ada@phone.example", "On a walk.", 'name="starts_on"'):
        assert words not in shown
        assert words in browser_of(player).get("/mail/").content.decode()
    for form in ({**AWAY, "text": "I give up"}, {"do": "back"}, {"do": "end_address", "address": key}):
        assert browser.post(page_of(player), form).status_code == 422
    assert absences.at_table(game, NOON)[0].text == "On a walk."
    assert SenderAddress.objects.exists()


# Being away -----------------------------------------------------------------------------------------------------------


def test_the_others_read_it_in_their_emails_and_by_the_api(carry: Carry) -> None:
    people, game = table(carry)
    assert browser_of(people[1]).post("/mail/", AWAY).status_code == 303
    url = f"/api/v1/games/{game.pk}/absences"
    (said,) = client(people[0]).get(url).json()["results"]
    assert (said["player"]["name"], said["text"], said["begin"]) == ("Player 1", "On a walk.", "2026-03-05")
    for seat in (0, 1):
        post(game, seat, "draw deck", "draw deck")
    (mail,) = carry(NOON)
    assert "AWAY\n\n- Player 1, from 5 March 2026 to 12 March 2026: On a walk." in mail.text
    (stranger,) = players(1, "Stranger")
    assert client(stranger).get(url).json()["code"] == "no_such_game"
    browser_of(people[1]).post("/mail/", {"do": "back"})
    assert client(people[0]).get(url).json()["results"] == []


@pytest.mark.parametrize(("days", "shown"), [(-12, False), (-11, True), (0, True), (10, True), (11, False)])
def test_it_is_shown_from_two_weeks_before_to_the_last_day(carry: Carry, days: int, shown: bool) -> None:
    people, game = table(carry)
    browser_of(people[1]).post("/mail/", AWAY)
    assert bool(absences.at_table(game, NOON + days * DAY)) == shown


def test_anyone_who_is_muted_is_not_heard(carry: Carry) -> None:
    people, game = table(carry)
    browser_of(people[1]).post("/mail/", AWAY)
    Player.objects.filter(pk=people[1].pk).update(muted_until=NOON + DAY)
    assert not absences.at_table(game, NOON)


@pytest.mark.parametrize("wrong", [{"ends_on": "2026-03-04"}, {"ends_on": "2028-01-01"}, {"text": "x" * 201}])
def test_an_absence_has_bounds(wrong: dict[str, str]) -> None:
    (player,) = players(1)
    assert browser_of(player).post("/mail/", {**AWAY, **wrong}).status_code == 422
    names: dict[str, Any] = {"starts_on": "from", "ends_on": "until", "text": "text"}
    said = {names[name]: value for name, value in {**AWAY, **wrong}.items() if name in names}
    assert client(player).patch("/api/v1/me/mail", {"absence": said}).status_code == 400
    assert not Absence.objects.exists()


def test_an_absence_that_comes_too_late_undoes_no_erasure() -> None:
    from games.people.privacy import erase_player

    (one,) = players(1)
    erase_player(player=Player.objects.get(pk=one.pk), now=NOON)
    with pytest.raises(Forbidden):
        absences.put(one, text="In Lisbon", starts_on=NOON.date(), ends_on=NOON.date())
    assert not Absence.objects.exists()


def test_erasing_forgets_it_and_asks_staff_about_the_name_in_others() -> None:
    from games.people import mentions
    from games.people.privacy import erase_player

    one, other = players(2)
    started([one, other])
    browser_of(one).post("/mail/", AWAY)
    browser_of(other).post("/mail/", {**AWAY, "text": "Walking with Player 0."})
    erase_player(player=one, now=NOON)
    assert [said.text for said in Absence.objects.all()] == ["Walking with Player 0."]
    judge = admin("Judge", "operator")
    (mention,) = mentions.to_decide(judge)
    Absence.objects.update(text="Not Player 01, but Player 0 walks with me.")  # its writer has changed it meanwhile
    mentions.take_out(admin=judge, mention_id=mention.pk, now=NOON)
    assert [said.text for said in Absence.objects.all()] == ["Not Player 01, but […] walks with me."]


def test_where_emails_are_answered_one_chooses_how_often_that_comes(settings: Settings) -> None:
    (player,) = players(1)
    assert "Our answers" not in Client().get(page_of(player)).content.decode()
    settings.MAIL_IN_ADDRESS = "play@night-mail.example"
    assert "Only when something is refused or asked" in Client().get(page_of(player)).content.decode()
    assert Client().post(page_of(player), {**WHOLE, "every_answer": "False"}).status_code == 303
    assert Habits.objects.get().every_answer is False


def test_a_game_from_which_one_has_resigned_has_no_settings(carry: Carry) -> None:
    (first, *_), game = table(carry)
    assert "The Old Line" in browser_of(first).get("/mail/").content.decode()
    departures.resign(player=first, game_id=game.pk, now=NOON)
    assert "The Old Line" not in browser_of(first).get("/mail/").content.decode()
