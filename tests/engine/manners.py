"""Recorded games played in every style: to the end, with seats that leave and return, with rulings, with one player
left.

`played_in_all_manners` goes on until its caller has found the game it needs.
"""

import hashlib
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, product

import engine
from engine.parts.claims import ClaimRoute
from engine.parts.position import Position

from .play import Players, any_move, rather_draw
from .positions import Kind
from .recorder import Recorder, recorded
from .ruled import in_log, ruled

Manner = Callable[[Kind, int, int], Recorder]
SEEDS = range(40)
ALONE = 2
"""The number of players at which one leaving leaves the other alone."""
PASSING_ON = ((engine.MarkAbsent(), "taken_over"), (engine.Resign(), "taken_over"), (engine.Forfeit(), "returned"))


def played_in_all_manners(kinds: list[Kind]) -> Iterator[Recorder]:
    """Yield game after game, at tables of all sizes."""
    for seed, manner, kind in product(SEEDS, MANNERS, kinds):
        for seats in kind.rules.seat_counts:
            yield manner(kind, seats, seed)


def to_the_end(kind: Kind, seats: int, seed: int) -> Recorder:
    return recorded(seats, seed, kind=kind)


def in_fixed_order(kind: Kind, seats: int, seed: int) -> Recorder:
    return recorded(seats, seed, kind=kind, order=list(reversed(range(seats))))


def coming_and_going(kind: Kind, seats: int, seed: int) -> Recorder:
    return recorded(seats, seed, kind=kind, leaving=0.04)


def ruled_upon(outcome: str, kind: Kind, seats: int, seed: int) -> Recorder:
    return ruled(seats, seed, outcome, kind, moves=90)


def moved_for(kind: Kind, seats: int, seed: int) -> Recorder:
    """Play to the end with admins who take moves back, move for seats, hand them over and remove one."""
    game, players = begun(kind, seats, seed, any_move)
    for_a_while(game, players)
    game.rule("taken_back", as_of=max(1, len(game.records) - players.rnd.randrange(1, 4)), away={})
    for _ in range(3):
        asked = game.state.prompts[0].seat
        if not engine.decide(game.state, asked, engine.default_move(game.state, asked), game.chance()).state.over:
            game.move_by_ruling("moved_for", asked, engine.default_move(game.state, asked))
    game.rule("replaced", seat=asked, player="n3w", before="0ld")
    for_a_while(game, players)
    if seats > ALONE:
        game.move_by_ruling("removed", players.rnd.randrange(seats), engine.Forfeit())
    while not game.state.over:
        game.move(*players.next(game.state))
    return game


def taken_back_past_a_leaving(kind: Kind, seats: int, seed: int) -> Recorder:
    """Have a seat leave or come back, restore an earlier position without undoing that (P5), and play to the end."""
    game, players = begun(kind, seats, seed, any_move)
    seat = players.rnd.randrange(seats)
    for leaving in (engine.MarkAbsent(), engine.ComeBack()):
        for_a_while(game, players)
        game.move(seat, leaving)
        game.rule("taken_back", as_of=len(game.records) - 1, away=in_log(game.state.away))
    while not game.state.over:
        game.move(*players.next(game.state))
    return game


def passed_on(kind: Kind, seats: int, seed: int) -> Recorder:
    """Have seats left and taken over, by others or by those who left; play to the end."""
    game, players = begun(kind, seats, seed, any_move)
    for seat, (leave, sit_down) in enumerate(PASSING_ON[: seats if seats > ALONE else 1]):
        for_a_while(game, players)
        game.move(seat, leave)
        if game.state.over:  # too few would be left
            return game
        for_a_while(game, players)
        game.sit_down(sit_down, seat)
    while not game.state.over:
        game.move(*players.next(game.state))
    return game


def begun(kind: Kind, seats: int, seed: int, *ways: Callable[..., engine.Move]) -> tuple[Recorder, Players]:
    """Start a game whose players use these strategies in rotation."""
    game, players = (
        Recorder(seats, hashlib.sha256(f"golden {seats} {seed}".encode()).digest(), kind=kind),
        Players(seats, seed),
    )
    players.ways = [ways[seat % len(ways)] for seat in range(seats)]
    game.start()
    return game, players


def for_a_while(game: Recorder, players: Players) -> None:
    """Make some moves, without ending the game."""
    for _ in range(players.rnd.randrange(5, 60)):
        following = players.next(game.state)
        if not engine.decide(game.state, *following, game.chance()).state.over:
            game.move(*following)


def all_leave(last: engine.Move, kind: Kind, seats: int, seed: int) -> Recorder:
    """Have one player after the other leave, until the game is over."""
    game, players = begun(kind, seats, seed, any_move)
    for seat in players.rnd.sample(range(seats), seats):
        if not game.state.over:
            for_a_while(game, players)
            game.move(seat, last)
    return game


def by(way: Callable[..., engine.Move], kind: Kind, seats: int, seed: int) -> Recorder:
    """Play to the end with one strategy."""
    game, players = begun(kind, seats, seed, way)
    while not game.state.over:
        game.move(*players.next(game.state))
    return game


def rather_act(rnd: random.Random, state: Position, seat: int) -> engine.Move:
    """Choose anything but drawing if possible."""
    moves = islice(engine.options(state, seat), 500)
    acts = [move for move in moves if move.tag not in ("take_card", "draw_blind", "draw_tickets")]
    return rnd.choice(acts) if acts else any_move(rnd, state, seat)


def spend_all(rnd: random.Random, state: Position, seat: int) -> engine.Move:
    """Spend cards and take all tickets: choose the shortest claim, or else the last move listed."""
    moves = engine.options(state, seat)
    claims = [move for move in islice(moves, 500) if isinstance(move, ClaimRoute)]
    if claims:
        return min(claims, key=lambda move: state.rules.board.routes[move.route].length)
    return moves[-1]


def nothing_left(kind: Kind, seats: int, seed: int) -> Recorder:
    """Let one seat hoard all cards while the others are away; they come back, it leaves, and they have little left to
    do.
    """
    game, players = begun(kind, seats, seed, spend_all)
    players.ways[0] = rather_draw
    for seat in range(1, seats):
        game.move(seat, engine.MarkAbsent())
    while not game.state.over and (game.state.cards.deck or any(card is not None for card in game.state.cards.market)):
        game.move(*players.next(game.state))
    for seat in range(1, seats) if not game.state.over else ():
        game.move(seat, engine.ComeBack())
    if not game.state.over and seats > 1:
        game.move(0, engine.MarkAbsent())
    while not game.state.over:
        game.move(*players.next(game.state))
    return game


MANNERS: tuple[Manner, ...] = (
    to_the_end,
    in_fixed_order,
    coming_and_going,
    *(partial(ruled_upon, outcome) for outcome in ("", "adjudicated", "void", "forfeit")),
    *(partial(all_leave, leaving) for leaving in (engine.Resign(), engine.Forfeit(), engine.MarkAbsent())),
    *(partial(by, way) for way in (rather_act, rather_draw, spend_all)),
    nothing_left,
    moved_for,
    taken_back_past_a_leaving,
    passed_on,
)
