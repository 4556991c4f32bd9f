"""A player with a dead address is told so on signed-in pages and in the API, and can report that it works again."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Player
from notifications import links
from notifications.models import DeadAddress
from notifications.outbox import dead_addresses
from tests.games.stories import NOON, chosen, players, started
from tests.notifications.api import client
from tests.notifications.conftest import Carry

pytestmark = pytest.mark.django_db
SAYS = "You get no emails from us."
PAGES = ("my-games", "settings", "mail-page")


def signed_in(player: Player) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


@pytest.mark.parametrize("page", PAGES)
def test_pages_say_it_to_the_player_alone(page: str) -> None:
    one, other = players(2)
    dead_addresses.mark(one, "550 5.1.1", NOON)
    said = signed_in(one).get(reverse(page)).content.decode()
    assert SAYS in said
    assert "My mailbox works again" in said
    assert f"the mail server of {one.email} told us" in said
    assert SAYS not in signed_in(other).get(reverse(page)).content.decode()
    Player.objects.filter(pk=one.pk).update(email="new@mail.example")
    assert SAYS not in signed_in(one).get(reverse(page)).content.decode()


def test_a_link_in_an_email_shows_nothing_of_it() -> None:
    (one,) = players(1)
    dead_addresses.mark(one, "550 5.1.1", NOON)
    address = links.mail_url(one, NOON).removeprefix("https://night-mail.example")
    assert SAYS not in Client().get(address).content.decode()


def test_a_complaint_is_told_apart() -> None:
    (one,) = players(1)
    dead_addresses.mark(one, dead_addresses.COMPLAINT, NOON)
    assert "was marked as spam" in signed_in(one).get("/games").content.decode()


def test_one_press_and_emails_go_out_again(carry: Carry) -> None:
    one, other = players(2)
    for player in (one, other):
        dead_addresses.mark(player, "550 5.1.1", NOON)
    browser = signed_in(one)
    answer = browser.post("/mail/works-again", follow=True)
    assert f"We send emails to {one.email} again." in answer.content.decode()
    assert DeadAddress.objects.get().player == other
    assert browser.post("/mail/works-again").status_code == 302
    chosen(started([one, other]))
    assert {to for mail in carry(NOON) for to in mail.to} == {one.email}


def test_what_was_kept_back_and_still_matters_comes_then(carry: Carry) -> None:
    one, other = players(2)
    started([one, other])
    dead_addresses.mark(one, "550 5.1.1", NOON)
    assert {to for mail in carry(NOON) for to in mail.to} == {other.email}
    dead_addresses.try_again(one, NOON)
    assert [mail.to for mail in carry(NOON)] == [[one.email]]
    dead_addresses.try_again(one, NOON)
    assert carry(NOON) == []


def test_nothing_happens_on_get_or_without_a_session() -> None:
    (one,) = players(1)
    dead_addresses.mark(one, "550 5.1.1", NOON)
    assert signed_in(one).get("/mail/works-again").status_code == 405
    assert Client().post("/mail/works-again").status_code == 302
    assert DeadAddress.objects.exists()


def test_programs_see_it_and_end_it() -> None:
    (one,) = players(1)
    program, mail = client(one), "/api/v1/me/mail"
    dead_addresses.mark(one, dead_addresses.COMPLAINT, NOON)
    assert program.get(mail).json()["refusal"] == {"since": "2026-03-02T12:00:00Z", "complaint": True}
    assert program.delete(f"{mail}/refusal").status_code == 204
    assert program.delete(f"{mail}/refusal").status_code == 204
    assert program.get(mail).json()["refusal"] is None
