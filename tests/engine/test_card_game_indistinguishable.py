"""Two worlds of the card game that differ only in what somebody may not know look the same to him, byte for byte.

The other world is made of a game's log: what others drew blind changes hands between them, and tickets that the viewer
was never offered and that nobody has completed change places, wherever they lie. Only worlds count in which all goes
up: nobody places cards that he does not have.
"""

import random
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import pytest

import engine
from engine import record
from engine.boards import Ticket
from engine.cards import Bag, Card, counts
from engine.codec import canonical
from engine.completing import Complete, TicketsCompleted
from engine.market import CardDrawn, HandDealt
from engine.record import Cause
from engine.rounds import CardsDealt
from engine.tickets import Keep
from engine.yards import YardPosition

from .play import Step, refusal, steps
from .yards_table import CARD_GAME, CARDS, playable

World = list[Step]
CODEC = engine.codec_of(CARD_GAME)
VIEWERS = [(seats, viewer) for seats in CARD_GAME.seat_counts for viewer in (None, 0, seats - 1)]
SOME_TICKETS = ("deck", "offer", "kept", "returned")


@cache
def game(seats: int) -> World:
    """A long game in which nobody has seen all tickets."""
    return list(steps(seats, 6, kind=CARDS))


def folded(world: World) -> World:
    """The same entries with the positions that their facts lead to."""
    state: Any = CARD_GAME.new(CARD_GAME, world[0].state.seats, {})
    found = []
    for step in world:
        state = state.copy()
        state.entry += 1
        for event in step.events:
            CARD_GAME.reducers[type(event)](state, event)
        found.append(step._replace(state=state))
    return found


def goes_up(world: World) -> bool:
    """Whether no bag ever holds a card too few: in numbers that are counts, too few shows as very many."""
    return all(_holds(bag) for step in world for bag in (step.state.cards.deck, *step.state.cards.hands))


def _holds(bag: Bag) -> bool:
    return 0 <= bag < 1 << 72 and max(counts(bag)) <= 16


class Place(NamedTuple):
    """Where a card is drawn unseen: in which entry, by which fact, as which of its cards."""

    entry: int
    fact: int
    card: int


def hidden(world: World, viewer: int | None) -> list[Place]:
    return [
        Place(entry, fact, card)
        for entry, step in enumerate(world)
        for fact, event in enumerate(step.events)
        if isinstance(event, CardDrawn | HandDealt | CardsDealt) and event.seat != viewer
        for card in range(len(_cards(event)))
    ]


def _cards(event: engine.Event) -> tuple[Card, ...]:
    return (event.card,) if isinstance(event, CardDrawn) else event.cards  # type: ignore[attr-defined]


def with_card(world: World, place: Place, card: Card) -> World:
    """The same facts, but for one card."""
    step = world[place.entry]
    event: Any = step.events[place.fact]
    cards = [*_cards(event)]
    cards[place.card] = card
    changed = replace(event, card=card) if isinstance(event, CardDrawn) else replace(event, cards=tuple(cards))
    events = [*step.events[: place.fact], changed, *step.events[place.fact + 1 :]]
    return [*world[: place.entry], step._replace(events=events), *world[place.entry + 1 :]]


def other_cards(world: World, viewer: int | None, rnd: random.Random) -> World:
    """A world in which others drew what in this one came to another of them, or at another time."""
    places = hidden(world, viewer)
    for one, two in zip(rnd.choices(places, k=80), rnd.choices(places, k=80), strict=True):
        drawn = [_cards(world[place.entry].events[place.fact])[place.card] for place in (one, two)]
        with suppress(OverflowError):
            changed = folded(with_card(with_card(world, one, drawn[1]), two, drawn[0]))
            world = changed if goes_up(changed) else world
    return world


def other_tickets(world: World, viewer: int | None, rnd: random.Random) -> World:
    """A world in which tickets never offered to the viewer and never completed have changed places."""
    events: list[Any] = [event for step in world for event in step.events]
    offered = {ticket for event in events if event.tag in OFFERS and event.seat == viewer for ticket in event.offer}
    completed = {ticket for event in events if isinstance(event, TicketsCompleted) for ticket in event.tickets}
    unseen = [ticket for ticket in map(Ticket, range(46)) if ticket not in offered | completed]
    names = dict(zip(unseen, rnd.sample(unseen, len(unseen)), strict=True))
    return folded([step._replace(events=[renamed(event, names) for event in step.events]) for step in world])


