"""What every view of the admins' desk has in common: rights are checked before anything else.

A token needs the scope, its owner the right, and neither is enough. What is read here is no secret of any seat.
"""

from typing import Final

from rest_framework.request import Request

from games.api.conditional import Conditional
from games.api.permissions import player_of
from games.people import rights

READING: Final = "view_game"
"""The right that every group at the desk has."""


class AtTheDesk(Conditional):
    """A view that says nothing about a body, or about what exists, to anyone who has no business here."""

    def admit(self, request: Request) -> None:
        rights.check(player_of(request), READING)


READ: Final = {"GET": "admin:read"}


RULE: Final = {"POST": "admin:rule"}


REFUSALS: Final = ("right_missing", "second_factor_not_shown", "plays_in_this_game")
