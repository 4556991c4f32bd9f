"""Kinds of problems with bots: their owners', and their challengers'."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.presentation.words.chosen_text import Counted
from games.presentation.words.problem_kind import ProblemKind

BOTS: Final = (
    ProblemKind("no_such_bot", 404, _("No such bot"), _("You have none with this id.")),
    ProblemKind("too_many_bots", 409, _("Too many bots"), _("You have {most}. Retire one first.")),
    ProblemKind(
        "too_many_bots_today", 403, _("Too many new bots"), _("You can make {most} a day, retired ones included.")
    ),
    ProblemKind(
        "bots_have_owners",
        403,
        _("Bots have owners"),
        _("A player makes them, in the settings or by POST /api/v1/me/bots. They need no address."),
    ),
    ProblemKind("unknown_rulesets", 422, _("No such ruleset"), _("The server does not offer {rulesets}.")),
    ProblemKind("times_crossed", 422, _("No clock fits"), _("The shortest time, {shortest}, is above the longest.")),
    ProblemKind(
        "bots_not_allowed",
        403,
        _("No bots here"),
        _("{name} is a bot. Bots can only sit where the host has allowed them when making it (“bots”: “allowed”)."),
    ),
    ProblemKind(
        "same_hands",
        409,
        _("Two seats in one pair of hands"),
        _("{name} has the same owner as somebody here. They can only sit together before anyone else sits down."),
    ),
    ProblemKind("bot_takes_no_challenges", 403, _("The bot takes no challenges"), _("{name} takes none now.")),
    ProblemKind(
        "bot_refuses_ruleset", 409, _("The bot does not play this"), _("{name} takes challenges to {rulesets}.")
    ),
    ProblemKind(
        "bot_refuses_clock",
        409,
        _("Not the bot's clock"),
        _("{name} takes challenges with a time per move from {shortest} to {longest}."),
    ),
    ProblemKind(
        "bot_is_busy",
        409,
        _("The bot is busy"),
        Counted(
            "most",
            lambda n: ngettext(
                "{name} plays {most} game at once at most. Try again later.",
                "{name} plays {most} games at once at most. Try again later.",
                n,
            ),
        ),
    ),
    ProblemKind("no_free_seat", 409, _("Too few free seats"), _("{free} are free.")),
)
