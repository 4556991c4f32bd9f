"""Two requests at once with the same refresh token: one pair of tokens works, and nobody is taken for a thief."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from typing import Any

import pytest
from django.db import connection

from games.models import Application, RefreshToken
from tests.api.people import player
from tests.api.test_oauth import app, opens, refresh, tokens
from tests.locks import somebody_waits
from tests.patience import eventually

__all__ = ["app"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_two_requests_at_once_get_one_pair_that_works(app: Application) -> None:
    """A program that sends its refresh token twice, or a double click on its side: no answer has empty tokens."""
    first = tokens(app, player("Ada"))
    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda _: _and_close(refresh, app, first), range(2)))
    given = [answer for status, answer in answers if status == 200]
    assert all(one["access_token"] and one["refresh_token"] for one in given)
    assert sum(opens(one) for one in given) == 1


def test_one_that_is_spent_while_another_request_looks_at_it_is_not_taken_for_reused(app: Application) -> None:
    first, answers = tokens(app, player("Ada")), list[tuple[int, dict[str, Any]]]()
    faster = Thread(target=lambda: answers.append(_and_close(refresh, app, first)))

    def overtaken(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        """Behind its first look, another request gets as far as it can."""
        found = execute(sql, *given)
        if RefreshToken._meta.db_table in sql and faster.ident is None:
            faster.start()
            assert eventually(lambda: not faster.is_alive() or somebody_waits())
        return found

    with connection.execute_wrapper(overtaken):
        answers.append(refresh(app, first))
    faster.join()
    assert sum(status == 200 and opens(answer) for status, answer in answers) == 1


def _and_close(deed: Any, *given: Any) -> Any:
    try:
        return deed(*given)
    finally:
        connection.close()
