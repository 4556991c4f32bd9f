"""Kinds of problems with webhooks."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.words.problem_kind import ProblemKind

WEBHOOKS: Final = (
    ProblemKind("no_such_webhook", 404, _("No such webhook")),
    ProblemKind("no_such_delivery", 404, _("No such delivery"), _("Deliveries are listed for 14 days.")),
    ProblemKind(
        "webhook_address",
        422,
        _("No webhook can have this address"),
        _("It must be https, with the name of a host on the Internet, and no user, password or fragment."),
    ),
    ProblemKind("too_many_webhooks", 409, _("Too many webhooks"), _("You have {limit}. Delete one first.")),
    ProblemKind("webhook_is_off", 409, _("The webhook is off"), _("Switch it on first.")),
    ProblemKind(
        "delivery_dropped", 409, _("It was dropped"), _("It was no longer true when it was to be posted, or not yours.")
    ),
    ProblemKind(
        "too_many_deliveries",
        409,
        _("Too many deliveries are waiting"),
        _("You have asked for {limit} that have not been made yet."),
    ),
)
