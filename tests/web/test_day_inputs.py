"""Fields for days and times: an empty one says so in text, because not every browser shows it."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
import time_machine

import games
import notifications
from games.models import Player
from games.people import accounts
from tests.api.people import player
from tests.games.stories import started
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db

NOW: Final = datetime(2027, 3, 9, 23, 30, tzinfo=UTC)
TODAY: Final = "2027-03-10"
"""Today's date where the player lives."""
FIELD: Final = re.compile(r'<input type="(date|time)"([^>]*)>( <span class="hint unset">not set</span>)?')


@pytest.fixture
def ada() -> Player:
    return player("Ada", time_zone="Europe/Oslo")


@pytest.fixture
def pages(ada: Player) -> dict[str, str]:
    """Return each page with such a field, by its address."""
    with time_machine.travel(NOW):
        game = started([ada, player("Bob")], now=NOW)
        addresses = ("/settings/hours", "/mail/", "/cups/new", "/leagues/new", f"/games/{game.pk}/seat")
        return {address: text_of(browser_of(ada), address) for address in addresses}


def test_a_field_says_not_set_just_when_it_is_empty(pages: dict[str, str]) -> None:
    for address, page in pages.items():
        fields = FIELD.findall(page)
        assert fields, address
        for _, attributes, says_not_set in fields:
            assert bool(says_not_set) == (" value=" not in attributes), (address, attributes)


def test_a_day_cannot_be_one_that_is_over(pages: dict[str, str]) -> None:
    for address, page in pages.items():
        for kind, attributes, _ in FIELD.findall(page):
            assert (f'min="{TODAY}"' in attributes) == (kind == "date"), (address, attributes)


def test_quiet_hours_that_are_set_do_not_say_they_are_not(ada: Player) -> None:
    habits = {"quiet_hours": {"begin": "22:30", "end": "07:00"}}
    accounts.change_profile(player=ada, changes=habits, now=NOW)
    page = text_of(browser_of(ada), "/settings/hours")
    times = [says_not_set for kind, _, says_not_set in FIELD.findall(page) if kind == "time"]
    assert times == ["", ""]


def test_every_day_and_time_is_such_a_field() -> None:
    """A different widget for either would lack the text."""
    widget = re.compile(r"forms\.(?:Date|Time)Input\b|\"type\": \"(?:date|time)\"|<input type=\"?(?:date|time)\b")
    roots = [Path(package.__path__[0]) for package in (games, notifications)]
    files = [file for root in roots for kind in ("py", "html") for file in root.rglob(f"*.{kind}")]
    assert {file.name for file in files if widget.search(file.read_text())} == {"day_inputs.py"}
