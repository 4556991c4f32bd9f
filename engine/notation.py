"""The notation of moves, one line of text each: `parse` reads it, `write` writes it.

Each feature of a game brings its own verbs (`Feature.verbs`): the first word of a line is the verb. This module reads
and writes the parts of a line: cards, cities, routes, tickets, numbers. "draw 3", "claim denver-omaha purple 3 loco 1"
or "keep 3 17" are such lines.

Case and extra spaces do not matter, and a route's cities may come in either order.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engine.boards import Board, City, Route, RouteFact, Ticket
from engine.cards import KINDS, LOCOMOTIVE, Card
from engine.errors import MalformedMove
from engine.model import Move, Ruleset, State

LOCO: Final = "loco"
DOES_NOT_ADD_UP: Final = -1
"""The number of locomotives in a payment with the wrong total, which the move's rule refuses with a reason."""


def parse(rules: Ruleset, text: str) -> Move:
    """Return the move that this line names. Raises MalformedMove with what was expected instead."""
    words = text.lower().split()
    if not words or words[0] not in rules.verbs:
        raise MalformedMove("unknown_verb", known=sorted(rules.verbs.keys() - control_words(rules)))
    return rules.verbs[words[0]](rules.board, words[1:])


def parse_at(state: State, text: str) -> Move:
    """Return the move that this line names in a position: "draw red" may name a place of the market there.

    Raises MalformedMove, also if two moves could be meant, and IllegalMove if the position has no such move.
    """
    words = text.lower().split()
    here = state.rules.verbs_here.get(words[0]) if words else None
    return here(state, words[1:]) if here else parse(state.rules, text)


def control_words(rules: Ruleset) -> set[str]:
    """Return the words for moves that answer no prompt, such as resigning."""
    return {write(rules, kind()) for kind in rules.controls if kind in rules.writers}


def write(rules: Ruleset, move: Move) -> str:
    """Return the line for this move; `parse` reads it back."""
    return rules.writers[type(move)](rules.board, move)


def a_route(board: Board) -> RouteFact:
    """Return a route of this board for examples: the first that takes cards of a color and a locomotive."""
    return next(fact for fact in board.routes if fact.length > 1 and not fact.ferry_locomotives)


def payment(words: list[str], total: int, code: str, expected: str) -> tuple[Card, int]:
    """Return the color and the number of locomotives of `total` cards: "blue 3 loco 1".

    A lone "blue" means that all cards are blue. The number is DOES_NOT_ADD_UP if the total differs, so that the rules
    refuse it, as they do for a move sent as an object. Raises MalformedMove, with `code` if the words do not describe
    cards, or there are none.
    """
    if len(words) == 1:
        words = [words[0], str(total)]
    if not words or len(words) % 2 or not total:
        raise MalformedMove(code, expected=expected)
    paid: dict[Card, int] = {}
    for name, count in zip(words[::2], words[1::2], strict=True):
        paid[kind(name)] = paid.get(kind(name), 0) + number(count)
    colors = [card for card, count in paid.items() if count and card != LOCOMOTIVE]
    if len(colors) > 1:
        raise MalformedMove("one_color_only", expected=expected)
    locomotives = paid.get(LOCOMOTIVE, 0) if sum(paid.values()) == total else DOES_NOT_ADD_UP
    return colors[0] if colors else LOCOMOTIVE, locomotives


def kind(name: str) -> Card:
    """Return the kind of train card with this name. Raises MalformedMove."""
    if name in (LOCO, KINDS[LOCOMOTIVE]):
        return LOCOMOTIVE
    if name not in KINDS:
        raise MalformedMove("unknown_card", given=name[:40], known=list(KINDS))
    return Card(KINDS.index(name))


def is_card(name: str) -> bool:
    """Check whether this names a kind of train card."""
    return name == LOCO or name in KINDS


def city(board: Board, slug: str) -> City:
    """Return the city with this slug. Raises MalformedMove."""
    if slug not in board.city_of:
        raise MalformedMove("unknown_city", given=slug[:40])
    return board.city_of[slug]


def a_city(board: Board) -> str:
    """Return a city of this board, for examples."""
    return board.cities[0].slug


def route(board: Board, slug: str) -> Route:
    """Return the route with this slug, its cities in either order. Raises MalformedMove."""
    names = (slug, _swap_cities(slug))
    for name in names:
        if name in board.route_of:
            return board.route_of[name]
    tracks = [fact.slug for fact in board.routes if fact.group in names]
    if tracks:
        raise MalformedMove("which_track", given=slug, known=tracks)
    raise MalformedMove("unknown_route", given=slug[:80])


def _swap_cities(slug: str) -> str:
    """Return a route's slug with its cities swapped."""
    parts = slug.split("-")
    return "-".join([*parts[1::-1], *parts[2:]])


def alone(words: list[str], move: Move) -> Move:
    """Return the move of a line without further words. Raises MalformedMove if there are any."""
    if words:
        raise MalformedMove("words_left_over", given=" ".join(words)[:80])
    return move


def a_choice(board: Board, verb: str) -> str:
    """Return an example of a choice of this board's tickets."""
    return f"{verb} {numbers(board, tuple(board.ticket_of.values())[:2])}, or {verb} none"


def tickets(board: Board, words: list[str], code: str, expected: str) -> tuple[Ticket, ...]:
    """Return the tickets with these numbers; "none" is (). Raises MalformedMove, with `code` if `words` is empty."""
    if not words:
        raise MalformedMove(code, expected=expected)
    ticket_numbers = [] if words == ["none"] else [number(each) for each in words]
    unknown = [each for each in ticket_numbers if each not in board.ticket_of]
    if unknown:
        raise MalformedMove("unknown_ticket", given=unknown)
    return tuple(board.ticket_of[each] for each in ticket_numbers)


def number(text: str) -> int:
    """Return the whole number that this text says. Raises MalformedMove."""
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise MalformedMove("not_a_number", given=text[:40])
    return int(text)


def cards(color: Card, count: int, locomotives: int) -> str:
    """Return the text of a payment, as `payment` reads it."""
    colored = [] if color == LOCOMOTIVE else [f"{KINDS[color]} {count}"]
    return " ".join([*colored, f"{LOCO} {locomotives}"] if locomotives else colored)


def numbers(board: Board, chosen: Sequence[Ticket]) -> str:
    """Return the text of a choice of tickets, as `tickets` reads it."""
    return " ".join(str(board.tickets[ticket].number) for ticket in chosen) or "none"


def word(text: str) -> Callable[[Board, Move], str]:
    """Return a writer for moves without parameters, which always returns this text."""
    return lambda board, move: text