OFFERS = ("first_tickets_dealt", "tickets_drawn")


def renamed(event: Any, names: dict[Ticket, Ticket]) -> engine.Event:
    fields = {name: getattr(event, name) for name in SOME_TICKETS if isinstance(getattr(event, name, None), tuple)}
    if event.tag == "first_tickets_shuffled":
        del fields["kept"]
    changed = {name: tuple(names.get(ticket, ticket) for ticket in tickets) for name, tickets in fields.items()}
    return replace(event, **changed)  # type: ignore[no-any-return]


def appearance(step: Step, viewer: int | None) -> bytes:
    """All that the engine ever says to this viewer about an entry and the position after it."""
    state: Any = step.state
    said: list[object] = [engine.view(state, viewer), told(step, viewer)]
    if viewer is not None:
        options = engine.options(state, viewer)
        lines = [engine.notation.write(CARD_GAME, move) for move in islice(options, 40)]
        said.append([len(options), lines, options.summary])
        if state.entry % 4 == 0:
            assert isinstance(state, YardPosition)
            tried = [*playable(viewer, state)[::5], Complete((Ticket(3),)), Complete(state.tickets.held[viewer])]
            refusals = [refusal(step.state, viewer, move) for move in tried]
            said.append([error and [error.code, error.detail, str(error)] for error in refusals])
    return canonical(said)


def told(step: Step, viewer: int | None) -> object:
    move = step.move
    if step.seat != viewer and isinstance(move, Keep | Complete):
        move = type(move)(())
    entry = record.write(CODEC, step.state.entry, "", Cause({"seat": step.seat}, move), step.events, [], lambda: b"")
    holders = [part.holder for part in entry.secrets]
    return [record.told(entry.public, {s.holder: s.body for s in entry.secrets if s.holder == viewer}), holders]


def differing(one: World, other: World, viewer: int | None) -> list[int]:
    """The numbers of the entries at which the viewer could tell the worlds apart."""
    pairs = enumerate(zip(one, other, strict=True), 1)
    return [number for number, (a, b) in pairs if appearance(a, viewer) != appearance(b, viewer)]


@pytest.mark.parametrize(("seats", "viewer"), VIEWERS)
def test_other_cards_in_others_hands(seats: int, viewer: int | None) -> None:
    """... are never seen, not even when the game is over."""
    world = game(seats)
    other = other_cards(world, viewer, random.Random(seats))
    assert world != other
    assert differing(world, other, viewer) == []


@pytest.mark.parametrize(("seats", "viewer"), VIEWERS)
def test_other_tickets_with_others_and_in_their_deck(seats: int, viewer: int | None) -> None:
    """... are not seen until the end shows them."""
    world = game(seats)
    other = other_tickets(world, viewer, random.Random(seats))
    assert world != other
    assert differing(world[:-1], other[:-1], viewer) == []


@pytest.mark.parametrize("seats", [3, 4])
def test_the_worlds_do_differ(seats: int) -> None:
    """The test would notice: whoever holds the cards and tickets sees the difference."""
    world, rnd = game(seats), random.Random(1)
    cards, tickets = other_cards(world, 0, rnd), other_tickets(world, 0, rnd)
    assert any(differing(world, cards, seat) for seat in range(1, seats))
    assert any(differing(world, tickets, seat) for seat in range(1, seats))


@pytest.mark.parametrize("seats", CARD_GAME.seat_counts)
def test_what_others_choose_to_complete(seats: int) -> None:
    """... is not seen until all have chosen."""
    before = next(step.state for step in game(seats) if any(p.tag == "complete_tickets" for p in step.state.prompts))
    seat = max(before.prompts, key=lambda prompt: len(engine.options(before, prompt.seat))).seat
    choices = list(islice(engine.options(before, seat), 5))
    assert len(choices) > 1
    worlds = [_chosen(before, seat, move) for move in choices]
    for viewer in (None, *(other for other in range(seats) if other != seat)):
        assert len({appearance(step, viewer) for step in worlds}) == 1


def _chosen(state: Any, seat: int, move: engine.Move) -> Step:
    after, events = engine.decide(state, seat, move, engine.Chance(bytes(32)))
    return Step(seat, move, events, after)
