"""The common base of the admins' views: it checks rights before anything else.

Both are required: the scope in the token, and the right of its owner. These views read no seat's secrets.
"""

from typing import Final

from rest_framework.request import Request

from games.api.conditional import Conditional
from games.api.permissions import player_of
from games.people import rights

READING: Final = "view_game"
"""The right that all groups of admins have."""


class AtTheDesk(Conditional):
    """A view that reveals nothing, not even errors in a body or what exists, to anyone who is not an admin."""

    def admit(self, request: Request) -> None:
        rights.check(player_of(request), READING)


READ: Final = {"GET": "admin:read"}


RULE: Final = {"POST": "admin:rule"}


REFUSALS: Final = ("right_missing", "second_factor_not_shown", "plays_in_this_game")
