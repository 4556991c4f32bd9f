"""Passkeys with Chromium's simulated device (WebAuthn's virtual authenticator): added, used, renamed, removed."""

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import CDPSession, ConsoleMessage, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from games.models import Player
from tests.api.people import mailed_code, newest_mail, player
from tests.browser.axe import trouble
from tests.browser.looks import seen


class Device:
    """A device that asks for a finger and stores the keys. `willing`: whether its owner is present."""

    def __init__(self, page: Page) -> None:
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.cdp.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        made = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, "isUserVerified": True}})
        self.id = made["authenticatorId"]

    def willing(self, is_so: bool) -> None:
        self.cdp.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": is_so})

    def keys(self) -> list[Any]:
        return list(self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"])


@pytest.fixture
def _here(settings: Settings, live_server: LiveServer) -> None:
    """Use the test server's address, to which passkeys are bound."""
    settings.PUBLIC_URL = live_server.url


@pytest.fixture
def wrong(page: Page) -> list[str]:
    """Return script errors and policy violations of the pages. No stream runs here for pages that listen to one."""
    told: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.location["url"].endswith("/stream"):
            told.append(message.text)

    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("console", hear)
    return told


def looked_at(page: Page, name: str) -> None:
    """Check the open page at every size, in light and dark."""
    assert trouble(page) == []
    for size in ({"width": 360, "height": 740}, {"width": 390, "height": 844}, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], name
    seen(page, name)


def come_in(page: Page, address: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Email address").fill(address)
    page.get_by_role("button", name="Send me a code").click()
    page.get_by_label("Code").wait_for()
    page.get_by_label("Code").fill(mailed_code(address))
    page.get_by_role("button", name="Go on").click()


def add(page: Page, name: str) -> list[str]:
    """Add a passkey; return the recovery codes shown with the first one."""
    page.goto("/accounts/2fa/")
    page.get_by_role("link", name=re.compile("Add (a|another) passkey")).click()
    page.get_by_label("What do you call it?").fill(name)
    page.get_by_role("button", name="Add it").dblclick()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Add a passkey")
    return page.locator(".codes code").all_inner_texts()


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("navigation").get_by_role("link", name="Sign in")).to_be_visible()


@pytest.mark.usefixtures("_here")
def test_a_passkey_from_its_beginning_to_its_end(page: Page, wrong: list[str]) -> None:
    ada, device = player("Ada"), Device(page)
    come_in(page, "ada@example.org")

    codes = add(page, "Phone")
    assert len(codes) == 10
    assert newest_mail("ada@example.org").template == "mfa/email/webauthn_added"
    looked_at(page, "recovery-codes")
    assert len(device.keys()) == Authenticator.objects.filter(user=ada, type="webauthn").count() == 1
    page.goto("/accounts/2fa/webauthn/add/")
    looked_at(page, "passkey-add")
    page.get_by_role("button", name="Add it").click()
    # The same device keeps only one.
    expect(page.get_by_role("alert")).to_contain_text("That did not work")

    sign_out(page)
    page.goto("/accounts/login/?next=/settings/hours")
    looked_at(page, "sign-in")
    page.get_by_role("button", name="Sign in with a passkey").dblclick()
    expect(page.get_by_role("heading", level=1)).to_have_text("When your clock rests")

    page.goto("/accounts/2fa/")
    looked_at(page, "passkeys")
    page.get_by_role("link", name="Rename Phone").click()
    looked_at(page, "passkey-rename")
    page.get_by_label("Name").fill("Old phone")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Remove Old phone").click()
    looked_at(page, "passkey-remove")
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("link", name="Add a passkey")).to_be_visible()
    assert not Authenticator.objects.exists(), "the recovery codes go with the last one"
    assert wrong == []


@pytest.mark.usefixtures("_here")
def test_an_emailed_code_is_not_enough_then_and_nobody_is_locked_out(page: Page, wrong: list[str]) -> None:
    player("Ada")
    device = Device(page)
    come_in(page, "ada@example.org")
    codes = add(page, "Phone")
    sign_out(page)

    come_in(page, "ada@example.org")
    expect(page.get_by_role("heading", level=1)).to_have_text("One more step")
    looked_at(page, "one-more-step")
    page.goto("/settings")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")

    come_in(page, "ada@example.org")
    device.willing(False)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("That did not work")
    page.get_by_label("Or type a code").fill("00000000")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert").last).to_contain_text("Incorrect code")
    page.get_by_label("Or type a code").fill(codes[0])
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("contentinfo")).to_contain_text("Signed in as Ada")

    sign_out(page)
    come_in(page, "ada@example.org")
    page.get_by_label("Or type a code").fill(codes[0])
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert").last).to_contain_text("Incorrect code")
    device.willing(True)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("contentinfo")).to_contain_text("Signed in as Ada")
    assert wrong == []


@pytest.mark.usefixtures("_here")
def test_a_browser_left_open_is_asked_for_the_passkey_and_not_for_a_code(page: Page, wrong: list[str]) -> None:
    ada = player("Ada")
    Device(page)
    come_in(page, "ada@example.org")
    add(page, "Phone")
    _let_time_pass(page, ada)

    page.goto("/settings/tokens/new?name=Bot&scopes=games:read")
    expect(page.get_by_role("heading", level=1)).to_have_text("Is it you?")
    looked_at(page, "is-it-you-passkey")
    page.goto("/settings/proof?next=/settings/tokens/new")
    expect(page.get_by_role("button", name="Send me a code")).to_have_count(0)
    page.goto("/settings/tokens/new?name=Bot&scopes=games:read")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_label("What is it for?")).to_have_value("Bot")
    expect(page.get_by_label("See your games and everything that you may know about them")).to_be_checked()
    assert wrong == []


def _let_time_pass(page: Page, who: Player) -> None:
    """Make the sign-in an hour old."""
    from django.conf import settings

    from games.people.sessions import SessionStore

    key = next(one["value"] for one in page.context.cookies() if one["name"] == settings.SESSION_COOKIE_NAME)
    session = SessionStore(key)
    assert session["_auth_user_id"] == who.pk
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()
