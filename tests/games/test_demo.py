"""What a visitor of the demo finds: a game of each kind, in which the others play by themselves."""

import pytest
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from games.management.commands.demo import OTHERS, TABLES, VISITOR, new_game, new_token, running_game, welcome
from games.management.simple_client import SimpleClient
from games.models import Entry, Player


@pytest.mark.django_db(transaction=True)
def test_the_visitor_finds_a_game_of_each_kind_and_the_others_play(live_server: LiveServer, settings: Settings) -> None:
    settings.PUBLIC_URL = live_server.url
    api = f"{live_server}/api/v1"
    visitor = SimpleClient(api, new_token(VISITOR, Player.Kind.HUMAN))
    others = [SimpleClient(api, new_token(name, Player.Kind.BOT)) for name in OTHERS]

    games = {table.name: new_game(visitor, others, table) for table in TABLES}

    assert [running_game(visitor, table) for table in TABLES] == list(games.values())
    assert all(game in welcome(games, "token") for game in games.values())
    for _ in range(4):
        for client in (visitor, *others):
            while client.answer_one():
                pass
    for game, table in zip(games.values(), TABLES, strict=True):
        shown = visitor.call("GET", f"/games/{game}")
        assert (shown["ruleset"], shown["your_seat"]) == (table.ruleset, 0)
        assert set(Entry.objects.filter(game=game, kind="move").values_list("seat", flat=True)) == set(
            range(table.seats)
        )
