"""The events that a webhook can receive: kinds of notifications, entries, lines of talk, and tests."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notifications.policy.kinds import KINDS
from notifications.policy.kinds import YOUR_TURN as TURN

YOUR_TURN: Final = TURN.name
ENTRY: Final = "entry"
TALK: Final = "talk"
OFFERED: Final[dict[str, Promise]] = {
    **{kind.name: kind.title for kind in KINDS.values() if kind.stream is not None},
    ENTRY: _("every entry of a game’s log"),
    TALK: _("every line that is said at a table"),
}
"""All kinds except replies to a player's own emails, plus the events that the triggers of entries and lines write."""
TEST: Final = "test"
TITLES: Final[dict[str, Promise]] = {**OFFERED, TEST: _("test")}
AT_TABLES: Final[dict[str, Promise]] = {
    YOUR_TURN: _("whose turn it is"),
    ENTRY: _("what happens"),
    TALK: _("what is said, while spectators may read it"),
}
"""The events that a table's webhook can choose, in addition to the start and the end."""
