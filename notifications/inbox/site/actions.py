"""Execution of orders to the site, one after another; the first that fails ends the email, and is explained."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from engine.errors import EngineError
from games import languages, rulesets
from games.errors import Refused
from games.presentation import words
from games.presentation.words.lengths import length
from games.presentation.words.lists import listed, listed_with_commas
from notifications.inbox.orders import EndVacation, SetSleep, conditions, is_foreign, numbers, sleep_hours, yes_no
from notifications.inbox.orders import lines as inbox_lines
from notifications.inbox.orders import words as inbox_words
from notifications.inbox.orders.languages import LANGUAGES
from notifications.inbox.orders.lines import OrdersRead, StoppedAt, Why
from notifications.inbox.orders.yes_no import YesNo
from notifications.inbox.reply import MOST_NAMED, not_done_either, refused, short
from notifications.inbox.site import listing, tables
from notifications.inbox.site.handlers import FOR_ANYONE, HANDLERS
from notifications.inbox.site.orders import (
    AtTable,
    GoOnVacation,
    Help,
    JoinByLink,
    MakeTable,
    Rename,
    SendMail,
    ShowGames,
    ShowSettings,
    ShowTables,
    SignUp,
    SiteOrder,
    StopMail,
)
from notifications.inbox.site.parser import MEANT, MOST_ORDERS, SiteWords
from notifications.inbox.writer import CannotDo, SiteAnswer, Writer
from notifications.order_words import english_order_words

NAMES: Final[Mapping[type, str]] = {
    Help: "help",
    SignUp: "sign up",
    Rename: "rename me",
    JoinByLink: "join by a link",
    ShowGames: "games",
    ShowTables: "open tables",
    ShowSettings: "settings",
    StopMail: "stop all mail",
    SendMail: "send mail again",
    SetSleep: "sleep",
    GoOnVacation: "vacation",
    EndVacation: "vacation off",
}
"""Names of orders that contain no typed text."""


_GAME_ORDERS: Final = frozenset({"plan:", "pause", "propose", "resign", "nudge", "stand-in"})
"""Words that begin orders which only a reply to an email about a game can give."""
_ABOUT_GAMES: Final = re.compile(r"\b(?:games?|tables?|seats?|turn)\b", re.IGNORECASE)
"""Words in a question that the lists of games and tables may answer."""
_HINTS: Final = (
    (
        re.compile(r"\b(?:new|start|open|create|begin|set up|host)\b.*\b(?:game|table)\b", re.IGNORECASE),
        gettext_lazy("To open a table, write a line such as “%(new_table)s”."),
    ),
    (
        re.compile(r"\b(?:i['’]?m|i am|we['’]?re|count me) in\b", re.IGNORECASE),
        gettext_lazy("To accept an invitation, write “%(accept)s” and its number in the answer to “%(games)s”."),
    ),
)
"""Words of wishes that are no orders, and what can be written instead."""
_OF_A_GAME: Final = gettext_lazy("Orders of a game belong in a reply to an email about it.")


def read(lines: Sequence[str], *, is_asked: bool) -> OrdersRead[SiteOrder]:
    """Return what the lines order, among the games that can be begun here; a yes above a sign-up comes after it.

    `is_asked`: they reply to an invitation, which a yes or no answers in any words.
    """
    offered: Mapping[str, engine.Ruleset] = rulesets.offered()
    found = inbox_lines.read(lines, SiteWords(offered, {game: words.title(game) for game in offered}))
    if is_asked and not found.has_order and (answer := _read_answer(lines)):
        return OrdersRead((answer,), None)
    first, *others = found.orders or (None,)
    answers = [order for order in found.orders if isinstance(order, AtTable)]
    ordered = dict.fromkeys(order.line for order in found.orders)
    talk = [line for line in lines if line not in ordered]
    if doubt := next(filter(None, (_find_doubt(order, talk) for order in answers)), None):
        return OrdersRead((), StoppedAt(doubt, Why.UNSURE))
    if reversal := _find_reversal(found, lines):
        return OrdersRead((), StoppedAt(reversal, Why.TAKEN_BACK), meant_below=tuple(ordered))
    if not (isinstance(first, AtTable) and first.kind == "accept" and not first.table):
        return found
    return replace(found, orders=tuple(sorted([first, *others], key=lambda order: not isinstance(order, SignUp))))


def _read_answer(lines: Sequence[str]) -> AtTable | None:
    """Return the answer to an invitation that is clear, in whatever words; None if there is none."""
    place, says = yes_no.find(lines) or (0, None)
    kind = MEANT.get(says)
    return AtTable(kind, "", lines[place]) if kind else None


def _find_doubt(order: AtTable, talk: Sequence[str]) -> str | None:
    """Return a line, among those that order nothing, that doubts a yes or no, or takes it back."""
    says = {kind: answer for answer, kind in MEANT.items()}.get(order.kind)
    return next((line for line in talk[: yes_no.MOST_BELOW] if says and yes_no.is_doubted(says, line)), None)


def _find_reversal(found: OrdersRead[SiteOrder], lines: Sequence[str]) -> str | None:
    """Return a line below an order, among those that order nothing, that takes it back or makes conditions."""
    places = [place for place, line in enumerate(lines) if any(order.line == line for order in found.orders)]
    below = [line for line in lines[min(places) + 1 :] if line in found.skipped] if places else []
    taken_back = next((line for line in below if _takes_back(line)), None)
    return taken_back or conditions.find(below)


def _takes_back(line: str) -> bool:
    """Check whether a line takes back what stands above it, or may do so."""
    return numbers.take_back(line) is not None or yes_no.read_line(line) in (YesNo.NO, YesNo.UNSURE)


def act(writer: Writer, orders: OrdersRead[SiteOrder]) -> SiteAnswer:
    """Do what was ordered, as far as it can be done, and return the answer. The language must be the writer's."""
    answer = SiteAnswer()
    is_new = writer.player is None
    failed = next((index for index, order in enumerate(orders.orders) if not _do_order(writer, order, answer)), None)
    if is_new and writer.player is not None:
        answer.hints, others = [], answer.hints
        listing.invitations(writer, answer)
        answer.hint(*others)
    if failed is not None:
        _say_undone(orders.undone_from(failed), answer)
        if isinstance(orders.orders[failed], SignUp) and orders.undone_from(failed):
            answer.say(_("Send all of it again, with another name."))
    elif orders.stopped is not None:
        _explain(orders.stopped, answer)
        answer.say(_("Nothing from there on was done.") if orders.orders else _("Nothing was done."))
        _say_undone(orders.meant_below, answer)
    elif not orders.orders:
        answer.say(_("I found no order in your email."))
        answer.hint(*(["sign up Ada"] if is_new else []), "help")
    elif of_games := [line for line in orders.skipped if _is_of_a_game(line)]:
        lines = listed_with_commas(f"“{short(line)}”" for line in of_games[:MOST_NAMED])
        answer.say(_("Not done: %(lines)s.") % {"lines": lines})
        answer.say(str(_OF_A_GAME))
    ordered = {order.line.lower() for order in orders.orders}
    answer.hints = [line for line in answer.hints if line not in ordered]
    return answer


