"""The calendar of a player, as a calendar program fetches and reads it; and the page with its address."""

import re
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from icalendar import Calendar, Component
from pytest_django import Settings

from games.competitions.clubs import membership
from games.lobby import lobby
from games.models import Game, Player
from games.people.network_limits import PAGES
from games.people.privacy import erase_player, export_player
from games.table.clocks import vacations
from games.table.clocks.local_days import begin_day
from games.zones import zone as zone_of
from notifications.calendar import addresses
from notifications.models import CalendarAddress
from tests.api.people import client_of, player
from tests.clubs.club import filled, opened
from tests.games.stories import DAY, NOON, chosen, holder, play_on, players, prompts, started
from tests.web.people import browser_of, come_in, text_of

pytestmark = pytest.mark.django_db

PAGE = "/settings/calendar"
SHOWN = re.compile(r'id="calendar-address" value="([^"]+)"')


def address_of(owner: Player) -> str:
    """Return the path of a new address of the player's calendar."""
    return f"/calendar/{addresses.create(player=owner, now=NOON)}.ics"


def fetch(path: str, now: datetime = NOON) -> Component:
    """Return the calendar, as a program reads it that is not signed in."""
    with time_machine.travel(now, tick=False):
        answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return Calendar.from_ical(answer.content)


def events(path: str, now: datetime = NOON) -> list[Component]:
    return list(fetch(path, now).walk("VEVENT"))


def asked(game: Game) -> Player:
    """Return the player whose turn it is."""
    return holder(game, prompts(game)[0]["seat"])


def test_an_open_turn_is_an_event_until_it_is_over() -> None:
    game = chosen(started(players(2)))
    first, second = asked(game), next(seat.player for seat in game.seats.all() if seat.player != asked(game))
    assert second is not None
    own, other = address_of(first), address_of(second)
    (event,) = events(own)
    assert event.decoded("dtstart") == game.turns.get(closed_at=None).deadline_at
    assert event["summary"] == f"Your move is due: Ticket to Ride, {second.name} and you"
    assert str(event["url"]).endswith(f"/games/{game.pk}")
    assert "dtend" not in event
    assert events(other) == []
    while asked(game) == first:
        play_on(game, 1)
    assert events(own) == []
    assert events(other)[0]["summary"] == f"Your move is due: Ticket to Ride, {first.name} and you"


def test_a_deadline_that_moves_moves_the_same_event() -> None:
    game = chosen(started(players(2), name="Friday Trains"))
    path = address_of(asked(game))
    (before,) = events(path)
    assert before["summary"] == "Your move is due: Friday Trains"
    game.turns.filter(closed_at=None).update(deadline_at=NOON + 3 * DAY, expires_at=NOON + 3 * DAY)
    (after,) = events(path)
    assert (after["uid"], after.decoded("dtstart")) == (before["uid"], NOON + 3 * DAY)


def test_a_paused_game_has_no_deadline() -> None:
    game = chosen(started(players(2)))
    path = address_of(asked(game))
    Game.objects.filter(pk=game.pk).update(paused_at=NOON, pauses=[{"by": "table"}])
    assert events(path) == []


@pytest.mark.parametrize(
    ("zone", "first", "last"),
    [
        ("Europe/Oslo", date(2027, 3, 25), date(2027, 3, 31)),  # the clock goes forward on the 28th
        ("America/New_York", date(2026, 10, 30), date(2026, 11, 2)),  # and back on the 1st
        ("Pacific/Auckland", date(2026, 12, 30), date(2027, 1, 2)),
    ],
)
def test_a_vacation_is_whole_days_where_its_player_lives(zone: str, first: date, last: date) -> None:
    ada, now = player("Ada", time_zone=zone), datetime(2026, 10, 1, 12, tzinfo=UTC)
    path, here = address_of(ada), zone_of(zone)
    vacations.take(player=ada, begin=begin_day(first, here), end=begin_day(last + DAY, here), now=now)
    (event,) = events(path, now)
    assert (event.decoded("dtstart"), event.decoded("dtend")) == (first, last + DAY)
    assert event["dtstart"].params["value"] == event["dtend"].params["value"] == "DATE"
    vacations.give_up(player=ada, begin=begin_day(first, here), now=begin_day(last, here) + timedelta(hours=5))
    assert events(path, begin_day(last, here) + timedelta(hours=5)) == []


def test_a_vacation_that_begins_now_takes_today() -> None:
    ada = player("Ada", time_zone="Europe/Oslo")
    path = address_of(ada)
    vacations.take(player=ada, begin=None, end=NOON + 7 * DAY, now=NOON)
    (event,) = events(path)
    today = NOON.date()
    assert (event.decoded("dtstart"), event.decoded("dtend")) == (today, today + 8 * DAY)


