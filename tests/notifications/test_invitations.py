"""Invitations: the emails, the pages they link to, and the limits on their number."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from time_machine import TimeMachineFixture

from games.competitions.series import creation
from games.lobby import lobby
from games.models import Block, Friend, Game, Invitation, Player
from games.people import relations
from games.presentation import words
from notifications.policy import courtesy
from tests.games.stories import DAY, NOON, players
from tests.notifications.api import client
from tests.notifications.conftest import Carry
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _at_noon(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def guest() -> Player:
    return players(1, "Guest")[0]


def invite(host: Player, guest: Player, name: str = "BUY NOW") -> Game:
    wishes = lobby.Wishes("usa@1", 3, DAY, name=name, access="invitation", public=False)
    game = lobby.create_game(host=host, wishes=wishes, now=NOON)
    return lobby.invite(host=host, game_id=game.pk, names=[guest.name], now=NOON)


def link(text: str, page: str) -> str:
    """Return the path of an email's link."""
    found = re.search(rf"https://night-mail\.example(/{page}/\S+)", text)
    assert found is not None
    return found[1]


def press(path: str, button: str, player: Player | None = None) -> str:
    browser = browser_of(player) if player else Client()
    return " ".join(browser.post(path, {"do": button}, follow=True).content.decode().split())


def test_an_invitation_has_no_free_text_in_its_subject_and_leads_to_a_page(carry: Carry, guest: Player) -> None:
    (host,) = players(1)
    game = invite(host, guest)
    (mail,) = carry(NOON)
    assert mail.message["Subject"] == f"Invitation: {words.rules(game.ruleset, game.options)}"
    assert "BUY NOW" not in mail.whole
    assert "/api/v1/games/" not in mail.text
    path = link(mail.text, "invitations")
    shown = Client().get(path)
    assert "Player 0 invites you to a game." in shown.content.decode()
    assert "no-store" in shown["Cache-Control"]
    assert not game.seats.filter(player=guest).exists()

    for _ in range(2):
        assert "You have joined." in press(path, "join")
    assert game.seats.filter(player=guest).count() == 1
    press(path, "decline")  # an outdated page
    assert game.seats.filter(player=guest).exists()


def test_whoever_takes_the_last_seat_is_led_to_the_table(carry: Carry, guest: Player) -> None:
    (host,) = players(1)
    wishes = lobby.Wishes("usa@1", 2, DAY, access="invitation", public=False)
    game = lobby.create_game(host=host, wishes=wishes, now=NOON)
    lobby.invite(host=host, game_id=game.pk, names=[guest.name], now=NOON)
    joined = press(link(carry(NOON)[0].text, "invitations"), "join")
    assert "You have joined, and the game has begun: it’s your turn." in joined
    assert f'href="/games/{game.pk}"' in joined


def test_an_invitation_is_declined_by_the_page_and_can_be_thought_over(carry: Carry, guest: Player) -> None:
    (host,) = players(1)
    game = invite(host, guest)
    path = link(carry(NOON)[0].text, "invitations")
    for _ in range(2):
        assert "You have declined." in press(path, "decline")
    assert Invitation.objects.get(game=game).answered_at == NOON
    assert "You have joined." in press(path, "join")
    other = invite(host, guest)
    (mail,) = [mail for mail in carry(NOON) if mail.to == [guest.email]]
    lobby.leave_game(player=host, game_id=other.pk, now=NOON)
    assert "There is nothing to answer here any more" in press(link(mail.text, "invitations"), "join")


