"""Every ruleset beside the base game, and each one's slowest position."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import engine
from tests.engine.manners import MANNERS
from tests.engine.positions import EVERY, Kind

from .rates import quickest, rates, report, seconds

FLOOR = "usa@1"
GAMES = 160
FINALISTS = 12


def playing() -> None:
    """Measure random games with each ruleset's fewest and most seats, the same games in every run.

    A single game is no measure: in the Card Game one with many tickets takes twice as long as another.
    """
    print("\nRandom games of every ruleset: the options, counted, and one of them taken; then advance. Moves a second.")
    for name, seats in (("fewest", min), ("most", max)):
        print(f"  with the {name} seats:")
        report(rates({str(kind): partial(played, kind, seats(kind.rules.seat_counts)) for kind in EVERY}), FLOOR)


def played(kind: Kind, seats: int, _run: int) -> int:
    """Play enough random games to take about the same time for any number of seats; return the number of moves."""
    rnd, moves = random.Random(f"{kind} {seats}"), 0
    for _ in range(GAMES // seats):
        chance = engine.Chance(rnd.randbytes(32))
        state, _ = engine.start(kind.rules, seats, chance, kind.options)
        while not state.over:
            seat = state.prompts[0].seat
            legal = engine.options(state, seat)
            engine.advance(state, seat, legal[int(rnd.random() * len(legal))], chance)
            moves += 1
    return moves


class Asked(NamedTuple):
    """A position in which a seat has to move, and the last of its legal moves."""

    state: Any
    seat: int
    move: engine.Move

    @property
    def described(self) -> str:
        tag = self.state.prompt_of(self.seat).tag
        return f"{tag}, {self.state.seats} seats, entry {self.state.entry}"

    def listing(self) -> object:
        """Do what answering "what may I do?" takes: count the moves, and list them, or summarize them if there are
        many.
        """
        options = engine.options(self.state, self.seat)
        return len(options), options.summary or list(options)

    def deciding(self) -> object:
        """Decide the move with all its consequences; in the last turn these include the end and the scoring."""
        return engine.decide(self.state, self.seat, self.move, engine.Chance(bytes(32)))


def worst() -> None:
    """Measure the slowest positions from games played in every style, including hoarding cards and hoarding tickets."""
    print("\nThe worst positions of every ruleset in games played in all manners; the quickest of all runs.")
    for kind in EVERY:
        asked = list(positions(kind))
        listing = slowest(asked, Asked.listing)
        many = len(engine.options(listing.state, listing.seat))
        print(f"  {kind!s:22} options {quickest(listing.listing) * 1e3:6.2f} ms   {listing.described}, {many:,} moves")
        deciding = slowest(asked, Asked.deciding)
        last = engine.notation.write(kind.played, deciding.move)
        print(f"  {'':22} decide  {quickest(deciding.deciding) * 1e3:6.2f} ms   {deciding.described}, {last[:40]}")


def positions(kind: Kind) -> Iterator[Asked]:
    """Yield all positions of a game in each style, with the fewest and the most seats."""
    seats = kind.rules.seat_counts
    for manner in MANNERS:
        for number in (min(seats), max(seats)):
            for state in manner(kind, number, 1).positions.values():
                for seat in (prompt.seat for prompt in state.prompts):
                    yield Asked(state, seat, engine.options(state, seat)[-1])


def slowest(asked: list[Asked], work: Callable[[Asked], object]) -> Asked:
    """Return the slowest position: time each once, then the slowest ones again."""
    last = sorted(asked, key=lambda each: seconds(lambda: work(each)))[-FINALISTS:]
    return max(last, key=lambda each: quickest(lambda: work(each)))
