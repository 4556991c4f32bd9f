"""The settings in a real browser: everything by its forms, with and without JavaScript, and without visible flaws."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from games.models import AccessToken, Application, Block, Game, Player, RefreshToken
from games.people import accounts, relations
from games.people.tokens import create_personal_token
from notifications.leases import Lease
from notifications.outbox import dead_addresses
from notifications.outbox.calls.http_post import Attempt
from notifications.outbox.webhooks import queue, registry, table_webhooks
from tests.api.people import mailed_code, player
from tests.browser.axe import trouble
from tests.browser.broken_words import broken_words
from tests.browser.engines import interface
from tests.browser.engines.everywhere import OTHERS
from tests.browser.engines.expectations import expect
from tests.browser.looks import seen
from tests.games.stories import started

PAGES = {
    "settings": "/settings",
    "profile": "/settings/profile",
    "hours": "/settings/hours",
    "friends": "/settings/friends",
    "blocked": "/settings/blocked",
    "muted": "/settings/muted",
    "bots": "/settings/bots",
    "push": "/settings/push",
    "calendar": "/settings/calendar",
    "tables": "/settings/tables",
    "links": "/settings/links",
    "tokens": "/settings/tokens",
    "new-token": "/settings/tokens/new?label=Board+viewer&scopes=games:read,account:write",
    "webhooks": "/settings/webhooks",
    "new-webhook": "/settings/webhooks/new",
    "apps": "/settings/apps",
    "own-apps": "/settings/own-apps",
    "new-app": "/settings/own-apps/new",
    "browsers": "/settings/browsers",
    "export": "/settings/export",
    "erase": "/settings/erase",
    "proof": "/settings/proof",
    "mail": "/mail/",
    "address": "/accounts/address/",
    "second-factors": "/accounts/2fa/",
    "digits": "/accounts/2fa/totp/activate/",
    "sign-out": "/accounts/logout/",
    "no-page": "/nothing/here",
}
NARROW = 360


@pytest.fixture
def ada() -> Player:
    """Return a player with some of everything."""
    now = timezone.now()
    made, bob = player("Ada", time_zone="Europe/Oslo"), player("Bob")
    habits = {"quiet_hours": {"begin": "22:30", "end": "07:00"}, "days_off": ["sat", "sun"]}
    made = accounts.change_profile(player=made, changes=habits, now=now)
    relations.add(Block, player=made, other_id=bob.pk, now=now)
    create_personal_token(
        player=made,
        label="A program that plays at night",
        scopes=["games:read", "games:play"],
        expires_at=now + timedelta(days=90),
        now=now,
    )
    url, events = "https://bot.example.org:8443/night-mail?player=ada", ["your_turn", "game_over"]
    hook, _ = registry.register(player=made, label="My bot", url=url, events=events, now=now)
    queue.settle(Lease(queue.DELIVERIES, registry.test(webhook=hook, now=now), 0), Attempt(503), now=now)
    app = Application.objects.create(
        name="Board Viewer",
        client_type=Application.CLIENT_PUBLIC,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        redirect_uris="https://app.example/back",
    )
    refresh = RefreshToken(user=made, application=app, token_checksum="0" * 64)
    refresh.access_token = AccessToken.objects.create(
        user=made, application=app, scope="games:read games:play", expires=now, token_checksum="1" * 64
    )
    refresh.save()
    game = started([made, player("Cora")], now=now)
    chat, told = "https://chat.example.org/api/webhooks/1/secret", ["your_turn", "entry"]
    table_webhooks.attach(host=made, game_id=game.pk, form="discord", url=chat, events=told, mentions={}, now=now)
    return made


def come_in(page: interface.Page) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Email address").fill("ada@example.org")
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_label("Code")).to_be_visible()
    seen(page, "code")
    page.get_by_label("Code").fill(mailed_code("ada@example.org"))
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("contentinfo")).to_contain_text("Signed in as Ada")


@pytest.mark.usefixtures("ada")
def test_nothing_is_amiss_on_any_page(page: Page) -> None:
    come_in(page)
    for name, path in {**PAGES, "chats": f"/games/{Game.objects.get().pk}/webhooks"}.items():
        page.goto(path)
        assert trouble(page) == [], name
        page.set_viewport_size({"width": NARROW, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW, name
        assert broken_words(page, {"width": NARROW, "height": 740}) == [], name
        short = "[...document.querySelectorAll('main button, main select, main input:not([type=hidden])')]"
        assert page.evaluate(f"{short}.every(one => !one.getClientRects().length || one.offsetHeight >= 24)"), name
        seen(page, name)


@pytest.mark.usefixtures("ada")
def test_the_address_of_a_calendar_is_shown_once(page: Page) -> None:
    come_in(page)
    page.goto("/settings/calendar")
    page.get_by_role("button", name="Make an address").click()
    shown = page.get_by_label("Address of your calendar")
    expect(shown).to_have_value(re.compile(r"/calendar/[0-9a-z]{32}\.ics$"))
    expect(page.get_by_role("link", name="Open in my calendar")).to_have_attribute("href", re.compile("^webcal:"))
    assert trouble(page) == []
    seen(page, "calendar-made")
    page.reload()
    expect(shown).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text("Your calendar has had an address since")
    assert trouble(page) == []
    seen(page, "calendar-again")


@pytest.mark.parametrize("code", ["550 5.1.1", dead_addresses.COMPLAINT])
def test_anyone_whose_mailbox_is_dead_is_told_at_once_and_can_mend_it(page: Page, ada: Player, code: str) -> None:
    dead_addresses.mark(ada, code, timezone.now())
    come_in(page)
    for path in ("/mail/", "/settings", "/games"):
        page.goto(path)
        expect(page.get_by_role("alert")).to_contain_text("You get no emails from us.")
        assert trouble(page) == [], path
        seen(page, f"dead-{code[:4]}-{path.strip('/')}")
    page.get_by_role("link", name="Change your address").click()
    expect(page).to_have_url(re.compile("/accounts/address/$"))
    page.go_back()
    page.get_by_role("alert").get_by_role("button").click()
    expect(page.get_by_role("status")).to_contain_text("We send emails to ada@example.org again.")
    assert not page.get_by_role("alert").count()
    seen(page, "dead-no-more")


@pytest.mark.parametrize(
    ("engine", "scripts"),
    [(None, True), (None, False), *(pytest.param(other, True, marks=pytest.mark.engines) for other in OTHERS.values())],
    indirect=["engine"],
)
def test_a_player_sets_everything(
    engine: interface.Engine, live_server: LiveServer, ada: Player, scripts: bool
) -> None:
    with engine.window(live_server.url, scripts=scripts) as context:
        page = context.new_page()
        come_in(page)
        page.get_by_role("link", name="Settings").click()
        for step in (set_the_name, set_the_hours, end_what_others_have, make_a_token, register_an_app, erase):
            step(page)
    assert Player.objects.get(pk=ada.pk).erased_at is not None


def set_the_name(page: interface.Page) -> None:
    page.get_by_role("link", name="Name and language").click()
    page.get_by_label("Name").fill("Night Mail")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("reserved")
    seen(page, "profile-refused")
    page.get_by_label("Name").fill("Ada L.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")


def set_the_hours(page: interface.Page) -> None:
    page.get_by_role("link", name="‹ Settings").click()
    page.get_by_role("link", name="When your clock rests").click()
    page.get_by_label("Time zone").fill("tokyo")
    page.get_by_label("Friday").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    first = timezone.now() + timedelta(days=10)
    page.get_by_label("First day away").fill(f"{first:%Y-%m-%d}")
    page.get_by_label("Last day away").fill(f"{first + timedelta(days=400):%Y-%m-%d}")
    page.get_by_role("button", name="Take a vacation").click()
    expect(page.get_by_role("alert")).to_be_visible()
    seen(page, "vacation-refused")
    page.get_by_label("Last day away").fill(f"{first + timedelta(days=4):%Y-%m-%d}")
    page.get_by_role("button", name="Take a vacation").click()
    expect(page.get_by_role("status")).to_contain_text("Have a good time!")
    seen(page, "vacation")
    page.get_by_role("button", name="Give it up").click()
    expect(page.get_by_role("status")).to_contain_text("not taking that vacation")


def end_what_others_have(page: interface.Page) -> None:
    page.goto("/settings/blocked")
    page.get_by_role("button", name="Unblock Bob").click()
    expect(page.get_by_role("main")).to_contain_text("You have blocked nobody")
    page.goto("/settings/links")
    page.get_by_role("button", name="End all links in my emails").click()
    expect(page.get_by_role("status")).to_contain_text("All links are ended.")
    page.goto("/settings/apps")
    page.get_by_role("button", name="Show it out Board Viewer").click()
    expect(page.get_by_role("main")).to_contain_text("No app may act for you.")


def make_a_token(page: interface.Page) -> None:
    page.goto("/settings/tokens")
    page.get_by_role("link", name="Make a token").click()
    page.get_by_label("What is it for?").fill("My bot")
    page.get_by_role("button", name="Make the token").click()
    expect(page.get_by_role("alert")).to_contain_text("Tick at least one.")
    page.get_by_label("Make moves in your games").check()
    page.get_by_role("button", name="Make the token").click()
    expect(page.get_by_label("My bot")).to_have_value(re.compile("^nm_"))
    seen(page, "made-token")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Access tokens")
    page.get_by_role("button", name="End it My bot").click()
    expect(page.get_by_role("status")).to_contain_text("opens nothing any more")


def register_an_app(page: interface.Page) -> None:
    page.goto("/settings/own-apps")
    page.get_by_role("link", name="Register an app").click()
    page.get_by_label("What is it called?").fill("Board viewer")
    page.get_by_label("Where are players led back?").fill("javascript:alert(1)")
    page.get_by_role("button", name="Register the app").click()
    expect(page.get_by_role("alert").first).to_contain_text("Another app has this name")
    seen(page, "app-refused")
    page.get_by_label("What is it called?").fill("Timetables")
    page.get_by_label("Where are players led back?").fill("https://timetables.example/back")
    page.get_by_label("On a server of mine").check()
    page.get_by_role("button", name="Register the app").click()
    expect(page.get_by_label("client_secret")).to_have_value(re.compile("^[A-Za-z0-9]{100,}$"))
    seen(page, "app-secret")
    page.get_by_role("link", name="I have it").click()
    page.get_by_label("Where are players led back?").fill("https://timetables.example/\nhttp://127.0.0.1/back")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("alert")).to_contain_text("That is not its name.")
    seen(page, "own-app")
    page.get_by_label("To delete it, type its name.").fill("timetables")
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("status")).to_contain_text("The app is deleted.")


def erase(page: interface.Page) -> None:
    page.goto("/settings/erase")
    page.get_by_label("Type your name").fill("Ada")
    page.get_by_role("button", name="Send me the code").click()
    expect(page.get_by_role("alert")).to_contain_text("Type Ada L.")
    page.get_by_label("Type your name").fill("ada l.")
    page.get_by_role("button", name="Send me the code").click()
    expect(page.get_by_role("button", name="Erase it for good")).to_be_visible()
    seen(page, "erase-code")
    page.get_by_label("Code").fill(mailed_code("ada@example.org"))
    page.get_by_role("button", name="Erase it for good").dblclick()
    expect(page.get_by_role("main")).to_contain_text("Farewell!")
    seen(page, "erased")
