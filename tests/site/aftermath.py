"""The state of the email queue that a killed worker may leave behind."""

from collections.abc import Collection

from django.db.models import QuerySet

from notifications.letters.addresses import message_id
from notifications.models import Mail


def every_mail_is_accounted_for(received: Collection[str]) -> None:
    """Check that every email marked sent was received, and that others received were in a dead worker's hand.

    `received`: Message-IDs. Such an email was tried again, when nothing in it was news any more.
    """
    sent = _message_ids(Mail.objects.filter(state=Mail.State.SENT))
    overtaken = _message_ids(Mail.objects.filter(state=Mail.State.DROPPED, attempts__gt=1))
    assert sent
    assert sent <= set(received)
    assert set(received) - sent <= overtaken


def _message_ids(mails: QuerySet[Mail]) -> set[str]:
    return {message_id(token) for token in mails.values_list("token", flat=True)}
