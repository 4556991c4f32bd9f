"""No metric label takes a value chosen by a client, so nobody can make /metrics grow."""

import pytest
from django.test import Client
from prometheus_client import REGISTRY

from tests.api.people import API
from ttr_site.methods import METHODS

pytestmark = pytest.mark.django_db

MADE_UP = "made-up"
UNKNOWN_METHODS = ("MADEUP", "TRACE", "CONNECT", "PROPFIND", "GET/", "GETA\N{COMBINING RING ABOVE}")
ADDRESSES = ("/", f"{API}/problems", f"{API}/schema", f"{API}/rulesets/usa/board.svg", "/healthz", "/admin/nowhere")
HEADERS = {
    "Accept": f"application/json; charset={MADE_UP}, text/html, */*; charset={MADE_UP}",
    "Accept-Charset": MADE_UP,
    "Accept-Language": MADE_UP,
    "Authorization": f"Bearer {MADE_UP}",
    "Content-Type": f"application/json; charset={MADE_UP}",
    "Cookie": f"sessionid={MADE_UP}",
    "Origin": f"https://{MADE_UP}.example",
    "User-Agent": MADE_UP,
    "X-Forwarded-Proto": MADE_UP,
    "X-HTTP-Method-Override": MADE_UP,
    "X-Requested-With": MADE_UP,
}


def read_series() -> set[tuple[str, frozenset[tuple[str, str]]]]:
    """Return each time series that Prometheus would read from this process."""
    return {
        (sample.name, frozenset(sample.labels.items())) for family in REGISTRY.collect() for sample in family.samples
    }


@pytest.mark.parametrize("address", [*ADDRESSES, "/nowhere", f"{API}/nowhere"])
def test_a_method_that_nothing_here_answers_is_refused_and_not_counted(client: Client, address: str) -> None:
    client.get(address)  # loads the modules with counters
    before = read_series()
    for method in UNKNOWN_METHODS:
        refused = client.generic(method, address)
        assert (refused.status_code, refused["Allow"]) == (405, ", ".join(METHODS)), method
        if address.startswith(API):
            assert refused.json()["code"] == "method_not_allowed", method
    assert read_series() == before


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_header_makes_a_series_for_each_of_its_values(client: Client, address: str) -> None:
    client.get(address, headers=HEADERS)
    assert "made-up" not in str(read_series())


@pytest.mark.parametrize("address", ["/", "/games/", "/?", "/join/", f"{API}/games/", f"{API}/problems?"])
def test_no_address_makes_a_series_of_its_own(client: Client, address: str) -> None:
    client.get(address + MADE_UP)
    assert "made-up" not in str(read_series())
