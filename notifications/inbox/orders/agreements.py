"""Orders about agreements: to make or withdraw a proposal, and to take back one's own last move. Pure.

“propose more time 2 days”, “propose pause”, “propose take back to 41”, “propose end by points”, “propose end void”,
“propose stand-in for Bela”, “propose talk open”, “propose undo 44”; “withdraw”; “take back”.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from engine.codec import Json
from notifications.inbox.orders import words
from notifications.inbox.orders.kinds import Order, ProposeThis, TakeBackMove, WithdrawProposal
from notifications.inbox.orders.lines import StoppedAt, Why

_FIRST: Final = frozenset({"propose", "proposal"})
_POLITE: Final = r"(?:(?:please|sorry|oops|(?:can|could|may) i|let me|i want to|i(?:d| would) like to)[, ]+)*"
_BACK: Final = re.compile(
    rf"{_POLITE}(?:(?:take ?back|undo)(?: my)?(?: own)?(?: last)?(?: move)?|take my (?:own )?(?:last )?move back)"
    r"(?:,? (?:please|pls|sorry))*"
)
_WITHDRAW: Final = re.compile(r"withdraw(?: (?:my|the))?(?: proposal)?")
_HOURS: Final = {"hour": 1, "hours": 1, "h": 1, "day": 24, "days": 24, "d": 24, "week": 168, "weeks": 168}
_MOST: Final = 14 * 24
EXAMPLES: Final = ("propose pause", "propose more time 2 days", "propose take back", "propose end by points")
FIRST_WORDS: Final = frozenset({"propose", "withdraw"})


def read(line: str) -> Order | StoppedAt | None:
    """Return the order in a line; StoppedAt for a proposal that is not understood; None for any other line."""
    plain = words.plain(line).strip(" .!?")
    if _BACK.fullmatch(plain):
        return TakeBackMove(line)
    if _WITHDRAW.fullmatch(words.without_courtesy(plain)):
        return WithdrawProposal(line)
    first, _, rest = words.without_courtesy(plain).partition(" ")
    if first.rstrip(":") not in _FIRST or not rest:
        return None
    terms = _read_terms(rest.removeprefix("to ").removeprefix("a ").removeprefix("an ").removeprefix("the ").strip())
    return StoppedAt(line, Why.NOT_UNDERSTOOD, EXAMPLES) if terms is None else ProposeThis(terms, line)


def _read_terms(rest: str) -> Json | None:
    """Return a proposal, as far as words determine it, in the form of `games.table.agreements.orders`."""
    readings = (reads(match) for pattern, reads in _READ.items() if (match := pattern.fullmatch(rest)))
    return next(readings, None)


def _more_time(match: re.Match[str]) -> Json | None:
    hours = int(match["count"]) * _HOURS[match["unit"]]
    return {"kind": "extended", "hours": hours} if 0 < hours <= _MOST else None


def _take_back(match: re.Match[str]) -> Json:
    return {"kind": "taken_back", **({"as_of": int(match["entry"])} if match["entry"] else {})}


def _always(terms: Json) -> Callable[[re.Match[str]], Json]:
    return lambda _match: terms


_UNIT: Final = "|".join(_HOURS)
_READ: Final[Mapping[re.Pattern[str], Callable[[re.Match[str]], Json | None]]] = {
    re.compile(rf"(?:more time|time|extra time)(?: of| for)? (?P<count>\d{{1,3}}) ?(?P<unit>{_UNIT})"): _more_time,
    re.compile(rf"(?P<count>\d{{1,3}}) ?(?:more )?(?P<unit>{_UNIT})(?: of)?(?: more| extra)?(?: time)?"): _more_time,
    re.compile(r"pause(?: the game)?|break"): _always({"kind": "paused"}),
    re.compile(
        r"tak(?:e|ing) ?(?:it )?back(?: my(?: last)? move)?(?: (?:up )?to(?: entry)?| after(?: entry)?)?"
        r"(?: (?P<entry>\d{1,6}))?"
    ): _take_back,
    re.compile(r"(?:(?:to )?end|finish)(?: the game)?(?: now)?,? (?:void|without(?: a)? result|as void)"): _always(
        {"kind": "ended", "how": "void"}
    ),
    re.compile(r"void(?: the game)?"): _always({"kind": "ended", "how": "void"}),
    re.compile(
        r"(?:(?:to )?end|finish)(?: the game)?(?: now)?,? (?:(?:by|on|with) )?(?:the )?points(?: so far)?"
        r"(?:,? without (?:the )?tickets(?: and bonuses)?)?"
    ): _always({"kind": "ended", "how": "adjudicated"}),
    re.compile(r"(?:stand-?in|stand in|replace|replacement)(?: for)?(?: (?P<name>\S.{0,40}))?"): lambda match: {
        "kind": "replaced",
        **({"name": match["name"]} if match["name"] else {}),
    },
    re.compile(r"(?:open )?talk(?: open)?|open talk to spectators|spectators"): _always(
        {"kind": "talk_opened", "is_open": True}
    ),
    re.compile(r"close talk(?: to spectators)?|talk closed"): _always({"kind": "talk_opened", "is_open": False}),
    re.compile(r"undo(?:ing)?(?: entry)? (?P<entry>\d{1,6})"): lambda match: {
        "kind": "undo",
        "entry": int(match["entry"]),
    },
}
