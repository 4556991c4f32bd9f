"""Example games, started only where the operator offers them and then played to the end."""

import pytest
from pytest_django import Settings

from tests.api.table import guests, sit_down

pytestmark = pytest.mark.django_db
WISHED = {"ruleset": "lagoon@1", "seats": 2, "clock": "daily"}


def test_it_is_neither_listed_nor_begun_where_it_is_not_offered(settings: Settings) -> None:
    settings.OFFER_EXAMPLES = False
    (someone,) = guests(1)
    listed = [row["id"] for row in someone.get("/rulesets")["results"]]
    assert "usa@1" in listed
    assert "lagoon@1" not in listed
    refused = someone.post("/games", WISHED, 422)
    assert refused["code"] == "unknown_ruleset"
    assert sorted(listed) == refused["known"]


def test_it_is_begun_where_it_is_offered(settings: Settings) -> None:
    settings.OFFER_EXAMPLES = True
    (someone,) = guests(1)
    assert "lagoon@1" in [row["id"] for row in someone.get("/rulesets")["results"]]
    someone.post("/games", WISHED, 201)


def test_a_game_begun_before_goes_on(settings: Settings) -> None:
    people = guests(2)
    game = sit_down(people, ruleset="lagoon@1")
    settings.OFFER_EXAMPLES = False
    for someone in people:
        move = someone.get(f"/games/{game}/options")["moves"][0]["notation"]
        assert someone.move(game, move)["refused"] is None
    assert people[0].get(f"/games/{game}")["position"]["prompts"][0]["type"] == "take_turn"
    assert people[0].get("/rulesets/lagoon@1")["board"]["routes"]
