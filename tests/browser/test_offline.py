"""The installed app: the last table without a network, deleted by signing out; and turning on notifications."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from notifications.models import PushSubscription
from notifications.outbox.push import registry
from tests.browser.axe import trouble
from tests.browser.looks import seen
from tests.browser.test_table import come_in, holder, now, table
from tests.games.stories import chosen, players, prompts, started
from tests.patience import eventually
from tests.push.browser import SubscribedBrowser

CONTROLLED = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
KEPT = "caches.open('kept-table').then(cache => cache.keys()).then(all => all.map(one => new URL(one.url).pathname))"
TABLE_KEPT = f"{KEPT}.then(all => all.some(one => /^.games.[^.]+$/.test(one)))"


@pytest.fixture
def game() -> Game:
    return chosen(started(players(2), now=now(), name="The slow coast line"), now=now())


def asked(game: Game) -> int:
    return int(prompts(game)[0]["seat"])


def waits_for(page: Page, promise: str) -> None:
    """Wait until the script's promise is true."""
    assert eventually(lambda: bool(page.evaluate(promise))), promise


def keep(page: Page, game: Game) -> None:
    """Open the table twice, because the first time there is no worker yet."""
    table(page, game)
    waits_for(page, CONTROLLED)
    page.reload()
    waits_for(page, TABLE_KEPT)


def age(page: Page, minutes: int) -> None:
    """Make the stored table this many minutes old."""
    page.evaluate(
        """async minutes => {
            const cache = await caches.open("kept-table");
            const one = (await cache.keys()).find(one => new URL(one.url).pathname.startsWith("/games/"));
            const found = await cache.match(one), headers = new Headers(found.headers);
            headers.set("Night-Mail-Seen", Date.now() - minutes * 60000);
            await cache.put(one, new Response(await found.text(), { headers }));
        }""",
        minutes,
    )


