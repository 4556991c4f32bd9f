"""Emails about accounts that are news and not needed: they follow the switches of the streams, too."""

from collections.abc import Mapping
from typing import Final

from games.models import Player
from notifications.lists import Mode, Stream
from notifications.policy import preferences

STREAMS: Final[Mapping[str, Stream]] = {
    "account/email/called_up": Stream.INVITATIONS,
    "account/email/competition_begins_later": Stream.GAMES,
    "account/email/competition_ended": Stream.GAMES,
    "account/email/competition_ends_later": Stream.GAMES,
    "account/email/competition_message": Stream.GAMES,
    "account/email/correction_outdated": Stream.GAMES,
    "account/email/hosts_competition": Stream.GAMES,
    "account/email/removed_from_competition": Stream.GAMES,
    "account/email/result_corrected": Stream.GAMES,
}
"""The stream of each such email, by its template."""


def is_wanted(player: Player | None, template: str) -> bool:
    """Check whether the player wants this email; those of no stream are sent to everyone."""
    stream = STREAMS.get(template)
    return player is None or stream is None or preferences.of_player(player)[stream] != Mode.OFF
