"""Unsubscribing: one click, without signing in, at once; and never by GET."""

import pytest
from rest_framework.test import APIClient

from games.models import Game, Player
from notifications import links
from notifications.lists import Mode, Stream
from notifications.models import Mail, Notification, Preference
from notifications.outbox import queue
from notifications.policy import kinds, preferences
from notifications.policy.kinds import KINDS, YOUR_TURN
from tests.games.stories import NOON, chosen, players, post, started
from tests.notifications.api import client
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = pytest.mark.django_db


def path_of(mail: Received) -> str:
    """Return the path in the email's one-click header."""
    url = str(mail.message["List-Unsubscribe"]).strip().strip("<>")
    return url.removeprefix("https://night-mail.example")


def turn_mail(carry: Carry) -> tuple[Game, Player, Received]:
    people = players(2)
    game = started(people)
    carry(NOON)
    chosen(game)
    (mail,) = carry(NOON)
    return game, people[0], mail


def test_one_click_ends_the_stream_at_once_and_no_other(carry: Carry) -> None:
    game, player, mail = turn_mail(carry)
    post(game, 0, "draw deck", "draw deck")
    post(game, 1, "draw deck", "draw deck")
    answer = client().post(
        path_of(mail), "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 200
    assert carry(NOON) == []
    wanted = preferences.of_player(player)
    assert [stream for stream in Stream if wanted[stream] == Mode.OFF] == [Stream.TURNS]


def test_the_first_email_about_a_turn_ends_those_about_turns_although_it_says_that_the_game_has_begun(
    carry: Carry,
) -> None:
    people = players(2)
    game = started(people)
    mail = next(mail for mail in carry(NOON) if mail.to == [people[0].email])
    assert str(mail.message["Subject"]).startswith("Your turn: ")
    assert "Stop emails about your turns" in " ".join(mail.text.split())
    assert str(mail.message["List-Id"]).startswith("Night Mail turns ")

    answer = client().post(
        path_of(mail), "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded"
    )
    assert answer.json() == {"stream": "turns", "on": False}
    chosen(game)
    assert [mail for mail in carry(NOON) if mail.to == [people[0].email]] == []


@pytest.mark.parametrize("kind", KINDS)
def test_an_email_offers_to_stop_what_its_subject_is_about(kind: str) -> None:
    """The offer depends on the subject alone, whatever other news the email contains."""
    told = [Notification(kind=kind), Notification(kind=YOUR_TURN.name)]
    leading = kinds.leading(told)
    assert queue.leading_stream(told) == (kinds.kind_of(leading).stream or "")
    assert kinds.kind_of(leading).urgency.is_of_a_turn
    if not KINDS[kind].urgency.is_of_a_turn:
        assert leading.kind == YOUR_TURN.name


def test_an_email_that_waits_for_its_next_attempt_is_not_sent_either(carry: Carry) -> None:
    people = players(2)
    game = started(people)
    carry(NOON)
    chosen(game)
    queue.gather(now=NOON, limit=10)
    preferences.leave(people[0].pk, Stream.TURNS)
    assert carry(NOON) == []
    assert Mail.objects.latest("pk").state == Mail.State.DROPPED


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_nothing_happens_unless_it_is_posted(carry: Carry, method: str) -> None:
    _, _, mail = turn_mail(carry)
    answer = getattr(client(), method)(path_of(mail), headers={"Accept": "text/html"})
    assert answer.status_code == 200
    assert not Preference.objects.exists()


def test_twice_is_as_good_as_once(carry: Carry) -> None:
    _, _, mail = turn_mail(carry)
    answers = [client().post(path_of(mail)).json() for _ in range(2)]
    assert answers == [{"stream": "turns", "on": False}] * 2
    assert Preference.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("List-Unsubscribe=One-Click", "application/x-www-form-urlencoded"),
        (
            '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
            "multipart/form-data; boundary=x",
        ),
        ("", "text/plain"),
        ("<?>", "application/xml"),
    ],
)
@pytest.mark.parametrize("accept", ["*/*", "text/plain", "application/xml;q=0.1", ""])
def test_no_mail_provider_is_turned_away_for_its_headers(body: str, content_type: str, accept: str) -> None:
    (player,) = players(1)
    path = links.unsubscribe_url(player.pk, Stream.GAMES).removeprefix("https://night-mail.example")
    answer = client().generic("POST", path, body, content_type=content_type, headers={"Accept": accept})
    assert answer.status_code == 200
    assert preferences.of_player(player)[Stream.GAMES] == Mode.OFF


def test_people_get_a_page_that_asks_and_one_that_confirms(carry: Carry) -> None:
    _, _, mail = turn_mail(carry)
    browser = APIClient(headers={"Accept": "text/html,application/xhtml+xml"})
    asked = browser.get(path_of(mail))
    assert asked["Content-Type"] == "text/html; charset=utf-8"
    assert '<form method="post"><p class="buttons"><button' in asked.content.decode()
    done = browser.post(path_of(mail))
    assert "You won’t get any more emails about your turns." in done.content.decode()


def test_the_page_lives_under_the_strict_policy(carry: Carry) -> None:
    _, _, mail = turn_mail(carry)
    answer = client().get(path_of(mail))
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    body = answer.content.decode()
    assert "<script" not in body
    assert "style=" not in body


@pytest.mark.parametrize("method", ["get", "post"])
def test_what_is_not_ours_is_not_found(method: str) -> None:
    (player,) = players(1)
    good = links.unsubscribe_token(player.pk, Stream.TURNS)
    for bad in (good[:-1], good.replace("turns", "games"), f"{player.pk}.turns", "x"):
        assert getattr(client(), method)(f"/api/v1/unsubscribe/{bad}").status_code == 404
    assert not Preference.objects.exists()


def test_a_player_who_is_gone_gets_the_same_answer() -> None:
    path = f"/api/v1/unsubscribe/{links.unsubscribe_token('0123456789ab', Stream.TURNS)}"
    assert client().post(path).json() == {"stream": "turns", "on": False}
    assert not Preference.objects.exists()
