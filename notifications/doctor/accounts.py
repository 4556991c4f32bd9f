"""Whether everybody can sign in: accounts whose mailbox another account has, too."""

from collections.abc import Iterator

from games.models import Player
from notifications.doctor import Finding, fine, warning


def mailboxes() -> Iterator[Finding]:
    """Accounts from before two spellings of an address were one; the account that signed in last has the address."""
    count = Player.objects.filter(email__isnull=False, email_key=None).count()
    if not count:
        yield fine("accounts", "each has a mailbox of its own")
        return
    yield warning(
        "accounts",
        f"{count} cannot sign in by email, since another account has the same mailbox. Players in the admin lists them "
        "by “shares a mailbox”: ask them, and give them another address there",
    )
