"""A language two fifths longer than English fits a phone: no page and no email grows wider, nothing is cut off."""

from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Player
from tests.browser.losses import losses
from tests.games.stories import holder
from tests.languages.conftest import pseudo_english
from tests.notifications.conftest import Carry
from tests.web.people import browser_of

__all__ = ["pseudo_english"]

pytestmark = pytest.mark.usefixtures("pseudo_english")

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
EVERYBODY_S: Final = (
    "/",
    "/accounts/login/",
    "/accounts/signup/",
    "/bots",
    "/clubs",
    "/cups",
    "/help/by-email",
    "/leaderboard",
    "/leagues",
    "/rules",
    "/rules/usa@1",
    "/tables",
)
A_PLAYER_S: Final = ("/games", "/tables/new", "/settings", "/settings/profile", "/settings/hours", "/mail/")


def find_losses(page: Page, path: str) -> list[str]:
    page.goto(path)
    assert page.locator("html").get_attribute("lang") == "en-xa", path
    assert "[" in page.locator("main").inner_text(), path
    return [f"{path}: {loss}" for loss in losses(page, PHONE)]


def test_strangers_pages(page: Page, context: BrowserContext, live_server: LiveServer) -> None:
    context.add_cookies([{"name": "language", "value": "en-xa", "url": live_server.url}])
    assert [loss for path in EVERYBODY_S for loss in find_losses(page, path)] == []


def test_a_player_s_pages(page: Page, context: BrowserContext, live_server: LiveServer, game: Game) -> None:
    Player.objects.update(language="en-xa")
    seat = game.turns.get(closed_at=None).seat
    cookies = browser_of(holder(game, seat)).cookies.items()
    context.add_cookies([{"name": name, "value": cookie.value, "url": live_server.url} for name, cookie in cookies])
    own = (f"/games/{game.pk}", f"/games/{game.pk}/replay", *A_PLAYER_S)
    found = [loss for path in own for loss in find_losses(page, path)]
    assert "\n".join(found) == ""


def test_emails(page: Page, carry: Carry, game: Game) -> None:
    Player.objects.update(language="en-xa")
    mails = carry(timezone.now())
    assert mails
    for mail in mails:
        assert '<html lang="en-xa">' in mail.html
        page.set_content(mail.html)
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], mail.message["Subject"]
