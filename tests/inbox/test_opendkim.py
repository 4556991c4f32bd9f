"""A real OpenDKIM signs emails from a real Postfix, both set up by our files: the doctor's findings, and sent
emails."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings
from time_machine import TimeMachineFixture

from notifications.doctor import Level, round_trip
from notifications.inbox.sender import headers, signatures
from notifications.outbox import delivery
from notifications.outbox.delivery import Progress
from tests.games.stories import chosen, players, started
from tests.inbox.conftest import OpenDoor
from tests.inbox.letters import NOON, SigningKey
from tests.inbox.names import NameServer
from tests.inbox.opendkim import SELECTOR, open_opendkim
from tests.inbox.postfix import Postfix, open_postfix
from tests.inbox.replies import OWN
from tests.notifications.post_office import PostOffice
from tests.patience import eventually

pytestmark = [pytest.mark.deploy, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("mail_in")]
DOMAIN = "night-mail.example"


@pytest.fixture(autouse=True)
def today(at_noon: TimeMachineFixture, names: NameServer, provider_key: SigningKey) -> None:
    """Use the real time, the only one OpenDKIM knows."""
    at_noon.move_to(time_machine.escape_hatch.datetime.datetime.now(tz=UTC))
    names.texts[f"{SELECTOR}._domainkey.{DOMAIN}"] = provider_key.record


@contextmanager
def signing_server(
    open_door: OpenDoor, post_office: PostOffice, key: SigningKey, settings: Settings, *, without: str = ""
) -> Iterator[Postfix]:
    """Yield a Postfix that sends the site's emails signed."""
    with ExitStack() as stack:
        first, second = (Path(stack.enter_context(tempfile.TemporaryDirectory(dir="/tmp"))) for _ in range(2))
        milter = stack.enter_context(open_opendkim(first, domain=DOMAIN, key=key, without=without))
        server = stack.enter_context(
            open_postfix(
                second,
                domain=DOMAIN,
                lmtp=open_door("lmtp"),
                policy=open_door("policy"),
                elsewhere=post_office.port,
                milter=milter,
            )
        )
        settings.EMAIL_PORT = server.port
        yield server


@pytest.mark.parametrize(
    ("without", "level", "words"),
    [
        ("", Level.FINE, "the signature covers List-Unsubscribe and List-Unsubscribe-Post"),
        ("SignHeaders", Level.WARNING, "the signature does not cover List-Unsubscribe-Post,"),
    ],
)
def test_the_doctor_sees_what_is_signed(
    open_door: OpenDoor,
    post_office: PostOffice,
    provider_key: SigningKey,
    settings: Settings,
    without: str,
    level: Level,
    words: str,
) -> None:
    with signing_server(open_door, post_office, provider_key, settings, without=without):
        found = [finding for finding in round_trip.there_and_back() if finding.about == "DKIM"]
    assert found[0].text == f"{DOMAIN} has signed it, and the signature holds"
    assert [finding.level for finding in found] == [Level.FINE, level]
    assert found[1].text.startswith(words)


def test_a_turn_email_leaves_signed_with_its_way_to_unsubscribe(
    open_door: OpenDoor, post_office: PostOffice, provider_key: SigningKey, settings: Settings
) -> None:
    """RFC 8058 4."""
    with signing_server(open_door, post_office, provider_key, settings):
        chosen(started(players(2)))
        while delivery.deliver_due(now=NOON) is Progress.MORE:
            pass
        assert eventually(lambda: bool(post_office.to(OWN)))
    raw = post_office.to(OWN)[0].raw
    (covered,) = signatures.signed_fields(headers.read_email(raw), timezone.now())
    assert covered >= {"from", "to", "reply-to", "subject", "list-unsubscribe", "list-unsubscribe-post"}
