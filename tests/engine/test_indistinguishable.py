"""Two worlds that differ only in hidden facts look the same to the viewer: byte for byte, move for move.

The other world is made from a game's log: others drew different cards unseen, and tickets that the viewer has never
seen are swapped, wherever they are (see `worlds`). It is tested for every ruleset and seat count.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import count, islice

import pytest

import engine
from engine import record
from engine.codec import canonical
from engine.parts.position import Position
from engine.record import Cause
from tests.sweeps import at_length

from .moves import about_tickets, known_moves
from .play import Step, refusal, steps
from .positions import FEW_TABLES, SOME_TABLES, Kind, is_of
from .worlds import Viewer, World, other_cards, other_order, other_tickets, seen_by, unseen_by


@cache
def game(kind: Kind, seats: int) -> World:
    """Play a long game in which nobody sees all the tickets, and tickets are drawn."""
    worlds = (list(steps(seats, seed, leaving=0.005, kind=kind)) for seed in count(1))
    return next(world for world in worlds if long_enough(world, seats))


def long_enough(world: World, seats: int) -> bool:
    moves = [step.move.tag for step in world if step.move]
    return (
        len(world) > 20 * seats
        and "draw_tickets" in moves
        and all(len(unseen_by(world, seat)) > 2 for seat in range(seats))
    )


def appearance(step: Step, viewer: Viewer) -> bytes:
    """Return everything that the engine ever tells this viewer about an entry and the position after it."""
    state = step.state
    said: list[object] = [engine.view(state, viewer), shown_to(step, viewer)]
    if viewer is not None:
        options = engine.options(state, viewer)
        shown = (options[number] for number in range(0, len(options), len(options) // 40 + 1))
        said += [len(options), [engine.notation.write(state.rules, move) for move in shown], options.summary]
        if state.entry % 6 == 0:
            refusals = [refusal(state, viewer, move) for move in tried(state, viewer)]
            said.append([error and [error.code, error.detail, str(error)] for error in refusals])
    return canonical(said)


def tried(state: Position, viewer: int) -> Iterator[engine.Move]:
    """Yield moves to try, legal or not: some about tickets, some others; fewer for a seat that is not asked."""
    asked = state.prompt_of(viewer) is not None
    yield from islice(about_tickets(state, viewer), 0, None, 9 if asked else 99)
    yield from islice(known_moves(state.rules), state.entry % 197, None, 197 if asked else 997)


def shown_to(step: Step, viewer: Viewer) -> object:
    codec = engine.codec_of(step.state.rules)
    cause = Cause({"seat": step.seat}, step.move)
    entry = record.write(codec, step.state.entry, "", cause, step.events, [], lambda: b"")
    holders = [part.holder for part in entry.secrets]
    return [
        record.readable(entry.public, {part.holder: part.body for part in entry.secrets if part.holder == viewer}),
        holders,
    ]


@cache
def looks(kind: Kind, seats: int, viewer: Viewer) -> list[bytes]:
    """Return everything this viewer is told about the original game."""
    return [appearance(step, viewer) for step in game(kind, seats)]


def differing(kind: Kind, seats: int, other: World, viewer: Viewer) -> Iterator[int]:
    """Yield the numbers of the entries at which the viewer could distinguish the other world from the game."""
    for number, (look, step) in enumerate(zip(looks(kind, seats, viewer), other, strict=True), 1):
        if look != appearance(step, viewer):
            yield number


@pytest.mark.parametrize(("kind", "seats"), at_length(SOME_TABLES, at_once=FEW_TABLES), ids=str)
def test_what_others_hold_and_what_is_in_the_decks(kind: Kind, seats: int) -> None:
    """Others' cards stay hidden even after the game; their tickets until the end reveals them."""
    world = game(kind, seats)
    for viewer in (None, 0, seats - 1):
        cards, tickets = (other(world, viewer, random.Random(seats)) for other in (other_cards, other_tickets))
        assert world not in (cards, tickets), viewer
        assert list(differing(kind, seats, cards, viewer)) == [], viewer
        assert set(differing(kind, seats, tickets, viewer)) <= {len(world)}, viewer


@pytest.mark.parametrize(("kind", "seats"), at_length(SOME_TABLES, at_once=FEW_TABLES), ids=str)
def test_in_which_order_others_drew_the_tickets_that_they_hold(kind: Kind, seats: int) -> None:
    """The order stays hidden even after the end reveals the tickets."""
    world = game(kind, seats)
    held = world[-1].state.tickets.held
    for seat, viewer in ((0, None), (1, 0), (0, seats - 1)):
        if not seen_by(world, viewer) & set(held[seat]):
            assert list(differing(kind, seats, other_order(world, seat), viewer)) == []


@pytest.mark.parametrize(("kind", "seats"), at_length(SOME_TABLES, at_once=FEW_TABLES), ids=str)
def test_the_worlds_do_differ(kind: Kind, seats: int) -> None:
    """The comparison is not vacuous: the seat that holds the cards and tickets does see the difference."""
    world, rnd = game(kind, seats), random.Random(1)
    for other in (other_cards(world, 0, rnd), other_tickets(world, 0, rnd)):
        assert any(next(differing(kind, seats, other, seat), None) for seat in range(1, seats))


@pytest.mark.parametrize(("kind", "seats"), at_length(SOME_TABLES, at_once=FEW_TABLES), ids=str)
def test_what_others_choose_while_all_are_asked(kind: Kind, seats: int) -> None:
    """Until all have chosen, neither the choice, nor its size, nor whether it was a default may show."""
    for before in simultaneous(game(kind, seats)):
        seat = max(before.prompts, key=lambda prompt: len(engine.options(before, prompt.seat))).seat
        options = engine.options(before, seat)
        numbers = {0, len(options) // 3, len(options) // 2, len(options) - 1}
        assert len(numbers) > 1
        worlds = [list(chosen(before, seat, options[number])) for number in sorted(numbers)]
        for viewer in (None, *(other for other in range(seats) if other != seat)):
            assert len({tuple(appearance(step, viewer) for step in world) for world in worlds}) == 1


def simultaneous(world: World) -> list[Position]:
    """Return the first position for each prompt that several seats get at once."""
    found = {step.state.prompts[0].tag: step.state for step in reversed(world) if len(step.state.prompts) > 1}
    assert found
    return list(found.values())


def chosen(state: Position, seat: int, move: engine.Move) -> Iterator[Step]:
    """Yield a choice, and the seat's leaving afterwards if the game goes on without it."""
    for each in (move, engine.Resign()) if state.seats - len(state.away) > 2 else (move,):
        after, events = engine.decide(state, seat, each, engine.Chance(bytes(32)))
        state = is_of(Position, after)
        yield Step(seat, each, events, state)
