"""A page of the desk takes as many statements for much as for little."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.people import sightings
from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import players, started

pytestmark = pytest.mark.django_db


def count_statements(browser: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(path).status_code == 200
    return len(queries)


def test_a_person_s_page_whatever_they_play() -> None:
    browser = at_the_desk(admin("Rosa", *GROUPS))
    people, now = players(4), timezone.now()
    for person in people:
        sightings.note(person.pk, "192.0.2.0/24", now)
    path = reverse("admin:games_player_person", args=[people[0].pk])
    started(people[:2], now=now)
    browser.get(path)
    few = count_statements(browser, path)
    for _ in range(4):
        started(people, now=now)
    assert count_statements(browser, path) == few
    page = browser.get(path).content.decode()
    assert "used the same network in the last thirty days." in page
    assert "192.0.2" not in page
