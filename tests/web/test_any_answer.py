"""A question without a module of its own: every answer is list_moves, and says what it risks."""

import engine
from games.web.table.questions.any_answer import list_moves
from games.web.table.steps import Step
from tests.engine.positions import Kind, table

EUROPE = Kind(engine.RULESETS["europe@1"])


def test_each_answer_is_list_moves_however_many_there_are() -> None:
    state = table(kind=EUROPE, hands={0: "red 3 blue 3 green 3 orange 3 loco 2"}, deck="red 9").state
    moves = engine.options(state, 0)
    list_moves_moves = [told.move for told in list_moves(state.rules, "", moves, Step()).moves]
    assert list_moves_moves == [engine.notation.write(state.rules, move) for move in moves]
    assert len(list_moves_moves) > 400


def test_an_answer_says_what_may_still_happen_after_it() -> None:
    state = table(kind=EUROPE, hands={0: "orange 3"}, deck="red 9").state
    told = {told.move: told.words for told in list_moves(state.rules, "", engine.options(state, 0), Step()).moves}
    assert told["claim angora-smyrna orange 3"] == "Claim Angora – Smyrna (tunnel) with 3 orange, up to 3 more"
    assert told["claim frankfurt-paris-1 orange 3"] == "Claim Frankfurt – Paris (track 1) with 3 orange"
