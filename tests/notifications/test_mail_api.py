"""Email settings over the API: for everything, for one game, and how often to be reminded."""

from typing import Any

import pytest

from games.models import Game, Player
from notifications.lists import Mode, Stream
from notifications.models import Habits, Preference
from notifications.policy import preferences
from tests.games.stories import NOON, chosen, players, post, started
from tests.notifications.api import client
from tests.notifications.conftest import Carry

pytestmark = pytest.mark.django_db

URL = "/api/v1/me/mail"
EVERYTHING = dict.fromkeys(Stream.values, "at_once")


def table(carry: Carry) -> tuple[list[Player], Game]:
    """Return two players in the first one's turn, with all emails read, and their game."""
    people = players(2)
    game = chosen(started(people))
    carry(NOON)
    return people, game


def a_round(game: Game) -> None:
    """Let everybody draw two cards, so that it is the first one's turn again."""
    for seat in (0, 1):
        post(game, seat, "draw deck", "draw deck")


def of_game(game: Game) -> str:
    return f"{URL}/games/{game.pk}"


def test_anyone_who_has_said_nothing_hears_of_everything_at_once_and_is_reminded_once() -> None:
    (player,) = players(1)
    assert client(player).get(URL).json() == {
        "streams": EVERYTHING,
        "games": [],
        "reminders": {"count": 1, "hours_before": None},
        "quiet_hours": None,
        "digest_at": "08:00",
        "pictures": True,
        "every_answer": True,
        "absence": None,
        "refusal": None,
    }


def test_what_is_not_given_stays_as_it_is() -> None:
    one, other = players(2)
    browser = client(one)
    browser.patch(URL, {"streams": {"games": "off"}})
    browser.patch(URL, {"reminders": {"count": 2, "hours_before": 12}})
    said = browser.patch(URL, {"streams": {"invitations": "off"}}).json()
    assert said["streams"] == EVERYTHING | {"games": "off", "invitations": "off"}
    assert said["reminders"] == {"count": 2, "hours_before": 12}
    assert browser.get(URL).json() == said
    assert client(other).get(URL).json()["streams"] == EVERYTHING


def test_quiet_hours_come_and_go() -> None:
    (player,) = players(1)
    browser, night = client(player), {"begin": "22:30", "end": "07:00"}
    said = browser.patch(URL, {"quiet_hours": night, "digest_at": "18:15"}).json()
    assert (said["quiet_hours"], said["digest_at"]) == (night, "18:15")
    assert browser.patch(URL, {"quiet_hours": None}).json()["quiet_hours"] is None
    assert browser.get(URL).json()["digest_at"] == "18:15"


def test_a_game_may_be_quiet_while_others_are_not(carry: Carry) -> None:
    people, game = table(carry)
    other = chosen(started(people))
    carry(NOON)
    said = client(people[0]).put(of_game(game), {"streams": {"turns": "off"}}).json()
    assert said["games"] == [{"game": game.pk, "streams": {"turns": "off"}}]
    for each in (game, other):
        a_round(each)
    assert [mail.message["References"].partition(".")[2].partition("@")[0] for mail in carry(NOON)] == [other.pk]


def test_a_game_may_be_heard_of_while_others_are_not(carry: Carry) -> None:
    people, game = table(carry)
    client(people[0]).patch(URL, {"streams": {"turns": "off"}})
    client(people[0]).put(of_game(game), {"streams": {"turns": "at_once"}})
    a_round(game)
    assert [mail.to for mail in carry(NOON)] == [[people[0].email]]
    client(people[0]).put(of_game(game), {"streams": {}})
    a_round(game)
    assert carry(NOON) == []


def test_one_click_ends_a_stream_in_every_game(carry: Carry) -> None:
    people, game = table(carry)
    client(people[0]).put(of_game(game), {"streams": {"turns": "at_once"}})
    preferences.leave(people[0].pk, Stream.TURNS)
    a_round(game)
    assert carry(NOON) == []


def test_only_of_a_game_in_which_one_has_a_seat(carry: Carry) -> None:
    _, game = table(carry)
    (stranger,) = players(1, "Stranger")
    answer = client(stranger).put(of_game(game), {"streams": {"turns": "off"}})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_game")
    assert not Preference.objects.exists()


@pytest.mark.parametrize(
    "wish",
    [
        {"streams": {"turns": "sometimes"}},
        {"streams": {"turns": None}},
        {"reminders": {"count": 4, "hours_before": None}},
        {"reminders": {"count": -1, "hours_before": None}},
        {"reminders": {"count": 1, "hours_before": 0}},
        {"reminders": {"count": 1, "hours_before": 169}},
        {"reminders": {"count": 1}},
        {"reminders": None},
        {"quiet_hours": {"begin": "22:00"}},
        {"quiet_hours": {"begin": "22:00", "end": "22:00"}},
        {"digest_at": None},
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(wish: dict[str, Any]) -> None:
    (player,) = players(1)
    answer = client(player).patch(URL, wish)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert not Preference.objects.exists()
    assert not Habits.objects.exists()


@pytest.mark.parametrize("wish", [{"quiet_hours": {"begin": "22:00", "end": "25:00"}}, {"digest_at": "8 am"}])
def test_a_time_is_refused_with_how_to_write_it(wish: dict[str, Any]) -> None:
    (player,) = players(1)
    answer = client(player).patch(URL, wish)
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed_habits")
    assert not Preference.objects.exists()
    assert not Habits.objects.exists()


def test_switching_a_stream_on_that_is_on_changes_nothing_of_how_it_comes() -> None:
    (player,) = players(1)
    preferences.put(player, {Stream.TURNS: Mode.OFF}, now=NOON)
    preferences.switch(player, {Stream.TURNS: True, Stream.GAMES: False}, now=NOON)
    wanted = preferences.of_player(player)
    assert (wanted[Stream.TURNS], wanted[Stream.GAMES]) == (Mode.AT_ONCE, Mode.OFF)
