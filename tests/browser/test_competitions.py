"""Pages of competitions, checked by axe-core and by people."""

from django.utils import timezone
from playwright.sync_api import expect

from games.competitions.cups import sweeps as cups
from games.competitions.leagues import admission, sweeps
from games.competitions.series import creation, progress
from games.lobby import departures, lobby
from games.models import Cup, Game, Player
from tests.browser.axe import trouble
from tests.browser.desk import Desk
from tests.browser.looks import seen
from tests.competitions.cup import SWISS, enters, made, running, won
from tests.competitions.league import founded
from tests.games.stories import DAY, players


def test_a_series_from_its_first_table_to_leaving_it(desk: Desk, game: Game) -> None:
    page, now = desk.page, timezone.now()
    host, (other, third) = game.host, players(2, "Companion")
    wishes = lobby.Wishes("usa@1", 3, DAY, name="Coast to coast")
    first = creation.create(host=host, wishes=wishes, games=3, now=now)
    desk.sign_in(host)
    page.goto(f"/tables/{first.pk}")
    expect(page.get_by_role("link", name="Game 1 of 3")).to_be_visible()
    assert trouble(page) == []
    seen(page, "series-waiting-room")
    for player in (other, third):
        lobby.join_game(player=player, game_id=first.pk, now=now)
    departures.resign(player=third, game_id=first.pk, now=now)
    departures.resign(player=other, game_id=first.pk, now=now)
    page.goto(f"/games/{first.pk}")
    page.get_by_role("link", name="Standings of the series").click()
    expect(page.get_by_role("heading", name="Coast to coast")).to_be_visible()
    assert trouble(page) == []
    seen(page, "series")
    second = creation.create(host=host, wishes=wishes, games=3, now=now)
    for player in (other, third):
        lobby.join_game(player=player, game_id=second.pk, now=now)
    page.goto(f"/series/{second.seriesgame.series_id}")
    page.get_by_role("button", name="Leave after this game").click()
    expect(page.get_by_role("button", name="Play on after all")).to_be_visible()
    assert trouble(page) == []
    seen(page, "series-left")
    progress.advance_due(now=now)
    page.goto(f"/series/{first.seriesgame.series_id}")
    expect(page.get_by_text("The series is over.")).to_be_visible()
    assert desk.trouble == []


def test_a_knockout_before_within_and_after(desk: Desk, game: Game) -> None:
    page, now = desk.page, timezone.now()
    cup = made(game.host, now=now)
    desk.sign_in(game.host)
    page.goto("/cups")
    page.get_by_role("link", name="Spring Cup").click()
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("You have entered.")).to_be_visible()
    assert trouble(page) == []
    seen(page, "cup-open")
    enters(cup, players(6, "Companion of the long road"), now=now)
    now += 7 * DAY
    cups.sweep(now=now)
    for winners in ((), (1, 2, 3), (0, 1), (0,)):
        if winners:
            won(cup, *winners, now=now)
            cups.sweep(now=now)
        page.reload()
        assert trouble(page) == []
        seen(page, f"cup-{len(winners)}")
        cups.sweep(now=(now := now + DAY))
    expect(page.get_by_text("Won by")).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert desk.trouble == []


def test_a_swiss_cup_and_the_list(desk: Desk, game: Game) -> None:
    page, now = desk.page, timezone.now()
    cup = made(game.host, now=now, **SWISS, seats=3, name="Swiss Cup")
    enters(cup, [game.host, *players(6, "Companion of the long road")], now=now)
    now += 7 * DAY
    cups.sweep(now=now)
    for _ in range(3):
        for table in running(cup):
            won(cup, min(table.seeds), now=now)
        cups.sweep(now=now)
        cups.sweep(now=(now := now + DAY))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/cups/{cup.pk}")
    assert trouble(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heading = page.get_by_role("columnheader", name="Rounds")
    assert heading.evaluate("e => getComputedStyle(e).overflowWrap") == "normal", "no word is broken in two"
    seen(page, "cup-swiss")
    page.goto("/cups?over=1")
    expect(page.get_by_role("link", name="Swiss Cup")).to_be_visible()
    seen(page, "cups")
    desk.sign_in(game.host)
    page.goto("/cups/new")
    seen(page, "cup-new")
    assert desk.trouble == []


def test_a_host_makes_a_league(desk: Desk, game: Game) -> None:
    page = desk.page
    desk.sign_in(game.host)
    page.goto("/leagues")
    expect(page.get_by_text("There is no league yet.")).to_be_visible()
    page.get_by_role("link", name="Make one").click()
    page.get_by_label("Name of the league").fill("Coast to coast")
    page.get_by_role("button", name="Make the league").click()
    expect(page.get_by_role("heading", name="Coast to coast")).to_be_visible()
    assert trouble(page) == []
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("heading", name="You have entered")).to_be_visible()
    assert trouble(page) == []
    seen(page, "league-planned")
    page.goto("/leagues")
    assert trouble(page) == []
    seen(page, "leagues")
    assert desk.trouble == []


