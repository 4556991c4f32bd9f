"""Staff's view of inbound emails, and their actions on them."""

import pytest
from django.test import Client

from games.models import Player
from notifications import monitoring
from notifications.inbox import acceptance, pipeline
from notifications.inbox.sender import keys
from notifications.models import InboundEmail
from tests.games.admins import at_the_desk
from tests.games.stories import DAY
from tests.inbox.letters import NOON, SigningKey, quoting, reply_address, signed, written
from tests.inbox.names import NameServer
from tests.inbox.replies import OWN, answers, asked, played, reply
from tests.inbox.site_stories import NEWCOMER, write
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in")]
DESK = "/admin/notifications/inboundemail/"


def staff() -> Client:
    return at_the_desk(Player.objects.create_superuser("staff@mail.example", "Staff"))


def test_they_see_what_became_of_each_and_nothing_that_it_says(
    carry: Carry, provider_key: SigningKey, names: NameServer
) -> None:
    game, mail = asked(carry)
    reply(mail, "my secret plan", provider_key)
    row, browser = InboundEmail.objects.get(), staff()
    shown = browser.get(DESK).content.decode() + browser.get(f"{DESK}{row.pk}/change/").content.decode()
    assert "refused" in shown
    assert game.pk in shown
    assert "secret plan" not in shown
    assert OWN not in shown
    assert reply_address(mail) not in shown


def test_one_that_we_misread_is_processed_again(carry: Carry, provider_key: SigningKey, names: NameServer) -> None:
    key = f"s1._domainkey.{OWN.partition('@')[2]}"
    names.texts[key], record = b"v=DKIM1; p=", names.texts[key]
    game, mail = asked(carry)
    reply(mail, "draw deck", provider_key)
    assert "Nothing has been done" in answers(carry)[0].text
    names.texts[key] = record
    keys.resolver.cache_clear()
    browser, row = staff(), InboundEmail.objects.get()
    browser.post(DESK, {"action": "again", "_selected_action": [str(row.pk)]})
    assert pipeline.process_due(now=NOON) == 1
    assert played(game) == ["draw_blind"]
    browser.post(DESK, {"action": "again", "_selected_action": [str(row.pk)]})
    assert pipeline.process_due(now=NOON) == 0


def test_of_emails_to_the_site_they_see_no_more(carry: Carry, provider_key: SigningKey, names: NameServer) -> None:
    row, browser = write("sign up Admin", provider_key), staff()
    page = "/admin/notifications/siteemail/"
    shown = browser.get(page).content.decode() + browser.get(f"{page}{row.pk}/change/").content.decode()
    assert "refused" in shown
    assert NEWCOMER not in shown
    assert row.author_hash not in shown
    browser.post(page, {"action": "again", "_selected_action": [str(row.pk)]})
    assert pipeline.process_due(now=NOON) == 1


def test_somebody_hears_of_it_when_nobody_processes_them(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    raw = signed(written(to, quoting(mail, "1")), provider_key)
    acceptance.accept(raw, [to], OWN, InboundEmail.Door.PIPE, NOON)
    assert "inbound_emails" in dict(monitoring.look(NOON + DAY / 24))
