"""The email page in a real browser: on a phone, in dark mode, and without scripts."""

import os
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Player
from notifications import links
from notifications.lists import Mode, Stream
from notifications.models import Absence
from notifications.policy import preferences
from tests.browser.desk import Desk

NARROW = {"width": 400, "height": 850}


def path_of(player: Player) -> str:
    return f"/mail/{links.mail_token(player, timezone.now())}"


@pytest.fixture
def player(game: Game) -> Player:
    """Return the first player of a running game."""
    found = game.seats.get(number=0).player
    assert found is not None
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("javascript", [True, False])
def test_you_choose_how_emails_come(
    chromium: Browser, live_server: LiveServer, player: Player, game: Game, scheme: str, javascript: bool
) -> None:
    window = chromium.new_context(
        base_url=live_server.url,
        viewport=NARROW,  # type: ignore[arg-type]
        color_scheme=scheme,  # type: ignore[arg-type]
        java_script_enabled=javascript,
        locale="en",
    )
    page = window.new_page()
    page.goto(path_of(player))
    page.get_by_label("News of your games").first.select_option("daily")
    page.get_by_label("How many").select_option("2")
    page.get_by_label("No emails from").fill("22:00")
    page.get_by_label("No emails until").fill("07:00")
    page.get_by_label("Time zone").select_option("America/New_York")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    expect(page.get_by_label("News of your games").first).to_have_value("daily")
    page.get_by_text(game.name, exact=True).click()
    page.get_by_role("group").get_by_label("When it’s your turn").select_option("off")
    page.get_by_role("button", name="Save for this game").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert preferences.of_player(player)[Stream.GAMES] == Mode.DAILY
    assert preferences.of_games(player) == {game.pk: {Stream.TURNS: Mode.OFF}}
    assert Player.objects.get(pk=player.pk).time_zone == "America/New_York"
    window.close()


def test_you_say_that_you_are_away_and_back(desk: Desk, page: Page, player: Player) -> None:
    page.goto(path_of(player))
    expect(page.get_by_label("First day away")).to_have_count(0)
    desk.sign_in(player)
    page.goto(reverse("mail-page"))
    page.get_by_label("First day away").fill("2026-12-20")
    page.get_by_label("Last day away").fill("2026-12-10")
    page.get_by_role("button", name="Tell them").click()
    expect(page.get_by_role("alert").first).to_contain_text("Nothing was saved")
    expect(page.get_by_text("The last day is before the first.")).to_be_visible()
    page.get_by_label("Last day away").fill("2027-01-02")
    page.get_by_label("Message to the others").fill("In the mountains.")
    page.get_by_role("button", name="Tell them").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert Absence.objects.get().text == "In the mountains."
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert not Absence.objects.exists()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(chromium: Browser, live_server: LiveServer, player: Player, scheme: str) -> None:
    window = chromium.new_context(
        base_url=live_server.url,
        viewport=NARROW,  # type: ignore[arg-type]
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    page = window.new_page()
    page.goto(path_of(player))
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    short = "[...document.querySelectorAll('main select, main button, main input:not([type=hidden])')]"
    assert page.evaluate(f"{short}.every(each => each.getClientRects().length === 0 || each.offsetHeight >= 40)")
    if folder := os.environ.get("LOOK_AT"):
        page.screenshot(path=Path(folder) / f"mail-{scheme}.png", full_page=True)
    window.close()
