"""An app exchanges its refresh token for a new pair (RFC 6749, 6; RFC 9700, 4.14)."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.models import Application, Player, RefreshToken
from games.oauth import MOST_AT_ONCE
from tests.api.people import API, client_of, player, with_secret
from tests.api.test_oauth import app, tokens, trade

__all__ = ["app"]
pytestmark = pytest.mark.django_db


def refresh(app: Application, given: dict[str, Any], **form: str) -> tuple[int, dict[str, Any]]:
    """Exchange the refresh token."""
    return trade(app, grant_type="refresh_token", refresh_token=given["refresh_token"], **form)


def opens(given: dict[str, Any]) -> bool:
    return with_secret(given["access_token"]).get(f"{API}/tokens/current").status_code == 200


class TestRefresh:
    """A refresh token works once, and again within a minute if the answer was lost; otherwise reuse revokes them all.

    For ten seconds it works several times, for a program's tabs that exchange it at once.
    """

    @pytest.fixture
    def later(self) -> Iterator[Callable[[], None]]:
        """Yield a function that moves the clock past the ten seconds."""
        with time_machine.travel(timezone.now(), tick=False) as clock:
            yield lambda: clock.shift(timedelta(seconds=10))

    def test_tabs_that_trade_it_at_once_all_go_on(self, app: Application) -> None:
        first = tokens(app, player("Ada"))
        tabs = []
        for _ in range(3):
            tabs.append(refresh(app, first)[1])
            assert opens(tabs[-1]), "while the others trade, one is in use"
        assert [opens(tab) for tab in tabs] == [True] * 3
        assert {tab["scope"] for tab in tabs} == {first["scope"]}
        assert [refresh(app, tab)[0] for tab in tabs] == [200] * 3

    def test_not_more_than_some(self, app: Application) -> None:
        first = tokens(app, player("Ada"))
        tabs = [refresh(app, first)[1] for _ in range(MOST_AT_ONCE)]
        assert all(opens(tab) for tab in tabs)
        assert refresh(app, first)[0] == 400
        assert not any(opens(tab) for tab in tabs), "so many are no tabs: all of them end"

    def test_tabs_that_share_what_they_keep_leave_no_more_than_some_behind(
        self, app: Application, later: Callable[[], None]
    ) -> None:
        given = tokens(app, player("Ada"))
        for _ in range(MOST_AT_ONCE):
            later()
            given = [refresh(app, given)[1] for _ in range(3)][-1]
        assert RefreshToken.objects.filter(revoked=None).count() <= MOST_AT_ONCE
        assert opens(given)

    def test_a_thief_among_them_ends_them_all(self, app: Application, later: Callable[[], None]) -> None:
        first = tokens(app, player("Ada"))
        tabs = [refresh(app, first)[1] for _ in range(3)]
        later()
        assert all(opens(tab) for tab in tabs)
        assert refresh(app, first)[0] == 400
        assert not any(opens(tab) for tab in tabs)

    def test_a_lost_answer_is_given_anew_and_what_was_lost_is_worth_nothing(
        self, app: Application, later: Callable[[], None]
    ) -> None:
        first = tokens(app, player("Ada"))
        lost = refresh(app, first)[1]
        later()
        again = refresh(app, first)
        assert (again[0], opens(again[1]), opens(lost)) == (200, True, False)
        assert refresh(app, again[1])[0] == 200, "and so on"

    def test_not_twice(self, app: Application, later: Callable[[], None]) -> None:
        first = tokens(app, player("Ada"))
        found = [refresh(app, first)]
        later()
        found += [refresh(app, first) for _ in range(2)]
        assert [status for status, _ in found] == [200, 200, 400]
        assert not opens(found[1][1])
        assert refresh(app, found[1][1])[0] == 400

    def test_not_once_the_answer_was_used(self, app: Application, later: Callable[[], None]) -> None:
        first = tokens(app, player("Ada"))
        second = refresh(app, first)[1]
        assert opens(second)
        later()
        assert refresh(app, first)[0] == 400
        assert not opens(second)

    def test_not_later(self, app: Application) -> None:
        first = tokens(app, player("Ada"))
        second = refresh(app, first)[1]
        with time_machine.travel(timezone.now() + timedelta(seconds=61)):
            assert refresh(app, first)[0] == 400
            assert not opens(second)

    def test_not_when_the_next_one_is_spent(self, app: Application) -> None:
        first = tokens(app, player("Ada"))
        third = refresh(app, refresh(app, first)[1])[1]
        assert refresh(app, first)[0] == 400
        assert not opens(third)

    def test_whoever_has_what_was_lost_ends_them_all(self, app: Application, later: Callable[[], None]) -> None:
        first = tokens(app, player("Ada"))
        lost = refresh(app, first)[1]
        later()
        again = refresh(app, first)[1]
        assert refresh(app, lost)[0] == 400
        assert not opens(again)

    def test_not_after_the_player_has_shown_it_out(self, app: Application) -> None:
        ada = player("Ada")
        first = tokens(app, ada)
        assert client_of(ada).delete(f"{API}/me/apps/{app.pk}").status_code == 204
        assert refresh(app, first)[0] == 400

    def test_not_while_the_apps_owner_is_suspended(self, app: Application) -> None:
        owner = player("Owner")
        Application.objects.filter(pk=app.pk).update(user=owner)
        first = tokens(app, player("Ada"))
        Player.objects.filter(pk=owner.pk).update(suspended_until=timezone.now() + timedelta(days=1))
        assert refresh(app, first) == (401, {"error": "invalid_client"})
        Player.objects.filter(pk=owner.pk).update(suspended_until=None)
        assert refresh(app, first)[0] == 200

    def test_for_no_other_app(self, app: Application) -> None:
        first = tokens(app, player("Ada"))
        refresh(app, first)
        app.pk, app.client_id, app.name = None, "another", "Another"
        app.save(force_insert=True)
        assert refresh(app, first)[0] == 400

    def test_it_gives_no_more_than_was_allowed(self, app: Application) -> None:
        first = tokens(app, player("Ada"))
        assert refresh(app, first, scope="games:read account:read") == (400, {"error": "invalid_scope"})
        status, less = refresh(app, first, scope="games:read")
        assert (status, less["scope"]) == (200, "games:read")
        assert refresh(app, first, scope="games:read games:play")[1] == {"error": "invalid_scope"}
