"""The tickets that a track completes in the Card Game: the best set it can pay for, and the cards left over."""

import re
from types import SimpleNamespace
from typing import cast

import engine
from engine.boards import Board
from engine.cards import KINDS
from games.presentation.prospects import ticket_status
from games.presentation.prospects.track import pays_for
from games.presentation.prospects.viewpoint import Viewpoint


def board() -> Board:
    return engine.ruleset("card_game@1").board


def test_each_card_pays_for_one_ticket_only() -> None:
    """Tickets 4 and 5 each need a yellow and a blue card."""
    both = pays_for(board(), [4, 5], {"yellow": 9, "blue": 9})
    assert both.numbers == {4, 5}
    taken = 18 - sum(both.rest.values())
    alone = [18 - sum(pays_for(board(), [number], {"yellow": 9, "blue": 9}).rest.values()) for number in (4, 5)]
    assert taken == sum(alone)


def test_where_not_all_can_be_paid_the_most_valuable_are() -> None:
    points = {ticket.number: ticket.points for ticket in board().tickets}
    found = pays_for(board(), [4, 5], {"yellow": 1, "blue": 2})
    assert found.numbers == {max((4, 5), key=points.__getitem__)}


def test_locomotives_stand_in_for_what_is_lacking() -> None:
    assert pays_for(board(), [32], {"black": 1, "yellow": 1}).numbers == frozenset()
    paid = pays_for(board(), [32], {"black": 1, "yellow": 1, "locomotive": 2})
    assert paid.numbers == {32}
    assert {kind: count for kind, count in paid.rest.items() if count} == {"locomotive": 1}


def test_nothing_pays_for_nothing() -> None:
    nothing = pays_for(board(), [], {"red": 2})
    assert nothing.numbers == frozenset()
    assert nothing.rest.get("red") == 2


def test_what_a_ticket_lacks_is_said_beside_those_that_are_paid_for() -> None:
    """Tickets 4 and 5 share their cards, of which the track has only enough for one."""
    view = {"on_track": {"yellow": 1, "blue": 2}, "tickets": [_as_viewed(4), _as_viewed(5)]}
    table = SimpleNamespace(rules=engine.ruleset("card_game@1"), seat=0, view={"you": view}, options=())
    texts = [standing.text for standing in ticket_status.of_held(cast("Viewpoint", table), None)]
    assert "your track pays for it" in texts
    assert any(re.fullmatch(r"lacks .+ once the others are paid for", text) for text in texts), texts


def _as_viewed(number: int) -> dict[str, object]:
    fact = board().tickets[board().ticket_of[number]]
    return {"number": number, "points": fact.points, "cards": [KINDS[card] for card in fact.cards]}
