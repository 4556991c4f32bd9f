"""The demo's players play to the end with only the API's view of one seat, choosing as the stand-in would."""

import pytest
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

import engine
from games.management.demo_games import new_token
from games.management.demo_player import DemoPlayer
from games.models import Game, Player
from games.table import store
from tests.games.stories import play_on
from tests.sweeps import at_length


def two_clients(site: str, ruleset: str) -> tuple[str, list[DemoPlayer]]:
    """Return a game of two clients, and the clients."""
    clients = [DemoPlayer(site, new_token(name, Player.Kind.BOT)) for name in ("Ada", "Bela")]
    wishes = {
        "ruleset": ruleset,
        "name": "Two clients",
        "seats": 2,
        "clock": {"time_per_move": "P1D"},
        "order": "fixed",
        "bots": "allowed",
    }
    game = clients[0].ask("POST", "/games", wishes)["id"]
    clients[1].ask("POST", f"/games/{game}/join", {})
    return game, clients


def choice(game: str, seat: int) -> str | None:
    """Return the stand-in's choice for this seat, computed without the API; None if the seat is not asked."""
    state = store.load(Game.objects.get(pk=game)).state
    if state.prompt_of(seat) is None:
        return None
    chosen = engine.stand_in.choose(state.rules, engine.view(state, seat), engine.options(state, seat))
    return engine.notation.write(state.rules, chosen)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["card_game@1"]))
def test_a_client_does_what_the_stand_in_would(live_server: LiveServer, ruleset: str) -> None:
    game, clients = two_clients(live_server.url, ruleset)
    for _ in range(4):
        for seat, client in enumerate(clients):
            expected = choice(game, seat)
            assert client.answer(game) == expected
    entries = clients[0].ask("GET", f"/games/{game}/log")["results"]
    assert {entry["seat"] for entry in entries} >= {0, 1}


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_clients_play_to_the_end(live_server: LiveServer) -> None:
    """The card game is played out, since its last prompt may have more answers than the API lists; others half."""
    game, clients = two_clients(live_server.url, "card_game@1")
    assert play_on(Game.objects.get(pk=game), 90, now=timezone.now()) == 90
    while [client for client in clients if client.answer_one()]:
        pass
    ended = clients[0].ask("GET", f"/games/{game}")
    assert ended["status"] == "ended"
    assert all(standing["completed"] for standing in ended["standings"])
