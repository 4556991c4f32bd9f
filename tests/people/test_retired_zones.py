"""A time zone unknown to the release is refused from everyone, and counts as UTC for players who still have it."""

import pytest
from django.utils import timezone

from games import zones
from games.models import Player
from games.people import retired_zones
from tests.api.people import client_of, player
from tests.notifications.conftest import Carry, carry, post_office

__all__ = ["carry", "post_office"]
pytestmark = pytest.mark.django_db
RETIRED = "US/Pacific-New"
"""A name that tzdata had until 2020."""


@pytest.fixture
def ada() -> Player:
    """Return a player whose zone was retired after she chose it."""
    ada = player("Ada")
    Player.objects.filter(pk=ada.pk).update(time_zone=RETIRED)
    ada.refresh_from_db()
    return ada


@pytest.mark.parametrize("name", [RETIRED, "localtime", "Factory", "posixrules", "right/UTC", "../UTC", "", "utc"])
def test_nobody_can_choose_it(name: str) -> None:
    answer = client_of(player("Ada")).patch("/api/v1/me", {"time_zone": name})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == "#/time_zone"


def test_all_that_can_be_chosen_are_zones() -> None:
    assert {zones.zone(name).key for name in zones.NAMES} == zones.NAMES


def test_it_is_told_once_with_a_link_to_choose_another(ada: Player, carry: Carry) -> None:
    assert retired_zones.replace(now=timezone.now()) == 1
    assert retired_zones.replace(now=timezone.now()) == 0

    ada.refresh_from_db()
    assert ada.time_zone == "UTC"
    (mail,) = carry(timezone.now())
    assert mail.message["Subject"] == "[Night Mail] Please choose your time zone"
    assert RETIRED in mail.text
    assert "/settings/hours" in mail.text
