"""Checks whether everybody can sign in: accounts that share a mailbox, and admins without a second factor."""

from collections.abc import Iterator
from typing import Final

from django.conf import settings

from games.models import Player
from games.people import admission, second_factors
from notifications.doctor import Finding, fine, warning

MOST_NAMED: Final = 10
OWED: Final = ("OPERATOR_CONTACT", "PRIVACY_NOTICE", "TERMS_OF_USE")
"""Settings of what a site owes if anybody may sign up."""


def mailboxes() -> Iterator[Finding]:
    """Look for accounts that share a mailbox: only the one that signed in last has the address."""
    count = Player.objects.filter(email__isnull=False, email_key=None).count()
    if not count:
        yield fine("accounts", "each has a mailbox of its own")
        return
    yield warning(
        "accounts",
        f"{count} cannot sign in by email, since another account has the same mailbox. Players in the admin lists them "
        "by “shares a mailbox”: ask them, and give them another address there",
    )


def owed() -> Iterator[Finding]:
    """Check whether a site where anybody may sign up says who runs it, and on which terms."""
    missing = [name for name in OWED if not getattr(settings, name)]
    if settings.SIGN_UP != admission.OPEN or not missing:
        yield fine("operator", "players see what this site owes them")
        return
    yield warning(
        "operator",
        f"anybody may sign up, and {', '.join(missing)} is not set: players should know who runs the site, and on "
        "which terms. docs/privacy.md and docs/terms.md are templates",
    )


def admins() -> Iterator[Finding]:
    """Look for admins who can sign in only by an emailed code: the admin pages stay closed to them."""
    without = [player.name for player in second_factors.admins_without()[:MOST_NAMED]]
    if not without:
        yield fine("admins", "each has a passkey or an app")
        return
    yield warning(
        "admins",
        f"the desk is closed to those without passkey and app, {', '.join(without)}: run "
        "night-mail admin NAME for each of them, and pass the link on",
    )
