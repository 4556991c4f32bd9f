"""What lines order of the site (`notifications.inbox.orders.lines` goes through them). Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from rapidfuzz import fuzz

import engine
from games.ids import is_id
from notifications.inbox.orders import clauses, sleep_hours, vacations, words, yes_no
from notifications.inbox.orders.lines import StoppedAt, Vocabulary, Why, greets
from notifications.inbox.orders.yes_no import YesNo
from notifications.inbox.site import away, tables
from notifications.inbox.site.orders import (
    At,
    AtTable,
    Help,
    JoinByLink,
    Rename,
    SendMail,
    ShowGames,
    ShowSettings,
    ShowTables,
    SignUp,
    SiteOrder,
    StopMail,
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
    **dict.fromkeys(["unsubscribe", "unsubscribe me"], StopMail),
    **dict.fromkeys([f"send {mail} again" for mail in _MAIL], SendMail),
    **dict.fromkeys([f"{send} {mail}" for send in ("send all", "resume") for mail in _MAIL], SendMail),
}
_TO_ME: Final = re.compile(r" (?:me|my|the)(?= )")
_SIGN_UP: Final = re.compile(
    r"(?:please )?(?:sign (?:me )?up|sign-up|signup|register)(?: me)?(?: as| under)?[:,]? (.+)", re.I
)
_RENAME: Final = re.compile(r"(?:please )?(?:rename me(?: to)?|change my name to)[:,]? (.+)", re.I)
_RENAME_WHAT: Final = re.compile(r"(?:please )?(?:rename me|change (?:my )?name)(?: please)?", re.I)
_IN_NO_NAME: Final = re.compile(r"\b(?:instead|from|now|back|because|later|again|but|if|when|what|that)\b", re.I)
"""Words of somebody who says more than a name."""
_AROUND_NAME: Final = " \"'“”„«»!,;"
_COURTESY: Final = re.compile(r"[ ,]+(?:please|thanks|thank you)[.!]*$", re.I)
"""What may follow a name."""
_NO_NAMES: Final = frozenset({"for", "to", "with", "in", "on", "at", "me", "us", "as", "by", "and", "now", "please"})
"""Words with which no real name begins."""
_AT_TABLE: Final = re.compile(
    r"(join|accept|decline|leave|start)(?: (?:table|game|number|no|the|invitation|my))*(?: ?#)? ?([0-9a-z]*)"
    r"(?: (with (?:stand-?ins|([1-9]) players)))?"
)
_AT_TABLES: Final = frozenset({"join", "accept", "decline", "leave"})
_JOIN_LINK: Final = re.compile(r"(?:please )?(?:join )?<?https?://[^\s/<>]+/join/([^\s/<>]+?)[>.,]*", re.I)
_NO: Final = frozenset({"no", "no thanks", "no thank you", "no, thanks", "no, thank you"})
_YES: Final = re.compile(r"(?:(?:sure|ok|okay|yeah|yep|gladly),? )?(?:yes|count me in|i(?:d| would) love to)\b")
_TO_ALL: Final = re.compile(r"(?:both|(?:yes|accept|join),?(?: please,?)?(?: to)? (?:both|all))(?: of them|,? please)?")
"""A yes to several invitations, which is asked about."""
_AND_YES: Final = re.compile(r"(?P<sign_up>.+?)(?:[.,;:!]+|\s+and)\s+(?P<yes>(?:yes|count me in)\b.*)", re.I)
"""Answers to the only invitation where nothing stands above: an “ok, thanks” may answer anything else."""
MEANT: Final[Mapping[YesNo | None, At]] = {YesNo.YES: "accept", YesNo.NO: "decline"}
"""Answers below a sign-up, in any words."""
_NUMBER: Final = re.compile(r"[1-9]\d?")
_SAYS: Final[Mapping[str, At]] = {"yes": "accept", "no": "decline"}
_ONE_PAIR: Final = r"(?:(?P<number>[1-9]\d?)[ .:)-]+(?P<says>yes|no)|(?P<said>yes|no) (?:to )?(?P<place>[1-9]\d?))"
_ANY_PAIR: Final = re.sub(r"\?P<\w+>", "?:", _ONE_PAIR)
_PAIR: Final = re.compile(_ONE_PAIR)
_NUMBERED: Final = re.compile(rf"{_ANY_PAIR}(?:[ ,;.]+(?:and |but )?{_ANY_PAIR})*")
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


@dataclass(frozen=True, slots=True)
class SiteWords(Vocabulary[SiteOrder]):
    """What can be ordered of the site. `rules` and `titles`: of the games that can be begun here."""

    rules: Mapping[str, engine.Ruleset]
    titles: Mapping[str, str]

    def read_line(
        self, line: str, orders: Sequence[SiteOrder], skipped: Sequence[str]
    ) -> Sequence[SiteOrder] | StoppedAt:
        """Return the order of a line. Below orders, people sign with their names."""
        if not orders and (both := self._read_sign_up_and_yes(line) or _read_numbered(line)):
            return both
        order = self._read(line) or _read_answer(line, orders, skipped)
        if order is None or (orders and _may_be_a_name(order)):
            return []
        if len(orders) == MOST_ORDERS:
            return StoppedAt(line, Why.TOO_MANY_ORDERS)
        return order if isinstance(order, StoppedAt) else [order]

    def is_meant(self, line: str) -> bool:
        order = self._read(line)
        return order is not None and not _may_be_a_name(order)

    def _read_sign_up_and_yes(self, line: str) -> Sequence[SiteOrder]:
        """Return the two orders of such a line as "sign up Ada, yes please"; none of any other line."""
        match = _AND_YES.fullmatch(line.strip())
        orders = (self._read(match["sign_up"]), _read_first(match["yes"])) if match else (None, None)
        if match is None or not isinstance(orders[0], SignUp) or orders[1] is None:
            return []
        return [orders[0], AtTable(orders[1], "", match["yes"])]

    def _read(self, line: str) -> SiteOrder | StoppedAt | None:
        line = " ".join(line.split())
        order = _read_line(line, self.rules, self.titles)
        rest = clauses.skip_opening(line, 0) if order is None or _is_unclear(order) else None
        opened = _read_line(rest, self.rules, self.titles) if rest else None
        return opened if opened is not None and not _is_unclear(opened) else order


def _is_unclear(order: SiteOrder | StoppedAt) -> bool:
    """Check whether a line only begins like an order, or nearly so."""
    return isinstance(order, StoppedAt) and order.reason in (Why.NOT_UNDERSTOOD, Why.WHICH_TABLE)


def _read_answer(line: str, orders: Sequence[SiteOrder], skipped: Sequence[str]) -> SiteOrder | None:
    """Return the answer to an invitation; None where a yes or no may be talk: below talk, or another order.

    Below a sign-up, talk may stand above a plain one.
    """
    if any(not isinstance(order, SignUp) for order in orders):
        return None
    if not orders and skipped:
        return None
    in_any_words = orders and all(map(greets, skipped))
    kind = MEANT.get(yes_no.read_line(line)) if in_any_words else _read_first(line)
    return AtTable(kind, "", line) if kind else None


def _read_numbered(line: str) -> Sequence[SiteOrder]:
    """Return the answers to several invitations by their numbers, such as "1 yes, 2 no"; none of any other line."""
    plain = words.without_courtesy(words.plain(line))
    if _NUMBERED.fullmatch(plain) is None:
        return []
    pairs = [(match["number"] or match["place"], match["says"] or match["said"]) for match in _PAIR.finditer(plain)]
    numbers = [number for number, _says in pairs]
    return [AtTable(_SAYS[says], number, line) for number, says in pairs] if len({*numbers}) == len(numbers) else []


def _read_first(line: str) -> At | None:
    """Return the answer to an invitation in plain words, as in an email's first line."""
    plain = words.plain(line).strip(" .!")
    if plain in _NO:
        return "decline"
    return "accept" if _TO_ALL.fullmatch(plain) or (_YES.match(plain) and yes_no.is_whole(line)) else None


