"""The parser of plans from lines of text. A line is

    [always | once] ORDER [when CONDITION [and CONDITION ...] | unless CONDITION [and CONDITION ...]]
    stop when CONDITION [and CONDITION ...]
    wait until HOURS hours left

Case and extra spaces do not matter. An ORDER is

    best                 whatever is asked, as the stand-in would answer it
    VERB best            the same, where its answer begins with this verb: "keep best", "draw best"
    draw, claim ...      what `games.table.plans.words` says, a little more than the moves of the same name
    any other move       in the game's own notation: "tickets", "start denver", "place blue 3 loco 1"

`wait until` leaves the player the time until then: the plan looks at a question only when no more time is left. An
ORDER is carried out once, unless `always` precedes it or it is lasting by nature; with `once`, it is not.
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, NamedTuple

import engine
from engine.errors import EngineError, MalformedMove
from games.table.plans import words as subjects
from games.table.plans.moves import Best, Exactly
from games.table.plans.vocabulary import Condition, ConditionReader, OrderReader, PlanOrder, PlanWords

ALWAYS, ONCE, STOP, WHEN, UNLESS, AND, BEST, WAIT = "always", "once", "stop", "when", "unless", "and", "best", "wait"


class Guard(NamedTuple):
    """The conditions of a line: all must hold or, if `expected` is False, not all of them."""

    conditions: tuple[Condition, ...]
    expected: bool = True


class OrderLine(NamedTuple):
    """An order with its conditions."""

    number: int
    order: PlanOrder
    guard: Guard
    lasting: bool


class StopLine(NamedTuple):
    """A line that stops the plan when all its conditions hold."""

    number: int
    guard: Guard


class WaitLine(NamedTuple):
    """A line that leaves the decision to the player until this many hours are left."""

    number: int
    hours: int


class ReadPlan(NamedTuple):
    """A parsed plan; lines count from 1.

    `hours_left`: the plan acts only when no more hours are left (None: soon).
    """

    orders: tuple[OrderLine, ...]
    stops: tuple[StopLine, ...]
    hours_left: int | None = None


Line = OrderLine | StopLine | WaitLine


class Mistake(NamedTuple):
    """A mistake in a line of a plan."""

    line: int
    error: EngineError


class Unreadable(Exception):
    """The refusal of lines that do not form a plan, with every mistake."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes


def _find_words() -> Iterator[PlanWords]:
    for module in iter_modules(subjects.__path__):
        yield import_module(f"{subjects.__name__}.{module.name}").WORDS


_ALL: Final = tuple(_find_words())
ORDERS: Final[Mapping[str, OrderReader]] = {verb: read for words in _ALL for verb, read in words.orders.items()}
CONDITIONS: Final[Mapping[str, ConditionReader]] = {
    word: reader for words in _ALL for word, reader in words.conditions.items()
}


def read(rules: engine.Ruleset, lines: Sequence[str]) -> ReadPlan:
    """Parse lines as a plan. Raises Unreadable with every mistake."""
    read: list[Line] = []
    mistakes: list[Mistake] = []
    for number, text in enumerate(lines, 1):
        try:
            read.append(_read_line(rules, number, text.lower().split()))
        except EngineError as error:
            mistakes.append(Mistake(number, error))
    waits = [line for line in read if isinstance(line, WaitLine)]
    mistakes += [Mistake(line.number, EngineError("wait_twice")) for line in waits[1:]]
    if mistakes:
        raise Unreadable(sorted(mistakes, key=lambda mistake: mistake.line))
    orders = tuple(line for line in read if isinstance(line, OrderLine))
    stops = tuple(line for line in read if isinstance(line, StopLine))
    return ReadPlan(orders, stops, waits[0].hours if waits else None)


def _read_line(rules: engine.Ruleset, number: int, words: list[str]) -> Line:
    if words[:1] == [WAIT]:
        return WaitLine(number, _read_hours(words[1:]))
    if words[:1] == [STOP]:
        if words[1:2] != [WHEN]:
            raise MalformedMove("stop_when", expected="stop when last round")
        return StopLine(number, Guard(_read_conditions(rules, words[2:])))
    often = words[0] if words[:1] in ([ALWAYS], [ONCE]) else None
    order_words, guard = _split_guard(rules, words[1:] if often else words)
    order = _read_order(rules, order_words)
    return OrderLine(number, order, guard, often == ALWAYS or (order.lasting and often != ONCE))


def _read_hours(words: list[str]) -> int:
    """Read the hours in "until 6 hours left"."""
    fixed_words = [word for index, word in enumerate(words) if index != 1]
    is_read = fixed_words in (["until", "hours", "left"], ["until", "hour", "left"])
    hours = engine.notation.number(words[1]) if is_read else 0
    if not hours:
        raise MalformedMove("wait_until", expected="wait until 6 hours left")
    return hours


def _split_guard(rules: engine.Ruleset, words: list[str]) -> tuple[list[str], Guard]:
    """Split an order's own words from its conditions."""
    index = next((index for index, word in enumerate(words) if word in (WHEN, UNLESS)), None)
    if index is None:
        return words, Guard(())
    return words[:index], Guard(_read_conditions(rules, words[index + 1 :]), expected=words[index] == WHEN)


def _read_order(rules: engine.Ruleset, words: list[str]) -> PlanOrder:
    if words == [BEST]:
        return Best(None)
    if not words or words[0] not in rules.verbs:
        answers = rules.verbs.keys() - engine.notation.control_words(rules)
        raise MalformedMove("unknown_order", known=sorted([*answers, BEST]))
    if words[1:] == [BEST]:
        return Best(words[0])
    reader = ORDERS.get(words[0])
    return reader(rules, words[1:]) if reader else exactly(rules, words)


def exactly(rules: engine.Ruleset, words: Sequence[str]) -> Exactly:
    """Read these words as an exact move. Raises MalformedMove."""
    move = engine.notation.parse(rules, " ".join(words))
    if type(move) in rules.controls:
        raise MalformedMove("not_a_turn_move", move=move.tag)
    return Exactly(move)


def _read_conditions(rules: engine.Ruleset, words: list[str]) -> tuple[Condition, ...]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word == AND:
            parts.append([])
        else:
            parts[-1].append(word)
    return tuple(_read_condition(rules, part) for part in parts)


def _read_condition(rules: engine.Ruleset, words: list[str]) -> Condition:
    readers = {word: reader for word, reader in CONDITIONS.items() if reader.where(rules)}
    if not words or words[0] not in readers:
        raise MalformedMove("unknown_condition", known=sorted(readers))
    return readers[words[0]].read(rules, words[1:])
