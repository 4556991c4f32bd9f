"""What lines order of a game (`lines` goes through them, `line_reader` reads each).

A number counts on the first line, greetings apart. The first move answers the email's question, so it should be legal;
otherwise it is tried, so that the rules can explain what is wrong. Later moves answer questions that are still unknown,
so they must be unambiguous on their own.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from notifications.inbox.orders import (
    cards,
    conditions,
    foreign,
    languages,
    letters,
    nearness,
    numbers,
    plans,
    short_answers,
    talk,
    whole_turns,
    wishes,
    words,
)
from notifications.inbox.orders import lines as inbox_lines
from notifications.inbox.orders.kinds import (
    Decline,
    EndVacation,
    GivePlan,
    HandOver,
    LeaveGame,
    Offered,
    Order,
    PlayMove,
    TakeBackMove,
    TakeVacation,
)
from notifications.inbox.orders.line_reader import looks_like_an_order, read_line, read_orders
from notifications.inbox.orders.lines import OrdersRead, StoppedAt, Vocabulary, Why, greets

_ITEM: Final = re.compile(r"\s*(\d{1,2})[.)]\s+[^\W\d]")
MOST_ITEMS: Final = 12
MOST_GREETINGS: Final = 12
"""Lines above a number."""
_NEVER_IF: Final = (PlayMove, HandOver, LeaveGame, TakeVacation, EndVacation, TakeBackMove)
"""Orders that are carried out at once, or not at all."""
_PLAN_WORDS: Final = frozenset({"always", "once", "stop", "wait", "best"})


@dataclass(frozen=True, slots=True)
class GameWords(Vocabulary[Order]):
    """What can be ordered where these answers are on offer."""

    offered: Offered

    def read_line(self, line: str, orders: Sequence[Order], skipped: Sequence[str]) -> Sequence[Order] | StoppedAt:
        """Return the orders of a line. The first move is one of those on offer; a number stands above all others."""
        is_first = not any(isinstance(order, PlayMove) for order in orders)
        may_be_number = not orders and len(skipped) <= MOST_GREETINGS and all(map(greets, skipped))
        return read_line(line, self.offered, is_first=is_first, may_be_number=may_be_number)

    def is_meant(self, line: str) -> bool:
        """Check whether a line by itself was meant as an order; talk beside one is looked for only above the others."""
        is_order = bool(read_orders(line, self.offered, is_first=True, may_be_number=True))
        return is_order or self.take_rest(line, ()) is not None

    def take_rest(self, line: str, below: Sequence[str]) -> Order | None:
        order = wishes.takes_the_rest(line, below, lambda other: _is_of_a_plan(other, self.offered))
        if not isinstance(order, GivePlan):
            return order
        return replace(order, read=tuple(plans.read_line(planned, self.offered) for planned in order.lines))

    def suggest(self, line: str) -> tuple[str, ...]:
        number = foreign.only_number(line) if foreign.is_foreign(line) else None
        listed = self.offered.listed[number - 1] if number and number <= len(self.offered.listed) else ()
        return tuple(listed) if len(listed) == 1 else nearness.near(line, self.offered)


def read(lines: Sequence[str], offered: Offered) -> OrdersRead[Order]:
    """Return the orders in lines of English or the player's language, up to the first that only looks like one."""
    english = languages.translate(lines, offered)
    orders_read = _ask_of_unread(_read(english, offered), english, lines, offered)
    return languages.restore(orders_read, english, lines)


def _read(lines: Sequence[str], offered: Offered) -> OrdersRead[Order]:
    vocabulary = GameWords(offered)
    if answer := short_answers.read(lines, offered, vocabulary.is_meant):
        return OrdersRead((answer,), None)
    apart = [line for line in lines if letters.find(line, offered) is not None]
    if len(apart) > 1:
        meant_below = tuple(line for line in lines if line not in apart and vocabulary.is_meant(line))
        named = " ".join(letters.name_all(apart, offered))
        return OrdersRead((), StoppedAt(apart[1], Why.LETTERS_APART, about=named), meant_below=meant_below)
    return (
        _read_two_numbers(lines)
        or _read_taken_back(lines, vocabulary)
        or whole_turns.ask_of_rest(_ask_of_others(inbox_lines.read(lines, vocabulary), lines, offered), offered)
    )


