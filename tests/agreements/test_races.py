"""Two answers at the same moment, on the real database; and a move at the moment of the last answer."""

import pytest

from games.models import Game, Proposal, Ruling
from games.table.agreements import new_proposals, own_move, votes
from tests.games.courts import agree, as_row
from tests.games.races import both
from tests.games.stories import NOON, chosen, holder, legal, players, post, prompts, started

pytestmark = pytest.mark.django_db(transaction=True)


def proposed(seats: int, **asked: object) -> tuple[Game, Proposal]:
    game = chosen(started(players(seats)))
    return game, new_proposals.propose(player=holder(game, 1), game_id=game.pk, asked=asked, now=NOON)


def answer(game: Game, seat: int, proposal: Proposal, *, agrees: bool = True) -> Proposal:
    return votes.answer(player=holder(game, seat), proposal_id=proposal.pk, agrees=agrees, now=NOON)


def test_two_agree_at_once_and_it_is_done_once() -> None:
    game, proposal = proposed(3, kind="ended", how="void")
    assert both(lambda: answer(game, 0, proposal), lambda: answer(game, 2, proposal)) == "done"
    assert Ruling.objects.filter(game=game).count() == 1
    assert as_row(game)["status"] == "void"
    agree(game)


def test_one_agrees_twice_at_once() -> None:
    game, proposal = proposed(2, kind="ended", how="void")
    assert both(lambda: answer(game, 0, proposal), lambda: answer(game, 0, proposal)) == "done"
    assert Ruling.objects.filter(game=game).count() == 1


def test_one_declines_while_the_last_one_agrees() -> None:
    game, proposal = proposed(3, kind="ended", how="void")
    assert both(lambda: answer(game, 0, proposal, agrees=False), lambda: answer(game, 2, proposal)) == "proposal_closed"
    assert as_row(game)["status"] == "running"


def test_a_move_comes_before_the_last_answer() -> None:
    game, proposal = proposed(2, kind="ended", how="adjudicated")
    assert both(lambda: post(game, 0, "draw deck", "draw deck"), lambda: answer(game, 0, proposal)) == "done"
    proposal.refresh_from_db()
    assert proposal.state == "overtaken"
    assert as_row(game)["status"] == "running"


def test_the_next_player_moves_while_the_last_move_is_taken_back() -> None:
    game = started(players(2))
    post(game, 1, next(iter(legal(game, 1))))
    taken = both(
        lambda: post(game, 0, next(iter(legal(game, 0)))),
        lambda: own_move.take_back(player=holder(game, 1), game_id=game.pk, now=NOON),
    )
    assert taken == "not_your_last_move"
    assert prompts(game)


def test_two_propose_the_same_at_once() -> None:
    game = chosen(started(players(3)))

    def propose() -> object:
        return new_proposals.propose(player=holder(game, 1), game_id=game.pk, asked={"kind": "paused"}, now=NOON)

    assert both(propose, propose) == "done"
    assert Proposal.objects.count() == 1
