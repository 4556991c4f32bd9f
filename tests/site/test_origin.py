"""Every link has the origin of PUBLIC_URL, whichever allowed Host a request has."""

import re

import pytest
from django.http import HttpRequest
from django.test import Client
from pytest_django import Settings

from tests.api.people import API, secret_of
from tests.games.stories import players, started
from tests.sweeps import at_length
from ttr_site.origin import absolute

pytestmark = pytest.mark.django_db

OURS = "https://night-mail.example"
HERE = [
    "/.well-known/oauth-authorization-server",
    f"{API}/schema",
    "/accounts/login/",
    f"{API}/games?filter=mine&limit=1",
]


@pytest.mark.parametrize("host", at_length(["localhost:8000", "other.example"], at_once=["other.example"]))
def test_no_link_follows_the_host_header(settings: Settings, host: str) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "other.example"]
    crowd = players(2)
    for _ in range(2):
        started(crowd)
    visitor = Client(HTTP_HOST=host, HTTP_AUTHORIZATION=f"Bearer {secret_of(crowd[0])}")
    pages = {here: visitor.get(here) for here in HERE}

    for here, page in pages.items():
        assert page.status_code == 200, here
        assert host.partition(":")[0] not in page.content.decode() + str(page.headers), here
    metadata = pages[HERE[0]].json()
    assert metadata["issuer"] == OURS
    assert metadata["token_endpoint"] == f"{OURS}/oauth/token/"
    assert pages[HERE[3]].json()["next"].startswith(f"{OURS}{API}/games?cursor=")


def test_a_host_that_is_not_ours_is_refused() -> None:
    assert Client(HTTP_HOST="evil.example").get("/accounts/login/").status_code == 400


@pytest.mark.parametrize("location", [None, "/x", "x", "?y=1", "https://night-mail.example/z"])
def test_what_is_made_absolute_stays_here(location: str | None) -> None:
    request = HttpRequest()
    request.path = request.path_info = "/games/1"
    assert re.match(rf"{OURS}/", absolute(request, location))
