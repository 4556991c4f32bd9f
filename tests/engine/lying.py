"""Find the cards and tickets in a position of any game by the types of its fields.

A `Bag` holds cards, a `Card` is one, a `Ticket` is a ticket, and an object with a `bag` holds the cards in it; so do
tuples, lists, mappings and dataclasses of these. Games that keep cards elsewhere are searched in the same way. Only
prompts name train cards without holding them: the color that was paid, for example.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from engine.boards import Ticket
from engine.cards import ONE, Bag, Card
from engine.model import Prompt, State

WANTED = frozenset({"chosen"})
"""Fields in which a seat announces plans for tickets that lie elsewhere."""

Look = Callable[[Any], Iterable[int]]


def bags(state: State) -> list[Bag]:
    """Return all cards, as the bags in which they lie; a single card is a bag of one."""
    return list(_in_fields(state, CARDS))


def tickets(state: State) -> list[Ticket]:
    """Return all tickets, place by place."""
    return [Ticket(ticket) for ticket in _in_fields(state, TICKETS)]


class Things:
    """The objects to find, and how to read them from each type."""

    def __init__(self, read: Mapping[Any, Look], attribute: str = "") -> None:
        self.read, self.attribute = read, attribute


CARDS = Things({Bag: lambda bag: (bag,), Card: lambda card: (ONE[card],)}, "bag")
TICKETS = Things({Ticket: lambda ticket: (ticket,)})


def _nothing(value: Any) -> Iterable[int]:
    return ()


@cache
def _look(hint: Any, things: Things) -> Look:
    """Return a function that finds the objects in a value of this type; `_nothing` if the type never holds any."""
    if hint in things.read:
        return things.read[hint]
    if get_origin(hint) is Annotated:
        return _look(get_args(hint)[0], things)
    if hint is Prompt:
        return lambda prompt: _in_fields(prompt, things)
    if isinstance(hint, type) and things.attribute and hasattr(hint, things.attribute):
        return lambda value: (getattr(value, things.attribute),)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _inside(hint, things)
    return _compound(get_origin(hint), get_args(hint), things)


def _compound(origin: Any, arguments: tuple[Any, ...], things: Things) -> Look:
    looks = (_look(argument, things) for argument in arguments if argument is not ...)
    look = next((look for look in looks if look is not _nothing), _nothing)
    if look is _nothing:
        return _nothing
    if origin is Mapping:
        return lambda values: [thing for value in values.values() for thing in look(value)]
    if origin in (tuple, list):
        return lambda values: [thing for value in values for thing in look(value)]
    return lambda value: () if value is None else look(value)


def _in_fields(value: Any, things: Things) -> Iterable[int]:
    kind: Any = type(value)
    return _inside(kind, things)(value)


@cache
def _inside(kind: Any, things: Things) -> Look:
    """Return a function that finds the objects in the fields of a dataclass."""
    if issubclass(kind, Prompt) and things is CARDS:
        return _nothing
    hints = get_type_hints(kind, include_extras=True)
    names = (field.name for field in dataclasses.fields(kind) if field.name not in ("rules", *WANTED))
    looks = [(name, _look(hints[name], things)) for name in names]
    fields = [(name, look) for name, look in looks if look is not _nothing]

    def numbers_in(value: Any) -> Iterator[int]:
        for name, look in fields:
            yield from look(getattr(value, name))

    return numbers_in if fields else _nothing
