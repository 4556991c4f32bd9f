"""No email of ours invites a reply that nobody reads: checked of every email that any test sends."""

import re
from email.utils import parseaddr
from typing import Final

from notifications import reply_addresses
from tests.notifications.post_office import Received

_INVITES: Final = re.compile(r"\brepl(?:y|ying)\b", re.IGNORECASE)
_QUOTED: Final = re.compile(r"^\s*[>|].*$|“[^”]*”|https?://\S+", re.MULTILINE)


def assert_is_read(mail: Received) -> None:
    """Check that an email that speaks of replying has an address for it, where we take emails in."""
    invited = _INVITES.search(_QUOTED.sub("", mail.text))
    if invited is not None:
        address = parseaddr(str(mail.message["Reply-To"] or ""))[1]
        assert reply_addresses.is_ours(address), f"“{invited[0]}”, but nobody reads it: {mail.text}"
