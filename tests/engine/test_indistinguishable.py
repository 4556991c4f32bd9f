"""Two worlds that differ only in what somebody may not know look the same to him: byte for byte, move for move.

The other world is made of a game's log: what others drew blind is other cards, and tickets that the viewer has never
seen change places with each other, wherever they lie. Only worlds count in which all goes up: nobody pays with cards
that he does not have, and no card is drawn that is not in the deck.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import count
from typing import NamedTuple

import pytest

import engine
from engine import record
from engine.boards import Ticket
from engine.cards import KINDS, Bag, Card, counts
from engine.claims import BoardPosition
from engine.codec import canonical
from engine.market import CardDrawn, HandDealt
from engine.record import Cause
from engine.tickets import (
    FirstTicketsDealt,
    FirstTicketsKept,
    FirstTicketsShuffled,
    Keep,
    TicketsDrawn,
    TicketsKept,
    TicketsShuffled,
)

from .play import Step, refusal, steps
from .positions import ON_BOARDS, SOME_TABLES, Kind
from .test_options import known_moves

World = list[Step]


@cache
def tried(rules: engine.Ruleset) -> list[engine.Move]:
    """Moves to try, legal or not: the first ones, which name no route or city, and some of all others."""
    moves = known_moves(rules)
    return [*moves[:20], *moves[20::97]]


def folded(world: World, since: int = 0) -> World:
    """The same entries with the positions that their facts lead to, from this one on."""
    found, start = world[:since], world[0].state
    rules = start.rules
    state: engine.State = found[-1].state if found else rules.new(rules, start.seats, start.options)
    for step in world[since:]:
        state = state.copy()
        state.entry += 1
        for event in step.events:
            rules.reducers[type(event)](state, event)
        assert isinstance(state, BoardPosition)
        found.append(step._replace(state=state))
    return found


def goes_up(world: World) -> bool:
    """Whether no bag ever holds a card too few: in numbers that are counts, too few shows as very many."""
    return all(_holds(bag) for step in world for bag in _bags(step.state))


def _bags(state: BoardPosition) -> list[Bag]:
    return [state.cards.deck, state.cards.discards, *state.cards.hands]


def _holds(bag: Bag) -> bool:
    return bag >= 0 and bag.bit_length() <= 8 * len(KINDS) and max(counts(bag)) <= 14


class Place(NamedTuple):
    """Where a card is drawn: in which entry, by which fact, as which of its cards."""

    entry: int
    fact: int
    card: int


def hidden(world: World, viewer: int | None) -> list[Place]:
    """Where others drew blind."""
    return [
        Place(entry, fact, card)
        for entry, step in enumerate(world)
        for fact, event in enumerate(step.events)
        if isinstance(event, CardDrawn | HandDealt) and event.seat != viewer
        for card in range(len(event.cards) if isinstance(event, HandDealt) else 1)
    ]


def drawn(world: World, place: Place) -> Card:
    event = world[place.entry].events[place.fact]
    assert isinstance(event, CardDrawn | HandDealt)
    return event.card if isinstance(event, CardDrawn) else event.cards[place.card]


def with_card(world: World, place: Place, card: Card) -> World:
    """The same facts, but for one card."""
    step = world[place.entry]
    event = step.events[place.fact]
    if isinstance(event, HandDealt):
        event = replace(event, cards=(*event.cards[: place.card], card, *event.cards[place.card + 1 :]))
    else:
        event = replace(event, card=card)  # type: ignore[type-var]
    events = [*step.events[: place.fact], event, *step.events[place.fact + 1 :]]
    return [*world[: place.entry], step._replace(events=events), *world[place.entry + 1 :]]


def other_cards(world: World, viewer: int | None, rnd: random.Random) -> World:
    """A world in which others drew other cards: two of them change places, or one comes instead of another."""
    places = hidden(world, viewer)
    for one, two in zip(rnd.choices(places, k=60), rnd.choices(places, k=60), strict=True):
        changed = with_card(world, one, drawn(world, two))
        if rnd.random() < 0.8:
            changed = with_card(changed, two, drawn(world, one))
        since = min(one.entry, two.entry)
        with suppress(OverflowError):
            changed = folded(changed, since)
            world = changed if goes_up(changed[since:]) else world
    return world


def seen_by(world: World, viewer: int | None) -> set[Ticket]:
    """The tickets that this viewer was ever offered."""
    events = [event for step in world for event in step.events]
    offers = [event for event in events if isinstance(event, FirstTicketsDealt | TicketsDrawn)]
    return {ticket for event in offers if event.seat == viewer for ticket in event.offer}


def other_tickets(world: World, viewer: int | None, rnd: random.Random) -> World:
    """A world in which the tickets that the viewer was never offered have changed places."""
    seen = seen_by(world, viewer)
    unseen = [ticket for ticket in world[0].state.rules.board.ticket_of.values() if ticket not in seen]
    return renamed(world, dict(zip(unseen, rnd.sample(unseen, len(unseen)), strict=True)))


def other_order(world: World, seat: int) -> World:
    """A world in which a seat drew the tickets that it holds at the end in another order."""
    held = world[-1].state.tickets.held[seat]
    return renamed(world, dict(zip(held, reversed(held), strict=True)))


def renamed(world: World, names: dict[Ticket, Ticket]) -> World:
    """The same log with other names for tickets, wherever they lie."""
    return folded([step._replace(events=[_renamed(event, names) for event in step.events]) for step in world])


def _renamed(event: engine.Event, names: dict[Ticket, Ticket]) -> engine.Event:
    def new(tickets: tuple[Ticket, ...]) -> tuple[Ticket, ...]:
        return tuple(names.get(ticket, ticket) for ticket in tickets)

    if isinstance(event, TicketsShuffled | FirstTicketsShuffled):
        return replace(event, deck=new(event.deck))
    if isinstance(event, FirstTicketsDealt | TicketsDrawn):
        return replace(event, offer=new(event.offer))
    if isinstance(event, FirstTicketsKept | TicketsKept):
        return replace(event, kept=new(event.kept), returned=new(event.returned))
    return event


def appearance(step: Step, viewer: int | None) -> bytes:
    """All that the engine ever says to this viewer about an entry and the position after it."""
    said: list[object] = [engine.view(step.state, viewer), _told(step, viewer)]
    if viewer is not None:
        said.append([engine.notation.write(step.state.rules, move) for move in engine.options(step.state, viewer)])
        if step.state.entry % 4 == 0:
            refusals = [refusal(step.state, viewer, move) for move in tried(step.state.rules)]
            said.append([error and [error.code, error.detail, str(error)] for error in refusals])
    return canonical(said)


def _told(step: Step, viewer: int | None) -> object:
    move = step.move if step.seat == viewer or not isinstance(step.move, Keep) else Keep(())
    codec = engine.codec_of(step.state.rules)
    entry = record.write(codec, step.state.entry, "", Cause({"seat": step.seat}, move), step.events, [], lambda: b"")
    holders = [part.holder for part in entry.secrets]
    return [record.told(entry.public, {s.holder: s.body for s in entry.secrets if s.holder == viewer}), holders]


@cache
def game(kind: Kind, seats: int) -> World:
    """A long game in which nobody sees all the tickets."""
    worlds = (list(steps(seats, seed, leaving=0.005, kind=kind)) for seed in count(1))
    return next(world for world in worlds if len(world) > 30 * seats and 2 < draws_of_tickets(world) < 8)


def draws_of_tickets(world: World) -> int:
    return sum(isinstance(event, TicketsDrawn) for step in world for event in step.events)


def differing(one: World, other: World, viewer: int | None) -> Iterator[int]:
    """The numbers of the entries at which the viewer could tell the worlds apart."""
    for number, (a, b) in enumerate(zip(one, other, strict=True), 1):
        if appearance(a, viewer) != appearance(b, viewer):
            yield number


VIEWERS = [(kind, seats, viewer) for kind, seats in SOME_TABLES for viewer in (None, 0, seats - 1)]


@pytest.mark.parametrize(("kind", "seats", "viewer"), VIEWERS, ids=str)
def test_other_cards_in_others_hands_and_in_the_deck(kind: Kind, seats: int, viewer: int | None) -> None:
    """... are never seen, not even when the game is over."""
    world = game(kind, seats)
    other = other_cards(world, viewer, random.Random(seats))
    assert world != other
    assert list(differing(world, other, viewer)) == []


@pytest.mark.parametrize(("kind", "seats", "viewer"), VIEWERS, ids=str)
def test_other_tickets_with_others_and_in_their_deck(kind: Kind, seats: int, viewer: int | None) -> None:
    """... are not seen until the end shows them."""
    world = game(kind, seats)
    other = other_tickets(world, viewer, random.Random(seats))
    assert world != other
    assert list(differing(world[:-1], other[:-1], viewer)) == []


@pytest.mark.parametrize(("kind", "seats"), SOME_TABLES, ids=str)
def test_in_which_order_others_drew_the_tickets_that_they_hold(kind: Kind, seats: int) -> None:
    """... is not seen even when the end shows them."""
    world = game(kind, seats)
    held = world[-1].state.tickets.held
    for seat, viewer in ((0, None), (1, 0), (0, seats - 1)):
        assert len(held[seat]) > 1
        if not seen_by(world, viewer) & set(held[seat]):
            assert list(differing(world, other_order(world, seat), viewer)) == []


@pytest.mark.parametrize(("kind", "seats"), SOME_TABLES, ids=str)
def test_the_worlds_do_differ(kind: Kind, seats: int) -> None:
    """The test would notice: whoever holds the cards and tickets sees the difference."""
    world, rnd = game(kind, seats), random.Random(1)
    cards, tickets = other_cards(world, 0, rnd), other_tickets(world, 0, rnd)
    assert any(next(differing(world, cards, seat), None) for seat in range(1, seats))
    assert any(next(differing(world, tickets, seat), None) for seat in range(1, seats))


@pytest.mark.parametrize("kind", ON_BOARDS, ids=str)
@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_how_many_first_tickets_others_keep(kind: Kind, viewer: int | None) -> None:
    """... is not seen until all have chosen."""
    looks = set()
    for choice in (0, 1, 2, 3, -1):
        world = list(_first_choices(kind, choice))
        looks.add(tuple(appearance(step, viewer) for step in world))
    assert len(looks) == 1


def _first_choices(kind: Kind, choice: int) -> Iterator[Step]:
    chance = engine.Chance(bytes(32))
    state, _ = engine.start(kind.rules, 3, chance, kind.options)
    move = engine.options(state, 0)[choice]
    state, events = engine.decide(state, 0, move, chance)
    yield Step(0, move, events, state)
    state, events = engine.decide(state, 0, engine.Resign(), chance)
    yield Step(0, engine.Resign(), events, state)