def _is_of_a_game(line: str) -> bool:
    return inbox_words.plain(line).partition(" ")[0].rstrip(",") in _GAME_ORDERS


def _say_undone(lines: Sequence[str], answer: SiteAnswer) -> None:
    """List the lines that were not carried out because an earlier one failed."""
    if lines:
        answer.say(not_done_either(lines))


def _do_order(writer: Writer, order: SiteOrder, answer: SiteAnswer) -> bool:
    """Carry out one order completely, or explain the refusal and leave everything unchanged."""
    if writer.player is None and not isinstance(order, FOR_ANYONE):
        answer.say(
            _say_not_done(
                order,
                _("Sign up first: send this line again, below one such as “%(sign_up_ada)s”.") % english_order_words(),
            )
        )
        return False
    try:
        with transaction.atomic():
            HANDLERS[type(order)](writer, order, answer)
    except (EngineError, Refused) as refusal:
        answer.say(refused(order.line, refusal))
        answer.hint(*_suggest_instead(order, refusal))
    except CannotDo as cannot:
        answer.say(_say_not_done(order, str(cannot)))
        if isinstance(order, AtTable) and order.kind in ("accept", "decline") and not order.table:
            listing.invitations(writer, answer)
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
    return _("Not done: “%(line)s”. %(why)s") % {"line": short(order.line), "why": why}


