"""A group joins through one link: the host passes it on, and everyone who opens it gets a seat."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.lobby import join_links, lobby
from games.models import Game, JoinLink, Player
from games.people import accounts
from notifications.models import Mail
from tests.api.people import mailed_code, mailed_link
from tests.games.stories import DAY, players
from tests.web.paper import Visitor
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def table(host: Player, seats: int = 3, access: str = "invitation") -> Game:
    wishes = lobby.Wishes("usa@1", seats, DAY, name="The night train", access=access, public=False)
    return lobby.create_game(host=host, wishes=wishes, now=timezone.now())


def linked(host: Player, seats: int = 3) -> tuple[Game, str]:
    """Return a table, and the path of its link."""
    game = table(host, seats)
    link = join_links.make(host=host, game_id=game.pk, now=timezone.now())
    return game, f"/join/{join_links.token(link)}"


def stranger(path: str) -> Visitor:
    one = Visitor(None, "")
    one.open(path)
    return one


def newcomer(path: str, name: str) -> Visitor:
    """Open the link as a newcomer, enter a name and an address, and type the code."""
    one = stranger(path)
    one.press("Send me a code", email=f"{name.lower()}@mail.example", name=name, time_zone="UTC")
    one.press("Go on", code=mailed_code(f"{name.lower()}@mail.example"))
    return one


def names(game: Game) -> set[str]:
    return set(game.seats.values_list("player__name", flat=True))


# The host ---------------------------------------------------------------------------------------------------


def test_the_host_makes_a_link_and_its_code_a_new_one_and_takes_it_back() -> None:
    (ada,) = players(1)
    game, host = table(ada), Visitor(ada, "")
    host.open(f"/tables/{game.pk}")
    host.press("Make a join link")
    first = JoinLink.objects.get(game=game)
    page = host.answer.content.decode()
    assert join_links.address(first) in page
    assert re.search(r'<svg[^>]*class="qr"', page)
    assert "style=" not in page
    assert host.address == f"/tables/{game.pk}#join-link", "the link is below the fold"
    assert 'id="join-link"' in page
    host.press("Make a new link")
    assert JoinLink.objects.get(game=game).pk != first.pk
    assert Client().get(f"/join/{join_links.token(first)}").status_code == 410
    host.press("Take it back")
    assert not JoinLink.objects.exists()
    assert "Make a join link" in host.page.text


def test_only_the_host_does_and_sees_it() -> None:
    ada, bela = players(2)
    game, _ = linked(ada)
    lobby.invite(host=ada, game_id=game.pk, names=[bela.name], now=timezone.now())
    browser = browser_of(bela)
    before = JoinLink.objects.get().pk
    for wanted in ("link", "unlink"):
        assert browser.post(f"/tables/{game.pk}", {"do": wanted}).status_code == 403
    assert JoinLink.objects.get().pk == before
    assert "/join/" not in text_of(browser, f"/tables/{game.pk}")


# A newcomer -------------------------------------------------------------------------------------------------


def test_a_newcomer_gives_name_and_address_types_the_code_and_sits() -> None:
    (ada,) = players(1)
    game, path = linked(ada)
    one = stranger(path)
    assert "The night train" in one.page.text
    assert f"{ada.name} invites you." in one.page.text
    assert not Player.objects.exclude(pk=ada.pk).exists()
    newcomer(path, "Bela")
    assert names(game) == {ada.name, "Bela"}
    one = newcomer(path, "Carl")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert one.address == f"/games/{game.pk}"


def test_the_link_in_the_email_seats_too_on_another_device() -> None:
    (ada,) = players(1)
    game, path = linked(ada)
    one = stranger(path)
    one.press("Send me a code", email="bela@mail.example", name="Bela", time_zone="UTC")
    other = stranger(mailed_link("bela@mail.example"))
    assert "You take a seat at “The night train”." in other.page.text
    assert names(game) == {ada.name}
    other.press("Open the account")
    assert names(game) == {ada.name, "Bela"}


def test_an_address_that_has_an_account_is_told_to_its_reader_who_sits_down_with_it() -> None:
    ada, bela = players(2)
    game, path = linked(ada)
    one = stranger(path)
    one.press("Send me a code", email=str(bela.email), name="Somebody", time_zone="UTC")
    assert one.address == "/accounts/code/"
    one.press("Go on", code=mailed_code(str(bela.email)))
    assert names(game) == {ada.name, bela.name}
    assert not Player.objects.filter(name="Somebody").exists()


def test_a_guest_gives_an_address_as_a_stranger_does() -> None:
    (ada,) = players(1)
    game, path = linked(ada)
    one = stranger("/")
    one.press("Card Game")
    one.open(path)
    one.press("Send me a code", email="bela@mail.example", name="Bela", time_zone="UTC")
    one.press("Go on", code=mailed_code("bela@mail.example"))
    assert names(game) == {ada.name, "Bela"}


def test_where_signing_up_is_closed_only_players_sit_down(settings: Settings) -> None:
    settings.SIGN_UP = "closed"
    ada, bela = players(2)
    _, path = linked(ada)
    assert "you need an account" in stranger(path).page.text
    assert Client().post(path, {"email": "x@mail.example", "name": "X", "time_zone": "UTC"}).status_code == 403
    assert browser_of(bela).post(path).status_code == 302


# A player ---------------------------------------------------------------------------------------------------


def test_a_player_takes_a_seat_with_one_press_and_twice_is_once() -> None:
    ada, bela = players(2)
    game, path = linked(ada)
    browser = browser_of(bela)
    for _ in range(2):
        assert browser.post(path)["Location"] == f"/tables/{game.pk}"
    assert names(game) == {ada.name, bela.name}
    assert browser.get(path)["Location"] == f"/tables/{game.pk}"
    assert not Mail.objects.exists()


def test_a_second_factor_comes_before_the_seat() -> None:
    ada, bela = players(2)
    game, path = linked(ada)
    Authenticator.objects.create(user=bela, type="totp", data={"secret": "x"})
    one = stranger(path)
    one.press("Send me a code", email=str(bela.email), name="Somebody", time_zone="UTC")
    one.press("Go on", code=mailed_code(str(bela.email)))
    assert "/2fa/" in one.address
    assert names(game) == {ada.name}


# When it is over --------------------------------------------------------------------------------------------


def test_when_the_table_is_full_the_link_says_so_kindly() -> None:
    ada, bela = players(2)
    game, path = linked(ada, seats=2)
    late = stranger(path)
    browser_of(bela).post(path)
    page = late.open(path)
    assert "The game has begun without you." in page.text
    assert Client().post(path, {"email": "x@mail.example", "name": "X", "time_zone": "UTC"}).status_code == 200
    assert not Mail.objects.filter(address="x@mail.example").exists()
    assert browser_of(bela).get(path)["Location"] == f"/games/{game.pk}"


def test_anyone_who_types_the_code_too_late_is_a_player_and_reads_why_there_is_no_seat() -> None:
    ada, bela = players(2)
    game, path = linked(ada, seats=2)
    late = stranger(path)
    late.press("Send me a code", email="carl@mail.example", name="Carl", time_zone="UTC")
    browser_of(bela).post(path)
    late.press("Go on", code=mailed_code("carl@mail.example"))
    assert late.address == path
    assert "The game has begun without you." in late.page.text
    assert Player.objects.filter(name="Carl").exists()
    assert "Carl" not in names(game)


def test_called_off_and_taken_back() -> None:
    (ada,) = players(1)
    game, path = linked(ada)
    lobby.leave_game(player=ada, game_id=game.pk, now=timezone.now())
    assert "This table was called off." in stranger(path).page.text
    other, path = linked(ada)
    join_links.take_back(host=ada, game_id=other.pk)
    answer = Client().get(path)
    assert answer.status_code == 410
    assert "The night train" not in answer.content.decode()
    assert Client().get("/join/nonsense").status_code == 410
    assert Client().post(path).status_code == 410


def test_a_code_for_a_link_that_was_taken_back_signs_up_and_seats_nobody() -> None:
    (ada,) = players(1)
    game, path = linked(ada)
    one = stranger(path)
    one.press("Send me a code", email="carl@mail.example", name="Carl", time_zone="UTC")
    join_links.take_back(host=ada, game_id=game.pk)
    form = one.form("Go on")
    sent = [(name, value) for name, value in form.filled() if name != "code"]
    answer = one.http.post(one.address, {**dict(sent), "code": mailed_code("carl@mail.example")})
    assert one.http.get(answer["Location"]).status_code == 410
    assert names(game) == {ada.name}


# Safety -----------------------------------------------------------------------------------------------------


def test_looking_changes_nothing_and_posting_takes_the_forms_token() -> None:
    ada, bela = players(2)
    game, path = linked(ada)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(bela)
    browser.get(path)
    assert browser.post(path).status_code == 403
    assert names(game) == {ada.name}


def test_the_token_is_told_to_nobody() -> None:
    _, path = linked(players(1)[0])
    answer = Client().get(path)
    assert answer["Referrer-Policy"] == "strict-origin"
    assert "no-store" in answer["Cache-Control"] or "no-cache" in answer["Cache-Control"]


def test_one_kind_of_link_opens_no_other() -> None:
    (ada,) = players(1)
    _, path = linked(ada)
    token = path.rpartition("/")[2]
    assert accounts.behind(token, timezone.now()) is None
    assert Client().get(f"/play/{token}").status_code == 410
