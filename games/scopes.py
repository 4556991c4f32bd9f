"""What an access token may do, as `noun:verb`."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SCOPES: Final[dict[str, Promise]] = {
    "games:read": _("See your games and everything that you may know about them"),
    "games:play": _("Make moves in your games, resign and come back"),
    "games:create": _("Create games, invite, join, leave and start them"),
    "account:read": _("See your account and export your data"),
    "account:write": _("Change and erase your account"),
    "tokens:write": _("Make and revoke access tokens"),
    "webhooks:write": _("Have your programs called when something happens"),
    "admin:read": _("See what admins see, if you have the right"),
    "admin:rule": _("Rule, settle disputes and moderate players, if you have the right"),
}

FOR_ADMINS: Final = ("admin:read", "admin:rule")
"""Scopes that only admins can use: without their rights a token with these opens nothing."""

FOR_APPS: Final = ("games:read", "games:play", "games:create", "account:read")
"""What other people's apps may ask for: never what would let an app outlast its permission."""
