"""Kinds of problems with webhooks."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.words.problem_kind import ProblemKind

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
    ProblemKind(
        "ntfy_topic",
        422,
        _("That is no topic of ntfy’s"),
        _("Its address ends with a topic: letters, digits, _ and -."),
    ),
    ProblemKind(
        "wrong_mention",
        422,
        _("Nobody can be mentioned so"),
        _("“{mention}” must be of somebody at the table: in Discord a user’s number, in ntfy a tag."),
    ),
    ProblemKind(
        "table_wants_none",
        409,
        _("A player has switched it off"),
        _("Only that player can switch it on again; until then this table gets no other."),
    ),
    ProblemKind(
        "not_yours_to_switch_on",
        403,
        _("Someone else has switched it off"),
        _("Whoever has done so can switch it on again, or the host if nobody else has."),
    ),
    ProblemKind("app_has_webhook", 409, _("The app has a webhook already"), _("Change that one, or delete it first.")),
    ProblemKind("app_without_owner", 409, _("The app has no owner"), _("Its webhook would be nobody’s to answer for.")),
    ProblemKind("invalid_client", 401, _("Wrong id or secret of an app"), _("Send them as HTTP Basic authentication.")),
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
