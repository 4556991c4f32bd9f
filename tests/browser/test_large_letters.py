"""Pages of competitions, players and replays, for readers who have set letters to twice their usual size."""

from typing import Final

from django.utils import timezone
from playwright.sync_api import Browser, ViewportSize
from pytest_django.live_server_helper import LiveServer

from games.competitions.cups import sweeps as cups
from games.competitions.leagues import admission, sweeps
from games.models import Game, Player
from tests.browser.axe import PHONE, WIDE
from tests.browser.broken_words import broken_words
from tests.browser.desk import Desk
from tests.browser.looks import seen
from tests.browser.losses import losses
from tests.competitions.cup import SWISS, enters, made, running, won
from tests.competitions.league import founded
from tests.games.stories import DAY, players
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
    """Names stood one letter or two below each other in standings, and labels of steps lay over their neighbors."""
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


def test_nothing_of_the_desk_is_lost(large_print: Browser, live_server: LiveServer, game: Game) -> None:
    """The links above a game lay over its heading and pressed everything else to a quarter of the page."""
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
