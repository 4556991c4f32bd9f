"""Checks whether everybody can sign in: accounts that share a mailbox, and admins without a second factor."""

from collections.abc import Iterator
from typing import Final

from games.models import Player
from games.people import second_factors
from notifications.doctor import Finding, fine, warning

MOST_NAMED: Final = 10


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
