"""The pages about bots for owners, hosts and strangers."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.models import AccessToken, Game, Player
from games.people import bots
from tests.api.people import with_secret
from tests.bots.workshop import bot_of, challenge, table
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, players
from tests.web.people import come_in

pytestmark = pytest.mark.django_db


def test_an_owner_makes_a_bot_reads_its_token_once_and_says_what_it_takes_on() -> None:
    (ada,) = players(1)
    browser = come_in(ada)
    form = browser.get("/settings/bots/new").content.decode()
    found = re.search(r'name="form_id" value="(\w+)"', form)
    assert found
    wish = {"name": "Rook", "form_id": found[1]}

    made = browser.post("/settings/bots/new", wish)
    again = browser.post("/settings/bots/new", wish)  # the double click

    assert made.url == again.url == "/settings/bots/made"  # type: ignore[attr-defined]
    shown = browser.get("/settings/bots/made").content.decode()
    secret = re.search(r"nm_\w{40}", shown)
    assert secret
    assert with_secret(secret[0]).get("/api/v1/me").json()["kind"] == "bot"
    assert secret[0] not in browser.get("/settings/bots/made", follow=True).content.decode()
    bot = bots.bots_owned_by(ada).get()
    answer = browser.post(
        f"/settings/bots/{bot.pk}",
        {
            "challenges": "at_once",
            "rulesets": ["usa@1"],
            "shortest_time": "86400",
            "longest_time": "604800",
            "most_games": "7",
        },
    )
    assert answer.status_code == 302
    listed = Client().get("/bots").content.decode()
    assert "Rook" in listed
    assert "7 games at once" in listed


@pytest.mark.parametrize("name", ["Bot", "Night Mail", "www.rook.example", "Player 0", "", "Rоok"])
def test_no_bot_is_called_what_no_player_is(name: str) -> None:
    (ada,) = players(1)
    answer = come_in(ada).post("/settings/bots/new", {"name": name, "form_id": "abc"})
    assert answer.status_code in (400, 409)
    assert not Player.objects.filter(kind="bot").exists()


def test_a_crossed_or_unknown_policy_is_refused_beside_its_field() -> None:
    (ada,) = players(1)
    bot, browser = bot_of(ada), come_in(ada)
    right = {"challenges": "none", "shortest_time": "86400", "longest_time": "604800", "most_games": "1"}
    for wrong in (
        {"shortest_time": "1209600"},
        {"shortest_time": "5"},
        {"rulesets": ["chess@1"]},
        {"most_games": "0"},
        {"most_games": "9999"},
        {"challenges": "all"},
    ):
        answer = browser.post(f"/settings/bots/{bot.pk}", right | wrong)
        assert (answer.status_code, "error" in answer.content.decode()) == (400, True), wrong


def test_anybody_elses_bot_does_not_exist() -> None:
    ada, bela = players(2)
    bot, browser = bot_of(ada), come_in(bela)
    assert browser.get(f"/settings/bots/{bot.pk}").status_code == 404
    for deed in ("", "token", "end", "retire"):
        assert browser.post(f"/settings/bots/{bot.pk}", {"do": deed, "really": "Rook"}).status_code == 404
    assert Player.objects.get(pk=bot.pk).erased_at is None
    assert AccessToken.objects.filter(user=bot).exists()


def test_an_owner_ends_the_token_and_retires_the_bot_by_typing_its_name() -> None:
    (ada,) = players(1)
    bot, browser = bot_of(ada), come_in(ada)
    here = f"/settings/bots/{bot.pk}"
    browser.post(here, {"do": "end"})
    assert "its program is not let in" in browser.get(here).content.decode()
    assert browser.post(here, {"do": "retire", "really": "Ruck"}).status_code == 400
    assert browser.post(here, {"do": "retire", "really": "rook"}).status_code == 302
    assert browser.post(here, {"do": "retire", "really": "rook"}).status_code == 404


def test_a_player_challenges_a_bot_from_the_public_list() -> None:
    ada, bela = players(2)
    bot = bot_of(ada, rulesets=["usa@1"], most_games=1)
    browser = come_in(bela)
    (link,) = re.findall(r'href="(/tables/new\?challenge=\w+)"', browser.get("/bots").content.decode())
    form = browser.get(link).content.decode()
    assert "You challenge Rook (bot)." in form
    assert 'value="Rook"' in form
    wish = {"ruleset": "usa@1", "seats": "2", "clock": "daily", "access": "invitation", "guests": "Rook"}

    refused = browser.post("/tables/new", wish)
    assert (refused.status_code, Game.objects.count()) == (403, 0)
    assert "No bots here" in refused.content.decode()
    begun = browser.post("/tables/new", wish | {"bots": "on"}, follow=True)

    assert Game.objects.get().status == "running"
    assert "Rook (bot)" in begun.content.decode().replace('</a> <span class="tag">bot</span>', " (bot)")
    assert "busy" in (after := browser.get("/bots").content.decode())
    assert "challenge=" not in after
    told = browser.post("/tables/new", wish | {"bots": "on"}).content.decode()
    assert "The bot is busy" in told
    assert bot.display_name == "Rook (bot)"


def test_the_badge_is_wherever_a_bot_is_named() -> None:
    ada, bela = players(2)
    bot = bot_of(ada, most_games=3)
    forming = challenge(table(bela, seats=3, access="open"), bot)
    running = challenge(table(bela), bot)
    rita = admin("Rita", "support")
    stranger, desk = Client(), at_the_desk(rita)

    badge = '<span class="tag">bot</span>'
    for path in (f"/tables/{forming.pk}", f"/players/{bot.pk}", "/bots", f"/players/{ada.pk}"):
        assert badge in stranger.get(path).content.decode(), path
    assert "Rook (bot)" in stranger.get(f"/games/{running.pk}").content.decode()
    assert "bots may join" in stranger.get("/tables").content.decode()
    owners = desk.get(f"/admin/games/player/{ada.pk}/person/").content.decode()
    assert (f"/admin/games/player/{bot.pk}/person/" in owners, "Rook (bot)" in owners) == (True, True)
    assert f"/admin/games/player/{ada.pk}/person/" in desk.get(f"/admin/games/player/{bot.pk}/person/").content.decode()
    assert f"/players/{ada.pk}" in stranger.get(f"/players/{bot.pk}").content.decode()


def test_the_public_list_tells_no_more_than_it_should() -> None:
    ada, bela = players(2)
    bot_of(ada, "Rook", most_games=1)
    silent, shy = bot_of(ada, "Silent"), bot_of(bela, "Shy", most_games=1)
    Player.objects.filter(pk=shy.pk).update(suspended_until=timezone.now() + DAY)
    (row,) = Client().get("/api/v1/bots").json()["results"]
    assert (row["bot"]["name"], row["owner"]["name"], row["busy"]) == ("Rook", ada.name, False)
    assert str(ada.email) not in str(row)
    assert silent.name not in Client().get("/bots").content.decode()


def test_a_private_game_of_a_bot_changes_nothing_that_others_read() -> None:
    ada, bela = players(2)
    bot = bot_of(ada, most_games=5)
    pages = ("/bots", f"/players/{bot.pk}", f"/players/{ada.pk}", "/tables", "/leaderboard", "/api/v1/bots")

    def read() -> list[bytes]:
        return [Client().get(path).content for path in pages]

    before = read()
    challenge(table(bela, public=False), bot)
    assert read() == before
