"""USA 1910 (T1-T4): the base game with other tickets and other bonuses, as three games on the same map."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.boards import Board
from engine.boards.usa_1910 import USA_1910, USA_BIG_CITIES, USA_MEGA
from engine.model import Event, Feature, Ruleset
from engine.parts import claims, connections, globetrotter, longest_path, tickets, turns
from engine.parts.claims import BoardPosition
from engine.parts.scoring import Score, bonuses, completed_tickets
from engine.parts.turns import TakeTurn
from engine.rules import board

CLAIM: Final = claims.claim_rule(claims.open_routes, claims.refuse_closed, (claims.claimer_scores,))


class EndBonus(NamedTuple):
    """A bonus at the end: what scores it, its part of the final scoring, and the tie-breaks that come with it."""

    score: Callable[[BoardPosition], Iterator[Event]]
    feature: Feature
    tie_breaks: Mapping[str, Callable[[Score], int]]


GLOBETROTTER: Final = EndBonus(globetrotter.score_globetrotter, globetrotter.FEATURE, {})
LONGEST_PATH: Final = EndBonus(
    longest_path.score_longest_path, longest_path.FEATURE, {"longest_path": bonuses(longest_path.LONGEST_PATH)}
)


class Numbers(NamedTuple):
    """How many tickets each seat is dealt `first` and how many of them it keeps, and how many it draws later."""

    first: int
    keep: int
    more: int


def _with_tickets(name: str, map_: Board, numbers: Numbers, at_the_end: Sequence[EndBonus], rule: str) -> Ruleset:
    """Return the base game with these tickets and bonuses; `rule` has its numbers, where they are not the base game's.

    The tickets that are returned go under the deck (T4).
    """
    base = board.usa()
    turn = board.turn(CLAIM, numbers.more, board.KEEP_MORE)

    def final_points(state: BoardPosition) -> Iterator[Event]:
        yield from connections.ticket_points(state)
        for bonus in at_the_end:
            yield from bonus.score(state)

    return replace(
        base,
        id=name,
        board=map_,
        set_up=board.dealing(numbers.first, numbers.keep),
        features=(*board.FEATURES, tickets.TO_THE_BOTTOM, *(bonus.feature for bonus in at_the_end)),
        moves={**base.moves, TakeTurn: turn},
        fallback={TakeTurn: turns.pass_rule(turn)},
        controls=turns.controls(final_points),
        reactions=board.reactions(final_points),
        tie_breaks={"completed": completed_tickets, **_merge_tie_breaks(at_the_end)},
        replaces={"B3": rule, "B16": rule} if numbers.more != board.MORE_TICKETS else {},
    )


def _merge_tie_breaks(at_the_end: Sequence[EndBonus]) -> Mapping[str, Callable[[Score], int]]:
    return {name: count for bonus in at_the_end for name, count in bonus.tie_breaks.items()}


RULESETS: Final = (
    _with_tickets("usa_1910@1", USA_1910, Numbers(3, 2, 3), (GLOBETROTTER,), "T1"),
    _with_tickets("usa_mega@1", USA_MEGA, Numbers(5, 3, 4), (GLOBETROTTER, LONGEST_PATH), "T2"),
    _with_tickets("usa_big_cities@1", USA_BIG_CITIES, Numbers(4, 2, 4), (), "T3"),
)
