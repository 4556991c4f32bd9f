"""Orders of the Nordic Countries in typed lines: cards that stand for others (N5, N7)."""

import pytest

import engine
from engine import notation
from tests.engine.positions import Kind, table
from tests.inbox.test_orders import played

NORDIC = engine.RULESETS["nordic@1"]
TURN = tuple(
    notation.write(NORDIC, move)
    for move in engine.options(
        table(kind=Kind(NORDIC), hands={0: "white 2 blue 2 green 2 loco 1"}, deck="red 9").state, 0
    )
)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("claim alborg-oslo white 2 loco 1", "claim alborg-oslo white 2 loco 1"),
        ("claim alborg-oslo blue 2 white 2 green 1", "claim alborg-oslo blue 2 white 2 green 1"),
        ("Claim Ålborg-Oslo with 2 white, 2 blue and 1 green", "claim alborg-oslo blue 2 white 2 green 1"),
    ],
)
def test_n5_a_claim_names_the_cards_in_any_order(line: str, move: str) -> None:
    assert played(line, legal=TURN, rules=NORDIC) == [move]
