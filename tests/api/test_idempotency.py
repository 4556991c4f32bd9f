"""A POST that makes something makes it once, however often it is sent with the same key."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from games.models import AccessToken, AdminAct, AnsweredRequest, Game, Player
from games.people import answered_requests
from tests.api.described import whole_document
from tests.api.desk import ADMIN, in_the_middle
from tests.api.people import API, client_of, player
from tests.games.admins import admin

pytestmark = pytest.mark.django_db
WISH = {"ruleset": "usa@1", "seats": 2, "clock": "daily"}


@pytest.fixture
def ada() -> Player:
    return player("Ada")


def create(client: APIClient, key: str, **more: Any) -> Any:
    return client.post(f"{API}/games", {**WISH, **more}, headers={"Idempotency-Key": key})


def test_every_operation_that_makes_something_takes_a_key() -> None:
    """A stranger has no keys: those who are not signed in would share them with all others of their network."""
    document = whole_document()
    makers = {
        operation["operationId"]: operation
        for item in document["paths"].values()
        for operation in [item.get("post", {"responses": {}})]
        if "201" in operation["responses"] and {} not in operation["security"]
    }
    assert len(makers) > 30
    for name, operation in makers.items():
        assert "Idempotency-Key" in [parameter["name"] for parameter in operation["parameters"]], name
        assert "Idempotency-Replayed" in operation["responses"]["201"]["headers"], name
        assert "idempotency_key_reused" in operation["responses"]["422"]["description"], name


def test_a_repeat_gets_the_first_answer_and_says_so(ada: Player) -> None:
    client = client_of(ada)
    first, again = create(client, "k"), create(client, "k")
    assert (again.status_code, again.json(), again["Location"]) == (201, first.json(), first["Location"])
    assert ("Idempotency-Replayed" in first, again["Idempotency-Replayed"]) == (False, "true")
    assert Game.objects.count() == 1
    assert create(client, "another key").json()["id"] != first.json()["id"]


def test_a_key_belongs_to_one_content_one_address_and_one_player(ada: Player) -> None:
    client = client_of(ada)
    create(client, "k")
    reused = create(client, "k", seats=3)
    assert (reused.status_code, reused.json()["code"]) == (422, "idempotency_key_reused")
    wish = {"label": "bot", "scopes": ["games:read"]}
    assert client.post(f"{API}/tokens", wish, headers={"Idempotency-Key": "k"}).status_code == 201
    assert "Idempotency-Replayed" not in create(client_of(player("Bob")), "k")


def test_a_dry_run_leaves_its_key_for_what_it_tries_out(ada: Player) -> None:
    client, people = client_of(ada), ["Ada", player("Bob").name]
    body = {"ruleset": "usa@1", "clock": "daily", "games": [{"players": people}]}

    def send(query: str) -> Any:
        headers = {"Idempotency-Key": "k"}
        return client.post(f"{API}/game-lists{query}", body, format="json", headers=headers)

    assert [send("?dry_run=true").status_code for _ in range(2)] == [200, 200]
    assert send("").status_code == 201
    assert send("?dry_run=true").json()["games"][0]["problem"] is None
    assert Game.objects.count() == 1


def test_a_secret_comes_again_and_lies_sealed(ada: Player) -> None:
    client = client_of(ada)

    def ask() -> Any:
        wish = {"label": "bot", "scopes": ["games:read"]}
        return client.post(f"{API}/tokens", wish, headers={"Idempotency-Key": "k"}).json()

    secret = ask()["secret"]
    assert ask()["secret"] == secret
    assert AccessToken.objects.filter(label="bot").count() == 1
    stored = AnsweredRequest.objects.annotate(text=Cast("answer", TextField())).values_list("text", flat=True)
    assert secret not in stored.get()


def test_another_token_of_the_same_player_gets_no_secret_by_a_key(ada: Player) -> None:
    wish, headers = {"label": "bot", "scopes": ["games:read"]}, {"Idempotency-Key": "k"}
    answers = [client_of(ada).post(f"{API}/tokens", wish, headers=headers) for _ in range(2)]
    assert "Idempotency-Replayed" not in answers[1]
    assert answers[0].json()["secret"] != answers[1].json()["secret"]


def test_a_refusal_is_not_kept(ada: Player) -> None:
    client = client_of(ada)
    assert create(client, "k", name="https://example.org").status_code == 400
    assert create(client, "k", seats=9).status_code in (400, 422)
    assert create(client, "k").status_code == 201


def test_a_key_takes_no_tried_move_off_the_record(settings: Settings) -> None:
    """A refused move may have told the admin what a seat does not hold, whether or not its request had a key."""
    game, rita = in_the_middle(settings)["game"], admin("Rita", "referee")
    ruling = {"order": {"kind": "moved_for", "seat": 0, "move": "claim seattle-calgary red 3 loco 1"}}
    address, headers = f"{ADMIN}/games/{game}/rulings", {"Idempotency-Key": "k"}
    refused = client_of(rita).post(address, ruling, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (409, "move_not_legal")
    assert AdminAct.objects.filter(what="move_tried", by=rita).count() == 1


def test_after_two_weeks_a_key_is_new(ada: Player) -> None:
    client = client_of(ada)
    create(client, "k")
    later = timezone.now() + timedelta(days=14, hours=1)
    assert answered_requests.forget_old(now=timezone.now()) == 0
    assert answered_requests.forget_old(now=later) == 1
    assert "Idempotency-Replayed" not in create(client, "k")


def test_a_key_that_is_no_key_is_refused(ada: Player) -> None:
    refused = create(client_of(ada), "x" * 81)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "#/Idempotency-Key")


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_the_second_waits_for_the_answer(ada: Player) -> None:
    client = client_of(ada)

    def ask(_: int) -> Any:
        try:
            return create(client, "k")
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as programs:
        answers = list(programs.map(ask, range(3)))
    assert {answer.status_code for answer in answers} == {201}
    assert sorted("Idempotency-Replayed" in answer for answer in answers) == [False, True, True]
    assert Game.objects.count() == 1
