"""Vacations from the first day to the last, as in players' calendars, in any zone and over any New Year."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from time_machine import travel

from games import zones
from games.errors import Refused
from games.models import Game, Player
from games.table.clocks import local_days, vacations
from games.web.settings.away import VacationForm, take
from notifications import absences
from tests.api.people import API, client_of
from tests.games.stories import DAY, NOON, chosen, players, started
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
ALLOWED = vacations.A_YEAR // DAY


def person(zone: str) -> Player:
    (found,) = players(1)
    found.time_zone = zone
    found.save()
    return found


def refusal(player: Player, first: date, last: date, now: datetime) -> str:
    """Submit the form; return the error beside it, if it is refused."""
    form = VacationForm(first, {"first": first.isoformat(), "last": last.isoformat()})
    taken = take(player, form, now)
    return "" if taken else form.errors.as_text()


def days_left(player: Player, year: int) -> float:
    return vacations.left(Player.objects.get(pk=player.pk), year) / DAY


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("Europe/Berlin", date(2027, 3, 28)),
        ("Europe/Berlin", date(2027, 3, 21)),
        ("Australia/Lord_Howe", date(2027, 10, 3)),
        ("America/Santiago", date(2027, 9, 5)),
        ("Africa/Cairo", date(2027, 4, 30)),
        ("Europe/Berlin", date(2027, 10, 31)),
    ],
)
def test_a_day_is_a_day_also_when_the_clocks_are_changed(zone: str, day: date) -> None:
    player, now = person(zone), datetime(2027, 2, 1, tzinfo=UTC)
    assert refusal(player, day, day, now) == ""
    assert days_left(player, 2027) == ALLOWED - 1


def test_a_day_of_25_hours_is_one_of_28() -> None:
    player, now = person("Europe/Berlin"), datetime(2027, 2, 1, tzinfo=UTC)
    assert refusal(player, date(2027, 10, 10), date(2027, 11, 6), now) == ""
    assert days_left(player, 2027) == 0
    assert "0 days left in 2027" in refusal(player, date(2027, 6, 1), date(2027, 6, 1), now)


def test_27_days_with_one_of_25_hours_leave_one() -> None:
    player, now = person("Europe/Berlin"), datetime(2027, 2, 1, tzinfo=UTC)
    assert refusal(player, date(2027, 10, 10), date(2027, 11, 5), now) == ""
    assert refusal(player, date(2027, 6, 1), date(2027, 6, 1), now) == ""
    assert days_left(player, 2027) == 0


def test_the_first_of_january_in_auckland_is_of_the_new_year() -> None:
    player = person("Pacific/Auckland")
    assert refusal(player, date(2026, 11, 29), date(2026, 12, 26), NOON) == ""
    assert refusal(player, date(2027, 1, 1), date(2027, 1, 7), NOON) == ""
    assert (days_left(player, 2026), days_left(player, 2027)) == (0, ALLOWED - 7)


def test_the_last_of_december_in_los_angeles_is_of_the_old_one() -> None:
    player, now = person("America/Los_Angeles"), datetime(2026, 6, 1, tzinfo=UTC)
    assert refusal(player, date(2027, 1, 2), date(2027, 1, 29), now) == ""
    assert refusal(player, date(2026, 12, 25), date(2026, 12, 31), now) == ""
    assert (days_left(player, 2026), days_left(player, 2027)) == (ALLOWED - 7, 0)


def test_over_new_year_each_year_pays_for_its_days() -> None:
    player = person("Asia/Kathmandu")
    assert refusal(player, date(2026, 12, 4), date(2027, 1, 28), NOON) == ""
    assert (days_left(player, 2026), days_left(player, 2027)) == (0, 0)
    player.vacations = []
    player.save()
    assert "28 days left in 2026" in refusal(player, date(2026, 12, 3), date(2027, 1, 1), NOON)


WHEN = st.dates(date(1980, 1, 1), date(2120, 1, 1))


@pytest.mark.long
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(zones.NAMES)), WHEN, st.integers(1, 56), st.integers(0, 300))
@example("Pacific/Apia", date(2011, 12, 20), 28, 30)
@example("Pacific/Kwajalein", date(1993, 8, 21), 28, 3)
@example("Africa/Casablanca", date(2027, 2, 1), 28, 3)
def test_as_many_days_are_taken_of_each_year_as_a_calendar_shows(
    db: None, name: str, first: date, count: int, ahead: int
) -> None:
    """One day more than the allowance is refused, with the number of days left."""
    zone, last = zones.zone(name), first + (count - 1) * DAY
    dates = [first + number * DAY for number in range(count)]
    wanted = Counter(
        day.year for day in dates if local_days.begin_day(day, zone) < local_days.begin_day(day + DAY, zone)
    )
    now = local_days.begin_day(first, zone) - ahead * DAY - HOUR
    with transaction.atomic():
        player = person(name)
        told = refusal(player, first, last, now)
        if wanted and max(wanted.values()) <= ALLOWED:
            assert told == ""
            assert {year: ALLOWED - days_left(player, year) for year in wanted} == wanted
            assert len(_shown(player, now)) == 1
        else:
            assert told
            assert all(days_left(player, year) == ALLOWED for year in wanted)
        transaction.set_rollback(True)


def _shown(player: Player, now: datetime) -> list[vacations.Vacation]:
    return [one for one in vacations.of_player(Player.objects.get(pk=player.pk)) if one.end > now]


def test_a_vacation_without_end_is_refused_at_once() -> None:
    http = client_of(person("Pacific/Kiritimati"))
    for end in ("9999-12-31T23:59:59Z", "2200-01-01T00:00:00Z"):
        answer = http.post(f"{API}/me/vacations", {"ends_at": end}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (409, "no_vacation_left")
    long_ago = {"starts_at": "0001-01-01T00:00:00Z", "ends_at": "0001-01-01T12:00:00Z"}
    assert http.post(f"{API}/me/vacations", long_ago, format="json").json()["code"] == "vacation_in_the_past"


def test_24_hours_are_a_day_whatever_the_clocks_do_meanwhile() -> None:
    """A program asks for hours, regardless of midnight."""
    player = person("Europe/Berlin")
    begin = datetime(2027, 10, 30, 10, tzinfo=UTC)
    vacations.take(player=player, begin=begin, end=begin + DAY, now=begin - DAY)
    with pytest.raises(Refused, match="vacation_too_short"):
        vacations.take(player=player, begin=begin + 3 * DAY, end=begin + 4 * DAY - HOUR, now=begin - DAY)


def test_someone_who_moves_never_has_less_than_nothing_left() -> None:
    player = person("Europe/Berlin")
    assert refusal(player, date(2026, 10, 10), date(2026, 11, 6), NOON) == ""
    Player.objects.update(time_zone="Pacific/Honolulu")
    http = client_of(Player.objects.get(pk=player.pk))
    with travel(NOON, tick=False):
        assert http.get(f"{API}/me/vacations").json()["days_left"] == 0


def test_pages_and_programs_tell_what_is_left_of_the_year_at_home() -> None:
    player = person("Pacific/Auckland")
    assert refusal(player, date(2026, 12, 1), date(2026, 12, 10), NOON) == ""
    with travel(datetime(2026, 12, 31, 12, tzinfo=UTC), tick=False):
        assert client_of(player).get(f"{API}/me/vacations").json()["days_left"] == ALLOWED
        assert "Days left: 28 in 2027, 28 in 2028." in text_of(browser_of(player), "/settings/hours")


@pytest.mark.parametrize(
    ("zone", "before", "midnight"),
    [
        ("Pacific/Honolulu", datetime(2026, 11, 26, 10, tzinfo=UTC), datetime(2026, 11, 27, 10, tzinfo=UTC)),
        ("Pacific/Kiritimati", datetime(2026, 11, 25, 10, tzinfo=UTC), datetime(2026, 11, 26, 10, tzinfo=UTC)),
    ],
)
def test_the_others_read_a_notice_until_midnight_where_its_player_is(
    zone: str, before: datetime, midnight: datetime
) -> None:
    """On the evening of the day in Honolulu, it is already the next day in UTC."""
    one, other = players(2)
    game: Game = chosen(started([one, other]))
    Player.objects.filter(pk=one.pk).update(time_zone=zone)
    one.refresh_from_db()
    day = date(2026, 11, 26)
    absences.put(one, text="On a walk.", starts_on=day, ends_on=day)
    shown = [bool(absences.at_table(game, at)) for at in (before, midnight - HOUR, midnight, midnight + HOUR)]
    assert shown == [True, True, False, False]
    first = before - 14 * DAY
    assert [bool(absences.of_players([one.pk], at)) for at in (first - HOUR, first)] == [False, True]
