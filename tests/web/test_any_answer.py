"""A question without a module of its own: every answer is listed, and says what it risks."""

import engine
from games.web.table.questions.any_answer import listed
from games.web.table.steps import Step
from tests.engine.positions import Kind, table

EUROPE = Kind(engine.RULESETS["europe@1"])


def test_each_answer_is_listed_however_many_there_are() -> None:
    state = table(kind=EUROPE, hands={0: "red 3 blue 3 green 3 orange 3 loco 2"}, deck="red 9").state
    moves = engine.options(state, 0)
    listed_moves = [told.move for told in listed(state.rules, "", moves, Step()).moves]
    assert listed_moves == [engine.notation.write(state.rules, move) for move in moves]
    assert len(listed_moves) > 400


def test_an_answer_says_what_may_still_happen_after_it() -> None:
    state = table(kind=EUROPE, hands={0: "orange 3"}, deck="red 9").state
    told = {told.move: told.words for told in listed(state.rules, "", engine.options(state, 0), Step()).moves}
    assert told["claim angora-smyrna orange 3"] == "Claim Angora – Smyrna (tunnel) with 3 orange, up to 3 more"
    assert told["claim frankfurt-paris-1 orange 3"] == "Claim Frankfurt – Paris (track 1) with 3 orange"