def test_the_last_table_is_there_without_a_network_and_says_how_old_it_is(
    context: BrowserContext, page: Page, live_server: LiveServer, game: Game
) -> None:
    seat = asked(game)
    come_in(context, live_server, holder(game, seat))
    keep(page, game)
    age(page, 20)
    context.set_offline(True)
    table(page, game)
    expect(page.locator("#kept")).to_contain_text("Seen 20 minutes ago. You are offline.")
    expect(page.locator("#board")).to_be_visible()
    seen(page, "kept-table")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.locator(".market-card.card-deck").first.click()
    expect(page.locator("#offline")).to_contain_text("Not sent.")
    page.goto("/settings", wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    assert trouble(page) == []
    seen(page, "offline")
    page.get_by_role("link", name="See the last table").click()
    expect(page.locator("#kept")).to_be_visible()
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#kept")).to_be_hidden()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert not page.evaluate(TABLE_KEPT)
    context.set_offline(True)
    table(page, game)
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    expect(page.locator("#kept")).to_be_hidden()


def test_not_sent_goes_once_the_network_is_back(
    context: BrowserContext, page: Page, live_server: LiveServer, game: Game
) -> None:
    come_in(context, live_server, holder(game, asked(game)))
    table(page, game)
    context.set_offline(True)
    page.locator(".market-card.card-deck").first.click()
    expect(page.locator("#offline")).to_contain_text("Not sent.")
    context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()


def test_an_old_table_from_the_browsers_own_cache_is_not_shown_as_current(
    context: BrowserContext, page: Page, live_server: LiveServer, game: Game
) -> None:
    """Chromium's own cache answers when one goes back, Firefox's always: the answer's date shows that it is old."""
    come_in(context, live_server, holder(game, 0))
    with time_machine.travel(timezone.now() - timedelta(hours=1)):
        keep(page, game)
    age(page, 60)
    page.goto("/settings")
    context.set_offline(True)
    page.go_back()
    expect(page.locator("#kept")).to_contain_text("Seen 1 hour ago. You are offline.")
    old = f"fetch('/games/{game.pk}', {{cache: 'force-cache'}}).then(answer => answer.ok, () => false)"
    assert page.evaluate(old) is False
    context.set_offline(False)
    assert page.evaluate(old) is True
    page.reload()
    expect(page.locator("#kept")).to_be_hidden()


def test_nobody_elses_table_stays(context: BrowserContext, page: Page, live_server: LiveServer, game: Game) -> None:
    come_in(context, live_server, holder(game, 0))
    keep(page, game)
    come_in(context, live_server, holder(game, 1))
    page.goto("/settings")
    waits_for(page, f"{TABLE_KEPT}.then(kept => !kept)")
    table(page, game)
    waits_for(page, TABLE_KEPT)
    context.clear_cookies()
    page.goto("/")
    waits_for(page, f"{TABLE_KEPT}.then(kept => !kept)")


def test_a_form_is_not_sent_without_a_network_and_keeps_what_was_typed(
    context: BrowserContext, page: Page, live_server: LiveServer, game: Game
) -> None:
    come_in(context, live_server, holder(game, 0))
    page.goto("/settings/profile")
    page.get_by_label("Name", exact=False).first.fill("Another name")
    context.set_offline(True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#not-sent")).to_contain_text("Not sent. You seem to be offline.")
    expect(page.get_by_label("Name", exact=False).first).to_have_value("Another name")
    context.set_offline(False)
    expect(page.locator("#not-sent")).to_be_hidden()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("Saved")


def test_the_page_of_notifications(context: BrowserContext, page: Page, live_server: LiveServer, game: Game) -> None:
    player = holder(game, 0)
    come_in(context, live_server, player)
    page.goto("/settings/push")
    expect(page.get_by_role("button", name="Turn them on")).to_be_visible()
    expect(page.locator("#push-unable")).to_be_hidden()
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name="Turn them on").click()
    expect(page.get_by_role("alert")).to_contain_text("Your browser blocks notifications from this site.")
    for number, label in enumerate(("Firefox on Android", "Safari on iPhone")):
        keys = SubscribedBrowser(f"https://push.example/{number}").keys
        registry.register(player=player, keys=keys, label=label, now=timezone.now())
    PushSubscription.objects.filter(label__startswith="Firefox").update(
        pushed_at=now(), failing_since=now() + timedelta(minutes=1)
    )
    page.reload()
    assert trouble(page) == []
    seen(page, "push")
    page.get_by_role("button", name="Test Firefox on Android").click()
    expect(page.get_by_role("status").first).to_contain_text("A test is on its way.")
    page.get_by_role("button", name="Remove Safari on iPhone").click()
    expect(page.get_by_role("main")).not_to_contain_text("Safari on iPhone")


def test_without_javascript_the_page_says_so(live_server: LiveServer, game: Game, context: BrowserContext) -> None:
    browser = context.browser
    assert browser is not None
    plain = browser.new_context(base_url=live_server.url, java_script_enabled=False, locale="en")
    come_in(plain, live_server, holder(game, 0))
    page = plain.new_page()
    page.goto("/settings/push")
    expect(page.locator("#push-unable")).to_contain_text("JavaScript is off")
    expect(page.get_by_role("button", name="Turn them on")).to_be_hidden()
    plain.close()


def test_a_push_is_shown_and_leads_to_its_table_alone(
    context: BrowserContext, page: Page, live_server: LiveServer, game: Game
) -> None:
    """The push is given to the worker as the browser does it; everything before is the browser's own work."""
    context.grant_permissions(["notifications"], origin=live_server.url)
    come_in(context, live_server, holder(game, 0))
    page.goto("/settings")
    waits_for(page, CONTROLLED)
    protocol = context.new_cdp_session(page)
    registered: list[str] = []
    protocol.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(one["registrationId"] for one in told["registrations"]),
    )
    protocol.send("ServiceWorker.enable")
    assert eventually(lambda: bool(registered or page.evaluate("null")))
    shown = "navigator.serviceWorker.ready.then(one => one.getNotifications())"
    path = f"/games/{game.pk}"
    for number, (url, leads_to) in enumerate(
        ((f"{live_server.url}{path}", path), ("https://evil.example/games/000000000000", "/games"))
    ):
        told = f'{{"title": "Your turn {number}", "body": "Until 23:40.", "tag": "{path}", "url": "{url}"}}'
        protocol.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": live_server.url, "registrationId": registered[-1], "data": told},
        )
        waits_for(page, f"{shown}.then(all => all.length === 1 && all[0].title === 'Your turn {number}')")
        assert page.evaluate(f"{shown}.then(all => [all[0].body, all[0].data])") == ["Until 23:40.", leads_to]
    table(page, game)
    waits_for(page, f"{shown}.then(all => all.length === 0)")
