"""Clients that have the current version need not fetch it again."""

import hashlib

import pytest
from django.test import override_settings

from games.etags import etag
from tests.api.people import API, client_of, player, stranger

pytestmark = pytest.mark.django_db


def test_what_has_not_changed_is_not_sent_again() -> None:
    client = client_of(player("Ada"))
    first = client.get(f"{API}/me")
    again = client.get(f"{API}/me", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert again["Cache-Control"] == first["Cache-Control"] == "private, no-cache"


def test_what_has_changed_is() -> None:
    client = client_of(player("Ada"))
    tag = client.get(f"{API}/me")["ETag"]
    client.patch(f"{API}/me", {"time_zone": "Europe/Oslo"})
    again = client.get(f"{API}/me", HTTP_IF_NONE_MATCH=tag)
    assert again.status_code == 200
    assert again["ETag"] != tag


@pytest.mark.parametrize("held", ["W/{tag}", '"other", {tag}', "*"])
def test_other_ways_to_say_what_one_holds(held: str) -> None:
    tag = stranger().get(f"{API}/problems")["ETag"]
    answer = stranger().get(f"{API}/problems", HTTP_IF_NONE_MATCH=held.format(tag=tag))
    assert answer.status_code == 304


def test_a_tag_is_strong_and_lets_nobody_test_guesses() -> None:
    answer = stranger().get(f"{API}/problems")
    assert answer["ETag"].startswith('"')
    for name in ("md5", "sha1", "sha256", "blake2b"):
        assert hashlib.new(name, answer.content).hexdigest()[:16] not in answer["ETag"]
    with override_settings(SECRET_KEY="another"):
        assert stranger().get(f"{API}/problems")["ETag"] != answer["ETag"]


def test_facts_stand_for_a_body() -> None:
    assert etag("game", 1, None) == etag("game", 1, None)
    assert len({etag("ga", "me"), etag("gam", "e"), etag("game"), etag("game", None), etag("game", 0)}) == 5


def test_only_what_went_well_has_a_tag() -> None:
    assert not stranger().get(f"{API}/me").has_header("ETag")
    assert not client_of(player("Ada")).patch(f"{API}/me", {}).has_header("ETag")
