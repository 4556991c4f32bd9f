"""Trying the game: one press on the front page, a table, and optionally an address later."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

import engine
from games.errors import Forbidden
from games.lobby import departures, lobby
from games.models import Game, Player
from games.people import guests
from games.table.play import stand_ins
from games.table.rulings import pauses
from notifications.letters import accounts
from notifications.models import Mail
from tests.agreements.table import pause
from tests.api.people import mailed_code, newest_mail
from tests.games.stories import DAY, players
from tests.sweeps import at_length
from tests.web.paper import Visitor
from tests.web.people import browser_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ADDRESS: dict[str, Any] = {"email": "finn@mail.example", "name": "Finn", "time_zone": "Europe/Copenhagen"}


def visitor() -> Visitor:
    """Return a stranger at the front page."""
    stranger = Visitor(None, "")
    stranger.open("/")
    return stranger


def trying() -> Visitor:
    """Return a guest at a practice table."""
    one = visitor()
    press(one, "usa@1")
    return one


def press(one: Visitor, ruleset: str) -> None:
    """Press a game's button under “Try it now”."""
    form = one.form("Card Game")
    one.send(form, [*form.filled(), ("ruleset", ruleset)])


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["card_game@1"]))
def test_one_press_and_a_table_asks_what_to_do(ruleset: str) -> None:
    one = visitor()
    press(one, ruleset)
    game = Game.objects.get()
    assert one.address == f"/games/{game.pk}"
    assert (game.ruleset, game.practice, game.public) == (ruleset, True, False)
    assert "Give an address to keep your table" in one.page.text
    stand_ins.play_game(game_id=game.pk, now=timezone.now())
    assert one.open(one.address).text.count("Stand-in") >= 2


def test_pressed_twice_it_is_one_table_and_one_guest() -> None:
    one = trying()
    one.open("/")
    press(one, "usa@1")
    assert Game.objects.count() == 1
    assert Player.objects.filter(kind="guest").count() == 1


def test_nothing_happens_on_get_or_without_the_forms_token() -> None:
    assert Client().get("/practice").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/practice", {"ruleset": "usa@1"}).status_code == 403
    assert not Player.objects.exists()


def test_no_such_game() -> None:
    assert Client().post("/practice", {"ruleset": "chess@1"}).status_code == 422


def test_too_many_from_one_network_are_told_so_kindly(settings: Settings) -> None:
    settings.GUESTS_PER_DAY = 1
    trying()
    answer = Client().post("/practice", {"ruleset": "usa@1"})
    assert answer.status_code == 403
    assert "Too many guests" in answer.content.decode()
    assert "You can try again in 1 day." in answer.content.decode()


def test_the_front_offers_it_to_nobody_who_could_not(settings: Settings) -> None:
    settings.SIGN_UP = "closed"
    assert "Try it now" not in text_of(Client(), "/")
    assert "Try it now" in text_of(browser_of(players(1)[0]), "/")
    assert Client().post("/practice", {"ruleset": "usa@1"}).status_code == 403


def test_how_to_play_leads_to_rules_that_lead_to_a_coach(settings: Settings) -> None:
    visitor = Visitor(None, "")
    visitor.open("/")
    assert "Rules and help" in visitor.follow("How to play").text
    assert visitor.address == "/rules/usa@1"
    visitor.follow("Learn by playing")
    assert visitor.address == "/#practice"
    assert 'id="practice"' in visitor.answer.content.decode()
    settings.SIGN_UP = "closed"
    assert "Learn by playing" not in visitor.open("/rules/usa@1").text


def test_a_player_practices_too_and_stays_a_player() -> None:
    (ada,) = players(1)
    answer = browser_of(ada).post("/practice", {"ruleset": "card_game@1"})
    game = Game.objects.get(host=ada)
    assert answer["Location"] == f"/games/{game.pk}"
    assert Player.objects.filter(kind="guest").count() == 0


def test_strangers_see_nothing_of_it() -> None:
    game = Game.objects.get(pk=trying().address.rpartition("/")[2])
    for page in ("", "/log", "/thumbnail.svg"):
        assert Client().get(f"/games/{game.pk}{page}").status_code == 404
    assert game.pk not in text_of(Client(), "/")
    assert game.pk not in text_of(Client(), "/tables")


def test_other_tables_ask_a_guest_for_an_address_first() -> None:
    (host,) = players(1)
    there = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=timezone.now())
    one = trying()
    one.open("/tables")
    one.press("Join")
    assert one.address == f"/accounts/keep/?next=/tables/{there.pk}"
    assert not Mail.objects.exists()


