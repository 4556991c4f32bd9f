"""Invitations that are answered at the site, and the addresses for that, each of which says which one it is about.

An address has the form `play+<kind><id><terms>x<mac>@host`: it is stored nowhere, and a keyed hash proves that we wrote
it. So a “yes” answers what its email asked, however many other invitations wait. At the site's own address, which says
nothing of the kind, a bare “yes” is asked about.
"""

import base64
import hashlib
import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, Self, cast

from django.conf import settings

from games.ids import ID_PATTERN
from notifications.letters import addresses
from notifications.reply_addresses import token_in

Kind = Literal["table", "cup", "league", "club"]

PURPOSE: Final = "answer to an invitation"
TERMS_LENGTH: Final = 4
MAC_LENGTH: Final = 12
"""60 bits, and with the rest the 30 characters that MAIL_IN_ADDRESS leaves."""
CODES: Final[dict[Kind, str]] = {"table": "t", "cup": "c", "league": "l", "club": "k"}
_KINDS: Final = {code: kind for kind, code in CODES.items()}
_TOKEN: Final = re.compile(
    rf"([{''.join(_KINDS)}])({ID_PATTERN})([a-z2-7]{{{TERMS_LENGTH}}})x([a-z2-7]{{{MAC_LENGTH}}})"
)


class SiteQuestion(NamedTuple):
    """An invitation: to what, the id of that, and a hash of what else was offered, such as whose place."""

    kind: Kind
    key: str
    terms: str

    @classmethod
    def about(cls, kind: Kind, key: str, terms: str = "") -> Self:
        """Return the invitation to this, on these terms, whatever they are."""
        digest = hashlib.sha256(terms.encode()).digest()
        return cls(kind, key, base64.b32encode(digest).decode().lower()[:TERMS_LENGTH])

    @classmethod
    def from_context(cls, asks: Sequence[str]) -> Self:
        """Return the invitation that the context of an account's email names: its kind, its id and its terms."""
        kind, key, *terms = asks
        return cls.about(cast("Kind", kind), key, *terms)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the invitation that a column's text names; None for an empty text."""
        kind, _space, rest = text.partition(" ")
        key, _space, terms = rest.partition(" ")
        return cls(kind, key, terms) if kind in CODES else None

    def __str__(self) -> str:
        return f"{self.kind} {self.key} {self.terms}"


def address_of(question: SiteQuestion) -> str:
    """Return the address at which a yes or no answers this invitation."""
    local, _, host = settings.MAIL_IN_ADDRESS.partition("@")
    return f"{local}+{CODES[question.kind]}{question.key}{question.terms}x{_compute_macs(question)[0]}@{host}"


def find(address: str) -> SiteQuestion | None:
    """Return the invitation that an address is about; None for any other address."""
    match = _TOKEN.fullmatch(token_in(address) or "")
    if match is None:
        return None
    question = SiteQuestion(_KINDS[match[1]], match[2], match[3])
    return question if match[4] in _compute_macs(question) else None


def _compute_macs(question: SiteQuestion) -> list[str]:
    """Return a hash with each of our keys, the current key's first."""
    return [mac[:MAC_LENGTH] for mac in addresses.short_macs(PURPOSE, str(question))]
