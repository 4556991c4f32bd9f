"""Doing what an email orders of the site, one order after the other; what cannot be done ends it, and is explained."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine.errors import EngineError
from games import rulesets, words
from games.errors import Refused
from games.words.lengths import length
from notifications.inbox.reply import MOST_NAMED, not_done_either, refused, short
from notifications.inbox.site import reading, tables
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
"""Orders without anything that somebody has typed."""


def read(lines: Sequence[str]) -> SiteOrders:
    """What the lines order, among the games that can be begun here."""
    offered: Mapping[str, engine.Ruleset] = rulesets.offered()
    return reading.read(lines, offered, {game: words.title(game) for game in offered})


def act(writer: Writer, found: SiteOrders) -> SiteAnswer:
    """Does it, as far as it can be done. The language must be the writer's."""
    told = SiteAnswer()
    failed = next((place for place, order in enumerate(found.orders) if not _done(writer, order, told)), None)
    if failed is not None:
        _say_undone(found.undone_from(failed), told)
    elif found.unread is not None:
        _explain(found.unread, told)
        told.say(_("Nothing from there on was done.") if found.orders else _("Nothing was done."))
        _say_undone(found.left, told)
    elif not found.orders:
        told.say(_("I found no order in your email."))
        told.hint("help")
    ordered = {order.line.lower() for order in found.orders}
    told.hints = [line for line in told.hints if line not in ordered]
    return told


def _say_undone(lines: Sequence[str], told: SiteAnswer) -> None:
    """Names the lines below one that stopped them."""
    if lines:
        told.say(not_done_either(lines))


def _done(writer: Writer, order: SiteOrder, told: SiteAnswer) -> bool:
    """Does one order, or says why not, and nothing of it is done."""
    if writer.player is None and not isinstance(order, FOR_ANYONE):
        told.say(_not_done(order, _("Sign up first, with a line such as “sign up Ada”.")))
        return False
    try:
        with transaction.atomic():
            HANDLERS[type(order)](writer, order, told)
    except (EngineError, Refused) as refusal:
        told.say(refused(order.line, refusal))
        told.hint(*_instead(order, refusal))
    except CannotDo as cannot:
        told.say(_not_done(order, str(cannot)))
    else:
        return True
    told.hint("help")
    return False


def _instead(order: SiteOrder, refusal: EngineError | Refused) -> Sequence[str]:
    """What can be written instead of what was refused."""
    if isinstance(order, AtTable) and refusal.code == "too_few_players":
        return [" ".join(filter(None, (order.kind, order.table, "with stand-ins")))]
    return ["sign up Ada"] if isinstance(order, SignUp) else []


def _not_done(order: SiteOrder, why: str) -> str:
    return _("Not done: %(line)s. %(why)s") % {"line": short(order.line), "why": why}


def _explain(unread: Unread, told: SiteAnswer) -> None:
    told.say(_("Not understood: %(line)s.") % {"line": short(unread.line)})
    told.say(_why(unread))
    if unread.suggestions:
        told.say(_("Did you mean: %(orders)s?") % {"orders": "; ".join(unread.suggestions)})
    told.hint("help")


def _why(unread: Unread) -> str:
    games = ", ".join(map(tables.typed_name, rulesets.offered()))
    reasons = {
        "which_name": _("Say under which name, such as “sign up Ada”."),
        "which_table": _("Name the table by its number in the email that you answer, or by its id."),
        "which_game": _("Say what is to be played: %(games)s.") % {"games": games},
        "which_part": _("I do not know what this means there: %(part)s.") % {"part": unread.about},
        "how_many_seats": _("Say for how many, such as “4 seats”."),
        "too_many_guests": _("At most %(most)d people can be invited so.") % {"most": tables.MOST_GUESTS},
        "too_many_orders": _("An email can have at most %(most)d orders.") % {"most": reading.MOST_ORDERS},
    }
    return reasons.get(unread.reason, _("That is no order that I know."))


def describe_orders(found: SiteOrders) -> list[str]:
    """What was ordered, in our own words and no others, without doing it."""
    return [_in_our_words(order) for order in found.orders[:MOST_NAMED]]


def _in_our_words(order: SiteOrder) -> str:
    if isinstance(order, AtTable):
        return f"{order.kind} {order.table}".strip()
    if isinstance(order, MakeTable):
        told = [
            _("new %(game)s") % {"game": tables.typed_name(order.ruleset)},
            _("%(n)d seats") % {"n": order.seats or 0},
        ]
        guests = [_("%(n)d invited") % {"n": len(order.guests)}] if order.guests else []
        return ", ".join([*told, *([length(order.terms.time_per_move)] if order.terms else []), *guests])
    return NAMES[type(order)]
