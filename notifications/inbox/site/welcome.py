"""The answer to a stranger who would like to play, or asks: what to do, at a proved address, and seldom twice."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from games import advisory_locks
from games.advisory_locks import AdvisoryLock
from games.errors import Refused
from games.ids import is_id
from games.lobby import by_address
from games.people import admission
from notifications.inbox import authors
from notifications.inbox.orders import is_foreign, words, yes_no
from notifications.inbox.orders.lines import OrdersRead, Why
from notifications.inbox.orders.yes_no import YesNo
from notifications.inbox.pace import HOUR
from notifications.inbox.reply import SHOWN, short
from notifications.inbox.site.orders import AtTable, MakeTable, ShowGames, ShowTables, SiteOrder
from notifications.inbox.writer import SiteAnswer
from notifications.models import SiteEmail
from notifications.order_words import english_order_words

WELCOMED: Final = "welcomed"
"""The reason code of an email to which its author was told what to do."""
MOST_LINES: Final = 8
_WISHES: Final = re.compile(
    r"\b(?:(?:i|we|id|wed) (?:would |d )?(?:really |very much )?(?:like|love|want|wish)(?: to)?"
    r"|(?:can|could|may) (?:i|we)|(?:how|where) (?:do|can|could) (?:i|we)"
    r"|i am interested in|im interested in|interested in|let me|id be happy to)"
    r"(?: (?!(?:stop|quit|leave|delete|unsubscribe|not|never|offer|sell)\b)[a-z]+){0,3}"
    r" (?:play(?:ing)?|join(?:ing)?|register(?:ing)?|tak(?:e|ing) part|sign(?:ing)? up|(?:a )?games?|be in"
    r"|(?:start(?:ing)?|try(?:ing)?)(?: out)?(?: (?:to|with|a|an|the|your|this|one|new|board)){0,3}"
    r" (?:play(?:ing)?|games?))\b"
    r"|^(?:count me in|im in|how do i play|how does (?:it|this) work)\b"
)
_AFTER_ALL: Final = re.compile(r"\b(?:yes|sign(?: me)? up|changed my mind|after all|count me in)\b")


_EMAILING: Final = (
    r"(?:write|writing|e?mail|e?mailing|e?mails|contact|contacting|bother|bothering|messag\w+|invit\w+|spam\w*)\b"
)
_STOPS: Final = re.compile(
    r"\b(?:leave me alone|unsubscribe|(?:remove|take) me (?:off|from)|remove me"
    rf"|(?:stop|no more) (?:ever )?{_EMAILING}(?! so (?:often|much)\b)"
    rf"|(?:never|dont|do not) (?:ever )?{_EMAILING}(?! back\b)"
    r"(?![^.;]{0,60}\b(?:before|after|until|till?|between|during|when(?:ever)?|while|unless|daily|more than|so often"
    r"|weekends?|nights?|mornings?|evenings?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|about (?!anything)\w+"
    r"|at [0-9]\w*)\b))"
)
"""Words of somebody who wants no more emails of ours; not of somebody who says when, how often or about what."""


def is_wished_for(lines: Sequence[str]) -> bool:
    """Check whether lines say that their author would like to play."""
    return any(_WISHES.search(words.plain(line)) for line in lines[:MOST_LINES])


def asks(lines: Sequence[str]) -> bool:
    """Check whether lines ask something, or say in another language what we cannot read."""
    return any(line.rstrip().endswith("?") or is_foreign(line) for line in lines[:MOST_LINES])


def may_be_given(address: str, now: datetime) -> bool:
    """Check whether an address may get it: never before, where people can sign up, and so many an hour in all.

    Until the transaction ends, nobody else is checked, so two emails at once get one answer.
    """
    try:
        admission.check("", now)
    except Refused:
        return False
    advisory_locks.wait_for(AdvisoryLock.WELCOMES)
    if authors.emails_of(address).filter(answer__isnull=False).exists():
        return False
    lately = SiteEmail.objects.filter(player=None, reason=WELCOMED, settled_at__gt=now - HOUR)
    return lately.count() < settings.KNOCKS_PER_HOUR


def has_second_thoughts(lines: Sequence[str]) -> bool:
    """Check whether a reply to our answer says that its author would like to play after all."""
    return any(_AFTER_ALL.search(words.plain(line)) for line in lines[:MOST_LINES])


def is_to_stop(lines: Sequence[str]) -> bool:
    """Check whether lines say that their author wants no more emails of ours."""
    return any(_STOPS.search(words.plain(line)) for line in lines[:MOST_LINES])


def decline(address: str, lines: Sequence[str], now: datetime) -> SiteAnswer | None:
    """Decline a stranger's invitations in the words that a player could use, and return the answer; None if none do.

    Whoever wants no more emails gets no more invitations either.
    """
    answer, said = SiteAnswer(did_anything=True), yes_no.find(lines)
    says_yes = said is not None and said[1] is YesNo.YES
    if not says_yes and is_to_stop(lines):
        by_address.stop(by_address.hashes(address)[0], now)
        answer.say(_("You have declined, and we will not email you again."))
        return answer
    if said is None or said[1] is not YesNo.NO:
        return None
    by_address.decline(address, now)
    answer.say(_("You have declined. If you change your mind, reply “%(yes)s”.") % english_order_words())
    return answer


_OF_PLAYERS: Final = (MakeTable, ShowGames, ShowTables)
_OF_A_TABLE: Final = (Why.HOW_MANY_SEATS, Why.TOO_MANY_GUESTS)
"""Why a line makes no table although it names the game."""


def find_order(orders: OrdersRead[SiteOrder]) -> str:
    """Return the first line if it orders something for which one must be a player, and which no advertisement says."""
    stopped, first = orders.stopped, next(iter(orders.orders), None)
    if first is None:
        return stopped.line if stopped is not None and stopped.reason in _OF_A_TABLE else ""
    return first.line if isinstance(first, _OF_PLAYERS) or _joins_by_id(first) else ""


def orders_a_table(orders: OrdersRead[SiteOrder]) -> bool:
    """Check whether a line makes or joins a certain table, which no program writes by chance."""
    first = next(iter(orders.orders), None)
    return bool(find_order(orders)) and not isinstance(first, ShowGames | ShowTables)


def _joins_by_id(order: SiteOrder) -> bool:
    return isinstance(order, AtTable) and order.kind == "join" and is_id(order.table)


def build_answer(lines: Sequence[str], *, is_invited: bool, ordered: str = "") -> SiteAnswer:
    """Return the answer to these lines; to an order, with the two lines that sign up and give it again."""
    answer = SiteAnswer(did_anything=True)
    answer.say(_greet(lines, is_invited=is_invited, ordered=ordered))
    if any(map(is_foreign, lines)):
        answer.say(_("I can read only English so far."))
    if is_invited:
        answer.say(
            _("Reply with “%(sign_up)s” and the name that others will see, and below it with “%(yes)s”:")
            % english_order_words()
        )
        answer.typed(["sign up Ada", "yes"])
        answer.say(_("Then you have an account, and the seat to which you are invited."))
        answer.say(_("If you would rather not, reply “%(no)s”.") % english_order_words())
        return answer
    answer.say(_("Night Mail is a place to play board games by email: you make a move when you have time."))
    if ordered:
        answer.say(_("Not done: “%(line)s”. It takes an account.") % {"line": short(ordered)})
        answer.say(
            _("Reply with “%(sign_up)s” and the name that others will see, and below it with your line:")
            % english_order_words()
        )
        answer.typed(["sign up Ada", ordered[:SHOWN]])
    else:
        answer.say(
            _("Reply with “%(sign_up)s” and the name that others will see, and you have an account:")
            % english_order_words()
        )
        answer.typed(["sign up Ada"])
    answer.say(
        _("Then “%(open_tables)s” lists games with free seats, and “%(new_table)s” begins one.") % english_order_words()
    )
    answer.link(_("Look around first"), settings.PUBLIC_URL)
    answer.say(_("If you do not want to, you need not do anything: we will not write again."))
    return answer


def _greet(lines: Sequence[str], *, is_invited: bool, ordered: str) -> str:
    if is_invited:
        return _("You are invited to play: welcome!")
    return _("You would like to play: welcome!") if ordered or is_wished_for(lines) else _("Welcome to Night Mail!")