def test_with_an_address_the_table_stays() -> None:
    one = trying()
    table, guest = one.address, Player.objects.get(kind="guest")
    one.follow("Give an address")
    one.press("Send me a code", **ADDRESS)
    assert one.address == "/accounts/code/"
    one.press("Go on", code=mailed_code("finn@mail.example"))
    assert one.address == table
    guest.refresh_from_db()
    assert (guest.name, guest.email, guest.kind) == ("Finn", "finn@mail.example", "human")
    assert guest.time_zone == "Europe/Copenhagen"
    assert "Signed in as Finn" in one.page.text
    assert one.http.session.get_expiry_age() > 100_000
    assert one.http.get("/accounts/keep/").status_code == 302


def test_whether_an_address_has_an_account_only_its_reader_learns() -> None:
    (owner,) = players(1)
    one = trying()
    one.follow("Give an address")
    one.press("Send me a code", **{**ADDRESS, "email": str(owner.email)})
    assert one.address == "/accounts/code/"
    assert newest_mail(str(owner.email)).template == "account/email/keep_has_account"
    one.press("Go on", status=400, code=mailed_code(str(owner.email)))
    assert "That code is wrong" in one.page.text
    one.follow("Ask for another code")
    assert one.address.startswith("/accounts/keep/")
    assert "practice as Guest" in one.open("/").text


def test_the_email_has_a_code_and_no_link() -> None:
    one = trying()
    one.follow("Give an address")
    one.press("Send me a code", **ADDRESS)
    letter = accounts.write(newest_mail("finn@mail.example"))
    assert mailed_code("finn@mail.example") in letter.text
    assert "/accounts/" not in letter.text
    link = str((newest_mail("finn@mail.example").context or {})["link"])
    assert Client().get("/" + link.partition("://")[2].partition("/")[2]).status_code == 410


def test_a_guest_who_has_an_account_signs_in_to_it() -> None:
    (owner,) = players(1)
    one = trying()
    one.open("/accounts/keep/")
    one.follow("Sign in")
    one.press("Send me a code", email=str(owner.email))
    one.press("Go on", code=mailed_code(str(owner.email)))
    assert f"Signed in as {owner.name}" in one.page.text


def test_what_is_wrong_is_told_and_nothing_typed_is_lost() -> None:
    (owner,) = players(1)
    one = trying()
    one.follow("Give an address")
    page = one.press("Send me a code", status=409, **{**ADDRESS, "name": owner.name})
    assert "The name is taken" in page.text
    assert 'value="finn@mail.example"' in one.answer.content.decode()
    one.open("/accounts/keep/")
    one.press("Send me a code", status=400, **{**ADDRESS, "name": "Guest 12"})
    assert "reserved" in one.page.text


def test_nothing_is_timed_and_no_email_is_promised() -> None:
    one = trying()
    page = one.open(one.address)
    assert "practice" in page.text
    assert "due" not in page.text
    assert "email about your next turn" not in one.answer.content.decode()
    assert page.text.count("Ticket to Ride · 3 players") == 0


def test_the_way_to_keep_it_stands_beside_the_panel() -> None:
    one = trying()
    assert "Keep this table" in one.page.text
    one.follow("Keep this table")
    assert one.address.startswith("/accounts/keep/")


def test_a_guest_leaves_and_is_offered_nothing_that_takes_people() -> None:
    one = trying()
    table = one.address
    page = one.open(f"{table}/seat")
    for words in ("Seats to take over", "Propose a pause", "Take a vacation", "Ask for an admin"):
        assert words not in page.text
    one.press("Leave", sure="yes")
    assert "Offer the seat" not in one.open(f"{table}/seat").text


def test_whoever_paused_it_and_left_is_not_stuck() -> None:
    """A pause made over the API, which allows them at such a table, too."""
    one = trying()
    game = Game.objects.get()
    guest = Player.objects.get(kind=Player.Kind.GUEST)
    now = timezone.now()
    pause(guest, game, now)
    departures.resign(player=guest, game_id=game.pk, now=now)
    assert pauses.end_long_ones(now=now) == 1
    assert "agreed to pause" not in one.open(f"/games/{game.pk}").text


def test_a_guest_erases_everything_at_once() -> None:
    one = trying()
    table = one.address
    one.follow("Keep this table")
    assert "Tick the box" in one.press("Erase it", status=400).text
    shown = one.answer.content.decode()
    assert shown.count("autofocus") == 1
    assert 'aria-describedby="unsure" autofocus> I want everything erased' in shown
    page = one.press("Erase it", sure="yes", status=200)
    assert "erased" in page.text
    assert not Player.objects.filter(kind=Player.Kind.GUEST, erased_at=None).exists()
    assert one.http.get(table).status_code == 404


def test_a_player_is_not_erased_there() -> None:
    (ada,) = players(1)
    assert browser_of(ada).post("/accounts/keep/", {"do": "erase", "sure": "yes"}).status_code == 302
    with pytest.raises(Forbidden):
        guests.leave(guest=ada, now=timezone.now())
    ada.refresh_from_db()
    assert ada.erased_at is None
