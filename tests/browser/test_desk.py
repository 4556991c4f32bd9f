"""Other tasks at the desk in a browser: double clicks, late actions, opening secrets, many games at once."""

import os
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import AdminAct, BulkItem, Dispute, Game, Ruling
from games.table import rulings
from games.table.rulings import bulk
from tests.browser.desk import Desk
from tests.games.admins import admin
from tests.games.stories import players, started


def test_two_clicks_are_one_ruling(desk: Desk, game: Game) -> None:
    desk.sign_in(admin("Rita", "support"))
    desk.go_to(game)
    desk.follow("Give 48 hours more")
    desk.page.get_by_role("button", name="Carry out").dblclick()
    desk.reads("Carried out as entry")
    assert Ruling.objects.count() == 1
    assert desk.trouble == []


def test_a_preview_that_was_overtaken_is_not_carried_out(desk: Desk, game: Game) -> None:
    desk.sign_in(admin("Ruth", "referee"))
    desk.go_to(game)
    desk.follow("Take back the last move")
    desk.write("To the players", "A slip of the finger.")
    rulings.rule(admin=admin("Rosa", "referee"), game_id=game.pk, order=rulings.Pause(), now=timezone.now())
    desk.press("Carry out")
    desk.reads("The game has moved on.", "Nothing was carried out.")
    assert Ruling.objects.count() == 1
    expect(desk.page.get_by_label("To the players")).to_have_value("A slip of the finger.")
    desk.press("Carry out")
    desk.reads("Carried out as entry")
    assert Ruling.objects.count() == 2


def test_secrets_are_opened_with_a_reason_and_on_one_page_only(desk: Desk, game: Game) -> None:
    desk.sign_in(admin("Ruth", "referee"))
    desk.go_to(game)
    desk.misses("Hand", "Tickets")
    desk.follow("Open secrets…")
    desk.press("Open the secrets")
    assert not AdminAct.objects.filter(what="secrets_opened").exists()
    desk.write("Why", "Suspected collusion.")
    desk.press("Open the secrets")
    desk.reads("This is what every seat holds", "Hand", "Tickets")
    act = AdminAct.objects.get(what="secrets_opened")
    assert (act.game_id, act.entry, act.reason.text) == (game.pk, game.head, "Suspected collusion.")
    desk.page.goto("/admin/games/adminact/")
    desk.reads("secrets opened", "Suspected collusion.")


def test_a_dispute_is_answered_and_settled(desk: Desk, game: Game) -> None:
    desk.sign_in(admin("Rita", "support"))
    desk.sit_down()
    desk.follow("The Old Line")
    desk.reads("Nothing has happened since this morning.")
    desk.write("To the players", "We are looking.")
    desk.press("Send")
    desk.reads("We are looking.")
    desk.write("To the players", "A weekend is a weekend.")
    desk.press("Dismiss")
    desk.reads("dismissed", "A weekend is a weekend.")
    assert Dispute.objects.get().state == Dispute.State.DISMISSED
    desk.sit_down()
    desk.reads("Nothing is waiting for an admin.")


def test_all_games_get_more_time_with_one_confirmation(desk: Desk, game: Game) -> None:
    for number in range(4):
        started(players(2, f"More{number}"), now=timezone.now())
    desk.sign_in(admin("Olga", "operator"))
    desk.page.goto("/admin/")
    desk.follow("Many games at once")
    desk.press("Preview")
    desk.reads("5 games will be ruled on.")
    desk.write("To the players", "We were away; take a day more.")
    desk.page.get_by_role("button", name="Carry out").dblclick()
    desk.reads("working")
    assert bulk.work(now=timezone.now(), limit=2) == 2
    progress = desk.page.locator("progress")
    expect(progress).to_have_attribute("value", "2")
    bulk.work(now=timezone.now())
    expect(progress).to_have_attribute("value", "5")
    desk.reads("done")
    assert BulkItem.objects.filter(state=BulkItem.State.DONE).count() == 5
    assert Ruling.objects.count() == 5


@pytest.mark.parametrize("width", [400, 1280])
def test_pages_fit_into_the_window(desk: Desk, game: Game, width: int) -> None:
    desk.sign_in(admin("Ruth", "referee"))
    desk.page.set_viewport_size({"width": width, "height": 900})
    own = f"/admin/games/game/{game.pk}/"
    for address in (
        "/admin/",
        "/admin/games/game/queue/",
        f"{own}change/",
        f"{own}log/",
        f"{own}rule/extended/?hours=48",
    ):
        desk.page.goto(address)
        assert desk.page.evaluate("document.documentElement.scrollWidth") <= width, address
    desk.page.goto("/admin/")
    name = desk.page.get_by_role("link", name="The Old Line").bounding_box()
    assert name is not None
    assert name["width"] > name["height"], "letters stand one below the other"


def test_selected_games_are_paused(desk: Desk, game: Game) -> None:
    started(players(2, "Other"), now=timezone.now(), name="Elsewhere")
    desk.sign_in(admin("Olga", "operator"))
    desk.page.goto("/admin/games/game/")
    desk.page.locator(f"input[name=_selected_action][value='{game.pk}']").check()
    desk.page.locator("select[name=action]").select_option("in_bulk")
    desk.press("Go")
    desk.page.locator("[name=what]").select_option("paused")
    desk.press("Preview")
    desk.reads("1 game will be ruled on.")
    desk.press("Carry out")
    desk.reads("working")
    bulk.work(now=timezone.now())
    assert list(Game.objects.filter(paused_at__isnull=False)) == [game]


@pytest.mark.skipif("SCREENSHOTS" not in os.environ, reason="only for `make screenshots`")
def test_pictures(desk: Desk, game: Game) -> None:
    """Take the pictures of docs/admin.md: the queue, a game's page, a preview."""
    folder = Path(os.environ["SCREENSHOTS"])
    folder.mkdir(parents=True, exist_ok=True)
    stuck = started(players(4, "Traveller"), now=timezone.now() - 3 * game.time_per_move, name="Sunday express")
    Game.objects.filter(pk=stuck.pk).update(quarantined_until=timezone.now(), quarantine_error="KeyError at decide:7")
    started(players(2, "Commuter"), now=timezone.now() - 2 * game.time_per_move, name="Slow train")
    desk.sign_in(admin("Ruth", "referee"))
    desk.page.set_viewport_size({"width": 1100, "height": 760})
    for name, go in (
        ("queue", desk.sit_down),
        ("game", lambda: desk.follow("The Old Line")),
        ("preview", lambda: desk.follow("Take back the last move")),
    ):
        go()
        if name == "preview":
            desk.write("To the players", "A slip of the finger, as all of you have agreed.")
        desk.page.screenshot(path=folder / f"{name}.png")
