"""Error pages in the site's design, which say what to do and link onward."""

from typing import Any

import pytest
from django.db import InternalError, OperationalError, connection
from django.test import Client, RequestFactory

from tests.games.stories import players, started
from ttr_site.failures import server_error

pytestmark = pytest.mark.django_db

LEADS_ON = '<a class="button" href="/">'


@pytest.mark.parametrize("page", ["/nothing", "/mail/nobody..0~x", "/invitations/nobody.nothing.0~x"])
def test_a_link_that_has_ended(page: str) -> None:
    answer = Client().get(page)
    told = answer.content.decode()
    assert (answer.status_code, "Newer emails bring new links." in told, 'href="/">' in told) == (404, True, True)


def test_a_table_of_ones_own_in_a_browser_where_one_is_not_signed_in() -> None:
    game = started(players(2), public=False)
    told = Client().get(f"/games/{game.pk}").content.decode()
    assert "If this is one of yours, sign in." in told
    assert f"next=%2Fgames%2F{game.pk}" in told
    assert told.replace(game.pk, "000000000000") == Client().get("/games/000000000000").content.decode()


def test_an_address_that_cannot_be_read() -> None:
    answer = Client().get("/mail/\0")
    assert (answer.status_code, LEADS_ON in answer.content.decode()) == (400, True)


def test_a_form_of_before_somebody_signed_in() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(players(1)[0])
    answer = browser.post("/mail/", {"do": "back"})
    told = answer.content.decode()
    assert (answer.status_code, "load the page again" in told, LEADS_ON in told) == (403, True, True)


def test_a_mistake_of_ours() -> None:
    answer = server_error(RequestFactory().get("/mail/"))
    assert (answer.status_code, LEADS_ON in answer.content.decode()) == (500, True)


@pytest.mark.parametrize("error", [OperationalError, InternalError])
def test_a_database_that_is_away(error: type[Exception]) -> None:
    def gone(*_: Any) -> None:
        raise error("it says so")

    browser = Client(raise_request_exception=False)
    with connection.execute_wrapper(gone):
        answer = browser.get("/games/open")
        posted = browser.post("/heartbeat")
    told = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "sent a move" in told
    assert LEADS_ON in told
    assert (posted.status_code, posted["Retry-After"]) == (503, "5")


def test_an_error_that_postgresql_names_is_a_mistake_of_ours() -> None:
    def wrong(execute: Any, sql: str, *given: Any) -> Any:
        return execute("SELECT 1/0", *given)

    browser = Client(raise_request_exception=False)
    with connection.execute_wrapper(wrong):
        answer = browser.get("/games/open")
    assert answer.status_code == 500
