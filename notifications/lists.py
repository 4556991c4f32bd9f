"""The streams of email that can be stopped one by one, and how soon each comes: what rows store of them."""

from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Stream(TextChoices):
    """The streams of email, each of which can be switched off: by preference, or by a click in an email (RFC 8058)."""

    INVITATIONS = "invitations", _("invitations")
    TURNS = "turns", _("your turns")
    REMINDERS = "reminders", _("reminders")
    GAMES = "games", _("news of your games")


DIGEST: Final = "digest"
"""The list of all digests, beside the streams: what comes in them is of any stream."""

LISTS: Final = {**dict(Stream.choices), DIGEST: _("digests")}
"""What can be left by one click in an email."""

EMAILS: Final = {
    Stream.INVITATIONS.value: _("emails about invitations"),
    Stream.TURNS.value: _("emails about your turns"),
    Stream.REMINDERS.value: _("reminders"),
    Stream.GAMES.value: _("emails about your games"),
    DIGEST: _("digests"),
}
"""The emails of each list, as in "Stop ..."."""


class Mode(TextChoices):
    """How soon a player wants to hear of a stream."""

    AT_ONCE = "at_once", _("at once")
    HOURLY = "hourly", _("hourly, in one email")
    DAILY = "daily", _("once a day, in one email")
    OFF = "off", _("not at all")
