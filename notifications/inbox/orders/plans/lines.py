"""Typed lines of a plan as lines in its own words, or why they cannot be read."""

import re
from typing import Final

from engine.errors import EngineError
from games.table import plans
from notifications.inbox.orders import line_reader, moves, words
from notifications.inbox.orders.kinds import Offered, PlanLine
from notifications.inbox.orders.lines import StoppedAt, Why
from notifications.inbox.orders.plans import guards, meanings
from notifications.inbox.orders.plans.meanings import CLAIM, DRAW, Lines

MOST_SUGGESTED: Final = 3
LONGEST_NUMBER: Final = 4
"""Characters of a line with a number of a list; longer ones are for telephones."""
_ITEM: Final = re.compile(r"(?:\d{1,2}[.)]|[*•–-]) +(?=[a-z])")
"""What stands before an item of a list."""
_OF_PLANS: Final = ("stop", "wait", "always", "once", "best")


def read_line(line: str, offered: Offered) -> PlanLine:
    """Return a typed line with what it means in a plan's own words, or with the reason why it means nothing."""
    text = " ".join(_ITEM.sub("", words.plain(line)).rstrip(".;,!").split())
    refusal = _refuse([text], offered)
    if refusal is None:
        return PlanLine(line, (text,))
    if stop := guards.write_stop(offered.rules, text):
        return _check(line, (stop,), offered)
    guarded = guards.split(offered.rules, text)
    if (broken := _refuse([f"best{guarded.after}"], offered)) is not None:
        return PlanLine(line, refusal=broken)
    ways = [_write(guarded, way) for way in meanings.find(guarded.order, offered)]
    if not ways:
        chosen = meanings.find_chosen(guarded.order, offered)
        if isinstance(chosen, StoppedAt):
            return PlanLine(line, refusal=_explain(text, guarded.order, refusal, chosen, offered))
        ways = [_write(guarded, way) for way in chosen]
    readable = [way for way in ways if _refuse(way, offered) is None]
    if len(readable) > 1:
        suggestions = tuple(way[0] for way in readable[:MOST_SUGGESTED])
        return PlanLine(line, refusal=StoppedAt(line, Why.AMBIGUOUS, suggestions))
    return _check(line, (readable or ways)[0], offered)


def is_meant(line: str, offered: Offered) -> bool:
    """Check whether a line was meant for a plan, whether it can stand in one or not."""
    refusal = read_line(line, offered).refusal
    if isinstance(refusal, StoppedAt) and refusal.reason is Why.NO_SUCH_NUMBER:
        return len(line.strip()) <= LONGEST_NUMBER
    return not isinstance(refusal, StoppedAt) or refusal.reason is not Why.NOT_UNDERSTOOD


def _write(guarded: guards.Guarded, way: Lines) -> Lines:
    lines = tuple(guarded.write(order) for order in way)
    return tuple(dict.fromkeys(lines)) if guarded.before == "always " else lines


def _check(line: str, means: Lines, offered: Offered) -> PlanLine:
    refusal = _refuse(means, offered)
    return PlanLine(line, means) if refusal is None else PlanLine(line, refusal=refusal)


def _refuse(texts: Lines | list[str], offered: Offered) -> EngineError | None:
    """Return why these are no lines of a plan; None if they are."""
    try:
        plans.read(offered.rules, texts)
    except plans.Unreadable as unreadable:
        return unreadable.mistakes[0].error
    return None


def _explain(
    text: str, order: str, refusal: EngineError, stopped: StoppedAt, offered: Offered
) -> EngineError | StoppedAt:
    """Return the reason that is true of a line with words of orders: the plan's own, if it knows its first word."""
    first, _space, rest = order.partition(" ")
    verb = line_reader.find_verb(first, offered)
    if stopped.reason is not Why.NOT_UNDERSTOOD or (verb is None and not text.startswith(_OF_PLANS)):
        return stopped
    if verb == DRAW and refusal.code == "unknown_card":
        return _refuse([DRAW], offered) or refusal
    if verb == CLAIM:
        tokens = words.split_words(rest) or ()
        is_named = any(moves.name_routes(offered.rules.board, tokens[:end]) for end in range(2, len(tokens) + 1))
        return (_refuse([CLAIM], offered) if is_named else None) or EngineError("unknown_route", given=rest[:80])
    return refusal
