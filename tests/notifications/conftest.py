"""A mail server, and a fixture that delivers emails on demand."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest
from pytest_django import Settings

from tests.notifications.post_office import PostOffice, Received, open_post_office

Carry = Callable[[datetime], list[Received]]


@pytest.fixture
def post_office(settings: Settings) -> Iterator[PostOffice]:
    """A real SMTP server that the site sends to."""
    with open_post_office() as office:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
        settings.DEFAULT_FROM_EMAIL = "Night Mail <post@night-mail.example>"
        yield office


@pytest.fixture
def carry(post_office: PostOffice, settings: Settings) -> Carry:
    """Yield a function that sends everything due at an instant and returns the emails, compared with Django's
    version."""
    # Pytest may import this file before Django is set up.
    from notifications.outbox import delivery
    from notifications.outbox.delivery import Progress
    from tests.notifications.answerable import assert_is_read
    from tests.notifications.by_django import assert_as_django_writes
    from tests.notifications.mail_programs import assert_loses_nothing
    from tests.notifications.unstyled import assert_reads_unstyled

    def go(now: datetime) -> list[Received]:
        before = len(post_office.received)
        while delivery.deliver_due(now=now) is Progress.MORE:
            pass
        for mail in post_office.received[before:]:
            assert_as_django_writes(mail.raw)
            assert_reads_unstyled(mail)
            assert_loses_nothing(mail)
            assert_is_read(mail)
            assert None in (mail.message["Reply-To"], mail.message["List-Id"]), "programs warn of replies to a list"
            is_of_game = "<game." in str(mail.message["References"])
            assert not (is_of_game and settings.MAIL_IN_ADDRESS) or mail.message["Reply-To"], "answers would be lost"
        return post_office.received[before:]

    return go
