"""Signing up in a browser, on a phone, with every button pressed twice."""

from games.models import MailedCode, Player
from tests.api.people import mailed_code, mailed_link, player
from tests.browser.engines.everywhere import in_every_engine
from tests.browser.engines.expectations import expect
from tests.browser.engines.interface import Page


@in_every_engine
def test_somebody_signs_up_with_two_clicks_where_one_would_do(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    page.get_by_label("Name that others see").fill("Ada")
    page.get_by_label("Email address").fill("ada@example.org")
    page.get_by_label("Time zone").select_option("Europe/Oslo")
    page.get_by_role("button", name="Send me a code").dblclick()
    page.get_by_label("Code").fill("XXXX-XXXX")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("alert")).to_contain_text("That code is wrong")
    page.get_by_label("Code").fill(mailed_code("ada@example.org").lower())
    page.get_by_role("button", name="Go on").dblclick()

    expect(page.get_by_role("contentinfo")).to_contain_text("Signed in as Ada")
    assert MailedCode.objects.count() == 1
    assert Player.objects.get().time_zone == "Europe/Oslo"


@in_every_engine
def test_the_link_in_an_email_opens_the_door_however_often_its_button_is_pressed(page: Page) -> None:
    player("Ada")
    page.goto("/accounts/login/")
    page.get_by_label("Email address").fill("ada@example.org")
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.goto(mailed_link("ada@example.org"))
    page.get_by_role("button", name="Sign in").dblclick()
    expect(page.get_by_role("contentinfo")).to_contain_text("Signed in as Ada")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("navigation").get_by_role("link", name="Sign in")).to_be_visible()
