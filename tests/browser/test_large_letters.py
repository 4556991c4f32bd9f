"""Tables, competitions, players and replays with text at twice its usual size."""

from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from games.competitions.cups import sweeps as cups
from games.competitions.leagues import admission, sweeps
from games.models import Game, Player
from tests.browser.axe import PHONE, WIDE
from tests.browser.broken_words import broken_words
from tests.browser.desk import Desk
from tests.browser.looks import seen
from tests.browser.losses import losses
from tests.browser.test_table import holder
from tests.browser.test_windows import FULL, turn
from tests.competitions.cup import SWISS, enters, made, running, won
from tests.competitions.league import founded
from tests.games.stories import DAY, players
from tests.sweeps import at_length
from tests.web.people import browser_of

NARROWEST: Final[ViewportSize] = {"width": 320, "height": 568}


def _cup(host: Player, others: list[Player]) -> str:
    began = timezone.now() - 10 * DAY
    cup = made(host, now=began, **SWISS, seats=3, name="Cup of the long autumn")
    enters(cup, [host, *others[:6]], now=began)
    cups.sweep(now=began + 7 * DAY)
    for table in running(cup):
        won(cup, min(table.seeds), now=began + 7 * DAY)
    return f"/cups/{cup.pk}"


def _league(host: Player, others: list[Player]) -> str:
    began = timezone.now() - 10 * DAY
    league = founded(host, now=began, name="Northern League")
    for player in [host, *others]:
        admission.enter(player=player, league_id=league.pk, now=began)
    sweeps.sweep(now=began + 8 * DAY)
    return f"/leagues/{league.pk}"


def test_no_label_spills_and_no_name_is_broken(large_print: Browser, live_server: LiveServer, game: Game) -> None:
    """Once, names in standings were broken every letter or two, and labels of steps covered their neighbors."""
    host, others = game.host, players(15, "Companion of the long road")
    addresses = [_cup(host, others), _league(host, others), f"/players/{host.pk}", f"/games/{game.pk}/replay"]
    wrong: list[str] = []
    with large_print.new_context(base_url=live_server.url, locale="en") as context:
        page = context.new_page()
        Desk(page).enter(browser_of(host))
        for address in addresses:
            page.goto(address)
            wrong += [f"{address} {loss}" for size in (WIDE, NARROWEST, PHONE) for loss in losses(page, size)]
            wrong += [f"{address} {word}" for word in broken_words(page)]
            seen(page, f"large-{address.strip('/').replace('/', '-')}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("ruleset", at_length(FULL, at_once=["old_west@1"]))
def test_a_table_reads_as_lines_of_words(large_print: Browser, live_server: LiveServer, ruleset: str) -> None:
    """Once, names had one letter a line beside their costs, which overflowed the edge."""
    game = turn(ruleset, FULL[ruleset])
    addresses = [
        f"/games/{game.pk}",
        f"/games/{game.pk}/log",
        f"/games/{game.pk}/replay/{game.head - 1}",
        "/games",
        "/",
    ]
    wrong: list[str] = []
    with large_print.new_context(base_url=live_server.url, locale="en") as context:
        page = context.new_page()
        Desk(page).enter(browser_of(holder(game, 0)))
        for address in addresses:
            page.goto(address)
            wrong += [f"{address} {loss}" for size in (NARROWEST, PHONE) for loss in losses(page, size)]
            wrong += [f"{address} {word}" for size in (NARROWEST, PHONE) for word in broken_words(page, size)]
            seen(page, f"large-{ruleset}-{address.strip('/').replace('/', '-')}")
    assert not wrong, "\n".join(wrong)


def test_the_head_and_the_bar_are_whole(large_print: Browser, live_server: LiveServer, game: Game) -> None:
    """Once, the moon was at the window's edge, the bar's contents took a line each, and a hint touched the log."""
    with large_print.new_context(base_url=live_server.url, locale="en", viewport=PHONE) as context:
        page = context.new_page()
        Desk(page).enter(browser_of(game.host))
        page.goto("/games")
        moon, nav = _box(page, ".house svg"), _box(page, ".nav")
        assert moon["y"] >= 8
        assert moon["x"] + moon["width"] <= nav["x"]
        for address in (f"/games/{game.pk}", f"/games/{game.pk}/replay"):
            page.goto(address)
            back, name, place = (
                _box(page, f".bar > {part}") for part in ("a", "b", ":last-child:not(.unseen), .bar-seat")
            )
            assert back["y"] <= place["y"] < back["y"] + back["height"] <= name["y"]
        page.goto(f"/games/{game.pk}/log")
        hint, log = _box(page, "main > .hint"), _box(page, ".log")
        assert log["y"] - hint["y"] - hint["height"] >= 16


def _box(page: Page, part: str) -> FloatRect:
    box = page.locator(part).first.bounding_box()
    assert box is not None, part
    return box


def test_nothing_of_the_desk_is_lost(large_print: Browser, live_server: LiveServer, game: Game) -> None:
    """Once, the links above a game covered its heading and squeezed the rest to a quarter of the page."""
    addresses = ["/admin/", "/admin/games/game/", f"/admin/games/game/{game.pk}/change/"]
    wrong: list[str] = []
    with large_print.new_context(base_url=live_server.url, locale="en") as context:
        page = context.new_page()
        Desk(page).sign_in(Player.objects.create_superuser("boss@desk.example", "Boss"))
        for address in addresses:
            page.goto(address)
            wrong += [f"{address} {loss}" for size in (PHONE, NARROWEST, WIDE) for loss in losses(page, size)]
            seen(page, f"large-{address.strip('/').replace('/', '-')}")
        page.set_viewport_size({"width": 1280, "height": 900})
        rulings = page.locator(".nm-rulings").first
        share = rulings.evaluate("module => module.offsetWidth / document.querySelector('#content-main').offsetWidth")
        assert share > 0.5
    assert not wrong, "\n".join(wrong)
