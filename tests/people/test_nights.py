"""Newcomers say when they sleep: then neither their clock runs nor does an email come, until they choose otherwise."""

from datetime import time

import pytest
from django.urls import reverse

from games.models import MailedCode, Player
from games.people import accounts, nights
from games.table.clocks.habits import Quiet
from notifications.policy import preferences
from tests.api.people import mailed_code
from tests.games.stories import NOON, players
from tests.web.paper import Visitor

pytestmark = pytest.mark.django_db

FROM_HALF_PAST_TEN = {"begin": "22:30", "end": "07:30"}


def come(night: str) -> Player:
    """Have a newcomer sign up by browser, and return the player."""
    visitor = Visitor(None, "")
    visitor.open(reverse("account_signup"))
    assert f'<option value="{nights.USUAL}" selected>22:30 to 07:30</option>' in visitor.answer.content.decode()
    visitor.press("Send me a code", name="Nora", email="nora@mail.example", time_zone="UTC", night=night)
    visitor.press("Go on", code=mailed_code("nora@mail.example"))
    return Player.objects.get(name="Nora")


def set_clock(player: Player, quiet: dict[str, str] | None) -> None:
    accounts.change_profile(player=player, changes={"quiet_hours": quiet}, now=NOON)


def test_by_default_from_half_past_ten() -> None:
    nora = come(nights.USUAL)
    assert nora.habits == {"quiet_hours": FROM_HALF_PAST_TEN}
    assert preferences.quiet_hours(nora) == Quiet(time(22, 30), time(7, 30))


def test_for_anyone_to_whom_it_varies_neither_rests() -> None:
    nora = come("")
    assert (nora.habits, preferences.quiet_hours(nora)) == ({}, None)


def test_a_code_keeps_only_columns_of_a_player() -> None:
    """Any release that the code comes back to makes the player of them."""
    visitor = Visitor(None, "")
    visitor.open(reverse("account_signup"))
    visitor.press("Send me a code", name="Nora", email="nora@mail.example", time_zone="UTC", night=nights.USUAL)
    columns = {field.name for field in Player._meta.get_fields()}
    assert MailedCode.objects.get().facts.keys() - {"invitation"} <= columns


@pytest.mark.parametrize("night", nights.NIGHTS)
def test_every_night_offered_has_nine_hours(night: str) -> None:
    begin, end = (time.fromisoformat(at) for at in night.split("-"))
    assert ((end.hour - begin.hour) % 24, end.minute - begin.minute) == (9, 0)
    assert nights.habits_of(night) == {"quiet_hours": {"begin": begin.isoformat()[:5], "end": end.isoformat()[:5]}}


def test_emails_follow_the_clock_as_long_as_both_agree() -> None:
    (ada,) = players(1)
    set_clock(ada, {"begin": "23:00", "end": "06:00"})
    assert preferences.quiet_hours(ada) == Quiet(time(23), time(6))
    set_clock(ada, None)
    assert preferences.quiet_hours(ada) is None


def test_hours_chosen_for_emails_stay() -> None:
    (ada,) = players(1)
    preferences.put_habits(ada, {"quiet_from": time(20), "quiet_until": time(9)}, now=NOON)
    set_clock(ada, FROM_HALF_PAST_TEN)
    assert preferences.quiet_hours(ada) == Quiet(time(20), time(9))
