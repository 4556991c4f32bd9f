"""Simultaneous requests with the same refresh token: each gets working tokens, and none is treated as theft."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.models import Application, RefreshToken
from games.oauth import MOST_AT_ONCE
from tests.api.people import player
from tests.api.test_oauth import app, tokens
from tests.api.test_oauth_refresh import opens, refresh
from tests.locks import somebody_waits
from tests.patience import eventually

__all__ = ["app"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 3, 5])
def test_requests_at_once_get_a_pair_each_that_works(app: Application, count: int) -> None:
    """For a program with several tabs, or a double click: no answer has empty tokens, and none is lost."""
    first = tokens(app, player("Ada"))
    with ThreadPoolExecutor(count) as tabs:
        answers = list(tabs.map(lambda _: _and_close(asked_for_more, app, first), range(count)))
    assert {(answer.status_code, answer["Content-Type"]) for answer in answers} == {(200, "application/json")}
    given = [answer.json() for answer in answers]
    assert len({each["access_token"] for each in given}) == count
    assert all(opens(each) for each in given)
    assert [refresh(app, each)[0] for each in given] == [200] * count


def test_one_too_many_is_refused_in_json(app: Application) -> None:
    """RFC 6749, 5.2: the same holds for errors detected only while saving the tokens."""
    first, count = tokens(app, player("Ada")), MOST_AT_ONCE + 3
    with ThreadPoolExecutor(count) as tabs:
        answers = list(tabs.map(lambda _: _and_close(asked_for_more, app, first), range(count)))
    for answer in answers:
        assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/json", "no-store")
    assert {answer.json().get("error") for answer in answers} == {None, "invalid_grant"}


def asked_for_more(app: Application, given: dict[str, Any]) -> Any:
    form = {"grant_type": "refresh_token", "refresh_token": given["refresh_token"], "client_id": app.client_id}
    return Client().post("/oauth/token/", form)


def test_one_that_is_spent_while_another_request_looks_at_it_is_not_taken_for_reused(app: Application) -> None:
    first, answers = tokens(app, player("Ada")), list[tuple[int, dict[str, Any]]]()
    faster = Thread(target=lambda: answers.append(_and_close(refresh, app, first)))

    def overtaken(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        """After the first read of the token, let the other request run as far as it can."""
        found = execute(sql, *given)
        if RefreshToken._meta.db_table in sql and faster.ident is None:
            faster.start()
            assert eventually(lambda: not faster.is_alive() or somebody_waits())
        return found

    with connection.execute_wrapper(overtaken):
        answers.append(refresh(app, first))
    faster.join()
    assert [status == 200 and opens(answer) for status, answer in answers] == [True, True]


def _and_close(deed: Any, *given: Any) -> Any:
    try:
        return deed(*given)
    finally:
        connection.close()
