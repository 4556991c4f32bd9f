"""What time it is where the reader lives is written as their language writes it."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings
from time_machine import TimeMachineFixture

from tests.api.people import player
from tests.games.stories import NOON
from tests.languages.conftest import offer
from tests.web.people import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("finnish")]


@pytest.fixture
def finnish(settings: Settings) -> Iterator[None]:
    """Offer Finnish, whose times have a period; our own sentences stay English."""
    settings.LOCALE_PATHS = []
    yield from offer(settings, "fi", "Suomi")


@pytest.mark.parametrize("path", ["/mail/", "/settings/hours"])
@pytest.mark.parametrize(("language", "time"), [("en", "23:00"), ("fi", "23.00")])
def test_the_time_in_the_reader_s_zone(time_machine: TimeMachineFixture, path: str, language: str, time: str) -> None:
    time_machine.move_to(NOON, tick=False)
    ada = player("Ada", language=language, time_zone="Australia/Sydney")
    assert f"It is now {time} in your time zone." in browser_of(ada).get(path).content.decode()
