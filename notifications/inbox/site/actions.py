"""Execution of orders to the site, one after another; the first that fails ends the email, and is explained."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine.errors import EngineError
from games import rulesets
from games.errors import Refused
from games.presentation import words
from games.presentation.words.lengths import length
from notifications.inbox.reply import MOST_NAMED, not_done_either, refused, short
from notifications.inbox.site import parser, tables
from notifications.inbox.site.handlers import FOR_ANYONE, HANDLERS, CannotDo
from notifications.inbox.site.orders import (
    AtTable,
    Help,
    MakeTable,
    SendMail,
    ShowGames,
    ShowSettings,
    ShowTables,
    SignUp,
    SiteOrder,
    SiteOrders,
    StopMail,
    Unread,
)
from notifications.inbox.site.writer import SiteAnswer, Writer

NAMES: Final[Mapping[type, str]] = {
    Help: "help",
    SignUp: "sign up",
    ShowGames: "games",
    ShowTables: "open tables",
    ShowSettings: "settings",
    StopMail: "stop all mail",
    SendMail: "send mail again",
}
"""Names of orders that contain no typed text."""


def read(lines: Sequence[str]) -> SiteOrders:
    """Return the lines' orders, given the games available on this site."""
    offered: Mapping[str, engine.Ruleset] = rulesets.offered()
    return parser.read(lines, offered, {game: words.title(game) for game in offered})


def act(writer: Writer, orders: SiteOrders) -> SiteAnswer:
    """Carry out the orders as far as possible, and return the answer. The writer's language must be active."""
    answer = SiteAnswer()
    failed = next((index for index, order in enumerate(orders.orders) if not _do_order(writer, order, answer)), None)
    if failed is not None:
        _say_undone(orders.undone_from(failed), answer)
    elif orders.unread is not None:
        _explain(orders.unread, answer)
        answer.say(_("Nothing from there on was done.") if orders.orders else _("Nothing was done."))
        _say_undone(orders.meant_below, answer)
    elif not orders.orders:
        answer.say(_("I found no order in your email."))
        answer.hint("help")
    ordered = {order.line.lower() for order in orders.orders}
    answer.hints = [line for line in answer.hints if line not in ordered]
    return answer


def _say_undone(lines: Sequence[str], answer: SiteAnswer) -> None:
    """List the lines that were not carried out because an earlier one failed."""
    if lines:
        answer.say(not_done_either(lines))


def _do_order(writer: Writer, order: SiteOrder, answer: SiteAnswer) -> bool:
    """Carry out one order completely, or explain the refusal and leave everything unchanged."""
    if writer.player is None and not isinstance(order, FOR_ANYONE):
        answer.say(_say_not_done(order, _("Sign up first, with a line such as “sign up Ada”.")))
        return False
    try:
        with transaction.atomic():
            HANDLERS[type(order)](writer, order, answer)
    except (EngineError, Refused) as refusal:
        answer.say(refused(order.line, refusal))
        answer.hint(*_suggest_instead(order, refusal))
    except CannotDo as cannot:
        answer.say(_say_not_done(order, str(cannot)))
    else:
        return True
    answer.hint("help")
    return False


def _suggest_instead(order: SiteOrder, refusal: EngineError | Refused) -> Sequence[str]:
    """Return what the writer could send instead of a refused order."""
    if isinstance(order, AtTable) and refusal.code == "too_few_players":
        return [" ".join(filter(None, (order.kind, order.table, "with stand-ins")))]
    return ["sign up Ada"] if isinstance(order, SignUp) else []


def _say_not_done(order: SiteOrder, why: str) -> str:
    return _("Not done: %(line)s. %(why)s") % {"line": short(order.line), "why": why}


def _explain(unread: Unread, answer: SiteAnswer) -> None:
    answer.say(_("Not understood: %(line)s.") % {"line": short(unread.line)})
    answer.say(_explain_why(unread))
    if unread.suggestions:
        answer.say(_("Did you mean: %(orders)s?") % {"orders": "; ".join(unread.suggestions)})
    answer.hint("help")


def _explain_why(unread: Unread) -> str:
    games = ", ".join(map(tables.typed_name, rulesets.offered()))
    reasons = {
        "which_name": _("Say under which name, such as “sign up Ada”."),
        "which_table": _("Name the table by its number in the email that you answer, or by its id."),
        "which_game": _("Say what is to be played: %(games)s.") % {"games": games},
        "which_part": _("I do not know what this means there: %(part)s.") % {"part": unread.about},
        "how_many_seats": _("Say for how many, such as “4 seats”."),
        "too_many_guests": _("At most %(most)d people can be invited so.") % {"most": tables.MOST_GUESTS},
        "too_many_orders": _("An email can have at most %(most)d orders.") % {"most": parser.MOST_ORDERS},
    }
    return reasons.get(unread.reason, _("That is no order that I know."))


def describe_orders(orders: SiteOrders) -> list[str]:
    """Return descriptions of the orders, in our own words only, without carrying them out."""
    return [_describe_order(order) for order in orders.orders[:MOST_NAMED]]


def _describe_order(order: SiteOrder) -> str:
    if isinstance(order, AtTable):
        return f"{order.kind} {order.table}".strip()
    if isinstance(order, MakeTable):
        parts = [
            _("new %(game)s") % {"game": tables.typed_name(order.ruleset)},
            _("%(n)d seats") % {"n": order.seats or 0},
        ]
        guests = [_("%(n)d invited") % {"n": len(order.guests)}] if order.guests else []
        return ", ".join([*parts, *([length(order.terms.time_per_move)] if order.terms else []), *guests])
    return NAMES[type(order)]
