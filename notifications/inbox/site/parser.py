"""The parser that turns typed lines into orders to the site, in sequence. Pure.

A line is an order only if all of it is understood. The first that resembles an order but is not one ends the reading;
its possible meanings are only suggested, never assumed. Greetings, and talk above the first order, are skipped.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Final, cast

from rapidfuzz import fuzz

import engine
from games.ids import is_id
from notifications.inbox.orders import words
from notifications.inbox.orders.reader import greets
from notifications.inbox.site import tables
from notifications.inbox.site.orders import (
    TALK,
    At,
    AtTable,
    Help,
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

MOST_ORDERS: Final = 20
NEAR: Final = 72
"""The rapidfuzz score out of 100 from which a line looks like the order."""
EXACT: Final = 100
_FILLERS: Final = frozenset({"please", "show", "me", "my", "the", "list", "all", "to", "email", "emails", "now"})
_MAIL: Final = ("mail", "mails", "email", "emails")
_WHOLE: Final[Mapping[tuple[str, ...], Callable[[str], SiteOrder]]] = {
    **dict.fromkeys([("help",), ("commands",), ("orders",)], Help),
    **dict.fromkeys([("games",), ("status",)], ShowGames),
    **dict.fromkeys([("open", "tables"), ("tables",), ("open", "games"), ("free", "seats")], ShowTables),
    **dict.fromkeys([("settings",), ("preferences",)], ShowSettings),
}
_ABOUT_MAIL: Final[Mapping[str, Callable[[str], SiteOrder]]] = {
    **dict.fromkeys([f"{stop} {mail}" for stop in ("stop", "stop all", "no", "no more") for mail in _MAIL], StopMail),
    "unsubscribe": StopMail,
    **dict.fromkeys([f"send {mail} again" for mail in _MAIL], SendMail),
    **dict.fromkeys([f"{send} {mail}" for send in ("send all", "resume") for mail in _MAIL], SendMail),
}
_SIGN_UP: Final = re.compile(
    r"(?:please )?(?:sign (?:me )?up|sign-up|signup|register)(?: me)?(?: as| under)?[:,]? (.+)", re.I
)
_NO_NAMES: Final = frozenset({"for", "to", "with", "in", "on", "at", "me", "us", "as", "by", "and", "now", "please"})
"""Words with which no real name begins."""
_AT_TABLE: Final = re.compile(
    r"(join|accept|decline|leave|start)(?: (?:table|game|number|no|the|invitation|my))*(?: ?#)? ?([0-9a-z]*)"
    r"(?: (with stand-?ins))?(?: please)?"
)
_AT_TABLES: Final = frozenset({"join", "accept", "decline", "leave"})
_NUMBER: Final = re.compile(r"[1-9]\d?")
_NEW: Final = re.compile(
    r"(?:please )?(?:new|create|make)(?: an?)?(?: new)?(?: (?:game|table))?(?: of)?\b[ :,]*(.*)", re.I
)
_FIRST_WORDS: Final = _AT_TABLES | {
    *("help", "commands", "games", "tables", "start", "new", "create", "sign", "signup", "register"),
    *("settings", "preferences", "stop", "unsubscribe", "resume"),
}
"""Words that orders begin with; a line with such a beginning that is not an order at least resembles one."""
PHRASES: Final = (
    "help",
    "games",
    "open tables",
    "join",
    "accept",
    "decline",
    "leave",
    "start",
    "new",
    "settings",
    "sign up",
    "stop all mail",
    "send mail again",
)


def read(lines: Sequence[str], rules: Mapping[str, engine.Ruleset], titles: Mapping[str, str]) -> SiteOrders:
    """Return the orders in these lines, up to the first that resembles an order but is not one.

    `rules` and `titles` are those of the games available on this site.
    """
    orders: list[SiteOrder] = []
    talk: list[str] = []
    for index, line in enumerate(lines):
        order = _read_line(" ".join(line.split()), rules, titles)
        if orders and _may_be_a_name(order):
            continue
        if order is not None and len(orders) == MOST_ORDERS:
            order = Unread(line, "too_many_orders")
        if isinstance(order, Unread):
            return SiteOrders(tuple(orders), order, _find_meant(lines[index + 1 :], rules, titles))
        if order is not None:
            orders.append(order)
        elif not greets(line):
            talk.append(line)
    return SiteOrders(tuple(orders), Unread(talk[0], TALK) if talk and not orders else None)


def _find_meant(
    lines: Sequence[str], rules: Mapping[str, engine.Ruleset], titles: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the lines that were meant as orders, valid or not: at most as many as an email may have."""
    read = ((line, _read_line(" ".join(line.split()), rules, titles)) for line in lines)
    meant = (line for line, order in read if order is not None and not _may_be_a_name(order))
    return tuple(islice(meant, MOST_ORDERS))


