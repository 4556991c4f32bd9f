"""Kinds of problems with notifications on devices."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.words.problem_kind import ProblemKind

PUSH: Final = (
    ProblemKind("no_such_push_subscription", 404, _("No such push subscription")),
    ProblemKind(
        "push_is_off", 409, _("This site sends no notifications to devices"), _("Its operator has set no key for them.")
    ),
    ProblemKind(
        "push_endpoint",
        422,
        _("That is no address of a push service"),
        _("It must be https, with the name of a host on the Internet, as the browser gives it in “endpoint”."),
    ),
    ProblemKind(
        "push_keys",
        422,
        _("Those are no keys of a browser"),
        _("“p256dh” is a point of P-256, 65 bytes, and “auth” has 16 bytes; both are in base64url."),
    ),
    ProblemKind("too_many_push_subscriptions", 409, _("Too many devices"), _("You have {limit}. Remove one first.")),
)