def test_a_league_season_after_season(desk: Desk, game: Game) -> None:
    page, now = desk.page, timezone.now()
    host = game.host
    desk.sign_in(host)
    league = founded(host, now=now, name="Northern League")
    for player in [host, *players(17, "Rail")]:
        admission.enter(player=player, league_id=league.pk, now=now)
    sweeps.sweep(now=now + 8 * DAY)
    page.goto(f"/leagues/{league.pk}")
    expect(page.get_by_role("heading", name="You play in division 1")).to_be_visible()
    page.get_by_role("link", name="All games of division 1").click()
    page.get_by_text("Leave the league").click()
    assert trouble(page) == []
    seen(page, "league-running")
    page.get_by_role("link", name="Game 1", exact=True).first.click()
    page.get_by_role("link", name="Northern League, season 1, division 1").click()
    sweeps.sweep(now=now + 98 * DAY)
    page.reload()
    expect(page.get_by_text("Entered so far")).to_be_visible()
    assert trouble(page) == []
    seen(page, "league-between")
    assert desk.trouble == []


def begun_by(host: Player) -> Cup:
    """Return a Swiss cup of six in its first round; all tables but the host's have been played."""
    now = timezone.now()
    cup = made(host, now=now, **SWISS)
    enters(cup, [host, *players(5, "Companion of the long road")], now=now)
    cups.sweep(now=now + 7 * DAY)
    others = [table for table in running(cup) if 0 not in table.seeds]
    won(cup, *(min(table.seeds) for table in others), now=now + 7 * DAY)
    return cup


def test_an_organizer_swaps_a_player(desk: Desk, game: Game) -> None:
    page, cup = desk.page, begun_by(game.host)
    players(1, "Newcomer")
    desk.sign_in(game.host)
    page.goto(f"/cups/{cup.pk}")
    page.get_by_text("Invite a player, or swap one for another").click()
    page.locator("#invited").fill("Newcomer 0")
    page.get_by_label("In place of").select_option(label="Companion of the long road 4")
    assert trouble(page) == []
    seen(page, "organizer-swap")
    page.get_by_role("button", name="Invite").click()
    page.get_by_text("1 invitation", exact=True).click()
    assert trouble(page) == []
    seen(page, "organizer-invited")
    desk.sign_in(Player.objects.get(name="Newcomer 0"))
    page.goto(f"/cups/{cup.pk}")
    expect(page.get_by_role("button", name="Take the place")).to_be_visible()
    assert trouble(page) == []
    seen(page, "organizer-asked")
    assert desk.trouble == []


def test_an_organizer_corrects_a_result(desk: Desk, game: Game) -> None:
    page, cup = desk.page, begun_by(game.host)
    desk.sign_in(game.host)
    page.goto(f"/cups/{cup.pk}")
    page.get_by_role("link", name="Correct the result").first.click()
    places = page.locator("select[name=place]")
    for number, value in enumerate([places.nth(seat).input_value() for seat in range(2)]):
        places.nth(number).select_option(str(3 - int(value)))
    page.get_by_label("Why?").fill("They agreed that the last train did not count.")
    page.get_by_role("button", name="Show what changes").click()
    expect(page.get_by_role("heading", name="What it changes")).to_be_visible()
    assert trouble(page) == []
    seen(page, "organizer-correction")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_text("Corrected by the host:")).to_be_visible()
    assert trouble(page) == []
    seen(page, "organizer-corrected")
    page.get_by_role("link", name="Undo the correction").click()
    expect(page.get_by_role("button", name="Let it count as played")).to_be_visible()
    assert trouble(page) == []
    seen(page, "organizer-undo")
    assert desk.trouble == []