def _may_be_a_name(order: SiteOrder | Unread | None) -> bool:
    """Check whether a line is a single word that only resembles an order: people sign their names below orders."""
    return isinstance(order, Unread) and bool(order.suggestions) and " " not in order.line


def _read_line(line: str, rules: Mapping[str, engine.Ruleset], titles: Mapping[str, str]) -> SiteOrder | Unread | None:
    """Return the order in a line; None if it is talk."""
    plain = words.plain(line).strip(" .:!?,")
    order = _read_whole(line, plain) or _read_at_table(line, plain) or _read_sign_up(line, plain)
    if order is not None:
        return order
    new = _NEW.fullmatch(line)
    if new is not None:
        return tables.read(line, new[1], rules, titles)
    return _read_unclear(line, plain)


def _read_whole(line: str, plain: str) -> SiteOrder | None:
    if plain in _ABOUT_MAIL:
        return _ABOUT_MAIL[plain](line)
    phrase = tuple(word for word in plain.replace(",", " ").split() if word not in _FILLERS)
    return _WHOLE[phrase](line) if phrase in _WHOLE else None


def _read_at_table(line: str, plain: str) -> SiteOrder | Unread | None:
    match = _AT_TABLE.fullmatch(plain)
    if match is None:
        return None
    kind, table = cast("At", match[1]), match[2]
    is_table = not table or is_id(table) or _NUMBER.fullmatch(table) is not None
    if not is_table or (not table and kind in ("join", "leave")) or (match[3] and kind != "start"):
        return Unread(line, "which_table", kind)
    return AtTable(kind, table, line, stand_ins=match[3] is not None)


def _read_sign_up(line: str, plain: str) -> SiteOrder | Unread | None:
    if plain in ("sign up", "sign me up", "sign-up", "signup", "register"):
        return Unread(line, "which_name")
    match = _SIGN_UP.fullmatch(line)
    if match is None:
        return None
    name = match[1].strip(" \"'“”„«»!,;")
    name = name.removesuffix(".") if re.search(r"\w{2}\.$", name) else name
    if not name or name.split()[0].casefold() in _NO_NAMES or len(name) > words.LONGEST:
        return Unread(line, "which_name")
    return SignUp(name, line)


def _read_unclear(line: str, plain: str) -> Unread | None:
    """Return a line that resembles an order but is not one, because of its beginning or a typing error; else None."""
    if greets(line) or not plain:
        return None
    near, first = _find_near(line, plain), plain.split(maxsplit=1)[0]
    if near or first in _FIRST_WORDS:
        return Unread(line, "which_table" if first in _AT_TABLES else "not_understood", "", near)
    return None


def _find_near(line: str, plain: str) -> tuple[str, ...]:
    """Return the order whose words resemble the beginning of a line, followed by the rest of the line."""
    tokens = plain[: words.LONGEST].split()
    heads = {phrase: " ".join(tokens[: len(phrase.split())]) for phrase in PHRASES}
    scored = {phrase: fuzz.ratio(phrase, head) for phrase, head in heads.items() if len(head) > 2}
    best = max(scored, key=lambda phrase: scored[phrase], default="")
    if not best or not NEAR <= scored[best] < EXACT:
        return ()
    return (" ".join([best, *line.split()[len(best.split()) :]])[: words.LONGEST],)
