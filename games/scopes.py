"""The scopes of access tokens, as `noun:verb`.

Some scopes are parts of wider ones, for programs that only need the part. A token with the wider scope may do
everything that it could before the parts existed.
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
"""Scopes that only admins can use; without an admin's rights they allow nothing."""

FOR_APPS: Final = (
    "games:read",
    "games:play",
    "games:create",
    "account:read",
    "habits:write",
    "mail:write",
    "talk:write",
)
"""The scopes that third-party apps may request, without any that would let an app outlast its permission."""

PART_OF: Final = {"habits:write": "account:write", "mail:write": "account:write", "talk:write": "games:play"}
"""The scopes that are parts of wider ones, each with the wider scope."""


def held(scope: str) -> frozenset[str]:
    """Return all scopes of a token with these space-separated scopes, including the parts of wider ones."""
    scopes = scope.split()
    return frozenset(scopes) | {part for part, whole in PART_OF.items() if whole in scopes}