def _may_be_a_name(order: SiteOrder | StoppedAt | None) -> bool:
    """Check whether a line is one word that is only nearly an order: below orders, people sign with their names."""
    return isinstance(order, StoppedAt) and bool(order.suggestions) and " " not in order.line


def _read_line(
    line: str, rules: Mapping[str, engine.Ruleset], titles: Mapping[str, str]
) -> SiteOrder | StoppedAt | None:
    """Return the order of a line; None if it is talk."""
    plain = words.plain(line).strip(" .:!?,")
    if link := _JOIN_LINK.fullmatch(line):
        return JoinByLink(link[1], line)
    order = _read_whole(line, plain) or _read_at_table(line, plain) or _read_sign_up(line, plain)
    order = order or _read_rename(line) or sleep_hours.read(line) or vacations.read_end(line) or away.read(line)
    if order is not None:
        return order
    new = _NEW.fullmatch(line)
    if new is not None:
        return tables.read(line, new[1], rules, titles)
    return _read_unclear(line, plain)


def _read_whole(line: str, plain: str) -> SiteOrder | None:
    about_mail = _TO_ME.sub("", words.without_courtesy(plain))
    if about_mail in _ABOUT_MAIL:
        return _ABOUT_MAIL[about_mail](line)
    phrase = tuple(word for word in plain.replace(",", " ").split() if word not in _FILLERS)
    return _WHOLE[phrase](line) if phrase in _WHOLE else None


