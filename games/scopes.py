"""What an access token may do, as `noun:verb`.

Some scopes are parts of wider ones: for programs that need no more than the part. A token with the wider scope may do
all that it could before there were parts.
"""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SCOPES: Final[dict[str, Promise]] = {
    "games:read": _("See your games and everything that you may know about them"),
    "games:play": _("Make moves in your games, talk there, resign and come back"),
    "games:create": _("Create games, invite, join, leave and start them"),
    "account:read": _("See your account and export your data"),
    "account:write": _("Change and erase your account"),
    "habits:write": _("Change your time zone, quiet hours, days off and vacations"),
    "mail:write": _("Choose which emails you get, and when"),
    "talk:write": _("Talk at your tables"),
    "tokens:write": _("Make and revoke access tokens"),
    "webhooks:write": _("Have your programs called when something happens"),
    "admin:read": _("See what admins see, if you have the right"),
    "admin:rule": _("Rule, settle disputes and moderate players, if you have the right"),
}

FOR_ADMINS: Final = ("admin:read", "admin:rule")
"""Scopes that only admins can use: without their rights a token with these opens nothing."""

FOR_APPS: Final = (
    "games:read",
    "games:play",
    "games:create",
    "account:read",
    "habits:write",
    "mail:write",
    "talk:write",
)
"""What other people's apps may ask for: never what would let an app outlast its permission."""

PART_OF: Final = {"habits:write": "account:write", "mail:write": "account:write", "talk:write": "games:play"}
"""Scopes by those that hold them."""


def held(scope: str) -> frozenset[str]:
    """Return all that a token may do whose scopes are these, with blanks between them: parts of wider ones, too."""
    scopes = scope.split()
    return frozenset(scopes) | {part for part, whole in PART_OF.items() if whole in scopes}
