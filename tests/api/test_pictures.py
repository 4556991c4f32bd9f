"""Boards and positions as pictures, over HTTP."""

from xml.etree import ElementTree

import pytest

import engine
from tests.api.people import API, client_of, player, stranger
from tests.api.table import choose_tickets, guests, sit_down
from tests.games.stories import players, started
from tests.games.worlds import swap_what_is_hidden
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ruleset", engine.RULESETS)
def test_anybody_may_look_at_a_board(ruleset: str) -> None:
    answer = stranger().get(f"{API}/rulesets/{ruleset}/board.svg?size=thumbnail&light=night")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert ElementTree.fromstring(answer.content).get("viewBox")
    again = stranger().get(
        f"{API}/rulesets/{ruleset}/board.svg?size=thumbnail&light=night", HTTP_IF_NONE_MATCH=answer["ETag"]
    )
    assert again.status_code == 304


def test_what_is_asked_wrongly_is_explained_as_json() -> None:
    answer = stranger().get(f"{API}/rulesets/usa@1/board.svg?size=huge")
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json()["errors"][0]["parameter"] == "size"
    assert stranger().get(f"{API}/rulesets/chess@1/board.svg").status_code == 404


def test_the_geometry_says_where_everything_lies() -> None:
    facts = stranger().get(f"{API}/rulesets/usa@1").json()["board"]
    found = stranger().get(f"{API}/rulesets/usa@1/geometry").json()
    assert {city["slug"] for city in facts["cities"]} == set(found["cities"])
    for route in facts["routes"]:
        assert len(found["tracks"][route["id"]]["spaces"]) == route["length"]
    assert stranger().get(f"{API}/rulesets/card_game@1/geometry").status_code == 404


def test_a_player_sees_their_own_tickets_and_a_spectator_none() -> None:
    people = guests(3)
    game = sit_down(people[:2])
    choose_tickets(people[:2], game)
    own = people[0].http.get(f"{API}/games/{game}/board.svg")
    watched = people[2].http.get(f"{API}/games/{game}/board.svg")
    assert b'class="ticket"' in own.content
    assert b'class="ticket"' not in watched.content
    assert own["Cache-Control"] == "private, no-cache"
    assert own["ETag"] != watched["ETag"]
    assert people[0].http.get(f"{API}/games/{game}/board.svg", HTTP_IF_NONE_MATCH=own["ETag"]).status_code == 304


def test_a_claim_is_on_it_and_not_on_the_picture_of_the_entry_before() -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    claimed = None
    while claimed is None:
        for someone in people:
            if someone.prompt(game):
                legal = someone.get(f"/games/{game}/options")["moves"]
                claims = [move for move in legal if move["move"]["type"] == "claim_route"]
                someone.move(game, (claims or legal)[0]["notation"])
                if claims:
                    claimed = claims[0]["move"]["route"]
                    break
    head = people[0].get(f"/games/{game}")["position"]["entry"]
    now = people[0].http.get(f"{API}/games/{game}/board.svg").content.decode()
    before = people[0].http.get(f"{API}/games/{game}/board.svg?entry={head - 1}").content.decode()
    assert f'id="r-{claimed}" class="claimed' in now
    assert f'id="r-{claimed}" class="open"' in before
    beyond = people[0].http.get(f"{API}/games/{game}/board.svg?entry={head + 1}")
    assert beyond.json()["errors"][0]["parameter"] == "entry"


def test_before_the_start_there_is_the_empty_board() -> None:
    host, other = guests(2)
    wishes = {
        "ruleset": "card_game@1",
        "seats": 2,
        "clock": {"time_per_move": "P1D"},
        "public": False,
        "access": "invitation",
    }
    game = host.post("/games", wishes, 201)["id"]
    assert host.http.get(f"{API}/games/{game}/board.svg").status_code == 200
    hidden = other.http.get(f"{API}/games/{game}/board.svg")
    assert (hidden.status_code, hidden["Content-Type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["usa@1", "old_west@1", "card_game@1"]))
def test_two_worlds_look_the_same(ruleset: str) -> None:
    people = players(3)
    game = started(people, ruleset=ruleset)
    viewers = [client_of(player("Spectator")), client_of(people[0])]
    for reader, viewer in zip((None, 0), viewers, strict=True):
        before = viewer.get(f"{API}/games/{game.pk}/board.svg")
        swap_what_is_hidden(game, reader)
        after = viewer.get(f"{API}/games/{game.pk}/board.svg")
        assert (before.content, before["ETag"]) == (after.content, after["ETag"])
