"""Alternative worlds: a game's log with other cards and tickets in hidden places, for any game.

The types of an event's fields tell where cards and tickets are in it, and who may know them. Only consistent worlds
count: nobody pays with cards they do not have, and every drawn card is in the deck.
"""

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from engine.boards import Ticket
from engine.cards import EMPTY, KINDS, Bag, Card, counts
from engine.parts.position import Position
from engine.visibility import SEALED

from .conservation import all_cards
from .play import Step

World = list[Step]
Viewer = int | None
ATTEMPTS, CHANGES = 120, 8
"""The most attempts with other cards, and the number of changes that is enough: most attempts are inconsistent."""


class Part(NamedTuple):
    """A field of an event or move: its name, who may know it ("" for all), its type."""

    name: str
    known_to: str
    holds: Any

    def known_by(self, fact: Any, viewer: Viewer) -> bool:
        """Check whether this viewer may know it."""
        return not self.known_to or (self.known_to != SEALED and viewer is not None and fact.seat == viewer)


@cache
def parts(kind: Any) -> tuple[Part, ...]:
    """Return the fields of a kind of event or move."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(_part(field.name, hints[field.name]) for field in fields(kind))


def _part(name: str, hint: Any) -> Part:
    holds, known_to = get_args(hint)[:2] if get_origin(hint) is Annotated else (hint, "")
    return Part(name, known_to, holds)


def parts_of(fact: Any) -> tuple[Part, ...]:
    kind: Any = type(fact)
    return parts(kind)


def ticket_parts(fact: Any) -> list[Part]:
    return [part for part in parts_of(fact) if part.holds == tuple[Ticket, ...]]


class Place(NamedTuple):
    """Where a seat got a hidden card: the entry, the event, the field, and the index of the card in it."""

    entry: int
    fact: int
    field: str
    card: int


def hidden(world: World, viewer: Viewer) -> Iterator[Place]:
    """Yield the places where others got cards that the viewer did not see."""
    for entry, step in enumerate(world):
        for fact, event in enumerate(step.events):
            for part in parts_of(event):
                if part.holds in (Card, tuple[Card, ...]) and not part.known_by(event, viewer):
                    for card in range(len(_cards(event, part.name))):
                        yield Place(entry, fact, part.name, card)


def _cards(event: Any, field: str) -> tuple[Card, ...]:
    cards = getattr(event, field)
    return cards if isinstance(cards, tuple) else (cards,)


def drawn(world: World, place: Place) -> Card:
    return _cards(world[place.entry].events[place.fact], place.field)[place.card]


def with_card(world: World, place: Place, card: Card) -> World:
    """Return the same events with one card replaced."""
    step = world[place.entry]
    event: Any = step.events[place.fact]
    cards = [*_cards(event, place.field)]
    cards[place.card] = card
    held = tuple(cards) if isinstance(getattr(event, place.field), tuple) else card
    events = [*step.events[: place.fact], replace(event, **{place.field: held}), *step.events[place.fact + 1 :]]
    return [*world[: place.entry], step._replace(events=events), *world[place.entry + 1 :]]


def other_cards(world: World, viewer: Viewer, rnd: random.Random) -> World:
    """Return a world in which others drew different cards: two are swapped, or one is replaced."""
    places, changes = list(hidden(world, viewer)), 0
    for one, two in (rnd.choices(places, k=2) for _ in range(ATTEMPTS)):
        mine, yours = drawn(world, one), drawn(world, two)
        changed = with_card(world, one, yours)
        if rnd.random() < 0.8:
            changed = with_card(changed, two, mine)
        if mine != yours and goes_up(changed):
            world, changes = changed, changes + 1
        if changes == CHANGES:
            break
    return folded(world)


def _empty(world: World) -> Position:
    start = world[0].state
    state = start.rules.new(start.rules, start.seats, start.options)
    assert isinstance(state, Position)
    return state


def goes_up(world: World) -> bool:
    """Check that no bag's count ever drops below zero, which shows as a very large count."""
    state = _empty(world)
    reducers, most = state.rules.reducers, max(counts(all_cards(state.rules, state.seats)))
    sound = _sound(most)
    for step in world:
        state.entry += 1
        for event in step.events:
            try:
                reducers[type(event)](state, event)
            except OverflowError:
                return False
        bags = {state.cards.deck, state.cards.discards, *state.cards.hands}
        if not bags <= sound:
            if not all(_holds(bag, most) for bag in bags - sound):
                return False
            sound |= bags
    return True


@cache
def _sound(most: int) -> set[Bag]:
    """Return the cache of bags found valid, since most bags occur again and again."""
    return set()


def _holds(bag: Bag, most: int) -> bool:
    return bag == EMPTY or (bag > 0 and bag.bit_length() <= 8 * len(KINDS) and max(counts(bag)) <= most)


def folded(world: World) -> World:
    """Return the same entries with the positions that their events lead to."""
    state, found = _empty(world), []
    reducers = state.rules.reducers
    for step in world:
        state = state.copy()
        state.entry += 1
        for event in step.events:
            reducers[type(event)](state, event)
        found.append(step._replace(state=state))
    return found


def seen_by(world: World, viewer: Viewer) -> set[Ticket]:
    """Return the tickets that this viewer has seen before the end reveals them all."""
    events = [event for step in world for event in step.events]
    known = [(event, part) for event in events for part in ticket_parts(event) if part.known_by(event, viewer)]
    return {ticket for event, part in known for ticket in getattr(event, part.name)}


def unseen_by(world: World, viewer: Viewer) -> list[Ticket]:
    seen = seen_by(world, viewer)
    return [ticket for ticket in world[0].state.rules.board.ticket_of.values() if ticket not in seen]


def other_tickets(world: World, viewer: Viewer, rnd: random.Random) -> World:
    """Return a world in which the tickets that the viewer has never seen are swapped, wherever they are."""
    unseen = unseen_by(world, viewer)
    return renamed(world, dict(zip(unseen, rnd.sample(unseen, len(unseen)), strict=True)))


def other_order(world: World, seat: int) -> World:
    """Return a world in which a seat drew the tickets that it holds at the end in another order."""
    held = world[-1].state.tickets.held[seat]
    return renamed(world, dict(zip(held, reversed(held), strict=True)))


def renamed(world: World, names: dict[Ticket, Ticket]) -> World:
    """Return the same log with tickets renamed throughout."""
    return folded([_renamed_step(step, names) for step in world])


def _renamed_step(step: Step, names: dict[Ticket, Ticket]) -> Step:
    events = [_renamed(event, names) for event in step.events]
    return step._replace(events=events, move=step.move and _renamed(step.move, names))


def _renamed(fact: Any, names: dict[Ticket, Ticket]) -> Any:
    here = {part.name: getattr(fact, part.name) for part in ticket_parts(fact)}
    return replace(fact, **{name: tuple(names.get(t, t) for t in tickets) for name, tickets in here.items()})