def _explain(stopped: StoppedAt, answer: SiteAnswer) -> None:
    if stopped.reason is not Why.TAKEN_BACK:
        answer.say(_("Not understood: “%(line)s”.") % {"line": short(stopped.line)})
    is_unread = is_foreign(stopped.line) and languages.active() not in LANGUAGES
    answer.say(_("I can read only English so far.") if is_unread else _explain_why(stopped))
    if _is_of_a_game(stopped.line):
        answer.say(str(_OF_A_GAME))
    if hint := next((hint for pattern, hint in _HINTS if pattern.search(stopped.line)), None):
        answer.say(str(hint) % english_order_words())
    if stopped.suggestions:
        answer.say(_("Did you mean: %(orders)s?") % {"orders": listed_with_commas(stopped.suggestions)})
    elif stopped.reason is Why.NOT_UNDERSTOOD and _ABOUT_GAMES.search(stopped.line):
        answer.hint("games", "open tables")
    answer.hint("help")


def _explain_why(stopped: StoppedAt) -> str:
    games = listed(map(tables.typed_name, rulesets.offered()))
    reasons = {
        Why.WHICH_NAME: _("Say under which name, such as “%(sign_up_ada)s”.") % english_order_words(),
        Why.WHICH_NEW_NAME: _("Say which name you want, such as “%(rename)s”.") % english_order_words(),
        Why.WHICH_HOURS: _("Say from when to when, such as “%(example)s”.") % {"example": sleep_hours.EXAMPLE},
        Why.WHICH_TABLE: _("Name the table by its number in the email that you answer, or by its id."),
        Why.UNSURE: _("Reply “%(yes)s” or “%(no)s”, and nothing else.") % english_order_words(),
        Why.TAKEN_BACK: _("“%(line)s” seems to take back what you wrote above it.") % {"line": short(stopped.line)},
        Why.WHICH_GAME: _("Say what is to be played: %(games)s.") % {"games": games},
        Why.WHICH_PART: _("I do not know what this means there: %(part)s.") % {"part": stopped.about},
        Why.HOW_MANY_SEATS: _("Say for how many, such as “%(four_seats)s”.") % english_order_words(),
        Why.TOO_MANY_GUESTS: ngettext(
            "You can invite at most %(most)d person in one email.",
            "You can invite at most %(most)d people in one email.",
            tables.MOST_GUESTS,
        )
        % {"most": tables.MOST_GUESTS},
        Why.TOO_MANY_ORDERS: ngettext(
            "An email can have at most %(most)d order.", "An email can have at most %(most)d orders.", MOST_ORDERS
        )
        % {"most": MOST_ORDERS},
    }
    return reasons.get(stopped.reason, _("That is no order that I know."))


def describe_orders(orders: OrdersRead[SiteOrder]) -> list[str]:
    """Return what was ordered, in our own words and no others, without doing it."""
    return [_describe_order(order) for order in orders.orders[:MOST_NAMED]]


def _describe_order(order: SiteOrder) -> str:
    if isinstance(order, AtTable):
        return f"{order.kind} {order.table}".strip()
    if isinstance(order, MakeTable):
        parts = [
            _("new %(game)s") % {"game": tables.typed_name(order.ruleset)},
            ngettext("%(n)d seat", "%(n)d seats", order.seats or 0) % {"n": order.seats or 0},
        ]
        guests = [_("%(n)d invited") % {"n": len(order.guests)}] if order.guests else []
        return listed([*parts, *([length(order.terms.time_per_move)] if order.terms else []), *guests])
    return NAMES[type(order)]
