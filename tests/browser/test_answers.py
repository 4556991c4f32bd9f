"""The site's answers to players' emails, on a phone: the result first, then the next question."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django import Settings

from games.models import Player
from notifications.inbox import acceptance, pipeline
from notifications.models import InboundEmail
from tests.browser.desk import Desk
from tests.browser.looks import seen
from tests.browser.mail_reader import readable
from tests.browser.test_emails import NARROW, PHONE, middle, newest, no_wider_than_the_screen
from tests.browser.test_from_a_mail import link
from tests.inbox.letters import reply_address, written
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

TRUSTED = "mx.night-mail.example"


@pytest.fixture
def _mail_in(settings: Settings) -> None:
    settings.MAIL_IN_ADDRESS, settings.MAIL_IN_TRUSTED = "play@night-mail.example", [TRUSTED]
    settings.EMAIL_PICTURES = True


def answered(carry: Carry, mail: Received, text: str, *, proved: bool = True) -> Received:
    """Return the site's answer to a player's email."""
    to, now = reply_address(mail), timezone.now()
    results = f"{TRUSTED}; dkim={'pass' if proved else 'none'} header.d=mail.example"
    raw = written(to, text, sender=mail.to[0], name=text[:4].strip(), headers={"Authentication-Results": results})
    acceptance.accept(raw, [to], mail.to[0], InboundEmail.Door.PIPE, now)
    assert pipeline.process_due(now=timezone.now()) == 1
    return next(one for one in carry(timezone.now()) if one.to == mail.to)


@pytest.mark.usefixtures("_mail_in")
def test_an_answer_says_first_what_became_of_it_and_then_what_is_asked(page: Page, carry: Carry) -> None:
    game = middle(carry, 60, 3)
    mail = newest(carry, game)
    doubted = answered(carry, mail, "draw deck", proved=False)
    told = {
        "question": mail,
        "doubted": doubted,
        "refused": answered(carry, mail, "clame denver"),
        "played": answered(carry, mail, "draw deck\ndraw deck"),
    }
    for name, one in told.items():
        for screen in (PHONE, NARROW):
            page.set_viewport_size(screen)
            page.set_content(readable(one))
            assert no_wider_than_the_screen(page)
        seen(page, name)
    page.set_viewport_size(PHONE)
    page.set_content(readable(told["refused"]))
    said = page.get_by_role("heading", name="Not understood").bounding_box()
    asked = page.get_by_role("heading", name="It is your turn").bounding_box()
    assert said is not None
    assert asked is not None
    assert said["y"] < asked["y"] < PHONE["height"] / 2
    page.set_content(readable(told["question"]))
    hint = page.get_by_text("Replying with its number").bounding_box()
    assert hint is not None
    assert hint["y"] > 0


@pytest.mark.usefixtures("_mail_in")
def test_a_player_says_yes_on_a_page(desk: Desk, page: Page, carry: Carry) -> None:
    doubted = answered(carry, newest(carry, middle(carry, 60, 3)), "draw deck", proved=False)
    page.set_viewport_size(PHONE)
    page.goto(link(doubted, "/emails/"))
    page.get_by_text("Take one from the deck").wait_for()
    name = Player.objects.get(email=doubted.to[0]).name
    page.get_by_text(f"If you are not {name}, or did not write it").wait_for()
    seen(page, "asked")
    page.set_viewport_size(PHONE)
    assert no_wider_than_the_screen(page)
    page.get_by_role("button", name="Yes, do it").click()
    page.get_by_text("You drew ").first.wait_for()
    seen(page, "done")
