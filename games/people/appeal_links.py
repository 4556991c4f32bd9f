"""Links to answer a sanction: they open without a sign-in, since a suspended player may answer, too.

The subject of a link says which: `m` and the number of a `Moderation`, or `r` and that of a `Ruling`.
"""

from datetime import datetime, timedelta
from typing import Final

from games import signed_links
from games.models import Moderation, Player, Ruling
from games.signed_links import LinkKind, new_kind

LASTS: Final = timedelta(days=180)
APPEAL: Final = LinkKind("appeal-page", frozenset({"appeal"}), LASTS, new_kind)
"""The right to answer one sanction, and to read what became of the answer."""


def subject_of(cause: Moderation | Ruling) -> str:
    """Return the subject of the links that answer this sanction."""
    return f"{'m' if isinstance(cause, Moderation) else 'r'}{cause.pk}"


def url(player: Player, subject: str, now: datetime) -> str:
    """Return the public address at which the player can answer the sanction."""
    return signed_links.address_of(signed_links.sign(APPEAL, player, subject, now), APPEAL)
