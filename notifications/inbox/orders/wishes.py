"""Orders other than moves: to see something, pause, be away, leave, ask an admin, plan, or talk at the table."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from notifications.inbox.orders import agreements, days, sleep_hours, vacations, words
from notifications.inbox.orders.kinds import (
    Ask,
    AskAdmin,
    Decline,
    GivePlan,
    GoOn,
    HandOver,
    LeaveGame,
    NudgeThem,
    Offered,
    OpenRematch,
    Order,
    ProposeThis,
    SayLine,
    SetSleep,
    TakeSeatAgain,
    TakeVacation,
)
from notifications.inbox.orders.lines import StoppedAt, Why, greets

_FILLERS: Final = frozenset({"please", "the", "me", "now", "game", ","})
Shown = Literal["board", "moves", "status", "log", "help"]
_SHOWN: Final[Mapping[str, Shown]] = {
    "board": "board",
    "map": "board",
    "moves": "moves",
    "options": "moves",
    "status": "status",
    "standings": "status",
    "score": "status",
    "points": "status",
    "log": "log",
    "history": "log",
    "help": "help",
    "commands": "help",
}
_WHOLE: Final[Mapping[tuple[str, ...], Callable[[str], Order]]] = {
    ("pause",): lambda line: ProposeThis({"kind": "paused"}, line),
    **dict.fromkeys([("go", "on"), ("continue",), ("resume",), ("unpause",), ("pause", "off"), ("no", "pause")], GoOn),
    **dict.fromkeys([("stand-in",), ("stand", "in"), ("standin",)], HandOver),
    ("resign",): LeaveGame,
    **dict.fromkeys([("nudge",), ("nudge", "them")], NudgeThem),
    **dict.fromkeys([("no",), ("no", "thanks"), ("no", "thank", "you")], Decline),
    **dict.fromkeys([("return",), ("back",), ("come", "back")], TakeSeatAgain),
    **dict.fromkeys([("plan", "off"), ("plan", "none"), ("no", "plan")], lambda line: GivePlan((), line)),
}
_AGAIN: Final = (("play", "again"), ("rematch",))
"""Talk where a question is open."""
_AWAY: Final = frozenset({"vacation", "holiday", "holidays", "away"})
_UNTIL: Final = frozenset({"until", "till", "til", "through", "to"})
_SAY: Final = "say"
FIRST_WORDS: Final = frozenset(
    {*_SHOWN, *(phrase[0] for phrase in _WHOLE), *_AWAY, "plan", "admin", _SAY, *agreements.FIRST_WORDS}
    - {"no", "go", "come", "points"}
)
"""Words that orders begin with; a line with such a beginning that is not an order at least resembles one."""


def read(line: str, tokens: Sequence[str] | None, offered: Offered) -> Order | StoppedAt | None:
    """Return the order in a line; StoppedAt for an unclear day, or for no words; None if it is not such an order."""
    if words.plain(line).rstrip(" :.") == _SAY:
        return StoppedAt(line, Why.NOTHING_SAID)
    if order := _read_say(line) or agreements.read(line) or _read_sleep(line) or vacations.read_end(line):
        return order
    if tokens is not None:
        main_tokens = words.without(tuple(tokens), _FILLERS)
        if len(main_tokens) == 1 and main_tokens[0] in _SHOWN:
            return Ask(_SHOWN[main_tokens[0]], line)
        if main_tokens in _WHOLE:
            return _WHOLE[main_tokens](line)
        if main_tokens in _AGAIN and not offered.is_open:
            return OpenRematch(line)
    first, _, rest = words.plain(line).partition(" ")
    return _read_vacation(line, rest, offered) if first in _AWAY else None


def _read_sleep(line: str) -> Order | StoppedAt | None:
    """Return the order to sleep at these hours; in a sentence about sleep, only a night's hours are one."""
    order, plain = sleep_hours.read(line), words.plain(line)
    if plain.startswith("sleep"):
        return order
    return order if isinstance(order, SetSleep) and sleep_hours.is_a_night(order, plain) else None


def says_something(line: str) -> bool:
    """Check whether a line is said at the table, whatever it says."""
    return _read_say(line) is not None


def _read_say(line: str) -> SayLine | None:
    """Return the words after "say" on the same line, as typed, as an order to talk at the table."""
    first, _, rest = line.strip().partition(" ")
    if words.plain(first).removesuffix(":") != _SAY or not rest.strip():
        return None
    return SayLine(rest.strip(), line)


def _read_vacation(line: str, rest: str, offered: Offered) -> Order | StoppedAt:
    until, _, day = rest.removeprefix("is ").partition(" ")
    dates = days.read(words.without_courtesy(day), offered.today) if until in _UNTIL else []
    if len(dates) == 1:
        return TakeVacation(dates[0], line)
    return StoppedAt(line, Why.WHICH_DAY, tuple(f"vacation until {date.day} {date:%B %Y}" for date in dates))


MOST_PLANNED: Final = 60
"""Lines that are looked at as lines of a plan; it may have fewer."""
_HEADING: Final = re.compile(r"for (?:later|(?:my |the )?next (?:times?|turns?|moves?|rounds?))\b *:? *", re.I)
"""What may stand between "plan" and its colon."""
_TALK: Final = re.compile(r"(?:to|is|was|are|b)\b", re.I)
"""What follows "plan" where somebody talks of one, if no colon stands in the line."""
_NO_PLAN: Final = ("off", "none")
_BEST: Final = "best"
"""The line of a plan that lets a stand-in play. As a goodbye, it has a comma, or a name below it."""


def takes_the_rest(line: str, others: Sequence[str], looks: Callable[[str], bool]) -> Order | None:
    """Return the order that takes this line and all that follow: a plan, or words to an admin; None for others.

    Lines after a plan that do not resemble orders are a greeting.
    """
    first, _, rest = line.partition(" ")
    word = words.plain(first).rstrip(":,")
    if word == "plan" and (heading := _HEADING.match(rest)):
        rest = rest[heading.end() :]
    if word == "plan" and ((":" not in line and _TALK.match(rest)) or words.plain(rest).strip(" .!") in _NO_PLAN):
        return None
    if word == "admin" and (rest.strip() or others):
        return AskAdmin("\n".join(part for part in (rest.strip(), *others) if part), line)
    return _read_plan(line, [part for part in (rest.strip(), *others) if part], looks) if word == "plan" else None


def _read_plan(line: str, lines: Sequence[str], looks: Callable[[str], bool]) -> Order | None:
    """Return the plan in these lines; None if they are none, and no colon announces one."""
    below = lines[MOST_PLANNED:]
    lines, count = lines[:MOST_PLANNED], len(lines[:MOST_PLANNED])
    ends_with_best = not below and bool(lines) and words.plain(lines[-1]).strip() == _BEST
    while count and not (ends_with_best or looks(lines[count - 1])):
        count -= 1
    if not count and line.rstrip(" *_").endswith(":"):
        count = next((place for place, text in enumerate(lines) if greets(text)), len(lines))
    planned = tuple(" ".join(words.plain(part).split()) for part in lines[:count])
    return GivePlan(planned, line, below=(*lines[count:], *below)) if planned else None