def test_a_friend_s_invitation_names_the_table_and_a_stranger_s_its_players(carry: Carry, guest: Player) -> None:
    host, anna, cleo = players(3)
    relations.add(Friend, player=guest, other_id=host.pk, now=NOON)
    invite(host, guest, "Friday Trains")
    (mail,) = carry(NOON)
    assert mail.message["Subject"] == "Invitation: Friday Trains"
    assert "Player 0 invites you to “Friday Trains”." in mail.text
    game = lobby.create_game(host=anna, wishes=lobby.Wishes("usa@1", 4, DAY, name="BUY NOW"), now=NOON)
    lobby.join_game(player=cleo, game_id=game.pk, now=NOON)
    lobby.invite(host=anna, game_id=game.pk, names=[guest.name], now=NOON)
    (mail,) = [mail for mail in carry(NOON) if mail.to == [guest.email]]
    assert "Player 1 invites you to a game with Player 2." in mail.text
    assert "BUY NOW" not in mail.whole


def test_an_inviter_is_blocked_with_one_tap_and_unblocked_in_three_places(carry: Carry, guest: Player) -> None:
    (host,) = players(1)
    invite(host, guest)
    path = link(carry(NOON)[0].text, "invitations")
    for _ in range(2):
        assert "You have blocked Player 0" in press(path, "block")
    invite(host, guest)
    assert carry(NOON) == []
    assert "You have blocked" not in press(path, "unblock")

    api, shown = client(guest), "/api/v1/me/relations"
    assert api.put(f"{shown}/{host.pk}/block").status_code == 204
    assert [row["player"]["name"] for row in api.get(shown).json()["results"]] == ["Player 0"]
    browser = Client()
    browser.force_login(guest)
    assert '"name">Player 0</span>' in browser.get("/settings/blocked").content.decode()
    browser.post("/settings/blocked", {"player": host.pk})
    assert api.get(shown).json()["results"] == []
    assert api.put(f"{shown}/{guest.pk}/block").json()["code"] == "cannot_block_yourself"
    api.put(f"{shown}/{host.pk}/block")
    assert api.delete(f"{shown}/{host.pk}/block").status_code == 204
    assert not Block.objects.exists()


def test_an_invitation_that_waits_is_not_sent_after_a_block(carry: Carry, guest: Player) -> None:
    (host,) = players(1)
    invite(host, guest)
    relations.add(Block, player=guest, other_id=host.pk, now=NOON)
    assert carry(NOON) == []


def test_many_inviters_make_a_few_emails_a_day(carry: Carry, guest: Player) -> None:
    hosts = players(courtesy.MOST_A_DAY + 3)
    for host in hosts[: courtesy.MOST_A_DAY]:
        invite(host, guest)
        assert len(carry(NOON)) == 1  # an invitation is delivered at once
    for host in hosts[courtesy.MOST_A_DAY :]:
        invite(host, guest)
    assert carry(NOON) == carry(NOON + 23 * HOUR) == []
    (mail,) = carry(NOON + DAY)
    assert mail.message["Subject"] == "Invitations"
    assert "You have 3 invitations." in mail.text
    assert mail.text.count("/invitations/") == 3
    assert "BUY NOW" not in mail.whole
    assert ".invitations~" in str(mail.message["List-Unsubscribe"])
    assert carry(NOON + 2 * DAY) == []


def test_an_invitation_says_all_that_one_agrees_to(carry: Carry, guest: Player) -> None:
    (host,) = players(1)
    wishes = lobby.Wishes("usa@1", 2, DAY)
    creation.create(host=host, wishes=wishes, games=3, names=[guest.name], now=NOON)
    (mail,) = (mail for mail in carry(NOON) if mail.to == [guest.email])
    page = press(link(mail.text, "invitations"), "nothing")
    for told in (" ".join(mail.text.split()), page):
        assert "A series of 3 games: the same people play them all, and anyone can leave after each." in told
        assert "Rated: the result changes ratings." in told
        assert "Nobody else can watch." not in told


def test_an_invitation_to_a_private_table_says_so(carry: Carry, guest: Player) -> None:
    (host,) = players(1)
    creation.create(host=host, wishes=lobby.Wishes("usa@1", 2, DAY, public=False), names=[guest.name], now=NOON)
    (mail,) = (mail for mail in carry(NOON) if mail.to == [guest.email])
    assert "Nobody else can watch." in mail.text
    assert "Rated" not in mail.text
