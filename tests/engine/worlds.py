"""Other worlds: a game's log with other cards and tickets where somebody may not look, whatever the game.

Where cards and tickets stand in a fact, and who may know them, its fields' types tell. Only worlds count in which all
goes up: nobody pays with cards that he does not have, and no card is drawn that is not in the deck.
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
"""How often other cards are tried at the most, and how many changes are enough: most attempts do not go up."""


class Part(NamedTuple):
    """A field of a fact or move: its name, who may know it ("" for all), what it holds."""

    name: str
    known_to: str
    holds: Any

    def known_by(self, fact: Any, viewer: Viewer) -> bool:
        """Whether this viewer may know it."""
        return not self.known_to or (self.known_to != SEALED and viewer is not None and fact.seat == viewer)


@cache
def parts(kind: Any) -> tuple[Part, ...]:
    """The fields of a kind of fact or move."""
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
    """Where somebody got a card unseen: in which entry, by which fact, in which field, as which of its cards."""

    entry: int
    fact: int
    field: str
    card: int


def hidden(world: World, viewer: Viewer) -> Iterator[Place]:
    """Where others got cards that the viewer did not see."""
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
    """The same facts, but for one card."""
    step = world[place.entry]
    event: Any = step.events[place.fact]
    cards = [*_cards(event, place.field)]
    cards[place.card] = card
    held = tuple(cards) if isinstance(getattr(event, place.field), tuple) else card
    events = [*step.events[: place.fact], replace(event, **{place.field: held}), *step.events[place.fact + 1 :]]
    return [*world[: place.entry], step._replace(events=events), *world[place.entry + 1 :]]


def other_cards(world: World, viewer: Viewer, rnd: random.Random) -> World:
    """A world in which others drew other cards: two of them change places, or one comes instead of another."""
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
    """Whether no bag ever holds a card too few: in numbers that are counts, too few shows as very many."""
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
    """Bags that were looked at and hold no more of a kind than this: most bags are met again and again."""
    return set()


def _holds(bag: Bag, most: int) -> bool:
    return bag == EMPTY or (bag > 0 and bag.bit_length() <= 8 * len(KINDS) and max(counts(bag)) <= most)


def folded(world: World) -> World:
    """The same entries with the positions that their facts lead to."""
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
    """The tickets that this viewer has ever seen, before the end shows them all."""
    events = [event for step in world for event in step.events]
    known = [(event, part) for event in events for part in ticket_parts(event) if part.known_by(event, viewer)]
    return {ticket for event, part in known for ticket in getattr(event, part.name)}


def unseen_by(world: World, viewer: Viewer) -> list[Ticket]:
    seen = seen_by(world, viewer)
    return [ticket for ticket in world[0].state.rules.board.ticket_of.values() if ticket not in seen]


def other_tickets(world: World, viewer: Viewer, rnd: random.Random) -> World:
    """A world in which the tickets that the viewer has never seen have changed places, wherever they lie."""
    unseen = unseen_by(world, viewer)
    return renamed(world, dict(zip(unseen, rnd.sample(unseen, len(unseen)), strict=True)))


def other_order(world: World, seat: int) -> World:
    """A world in which a seat drew the tickets that it holds at the end in another order."""
    held = world[-1].state.tickets.held[seat]
    return renamed(world, dict(zip(held, reversed(held), strict=True)))


def renamed(world: World, names: dict[Ticket, Ticket]) -> World:
    """The same log with other names for tickets, wherever they lie."""
    return folded([_renamed_step(step, names) for step in world])


def _renamed_step(step: Step, names: dict[Ticket, Ticket]) -> Step:
    events = [_renamed(event, names) for event in step.events]
    return step._replace(events=events, move=step.move and _renamed(step.move, names))


def _renamed(fact: Any, names: dict[Ticket, Ticket]) -> Any:
    here = {part.name: getattr(fact, part.name) for part in ticket_parts(fact)}
    return replace(fact, **{name: tuple(names.get(t, t) for t in tickets) for name, tickets in here.items()})
