"""The demo's games for a visitor: one of each kind, in which the others play by themselves."""

import sys

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from deploy.ports import free_port
from games.management.demo_games import (
    OTHERS,
    TABLES,
    VISITOR,
    new_game,
    new_token,
    running_game,
    take_part,
    welcome,
)
from games.management.demo_player import DemoPlayer
from games.models import Entry, Player


def test_the_demo_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("games.management.demo_games", "games.management.demo_player", "docs.examples.night_mail_client"):
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(CommandError, match=r"httpx is missing.*make demo"):
        call_command("demo")


def test_the_demo_does_not_wait_for_a_site_that_is_not_there(settings: Settings) -> None:
    settings.PUBLIC_URL = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(CommandError, match=r"No site answers.*make demo"):
        call_command("demo")


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_the_visitor_finds_a_game_of_each_kind_and_the_others_play(live_server: LiveServer, settings: Settings) -> None:
    settings.PUBLIC_URL = live_server.url
    site = live_server.url
    visitor = DemoPlayer(site, new_token(VISITOR, Player.Kind.HUMAN))
    others = [DemoPlayer(site, new_token(name, Player.Kind.BOT)) for name in OTHERS]

    games = {table.name: new_game(visitor, others, table) for table in TABLES}

    assert [running_game(visitor, table) for table in TABLES] == list(games.values())
    assert all(game in welcome(games, "token") for game in games.values())
    for _ in range(4):
        for client in (visitor, *others):
            while client.answer_one():
                pass
    for game, table in zip(games.values(), TABLES, strict=True):
        shown = visitor.ask("GET", f"/games/{game}")
        assert (shown["ruleset"], shown["your_seat"]) == (table.ruleset, 0)
        assert set(Entry.objects.filter(game=game, kind="move").values_list("seat", flat=True)) == set(
            range(table.seats)
        )


@pytest.mark.django_db(transaction=True)
def test_the_others_accept_the_visitors_invitations(live_server: LiveServer) -> None:
    site = live_server.url
    visitor = DemoPlayer(site, new_token(VISITOR, Player.Kind.HUMAN))
    ada, bela = (DemoPlayer(site, new_token(name, Player.Kind.BOT)) for name in OTHERS[:2])
    wishes = {
        "ruleset": "usa@1",
        "seats": 3,
        "clock": {"time_per_move": "P1D"},
        "access": "invitation",
        "public": False,
        "bots": "allowed",
    }
    games = [visitor.ask("POST", "/games", {**wishes, "seats": seats})["id"] for seats in (2, 3)]
    for game in games:
        visitor.ask("POST", f"/games/{game}/invitations", {"players": [OTHERS[0]]})
    visitor.ask("POST", f"/games/{games[1]}/invitations", {"players": [OTHERS[1]]})

    told = [
        line for _ in range(3) for client, name in ((ada, "Ada"), (bela, "Bela")) for line in take_part(name, client)
    ]

    assert [ada.accept_one(), bela.accept_one()] == [None, None]
    assert {visitor.ask("GET", f"/games/{game}")["status"] for game in games} == {"running"}
    assert sum("accepts" in line for line in told) == 3
    assert sum("plays: keep" in line for line in told) == 3
    assert not any("could not" in line for line in told)