def test_it_says_how_often_to_look_and_when_nothing_has_changed() -> None:
    game = chosen(started(players(2)))
    path = address_of(asked(game))
    calendar = fetch(path)
    assert calendar.decoded("refresh-interval") == timedelta(hours=1)
    assert (calendar["version"], calendar["x-published-ttl"]) == ("2.0", "PT1H")
    tag = Client().get(path)["ETag"]
    again = Client().get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    game.turns.filter(closed_at=None).update(deadline_at=NOON + 3 * DAY, expires_at=NOON + 3 * DAY)
    assert Client().get(path, headers={"If-None-Match": tag}).status_code == 200
    assert Client().head(path).status_code == 200
    assert Client().post(path).status_code == 405


def test_long_names_are_folded_and_nothing_breaks_out() -> None:
    name = "Züge, Loks; und\\Wagen " * 2
    game = chosen(started(players(2), name=name.strip()))
    path = address_of(asked(game))
    raw = Client().get(path).content
    assert max(map(len, raw.split(b"\r\n"))) <= 75
    assert events(path)[0]["summary"] == f"Your move is due: {name.strip()}"


def test_the_page_makes_shows_once_replaces_and_ends_the_address() -> None:
    ada = player("Ada")
    browser = come_in(ada)
    assert "Your calendar has no address yet." in text_of(browser, PAGE)
    shown = SHOWN.search(browser.post(PAGE, {"do": "new"}, follow=True).content.decode())
    assert shown
    first = urlsplit(shown[1]).path
    assert events(first) == []
    assert not SHOWN.search(text_of(browser, PAGE))
    shown = SHOWN.search(browser.post(PAGE, {"do": "new"}, follow=True).content.decode())
    assert shown
    second = urlsplit(shown[1]).path
    assert Client().get(first).status_code == 404
    assert events(second) == []
    assert "The address is ended." in browser.post(PAGE, {"do": "revoke"}, follow=True).content.decode()
    assert Client().get(second).status_code == 404
    assert CalendarAddress.objects.count() == 0


def test_an_open_browser_alone_makes_no_address() -> None:
    ada = player("Ada")
    answer = browser_of(ada).post(PAGE, {"do": "new"})
    assert answer["Location"].startswith("/settings/proof")
    assert not CalendarAddress.objects.exists()


def test_only_a_digest_is_stored_and_it_goes_with_its_player() -> None:
    ada = player("Ada")
    secret = addresses.create(player=ada, now=NOON)
    assert secret not in str(CalendarAddress.objects.values().get())
    assert export_player(player=ada)["calendar_address"] == [{"created_at": NOON}]
    erase_player(player=ada, now=NOON)
    assert not CalendarAddress.objects.exists()
    assert Client().get(f"/calendar/{secret}.ics").status_code == 404


def test_guessing_is_limited_like_every_stranger_s_page(settings: Settings) -> None:
    settings.STRANGERS_PER_MINUTE = {**settings.STRANGERS_PER_MINUTE, "pages": 3}
    cache.clear()
    PAGES.forget()
    statuses = [Client().get(f"/calendar/{number}.ics").status_code for number in range(5)]
    PAGES.forget()
    cache.clear()
    assert statuses == [404, 404, 404, 429, 429]


def test_programs_make_and_end_it_with_the_scope_for_tokens() -> None:
    ada = player("Ada")
    program = client_of(ada)
    assert program.get("/api/v1/me/calendar").json() == {"created_at": None}
    made = program.post("/api/v1/me/calendar").json()
    path = urlsplit(made["url"]).path
    assert events(path) == []
    assert program.get("/api/v1/me/calendar").json() == {"created_at": made["created_at"]}
    assert program.delete("/api/v1/me/calendar").status_code == 204
    assert Client().get(path).status_code == 404
    reader = client_of(ada, ["account:read", "games:play"])
    assert [reader.get("/api/v1/me/calendar").status_code, reader.post("/api/v1/me/calendar").status_code] == [200, 403]


def test_a_club_has_a_calendar_of_everybodys_deadlines_for_its_members() -> None:
    host, member, outsider = players(3)
    club = filled([host, member], entry="invitation", public=False)
    game = opened(club, host, name="Slow Coast Line")
    lobby.join_game(player=member, game_id=game.pk, now=NOON)
    chosen(Game.objects.get(pk=game.pk))
    chosen(started([host, outsider]))
    query = f"?club={club.pk}"
    own, theirs = address_of(host) + query, address_of(member) + query
    assert fetch(theirs)["x-wr-calname"] == "The Sleepers on Night Mail"
    deadline = game.turns.get(closed_at=None).deadline_at
    titles = {str(event["summary"]) for path in (own, theirs) for event in events(path)}
    assert titles == {"Your move is due: Slow Coast Line", "Player 0’s move is due: Slow Coast Line"}
    assert [event.decoded("dtstart") for event in events(theirs)] == [deadline]
    for path in (address_of(outsider) + query, theirs.replace(club.pk, "nowhere")):
        assert Client().get(path).status_code == 404
    assert Client().get(theirs).status_code == 200
    membership.leave(player=member, club_id=club.pk, now=NOON)
    assert Client().get(theirs).status_code == 404
    assert f'value="{query}"' in browser_of(host).get(PAGE).content.decode()