def _read_at_table(line: str, plain: str) -> SiteOrder | StoppedAt | None:
    match = _AT_TABLE.fullmatch(words.without_courtesy(plain))
    if match is None:
        return None
    kind, table = cast("At", match[1]), match[2]
    is_table = not table or is_id(table) or _NUMBER.fullmatch(table) is not None
    if not is_table or (not table and kind in ("join", "leave")) or (match[3] and kind != "start"):
        return StoppedAt(line, Why.WHICH_TABLE, about=kind)
    count = int(match[4]) if match[4] else None
    return AtTable(kind, table, line, stand_ins=match[3] is not None and count is None, players=count)


def _read_sign_up(line: str, plain: str) -> SiteOrder | StoppedAt | None:
    if plain in ("sign up", "sign me up", "sign-up", "signup", "register"):
        return StoppedAt(line, Why.WHICH_NAME)
    match = _SIGN_UP.fullmatch(line)
    if match is None:
        return None
    name = _find_name(match[1])
    return SignUp(name, line) if name else StoppedAt(line, Why.WHICH_NAME)


def _read_rename(line: str) -> SiteOrder | StoppedAt | None:
    match = _RENAME.fullmatch(line)
    if match is None:
        return StoppedAt(line, Why.WHICH_NEW_NAME) if _RENAME_WHAT.fullmatch(line.strip(" .!?")) else None
    name = _find_name(match[1])
    return Rename(name, line) if name and not _IN_NO_NAME.search(name) else StoppedAt(line, Why.WHICH_NEW_NAME)


def _find_name(typed: str) -> str:
    """Return the name without what stands around it; "" if it is none."""
    name = _COURTESY.sub("", typed.strip(_AROUND_NAME)).strip(_AROUND_NAME)
    name = name.removesuffix(".") if re.search(r"\w{2}\.$", name) else name
    return "" if not name or name.split()[0].casefold() in _NO_NAMES or len(name) > words.LONGEST else name


def _read_unclear(line: str, plain: str) -> StoppedAt | None:
    """Return a line that was meant as an order and is none: it begins like one, or nearly so. None for any other."""
    if greets(line) or not plain:
        return None
    near, first = _find_near(line, plain), plain.split(maxsplit=1)[0]
    if near or first in _FIRST_WORDS:
        return StoppedAt(line, Why.WHICH_TABLE if first in _AT_TABLES else Why.NOT_UNDERSTOOD, near)
    return None


def _find_near(line: str, plain: str) -> tuple[str, ...]:
    """Return the order whose words resemble the beginning of a line, followed by the rest of the line."""
    if plain == "stop":
        return ("stop all mail",)
    tokens = plain[: words.LONGEST].split()
    heads = {phrase: " ".join(tokens[: len(phrase.split())]) for phrase in PHRASES}
    scored = {phrase: fuzz.ratio(phrase, head) for phrase, head in heads.items() if len(head) > 2}
    best = max(scored, key=lambda phrase: scored[phrase], default="")
    if not best or not NEAR <= scored[best] < EXACT:
        return ()
    return (" ".join([best, *line.split()[len(best.split()) :]])[: words.LONGEST],)
