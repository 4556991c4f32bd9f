"""The lists of emails that can be switched off separately, and their modes, as stored in rows."""

from typing import Final

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Stream(TextChoices):
    """The streams of email, each of which can be switched off in the settings, or by a click in an email (RFC 8058)."""

    INVITATIONS = "invitations", _("invitations")
    TURNS = "turns", _("your turns")
    REMINDERS = "reminders", _("reminders")
    GAMES = "games", _("news of your games")


DIGEST: Final = "digest"
"""The list of all digests, in addition to the streams, since a digest mixes streams."""

TABLES: Final = "tables"
"""The list of emails about new tables, which only those get who have asked for them."""

LISTS: Final = {**dict(Stream.choices), DIGEST: _("digests"), TABLES: _("new tables")}
"""The lists that one click in an email can unsubscribe from."""

EMAILS: Final = {
    Stream.INVITATIONS.value: _("emails about invitations"),
    Stream.TURNS.value: _("emails about your turns"),
    Stream.REMINDERS.value: _("reminders"),
    Stream.GAMES.value: _("emails about your games"),
    DIGEST: _("digests"),
    TABLES: _("emails about new tables"),
}
"""The emails of each list, to complete "Stop ..."."""


CLUB: Final = "club-"
"""The prefix of the list of a club's announcements, before the club's id."""


def list_of_club(club_id: str) -> str:
    """Return the list of the club's announcements."""
    return f"{CLUB}{club_id}"


def is_list(name: str) -> bool:
    """Check whether one click in an email can unsubscribe from this list."""
    return name in LISTS or name.startswith(CLUB)


def describe_emails(name: str) -> Promise:
    """Return the emails of a list, to complete "Stop ..."; no club's name, which only its members may know."""
    return _("announcements of this club") if name.startswith(CLUB) else EMAILS[name]


class Mode(TextChoices):
    """How soon a player wants a stream's emails."""

    AT_ONCE = "at_once", _("at once")
    HOURLY = "hourly", _("hourly, in one email")
    DAILY = "daily", _("once a day, in one email")
    OFF = "off", _("not at all")