def _read_two_numbers(lines: Sequence[str]) -> OrdersRead[Order] | None:
    """Return that nothing is done if the first lines are two numbers, or items of a list: any of them may be meant."""
    values = [number.values for line in lines[:2] if (number := numbers.read(line, 0))]
    items = [match and match[1] for match in map(_ITEM.match, lines[:MOST_ITEMS])]
    has_list = bool(items[:1] and items[0]) and len({*filter(None, items)}) > 1
    if has_list or len({*values}) > 1:
        return OrdersRead((), StoppedAt(lines[1], Why.UNSURE))
    return None


def _read_taken_back(lines: Sequence[str], vocabulary: GameWords) -> OrdersRead[Order] | None:
    """Return that nothing is done if a line takes back the orders above it, and what both may have meant."""
    meant_above: list[str] = []
    for index, line in enumerate(lines):
        if vocabulary.take_rest(line, lines[index + 1 :]) is not None:
            return None
        rest = None if wishes.says_something(line) else numbers.take_back(line)
        if meant_above and rest is not None:
            suggestions = _find_moves([*meant_above, rest], vocabulary.offered)[: nearness.MOST]
            return OrdersRead((), StoppedAt(line, Why.TAKEN_BACK, suggestions))
        is_meant = vocabulary.read_line(line, (), ()) if index <= MOST_GREETINGS else vocabulary.is_meant(line)
        meant_above += [line] if is_meant else []
    return None


def _ask_of_others(orders_read: OrdersRead[Order], lines: Sequence[str], offered: Offered) -> OrdersRead[Order]:
    """Return that nothing is done if another line makes a condition of what is ordered, or refuses or corrects it."""
    ordered = list(dict.fromkeys(order.line for order in orders_read.orders if isinstance(order, _NEVER_IF)))
    stopped = orders_read.stopped.line if orders_read.stopped else None
    below = lines[lines.index(stopped) + 1 :] if stopped in lines else ()
    others = [*orders_read.skipped, *below] if ordered else []
    if condition := conditions.find(others):
        return OrdersRead((), StoppedAt(condition, Why.CONDITION, _find_moves(ordered, offered)[: nearness.MOST]))
    places = [place for place, order in enumerate(orders_read.orders) if isinstance(order, _NEVER_IF)]
    below_first = orders_read.orders[places[0] :] if places else ()
    if refusal := next((order.line for order in below_first if isinstance(order, Decline)), None):
        return OrdersRead((), StoppedAt(refusal, Why.TAKEN_BACK, _find_moves(ordered, offered)[: nearness.MOST]))
    corrected = next(filter(cards.goes_on, others), None)
    return OrdersRead((), StoppedAt(corrected, Why.REST_UNCLEAR)) if corrected else orders_read


def _ask_of_unread(
    orders_read: OrdersRead[Order], english: Sequence[str], lines: Sequence[str], offered: Offered
) -> OrdersRead[Order]:
    """Return that nothing is done if talk below a move that is read only in part may be about the choice."""
    played = [order.line for order in orders_read.orders if isinstance(order, _NEVER_IF)]
    if offered.language not in languages.LANGUAGES or not played or played[-1] not in english:
        return orders_read
    place = english.index(played[-1]) + 1
    spoken = {*talk.find_in(english[place:])} & {*orders_read.skipped}
    below = [line for line, meant in zip(lines[place:], english[place:], strict=True) if meant in spoken]
    doubtful = next((line for line in below if languages.may_choose(line, offered)), None)
    if doubtful is None:
        return orders_read
    return OrdersRead((), StoppedAt(doubtful, Why.UNSURE, _find_moves(played, offered)[: nearness.MOST]))


def _find_moves(lines: Sequence[str], offered: Offered) -> tuple[str, ...]:
    """Return the legal moves that these lines order, each read as if it stood alone, with all moves of a turn."""
    suggestions: dict[str, None] = {}
    for line in lines:
        orders = read_line(line, offered, is_first=True, may_be_number=True)
        played = [] if isinstance(orders, StoppedAt) else [each for each in orders if isinstance(each, PlayMove)]
        if played and whole_turns.make_legal(played[0].notation, offered) in (offered.moves or ()):
            suggestions[whole_turns.suggest(played, offered)] = None
    return tuple(suggestions)


def is_meant(line: str, offered: Offered) -> bool:
    """Check whether a line by itself was meant as an order, whether it is one or not."""
    return GameWords(offered).is_meant(languages.translate_line(line, offered))


def _is_of_a_plan(line: str, offered: Offered) -> bool:
    first = words.plain(line).partition(" ")[0]
    is_meant = first in _PLAN_WORDS or looks_like_an_order(line, offered) or plans.is_meant(line, offered)
    return is_meant and not greets(line)
