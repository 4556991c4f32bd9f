"""A player's page, and the list of people one may invite, checked by axe-core and by people."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.lobby import departures, lobby
from games.models import Friend, Game, Rating
from games.people import relations
from tests.browser.axe import trouble
from tests.browser.desk import Desk
from tests.browser.looks import seen
from tests.games.stories import DAY, holder, players
from tests.ratings.test_ratings import begun


@pytest.fixture
def table(game: Game) -> Game:
    """Return a table of somebody who has played a few games, one of them to its end."""
    now = timezone.now()
    people = [game.host, *players(3, "Companion")]
    ended = begun(people, now, name="The slow coast line")
    for seat in (1, 2, 3):
        departures.resign(player=holder(ended, seat), game_id=ended.pk, now=now)
    relations.add(Friend, player=game.host, other_id=people[2].pk, now=now)
    return lobby.create_game(host=game.host, wishes=lobby.Wishes("usa@1", 5, DAY), now=now)


def test_from_a_name_to_a_page_and_from_a_tick_to_an_invitation(desk: Desk, table: Game) -> None:
    page = desk.page
    desk.sign_in(table.host)
    page.goto("/games")
    page.get_by_role("link", name="Companion 1").first.click()
    expect(page.get_by_role("heading", name="Companion 1")).to_be_visible()
    page.get_by_role("button", name="No longer a friend").click()
    page.get_by_role("button", name="Mark as a friend").click()
    expect(page.get_by_text("comes first when you invite")).to_be_visible()
    assert trouble(page) == []
    seen(page, "player")
    page.goto(f"/players/{table.host_id}")
    assert trouble(page) == []
    seen(page, "player-own")
    page.goto("/tables/new")
    assert trouble(page) == []
    seen(page, "new-table")
    page.goto(f"/tables/{table.pk}")
    page.get_by_label("Companion 1, friend").check()
    assert trouble(page) == []
    seen(page, "waiting-room")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.get_by_text("Companion 1 is invited")).to_be_visible()
    assert desk.trouble == []


def test_the_leaderboard_and_what_a_table_asks_for(desk: Desk, table: Game) -> None:
    page = desk.page
    desk.sign_in(table.host)
    Rating.objects.update(games=12)
    page.goto("/leaderboard?ruleset=usa@1")
    expect(page.get_by_role("cell", name="12", exact=True)).to_have_count(4)
    assert trouble(page) == []
    seen(page, "leaderboard")
    page.goto("/tables/new")
    page.get_by_text("Change the details").click()
    seen(page, "new-table-details")
    assert trouble(page) == []
    assert desk.trouble == []


def test_a_game_that_runs_is_named_beside_its_picture_on_a_phone(desk: Desk, table: Game, game: Game) -> None:
    """There is no result yet, and the name must not move below the picture."""
    page = desk.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/players/{table.host_id}")
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=game.name))
    picture, name = row.locator(".thumb").bounding_box(), row.locator(".name").bounding_box()
    assert picture
    assert name
    assert name["x"] > picture["x"] + picture["width"]
    assert picture["y"] <= name["y"] < picture["y"] + picture["height"] / 2
